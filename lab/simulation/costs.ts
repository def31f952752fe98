/** What a request costs, in microseconds of CPU of one core. */
export interface Costs {
  /** A cached read, on a worker. */
  read: number;
  /** A vote or scorecard on a worker, by the number of masters that it was measured with. */
  ballot: ReadonlyMap<number, number>;
  /** A call of the script on a master, without its ballots, and each ballot in it. */
  call: number;
  inCall: number;
  /** A connection to Redis within one machine and a vote that waits for nothing, both ways, in milliseconds: p50. */
  p50Ms: number;
}

/** As the benches measured them on 2026-11-25, on two cores of an AMD EPYC with Node 24.21.0 and Redis 7.0.15. */
export const measuredCosts: Costs = {
  read: 14.3,
  ballot: new Map([
    [1, 26.4],
    [3, 32.4],
    [6, 36.8],
  ]),
  call: 17.9,
  inCall: 7.2,
  p50Ms: 1.4,
};

/** The cost of a ballot on a worker at the nearest number of masters that was measured. */
export function ballotCost({ ballot }: Costs, masters: number): number {
  const distance = (measured: number) => Math.abs(measured - masters);
  const [nearest] = [...ballot].toSorted(([a], [b]) => distance(a) - distance(b));
  if (!nearest) throw new Error('no cost of a ballot is known');
  return nearest[1];
}

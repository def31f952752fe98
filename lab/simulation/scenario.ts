import { ballotCost, type Costs } from './costs.ts';
import type { Failure, Scenario } from './model.ts';

/** Of server/CAPACITY.md, by its number there. */
export const assumptions = {
  /** 1: the share of the phones of a night that is open at the busiest moment. */
  openShare: 0.5,
  /** 4: in 10 s after a bell, 30 % vote and 10 % send a scorecard. */
  ballotsPerOpenPhone: 0.4,
  bellSeconds: 10,
  /** 5: a real network beside loopback, in CPU. */
  networkFactor: 1.5,
  /** 6: how busy workers and masters may be. */
  workersBusy: 0.6,
  mastersBusy: 0.5,
  /** 7: workers of a machine, and one machine to spare. */
  workersPerMachine: 7,
  /** 8: all reads that a shared cache in front lets through. */
  readsPerSecond: 4_600,
  /** Not measured: between two machines of a data centre, one way. */
  hopMs: 0.25,
  /** Not measured: how far a replica is behind. */
  lagMs: 10,
  /** `cluster-node-timeout` of deploy/kubernetes, and a second for the election. */
  failoverMs: 6_000,
  /** As long as a worker takes to start. */
  restartMs: 1_500,
  /** A phone that got no 2xx tries three times more. */
  repeats: 3,
} as const;

/** What is asked for; workers and masters as many as the assumptions need unless given. */
export interface Asked {
  phones: number;
  workers?: number;
  masters?: number;
  failures: readonly Failure[];
  seed: number;
}

const toMs = (micros: number) => micros / 1_000;

/** The bell of a night. Polls go to a shared cache in front, as server/CAPACITY.md advises. */
export function scenarioOf({ phones, workers, masters, failures, seed }: Asked, costs: Costs): Scenario {
  const ballotsPerSecond = (phones * assumptions.openShare * assumptions.ballotsPerOpenPhone) / assumptions.bellSeconds;
  // With many workers and masters hardly two ballots of a turn share a call.
  const alone = costs.call + costs.inCall;
  const enoughMasters = Math.ceil((ballotsPerSecond * alone) / 1e6 / assumptions.mastersBusy);
  const used = masters ?? enoughMasters;
  const ballot = ballotCost(costs, used) * assumptions.networkFactor;
  const read = costs.read * assumptions.networkFactor;
  const busy = (ballotsPerSecond * ballot + assumptions.readsPerSecond * read) / 1e6;
  return {
    ...{ seed, ballotsPerSecond, seconds: assumptions.bellSeconds, readsPerSecond: assumptions.readsPerSecond },
    ...{ workers: workers ?? Math.ceil(busy / assumptions.workersBusy), masters: used, buckets: 3 * used },
    ...{ ballotMs: toMs(ballot), readMs: toMs(read), callMs: toMs(costs.call), inCallMs: toMs(costs.inCall) },
    ...{ hopMs: assumptions.hopMs, baseMs: costs.p50Ms, turnMost: 1_000, repeats: assumptions.repeats, failures },
    ...{ failoverMs: assumptions.failoverMs, restartMs: assumptions.restartMs, lagMs: assumptions.lagMs },
  };
}

/** Machines for the workers, with the spare one; masters have a core each. */
export const machinesOf = ({ workers }: Scenario) => Math.ceil(workers / assumptions.workersPerMachine) + 1;

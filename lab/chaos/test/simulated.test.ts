import { expect } from 'chai';
import fc from 'fast-check';
import { between, chance, pick, type Random, randomOf } from '../../../contracts/world/night/random.ts';
import { check } from '../checker/check.ts';
import type { FinalState, History } from '../history/operations.ts';
import type { Unnumbered } from '../history/recorder.ts';
import { history, lost, tally, unavailable, unknown, vote, voteRead } from './histories.ts';

const fighters = ['red', 'blue'] as const;

/** What a service does that keeps its promises: votes are counted at once, or not at all; some answers are lost. */
class Service {
  readonly votes = new Map<string, string>();

  counts(): Record<string, number> {
    const counts: Record<string, number> = { 'votes 1 2:red': 0, 'votes 1 2:blue': 0 };
    for (const fighter of this.votes.values())
      counts[`votes 1 2:${fighter}`] = (counts[`votes 1 2:${fighter}`] ?? 0) + 1;
    return counts;
  }

  get final(): Partial<FinalState> {
    const registers = Object.fromEntries([...this.votes].map(([client, fighter]) => [`vote 1:2:${client}`, fighter]));
    return { registers, counts: this.counts() };
  }
}

/** A random history of such a service: clients vote, repeat, change and read, and the tally is read. */
function simulate(random: Random, length: number): History {
  const service = new Service();
  const operations: Unnumbered[] = [];
  for (let nth = 0; nth < length; nth++) {
    const atMs = nth * 400;
    const [client, fighter] = [`client ${between(random, 1, 4)}`, pick(random, fighters)];
    const what = random();
    if (what < 0.2) operations.push(tally(atMs, service.counts()));
    else if (what < 0.4) operations.push(voteRead(atMs, client, fighter, service.votes.get(client) === fighter));
    else {
      const answer = pick(random, [[201], [201], unavailable, unknown, lost] as const);
      const isCounted = answer[0] === 201 || (answer !== unavailable && chance(random, 0.5));
      operations.push(vote(atMs, client, fighter, answer));
      if (isCounted) service.votes.set(client, fighter);
    }
  }
  return history(operations, service.final);
}

describe('the checker on simulated histories', () => {
  const runs = { numRuns: 200, seed: 2031 };
  const seeds = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 60 }));

  it('finds nothing where the service keeps its promises', () => {
    fc.assert(
      fc.property(seeds, ([seed, length]) => {
        expect(check(simulate(randomOf(seed), length)).anomalies).to.deep.equal([]);
      }),
      runs,
    );
  });

  it('finds a vote that is taken away after all, in each of them that has one that surely counts', () => {
    let taken = 0;
    fc.assert(
      fc.property(seeds, ([seed, length]) => {
        const whole = simulate(randomOf(seed), length);
        const acknowledged = whole.operations.find((one) => one.kind === 'vote' && one.status === 201);
        if (acknowledged?.kind !== 'vote') return;
        taken++;
        const { [acknowledged.register]: gone, ...registers } = whole.final.registers;
        const count = `votes 1 2:${gone}`;
        const counts = { ...whole.final.counts, [count]: (whole.final.counts[count] ?? 0) - 1 };
        const { anomalies } = check({ ...whole, final: { ...whole.final, registers, counts } });
        expect(anomalies.map(({ kind }) => kind)).to.deep.equal(['lost']);
      }),
      runs,
    );
    expect(taken).to.be.above(100);
  });
});

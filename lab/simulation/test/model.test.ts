import { expect } from 'chai';
import { type Outcome, type Scenario, simulate } from '../model.ts';

/** One worker, whose master costs nothing: a queue with one server and times that are all the same. */
const queue: Scenario = {
  ...{ seed: 7, ballotsPerSecond: 700, seconds: 100, readsPerSecond: 0, workers: 1, masters: 1, buckets: 1 },
  ...{ ballotMs: 1, readMs: 0, callMs: 0, inCallMs: 0, hopMs: 0, baseMs: 0, turnMost: 1, repeats: 0 },
  ...{ failures: [], failoverMs: 6_000, restartMs: 1_500, lagMs: 10 },
};

/** Four workers and three masters at the bell of 500,000 phones. */
const night: Scenario = {
  ...{ seed: 3, ballotsPerSecond: 10_000, seconds: 5, readsPerSecond: 2_000, workers: 4, masters: 3, buckets: 9 },
  ...{
    ballotMs: 0.08,
    readMs: 0.03,
    callMs: 0.02,
    inCallMs: 0.01,
    hopMs: 0.25,
    baseMs: 1.5,
    turnMost: 1_000,
    repeats: 3,
  },
  ...{ failures: [], failoverMs: 6_000, restartMs: 1_500, lagMs: 10 },
};

const isConserved = ({ sent, counted, refused, unknown }: Outcome) => sent === counted + refused + unknown;
const within = (share: number, value: number, expected: number) =>
  expect(Math.abs(value / expected - 1), `${value} beside ${expected}`).to.be.below(share);

describe('the model of a night', () => {
  for (const busy of [0.3, 0.5, 0.7, 0.9]) {
    it(`lets a worker that is busy for ${busy} of the time wait as the formula of M/D/1 says`, () => {
      const { wait, workersBusy } = simulate({
        ...queue,
        ballotsPerSecond: busy * 1_000,
        seconds: busy > 0.8 ? 600 : 200,
      });
      within(0.05, wait.mean, (busy / (2 * (1 - busy))) * queue.ballotMs);
      within(0.02, workersBusy, busy);
    });
  }

  it("keeps Little's law: as many are under way as come in the time that one takes", () => {
    for (const scenario of [queue, { ...queue, callMs: 0.3, inCallMs: 0.2, hopMs: 5 }]) {
      const { underWay, answer } = simulate(scenario);
      within(0.03, underWay, (scenario.ballotsPerSecond / 1_000) * (answer.mean + 0.001));
    }
  });

  it('loses and makes no ballot, whatever fails', () => {
    const failures = [
      [],
      [{ part: 'master', atMs: 0 }],
      [{ part: 'worker', atMs: 300 }],
      [
        { part: 'master', atMs: 650 },
        { part: 'master', atMs: 800 },
        { part: 'worker', atMs: 10 },
      ],
    ] satisfies Scenario['failures'][];
    for (const given of failures) {
      for (const overload of [1, 8]) {
        const outcome = simulate({
          ...night,
          failures: given,
          ballotsPerSecond: night.ballotsPerSecond * overload,
          seconds: 1,
        });
        expect(outcome.sent).to.be.greaterThan(9_000);
        const { sent, counted, refused, unknown } = outcome;
        expect(
          isConserved(outcome),
          `${sent} sent: ${counted} counted, ${refused} refused, ${unknown} unknown`,
        ).to.equal(true);
        expect(outcome.answer.count).to.equal(outcome.counted);
        expect(outcome.lost).to.be.at.most(outcome.counted);
      }
    }
    expect(isConserved({ ...simulate(queue), counted: 1 }), 'control').to.equal(false);
  });

  it('says the same for the same seed, and something else for another', () => {
    const [first, again, other] = [night, night, { ...night, seed: 4 }].map(simulate);
    expect(again).to.deep.equal(first);
    expect(other?.sent).to.not.equal(first?.sent);
    within(0.02, first?.sent ?? 0, night.ballotsPerSecond * night.seconds);
  });

  it('counts everything, soon, below the capacity', () => {
    const { sent, counted, answer } = simulate(night);
    expect(counted).to.equal(sent);
    // 1.5 ms where nothing waits, two hops, and the work itself.
    expect(answer.quantile(0.5)).to.be.within(2.1, 2.5);
    expect(answer.quantile(0.99)).to.be.below(5);
  });

  it('is saturated above the capacity of its workers: they are always busy, and what they cannot do is refused', () => {
    const { sent, counted, refused, workersBusy } = simulate({ ...queue, ballotsPerSecond: 2_000, seconds: 30 });
    expect(workersBusy).to.be.above(0.99);
    expect(refused).to.be.above(0.4 * sent);
    // Refusing costs half as much as counting: at twice the load nearly nothing is left after a while.
    expect(counted / 30).to.be.below(600);
  });

  it('is saturated above the capacity of its masters: what waits for more than 0.2 s is not counted', () => {
    const scenario = { ...queue, ballotMs: 0.001, callMs: 0, inCallMs: 1, ballotsPerSecond: 1_500, seconds: 30 };
    const { counted, refused, mastersBusy, answer } = simulate(scenario);
    expect(mastersBusy).to.be.above(0.99);
    within(0.05, counted / 30, 1_000);
    expect(refused).to.be.above(10_000);
    expect(answer.quantile(0.999)).to.be.within(180, 215);
  });

  it('puts ballots that arrive together into one call, so that a busy worker costs its master less', () => {
    const scenario = { ...queue, turnMost: 1_000, callMs: 0.02, inCallMs: 0.01 };
    const [idle, busy] = [100, 950].map((ballotsPerSecond) => simulate({ ...scenario, ballotsPerSecond }));
    within(0.08, idle?.batch ?? 0, 1);
    expect(busy?.batch).to.be.above(3);
  });

  it('lets ballots of a dead master be refused until a replica has its slots, and phones repeat them', () => {
    const failures = [{ part: 'master', atMs: 1_000 }] as const;
    const { sent, refused, repeated, lost, untilCounted, answer } = simulate({ ...night, failures });
    // A third of what comes in the remaining four seconds, some of it more than once.
    expect(repeated).to.be.within(sent * 0.8 * 0.33, sent * 0.8 * 0.33 * 3);
    expect(untilCounted.quantile(0.99)).to.be.within(5_000, 12_000);
    expect(answer.quantile(0.99)).to.be.below(20);
    // Acknowledged in the last 10 ms by one of three masters.
    expect(lost).to.be.within(15, 60);
    const givenUp = simulate({ ...night, failures, repeats: 0 });
    within(0.1, givenUp.refused, sent * 0.8 * 0.333);
    expect(givenUp.refused).to.be.above(refused);
    expect(simulate({ ...night, failures, lagMs: 0 }).lost, 'nothing without a lag').to.equal(0);
  });

  it('leaves without an answer what a dead worker had taken, and gives the rest to others', () => {
    const failures = [{ part: 'worker', atMs: 1_000 }] as const;
    const scenario = { ...night, ballotMs: 0.3, turnMost: 1, failures, repeats: 0, ballotsPerSecond: 8_000 };
    const { unknown, refused, counted, sent } = simulate(scenario);
    expect(unknown).to.equal(1);
    expect(counted + refused).to.equal(sent - 1);
  });

  it('refuses what has waited at a worker for more than 0.7 s, and nothing sooner', () => {
    const { wait, answer } = simulate({ ...queue, ballotsPerSecond: 2_000, seconds: 5 });
    expect(answer.quantile(1)).to.be.within(690, 720);
    expect(wait.quantile(1)).to.be.above(720);
  });

  it('puts at most 128 ballots of a turn into one call', () => {
    // All come while the worker is away, and are taken in turns of a thousand: seven full calls, and one of 104.
    const away = { failures: [{ part: 'worker', atMs: 0 }], restartMs: 500, turnMost: 1_000 } as const;
    const { batch } = simulate({ ...queue, ...away, ballotMs: 0.0001, ballotsPerSecond: 100_000, seconds: 0.5 });
    expect(batch).to.be.within(120, 128);
  });
});

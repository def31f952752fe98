import { expect } from 'chai';
import { expectSame, type RawAnswer } from './support/answers.ts';
import { compare, createFigure, type RoundResults, type Sample, verdictOf } from './support/figures.ts';
import { runRounds } from './support/rounds.ts';
import { median, percentile, quantile, spread } from './support/statistics.ts';

const least = { value: 2, is: 'least' } as const;
const most = { value: 2, is: 'most' } as const;

describe('a figure of npm --prefix lab run bench', () => {
  it('has reached its target, or is short of it, exactly', () => {
    const verdicts = (target: typeof least | typeof most) => [1.99, 2, 2.01].map((value) => verdictOf([value], target));
    expect(verdicts(least)).to.deep.equal(['short of it', 'reached', 'reached']);
    expect(verdicts(most)).to.deep.equal(['reached', 'reached', 'short of it']);
    expect(verdictOf([1], undefined)).to.equal('no target');
  });

  it('decides nothing where rounds contradict each other by more than a tenth, or others had the core', () => {
    expect(verdictOf([1.5, 1.9, 2.1, 2.5, 2.6], least)).to.equal('too noisy');
    expect(verdictOf([1.98, 1.99, 2.01, 2.02, 2.02], least), 'close together').to.equal('reached');
    expect(verdictOf([2.1, 3, 4, 5, 9], least), 'all agree').to.equal('reached');
    expect([0.1, 0.11].map((share) => verdictOf([3], least, share))).to.deep.equal(['reached', 'too noisy']);
    const figure = { bench: 'a', name: 'b', against: 'c', value: 1, unit: 'ms', target: most } as const;
    expect(createFigure(figure).verdict).to.equal('reached');
    expect(createFigure({ ...figure, othersShare: 0.5 }).verdict).to.equal('too noisy');
  });

  it('is ours to the baseline of the same round, and for CPU the baseline to ours', () => {
    const sample = (perSecond: number, cpuMicros: number, othersShare = 0) =>
      ({ perSecond, requests: 100, cpuMicros, othersShare }) as Sample;
    const [ours, theirs] = [
      [sample(300, 1_000), sample(200, 1_000), sample(400, 1_000)],
      [sample(100, 4_000), sample(200, 2_000), sample(100, 3_000, 0.2)],
    ];
    const results = {
      of: (name: string) => (name === 'ours' ? ours : theirs),
      pairs: () => ours.map((own, at) => [own, theirs[at]] as [Sample, Sample]),
    } as unknown as RoundResults;
    const figure = compare(results, 'ours', 'theirs', { bench: 'a', name: 'b', against: 'c', target: 2 });
    expect(figure).to.deep.include({ value: 3, cpuRatio: 3, unit: 'ratio', verdict: 'too noisy', target: least });
  });

  it('is of values between neighbours for medians, and of a value that was measured for latencies', () => {
    const values = [4, 1, 3, 2];
    expect([median(values), quantile(values, 0.25), quantile(values, 1)]).to.deep.equal([2.5, 1.75, 4]);
    expect(spread([1, 2, 3, 4, 5])).to.equal(2 / 3);
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect([0, 0.01, 0.5, 0.99, 0.991, 1].map((share) => percentile(hundred, share))).to.deep.equal([
      ...[1, 1, 50, 99, 100, 100],
    ]);
    expect(percentile([], 0.5)).to.be.NaN;
  });
});

describe('a contestant of npm --prefix lab run bench', () => {
  it('must give the expected status, bytes, and headers where they count', () => {
    const answer = (status: number, body: string, ...rawHeaders: string[]): RawAnswer => ({
      ...{ status, rawHeaders, headers: {}, body: Buffer.from(body) },
    });
    const expected = answer(200, 'body', 'ETag', '"a"', 'Date', 'now');
    const fault = (given: RawAnswer, sameness?: 'headers and bytes') => {
      try {
        expectSame('it', given, expected, sameness);
        return 'none';
      } catch (error) {
        return String(error).split('\n')[0];
      }
    };
    expect(fault(answer(200, 'body'))).to.equal('none');
    expect(fault(answer(201, 'body'))).to.match(/it answers 201, not 200/);
    expect(fault(answer(200, 'bodx'))).to.match(/it sends 4 other bytes than the 4 expected/);
    expect(fault(answer(200, 'body', 'etag', '"a"', 'Date', 'later'), 'headers and bytes')).to.equal('none');
    expect(fault(answer(200, 'body', 'ETag', '"b"', 'Date', 'now'), 'headers and bytes')).to.match(
      /it sends other headers/,
    );
    expect(fault(answer(200, 'body', 'ETag', '"a"'), 'headers and bytes')).to.match(/it sends other headers/);
  });

  it('has its round at another place each time, so that no other load is always its own', async () => {
    const order: string[] = [];
    const contestants = ['a', 'b', 'c'].map((name) => ({
      name,
      load: async () => {
        order.push(name);
        return { requests: 1, seconds: 1, perSecond: 1, p50Ms: 1, p99Ms: 1 };
      },
    }));
    const report = () => undefined;
    await runRounds(contestants, { rounds: 60, seconds: 0, warmSeconds: 0, report });
    expect(order).to.have.length(180);
    const rounds = Array.from({ length: 60 }, (_, round) => order.slice(3 * round, 3 * round + 3).join(''));
    expect(rounds.map((round) => [...round].sort().join(''))).to.deep.equal(Array.from(rounds, () => 'abc'));
    // Of six orders two are missing in sixty rounds once in a billion runs.
    expect(new Set(rounds).size).to.be.at.least(5);
  });
});

import { expect } from 'chai';
import { scaled } from '../../../test/support/run/scale.ts';
import { check } from '../checker/check.ts';
import { withoutLog } from '../controls.ts';
import { isWrite, type Operation } from '../history/operations.ts';
import { describeVerdict } from '../report.ts';
import { recordChaos } from '../run.ts';
import { openOne } from '../system/one.ts';

const say = (lines: readonly string[]) => console.log(lines.map((line) => `      ${line}`).join('\n'));

/** A short run of `npm --prefix lab run chaos`, which runs for longer and with all faults every night. */
describe('two servers and their Redis under faults', () => {
  const faults = [
    ...['worker paused', 'client connections cut', 'store connections cut', 'store network held'],
    ...['redis paused', 'power lost', 'clock set', 'fsync fails'],
  ];
  const isAcknowledged = (one: Operation) => isWrite(one) && (one.status === 200 || one.status === 201);
  const common = { seed: Number(process.env.SEED ?? 2031), load: 0.25, quietMs: [50, 400] as const };

  it('F27, I07: answer every request with what holds at the end', async () => {
    const history = await recordChaos({
      ...{ ...common, durationMs: scaled(4_000), faults },
      isEnough: ({ operations, faults: done }) => operations.filter(isAcknowledged).length > 60 && done.length > 5,
      open: (prepare) => openOne(prepare, { withDisk: false }),
    });
    const verdict = check(history);
    say(describeVerdict(`seed ${common.seed}`, verdict));
    expect(verdict.anomalies).to.deep.equal([]);
    expect(verdict.acknowledged).to.be.above(60);

    // The same history without a vote that was acknowledged (control).
    const voted = history.operations.find(({ kind, status }) => kind === 'vote' && status === 201);
    const register = voted && 'register' in voted ? voted.register : '';
    const { [register]: vote, ...registers } = history.final.registers;
    expect(vote).not.to.equal(undefined);
    const { counts } = check({ ...history, final: { ...history.final, registers } });
    expect(counts.lost).to.be.above(0);
  });

  it('lose acknowledged votes when the log of Redis is off and power is lost (control)', async () => {
    const history = await recordChaos({
      ...{ ...common, durationMs: 2_000, quietMs: [700, 700], faults: ['power lost'], meddle: withoutLog },
      isEnough: ({ operations, faults: done }) =>
        operations.some(
          (one) => one.kind === 'vote' && isAcknowledged(one) && one.completedMs < (done.at(-1)?.fromMs ?? 0),
        ),
      open: (prepare) => openOne(prepare, { withDisk: false, servers: 1, workers: 1 }),
    });
    const verdict = check(history);
    say(describeVerdict('without a log', verdict).slice(0, 4));
    expect(verdict.counts.lost).to.be.above(0);
  });
});

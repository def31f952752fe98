import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { randomOf } from '../../../contracts/world/night/random.ts';
import { check } from '../checker/check.ts';
import { drawKind, kindsOf } from '../faults/nemesis.ts';
import { Recorder, readHistory } from '../history/recorder.ts';
import { describeVerdict } from '../report.ts';
import { history, lost, unavailable, vote } from './histories.ts';

describe('the parts of npm --prefix lab run chaos', () => {
  it('draw faults as often as their weights say, and the same for the same seed', () => {
    const kinds = [
      ['rare', { weight: 1, modes: [], strike: async () => '' }],
      ['common', { weight: 9, modes: [], strike: async () => '' }],
    ] as const;
    const draw = (seed: number) => {
      const random = randomOf(seed);
      return Array.from({ length: 1_000 }, () => drawKind(kinds, random)[0]);
    };
    expect(draw(1).filter((name) => name === 'rare').length).to.be.within(70, 130);
    expect(draw(1)).to.deep.equal(draw(1));
    expect(draw(1)).not.to.deep.equal(draw(2));
  });

  it('have faults of power, disk and clock on one Redis, and failovers where there are replicas', () => {
    const names = (mode: 'one' | 'sentinel' | 'cluster') => kindsOf(mode).map(([name]) => name);
    const machine = ['power lost', 'disk full', 'fsync fails', 'clock set', 'store connections cut'];
    const failovers = ['master killed', 'master paused'];
    expect(names('one')).to.include.members(machine).and.not.include.members(failovers);
    for (const mode of ['sentinel', 'cluster'] as const) {
      expect(names(mode)).to.include.members([...failovers, 'worker killed', 'client connections cut']);
      expect(names(mode).filter((name) => machine.includes(name))).to.deep.equal([]);
    }
    expect(kindsOf('one', ['power lost']).map(([name]) => name)).to.deep.equal(['power lost']);
  });

  it('read a history as it was written, and none that has no end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fightcard-history-'));
    const path = join(folder, 'deep', 'one.jsonl');
    const recorder = new Recorder(path);
    recorder.add(vote(0, 'ann', 'red'));
    recorder.addFault({ kind: 'power lost', target: 'redis', fromMs: 5, toMs: 6 });
    recorder.addMayLose({ what: 'writes', fromMs: 3, toMs: 8 });
    recorder.add(vote(20, 'bob', 'red', lost));
    const final = { registers: { 'vote 1:2:ann': 'red' }, counts: { 'votes 1 2:red': 1 }, versions: {}, findings: [] };
    const written = await recorder.finish(final);
    expect(written.operations.map(({ id }) => id)).to.deep.equal([0, 1]);
    expect(await readHistory(path)).to.deep.equal(written);

    const stopped = new Recorder(join(folder, 'two.jsonl'));
    stopped.add(vote(0, 'ann', 'red'));
    const error = await stopped
      .flush()
      .then(() => readHistory(join(folder, 'two.jsonl')))
      .catch(String);
    expect(error).to.match(/two\.jsonl has no end: its run was stopped$/);
    await rm(folder, { recursive: true });
  });

  it('report what was found, with the operations and at most five of a kind', () => {
    const operations = Array.from({ length: 7 }, (_, nth) => vote(nth, `client ${nth}`, 'red', unavailable));
    const registers = Object.fromEntries(operations.map(({ register }) => [register, 'red']));
    const lines = describeVerdict('seed 1', check(history(operations, { registers, counts: { 'votes 1 2:red': 7 } })));
    expect(lines.slice(0, 6)).to.deep.equal([
      'seed 1: 7 operations, 0 acknowledged writes',
      'faults: none',
      'answers: vote 503 service-unavailable 7',
      'found: 0 lost, 0 doubled, 7 refused but counted, 0 phantom, 0 overtaken, 0 torn, 0 backwards, 0 too old, 0 gap, 0 error 500, 0 unexpected answer, 0 broken store',
      'longest without an acknowledged vote or scorecard 0.0 s, without a read 0.0 s',
      'refused but counted: vote 1:2:client 0 has red, which was answered 503 service-unavailable',
    ]);
    expect(lines[6]).to.equal('    0 to 10 ms  client 1 to server 1: vote red -> 503 service-unavailable');
    expect(lines.at(-1)).to.equal('refused but counted: and 2 more');
  });
});

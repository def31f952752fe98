import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../../../test/support/deploy/files.ts';
import { check } from '../checker/check.ts';
import { type Asked, staleMsOf } from '../clients/lane.ts';
import { countsOfTally } from '../clients/tallies.ts';
import { Recorder, type Unnumbered } from '../history/recorder.ts';
import {
  event,
  found,
  history,
  judgeAll,
  lost,
  type Row,
  read,
  scorecard,
  tally,
  unknown,
  update,
  vote,
  voteRead,
} from './histories.ts';

const ann = 'vote 1:2:ann';
const red = 'votes 1 2:red';
const stored = { registers: { [ann]: 'red' }, counts: { [red]: 1 } };
const card = 'scorecard 1:2:ann';

/** What one answer promises, and which answers there are. */
const answers: Row[] = [
  {
    title: 'a vote that is read where there is no such fight',
    operations: [{ ...voteRead(0, 'ann', 'red', false), problem: 'fight-not-found', isThere: null } as Unnumbered],
    final: {},
    anomalies: ['unexpected answer: client 1: a vote-read was answered 404 fight-not-found'],
  },
  {
    title: 'a vote that is called wrong',
    operations: [vote(0, 'ann', 'red', [400, 'invalid-body'])],
    final: {},
    anomalies: ['unexpected answer: client 1: a vote was answered 400 invalid-body'],
  },
  {
    title: 'a read whose outcome is said to be unknown',
    operations: [{ ...read(0, 'feed 1', []), status: 503, problem: 'outcome-unknown', values: null } as Unnumbered],
    final: {},
    anomalies: ['error 500: client 1: a live was answered 503 outcome-unknown'],
  },
  {
    title: 'an error 500 that promises nothing of its vote, which is there',
    operations: [vote(0, 'ann', 'red', [500, 'internal-error'])],
    final: stored,
    anomalies: ['error 500: client 1: a vote was answered 500 internal-error'],
  },
  {
    title: 'a vote that was never sent and is there',
    operations: [vote(0, 'ann', 'red', [null, 'not-sent'])],
    final: stored,
    anomalies: ['refused but counted: vote 1:2:ann has red, which was answered not-sent'],
  },
  {
    title: 'a count of votes that nobody cast',
    operations: [],
    final: { counts: { [red]: 1 } },
    anomalies: ['doubled: votes 1 2:red is 1 at the end, and 0 clients have such a vote or scorecard'],
  },
  {
    title: 'scores without a scorecard of four seconds before',
    operations: [
      scorecard(0, 'ann', '10|9'),
      { ...tally(4_000, { 'scorecards 1 2': 0 }), kind: 'scoring' } as Unnumbered,
    ],
    final: { registers: { [card]: '10|9' }, counts: { 'scorecards 1 2': 1 } },
    anomalies: ['lost: scorecards 1 2 was read as 0, though 1 were acknowledged before'],
  },
  {
    title: 'an update without an answer that replaces a later one, since updates carry their order',
    operations: [update(0, '1', unknown), update(20, '2')],
    final: { registers: { 'feed 1': '1' }, versions: { 'feed 1': 1 } },
    anomalies: ['overtaken: feed 1 has 1, of a write without an answer, though 2 was sent later and acknowledged'],
  },
  ...[
    [2_009, []],
    [
      2_010,
      [
        'overtaken: scorecard 1:2:ann has 10|9, of a write without an answer, though 9|10 was sent later and acknowledged',
      ],
    ],
  ].map(
    ([atMs, anomalies]): Row => ({
      title: `a scorecard whose answer was lost at 10 ms, and which replaces one of ${atMs} ms`,
      operations: [scorecard(0, 'ann', '10|9', lost), scorecard(atMs as number, 'ann', '9|10')],
      final: { registers: { [card]: '10|9' }, counts: { 'scorecards 1 2': 1 } },
      anomalies: anomalies as string[],
    }),
  ),
];

describe('the checker of answers', () => {
  judgeAll(answers);

  it('finds a gap in a stream also while the clock of Redis is set, which excuses votes only', () => {
    const operations = [update(0, '1'), update(20, '2'), update(40, '3'), event(60, 1, '1', true), event(61, 3, '3')];
    const final = { registers: { 'feed 1': '3' }, versions: { 'feed 1': 3 } };
    const set = { ...history(operations, final), mayLose: [{ what: 'votes' as const, fromMs: 0, toMs: 100 }] };
    expect(found(set)).to.deep.equal(['gap: the stream client 1 feed 1 has event 3 after 1']);
    const over = { ...set, mayLose: [{ what: 'writes' as const, fromMs: 0, toMs: 100 }] };
    expect(found(over)).to.deep.equal([]);
  });

  it('takes no live update for an answered vote, and no event of a stream for an answered read', () => {
    const operations = [
      ...[vote(0, 'ann', 'red'), update(2_000, '1'), vote(5_000, 'ann', 'red', [200])],
      ...[read(100, 'feed 1', []), event(2_100, 1, '1', true), read(7_100, 'feed 1', ['1'])],
    ];
    expect(check(history(operations, stored)).longestOutageMs).to.deep.equal({ writesMs: 5_000, readsMs: 7_000 });
  });
});

describe('the clients of npm --prefix lab run chaos', () => {
  const rounds = [{ round_num: 2, fighter1_votes: 3, fighter2_votes: 4 }];
  const countsOf = (total_votes: number) => Object.values(countsOfTally({ rounds, total_votes } as never));

  it('report a total that is not the sum of its rounds, more or less, as a count that nobody adds to', () => {
    expect([6, 7, 8].map(countsOf)).to.deep.equal([
      [3, 4, 6],
      [3, 4],
      [3, 4, 8],
    ]);
  });

  it('know the age of a reply that is marked stale, to within two seconds', () => {
    const ageOf = (headers: Record<string, string>) => staleMsOf({ headers } as unknown as Asked);
    expect(ageOf({ age: '3' })).to.equal(null);
    expect(ageOf({ 'cache-status': 'fightcard; hit' })).to.equal(null);
    expect(ageOf({ 'cache-status': 'fightcard; hit; detail=stale', age: '3' })).to.equal(5_000);
  });
});

describe('npm --prefix lab run chaos --check', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-chaos-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  async function judge(registers: Record<string, string>, ...args: string[]) {
    const path = join(folder, 'one.jsonl');
    const recorder = new Recorder(path);
    recorder.add(vote(0, 'ann', 'red'));
    await recorder.finish({ registers, counts: { [red]: Object.keys(registers).length }, versions: {}, findings: [] });
    const command = ['lab/chaos/chaos.ts', '--check', path, ...args];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
    return { status, stderr: stderr.trim() };
  }

  it('ends with 0 where nothing is wrong and with 1 where something is, and a control the other way round', async () => {
    expect((await judge({ [ann]: 'red' })).status).to.equal(0);
    expect((await judge({})).status).to.equal(1);
    expect((await judge({}, '--control', 'no-log')).status).to.equal(0);
    expect(await judge({ [ann]: 'red' }, '--control', 'no-log')).to.deep.equal({
      status: 1,
      stderr: 'The control no-log must show "lost", and does not.',
    });
  });
});

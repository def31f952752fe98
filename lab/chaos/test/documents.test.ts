import { expect } from 'chai';
import type { Unnumbered } from '../history/recorder.ts';
import {
  event,
  found,
  history,
  judgeAll,
  put,
  type Row,
  read,
  unavailable,
  unknown,
  update,
  vote,
} from './histories.ts';

const feed = (last: string, version: number) => ({ registers: { 'feed 1': last }, versions: { 'feed 1': version } });
const documents: Row[] = [
  {
    title: 'a feed that is read as it grows',
    operations: [
      update(0, '1'),
      read(20, 'feed 1', ['1', '1']),
      update(40, '2', unknown),
      read(60, 'feed 1', ['2', '2']),
    ],
    final: feed('2', 2),
  },
  {
    title: 'a reply with parts of two snapshots',
    operations: [update(0, '1'), update(20, '2'), read(30, 'feed 1', ['1', '2'])],
    final: feed('2', 2),
    anomalies: ['torn: one reply of feed 1 has parts of 1 and 2'],
  },
  {
    title: 'a feed that goes back on one connection',
    operations: [update(0, '1'), update(20, '2'), read(40, 'feed 1', ['2']), read(60, 'feed 1', ['1'])],
    final: feed('2', 2),
    anomalies: ['backwards: feed 1 shows 1 to client 1 1 /news, after it showed a later write'],
  },
  {
    title: 'a feed that is older than a reply may be',
    operations: [update(0, '1'), update(20, '2'), read(4_000, 'feed 1', ['1'])],
    final: feed('2', 2),
    anomalies: ['too old: feed 1 shows 1, though a later write was acknowledged before 1000 ms'],
  },
  {
    title: 'a snapshot that nobody sent',
    operations: [update(0, '1'), read(20, 'feed 1', ['9'])],
    final: feed('1', 1),
    anomalies: ['phantom: feed 1 shows 9, which nobody wrote before'],
  },
  {
    title: 'a snapshot that was refused and is shown',
    operations: [update(0, '1'), update(20, '2', unavailable), read(40, 'feed 1', ['2'])],
    final: feed('1', 1),
    anomalies: ['refused but counted: feed 1 shows 2, which was refused'],
  },
  {
    title: 'a snapshot that was applied twice',
    operations: [update(0, '1'), update(20, '1', [200], true)],
    final: feed('1', 2),
    anomalies: ['doubled: feed 1: 1 was applied twice'],
  },
  {
    title: 'a feed that changed more often than snapshots were sent',
    operations: [update(0, '1'), update(20, '1', [200], false)],
    final: feed('1', 2),
    anomalies: ['doubled: feed 1 changed 2 times, by at most 1 snapshots'],
  },
  {
    title: 'a feed whose last snapshot is gone',
    operations: [update(0, '1'), update(20, '2')],
    final: feed('1', 1),
    anomalies: [
      'lost: feed 1 has 1, though 2 was acknowledged after it',
      'lost: feed 1 changed 1 times, and 2 snapshots were applied',
    ],
  },
  {
    title: 'a stream that has every snapshot once',
    operations: [update(0, '1'), event(5, 1, '1', true), update(20, '2'), event(25, 2, '2')],
    final: feed('2', 2),
  },
  {
    title: 'a stream that leaves one out, and one that repeats one',
    operations: [
      update(0, '1'),
      update(20, '2'),
      update(40, '3'),
      event(60, 1, '1', true),
      event(61, 3, '3'),
      event(62, 3, '3'),
    ],
    final: feed('3', 3),
    anomalies: [
      'gap: the stream client 1 feed 1 has event 3 after 1',
      'backwards: the stream client 1 feed 1 has event 3 after 3',
    ],
  },
  {
    title: 'content that is put back, and a change without an answer that comes late',
    operations: [
      put(0, '1'),
      put(20, '2', unknown),
      put(40, '3'),
      put(60, '1'),
      read(80, 'content', ['1']),
      read(100, 'content', ['2']),
    ],
    final: { registers: { content: '2' } },
  },
  {
    title: 'content that was replaced long before',
    operations: [put(0, '1'), put(20, '2'), read(5_000, 'content', ['1', '1'])],
    final: { registers: { content: '2' } },
    anomalies: ['too old: content shows 1, though a later write was acknowledged before 2000 ms'],
  },
];

const answers: Row[] = [
  {
    title: 'an error 500',
    operations: [{ ...read(0, 'feed 1', []), status: 500, problem: 'internal-error', values: null } as Unnumbered],
    final: {},
    anomalies: ['error 500: client 1: a live was answered 500 internal-error'],
  },
  {
    title: 'a 503 without a reason',
    operations: [vote(0, 'ann', 'red', [503])],
    final: {},
    anomalies: ['error 500: client 1: a vote was answered 503'],
  },
  {
    title: 'a refusal that no rule asks for',
    operations: [vote(0, 'ann', 'red', [409, 'voting-closed'])],
    final: {},
    anomalies: ['unexpected answer: client 1: a vote was answered 409 voting-closed'],
  },
  {
    title: 'a vote for a closed round that is taken',
    operations: [{ ...vote(0, 'ann', 'red'), isUnfit: true }],
    final: { registers: { 'vote 1:2:ann': 'red' }, counts: { 'votes 1 2:red': 1 } },
    anomalies: ['unexpected answer: client 1: a vote was answered 201'],
  },
  {
    title: 'what the audit of the store finds',
    operations: [],
    final: { findings: ['news 1 is missing from the list newest'] },
    anomalies: ['broken store: news 1 is missing from the list newest'],
  },
];

describe('the checker of live updates, content and answers', () => {
  judgeAll([...documents, ...answers]);

  it('excuses a feed that goes back over a failover, which may lose what was seen', () => {
    const operations = [update(0, '1'), update(20, '2'), read(40, 'feed 1', ['2']), read(60, 'feed 1', ['1'])];
    const over = {
      ...history(operations, feed('1', 1)),
      mayLose: [{ what: 'writes' as const, fromMs: 25, toMs: 50 }],
    };
    expect(found(over)).to.deep.equal([]);
    const clock = { ...over, mayLose: [{ what: 'votes' as const, fromMs: 25, toMs: 50 }] };
    expect(found(clock).map((line) => line.split(':')[0])).to.deep.equal(['lost', 'backwards', 'lost']);
  });
});

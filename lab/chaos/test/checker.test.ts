import { expect } from 'chai';
import { check } from '../checker/check.ts';
import {
  found,
  history,
  judgeAll,
  lost,
  type Row,
  scorecard,
  tally,
  unavailable,
  unknown,
  vote,
  voteRead,
} from './histories.ts';

/** Two clients whose votes are stored. */
const ann = 'vote 1:2:ann';
const bob = 'vote 1:2:bob';
const [red, blue] = ['votes 1 2:red', 'votes 1 2:blue'];

const votes: Row[] = [
  {
    title: 'a vote that was acknowledged and is there',
    operations: [vote(0, 'ann', 'red')],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
  },
  {
    title: 'a vote that was acknowledged and is gone',
    operations: [vote(0, 'ann', 'red'), vote(0, 'bob', 'red')],
    final: { registers: { [bob]: 'red' }, counts: { [red]: 1 } },
    anomalies: ['lost: vote 1:2:ann has nothing, though red was acknowledged'],
  },
  {
    title: 'a vote without an answer, counted or not',
    operations: [vote(0, 'ann', 'red', unknown), vote(0, 'bob', 'blue', lost)],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
  },
  {
    title: 'a vote that was refused and counted',
    operations: [vote(0, 'ann', 'red', unavailable)],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
    anomalies: ['refused but counted: vote 1:2:ann has red, which was answered 503 service-unavailable'],
  },
  {
    title: 'a vote for a closed round that was refused and counted',
    operations: [{ ...vote(0, 'ann', 'red', [409, 'voting-closed']), isUnfit: true }],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
    anomalies: ['refused but counted: vote 1:2:ann has red, which was answered 409 voting-closed'],
  },
  {
    title: 'a repeat that counts once',
    operations: [vote(0, 'ann', 'red', unknown), vote(20, 'ann', 'red', [200])],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
  },
  {
    title: 'a repeat that counts twice',
    operations: [vote(0, 'ann', 'red', unknown), vote(20, 'ann', 'red', [200])],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 2 } },
    anomalies: ['doubled: votes 1 2:red is 2 at the end, and 1 clients have such a vote or scorecard'],
  },
  {
    title: 'the last vote of a client, which wins',
    operations: [vote(0, 'ann', 'red'), vote(20, 'ann', 'blue', [200])],
    final: { registers: { [ann]: 'blue' }, counts: { [blue]: 1 } },
  },
  {
    title: 'the last vote of a client, which does not win',
    operations: [vote(0, 'ann', 'red'), vote(20, 'ann', 'blue', [200])],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
    anomalies: ['lost: vote 1:2:ann has red, though blue was acknowledged after it'],
  },
  {
    title: 'a vote without an answer that replaces a later one',
    operations: [vote(0, 'ann', 'red', lost), vote(20, 'ann', 'blue', [200])],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
    anomalies: [
      'overtaken: vote 1:2:ann has red, of a write without an answer, though blue was sent later and acknowledged',
    ],
  },
  {
    title: 'a vote that nobody cast',
    operations: [],
    final: { registers: { [ann]: 'red' } },
    anomalies: ['phantom: vote 1:2:ann has red, which nobody wrote'],
  },
  {
    title: 'votes that are read as they are',
    operations: [voteRead(0, 'ann', 'red', false), vote(20, 'ann', 'red'), voteRead(40, 'ann', 'red', true)],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
  },
  {
    title: 'a vote that is acknowledged and then read as none',
    operations: [vote(0, 'ann', 'red'), voteRead(20, 'ann', 'red', false)],
    final: { registers: { [ann]: 'red' }, counts: { [red]: 1 } },
    anomalies: ['lost: vote 1:2:ann was read as not red, though that was acknowledged'],
  },
  {
    title: 'a vote that is refused and then read',
    operations: [vote(0, 'ann', 'red', unavailable), voteRead(20, 'ann', 'red', true)],
    final: {},
    anomalies: [
      'refused but counted: vote 1:2:ann has red, which was answered 503 service-unavailable (read at 30 ms)',
    ],
  },
  {
    title: 'a scorecard without an answer that replaces a later one at once, since it carries no moment',
    operations: [scorecard(0, 'ann', '10|9', lost), scorecard(20, 'ann', '9|10')],
    final: { registers: { 'scorecard 1:2:ann': '10|9' }, counts: { 'scorecards 1 2': 1 } },
  },
  {
    title: 'a scorecard without an answer that replaces one of three seconds later',
    operations: [scorecard(0, 'ann', '10|9', lost), scorecard(3_000, 'ann', '9|10')],
    final: { registers: { 'scorecard 1:2:ann': '10|9' }, counts: { 'scorecards 1 2': 1 } },
    anomalies: [
      'overtaken: scorecard 1:2:ann has 10|9, of a write without an answer, though 9|10 was sent later and acknowledged',
    ],
  },
];

const two = { registers: { [ann]: 'red', [bob]: 'red' }, counts: { [red]: 2 } };
const tallies: Row[] = [
  {
    title: 'a tally between what was acknowledged and what was cast',
    operations: [
      vote(0, 'ann', 'red'),
      vote(4_000, 'bob', 'red'),
      tally(4_005, { [red]: 1 }),
      tally(4_005, { [red]: 2 }),
    ],
    final: two,
  },
  {
    title: 'a tally without a vote of four seconds before',
    operations: [vote(0, 'ann', 'red'), vote(0, 'bob', 'red'), tally(4_000, { [red]: 1 })],
    final: two,
    anomalies: ['lost: votes 1 2:red was read as 1, though 2 were acknowledged before'],
  },
  {
    title: 'a tally that is marked as old as the vote that it lacks',
    operations: [vote(0, 'ann', 'red'), vote(0, 'bob', 'red'), tally(4_000, { [red]: 1 }, 2_000)],
    final: two,
  },
  {
    title: 'a tally with more votes than were cast',
    operations: [vote(0, 'ann', 'red'), vote(0, 'bob', 'red'), tally(20, { [red]: 3 })],
    final: two,
    anomalies: ['doubled: votes 1 2:red was read as 3, though at most 2 were cast'],
  },
  {
    title: 'a tally that still has a vote which was moved four seconds before',
    operations: [vote(0, 'ann', 'red'), vote(20, 'ann', 'blue', [200]), tally(4_000, { [red]: 1, [blue]: 1 })],
    final: { registers: { [ann]: 'blue' }, counts: { [blue]: 1 } },
    anomalies: ['doubled: votes 1 2:red was read as 1, though at most 0 were cast'],
  },
  {
    title: 'a stored tally with fewer votes than are stored',
    operations: [vote(0, 'ann', 'red'), vote(0, 'bob', 'red')],
    final: { ...two, counts: { [red]: 1 } },
    anomalies: ['lost: votes 1 2:red is 1 at the end, and 2 clients have such a vote or scorecard'],
  },
];

describe('the checker of votes, scorecards and tallies', () => {
  judgeAll([...votes, ...tallies]);

  it('excuses a vote that was acknowledged in a failover and is gone, and no other', () => {
    const gone = {
      ...history([vote(0, 'ann', 'red'), vote(5_000, 'bob', 'red')], {}),
      mayLose: [{ what: 'writes' as const, fromMs: 0, toMs: 100 }],
    };
    expect(found(gone)).to.deep.equal(['lost: vote 1:2:bob has nothing, though red was acknowledged']);
    expect(check(gone).excused).to.equal(1);
  });

  it('excuses a vote that yields to an earlier one while the clock of Redis is set, and no scorecard', () => {
    const operations = [vote(0, 'ann', 'red'), vote(20, 'ann', 'blue'), scorecard(0, 'bob', '10|9')];
    const set = {
      ...history(operations, { registers: { [ann]: 'red' }, counts: { [red]: 1 } }),
      mayLose: [{ what: 'votes' as const, fromMs: 0, toMs: 100 }],
    };
    expect(found(set)).to.deep.equal(['lost: scorecard 1:2:bob has nothing, though 10|9 was acknowledged']);
  });

  it('counts answers by kind, faults, and the longest time without an acknowledged vote', () => {
    const verdict = check({
      ...history([vote(0, 'ann', 'red'), vote(100, 'bob', 'red', unavailable), vote(5_000, 'bob', 'red')], two),
      faults: [{ kind: 'power lost', target: 'redis', fromMs: 50, toMs: 60 }],
    });
    expect(verdict).to.deep.include({
      ...{ operations: 3, acknowledged: 2, excused: 0, anomalies: [] },
      answers: { 'vote 201': 2, 'vote 503 service-unavailable': 1 },
      faults: { 'power lost': 1 },
      longestOutageMs: { writesMs: 5_000, readsMs: 0 },
    });
  });
});

import { voteTally } from '../rules/ballot-replies.ts';
import { ballotFight } from '../rules/joined-fight.ts';
import type { RoundVotes } from '../rules/tally.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { allFights, fightNamed } from './card.ts';
import { type Interaction, problem, success } from './interaction.ts';
import { perRecord, wrongIds } from './lists.ts';
import { invalidRequest } from './request.ts';
import { startingWith } from './sample.ts';
import { fightId, sampleVote, voteParams } from './vote-cast.ts';

const counts = new Map<number, RoundVotes>([
  [1, { fighter1Votes: 20, fighter2Votes: 17 }],
  [2, { fighter1Votes: 1, fighter2Votes: 2 }],
]);

const clientsHaveVoted = [...counts].map(([round_num, { fighter1Votes, fighter2Votes }]) =>
  given('clients have voted', {
    fight_id: fightId,
    round_num,
    fighter1_votes: fighter1Votes,
    fighter2_votes: fighter2Votes,
  }),
);

const tallies: Interaction[] = [
  success('fight_votes', 'v3', {
    receiving: 'the votes on a fight',
    given: clientsHaveVoted,
    request: { params: { id: fightId } },
    body: voteTally(ballotFight(fightNamed(fightId)), counts),
  }),
  ...perRecord('fight_votes', 'v3', {
    what: 'fight',
    records: startingWith(ids.upcomingFight, allFights),
    receiving: (which) => `the votes on ${which} without votes`,
    given: ({ id }) => [given('a fight exists', { id }), given('nobody has voted', { fight_id: id })],
    body: (fight) => voteTally(ballotFight(fight), new Map()),
  }),
  ...wrongIds('fight_votes', 'v3', 'fight', (which) => `the votes on ${which}`),
];

const reads: Interaction[] = [
  success('fight_vote_read', 'v3', {
    receiving: 'the vote of a client',
    given: given('the client has voted', voteParams),
    request: { params: { id: fightId, ...sampleVote.body } },
    body: sampleVote.reply,
  }),
  problem('fight_vote_read', 'v3', 'vote-not-found', {
    receiving: 'the vote of a client that has not voted',
    given: given('the client has not voted', { fight_id: fightId, client_id: ids.otherClientId }),
    request: { params: { id: fightId, ...sampleVote.body, client_id: ids.otherClientId } },
  }),
  problem('fight_vote_read', 'v3', 'fight-not-found', {
    receiving: 'the vote of a client on a fight that does not exist',
    given: given('there is no such fight', { id: ids.unknown }),
    request: { params: { id: ids.unknown, ...sampleVote.body } },
  }),
  invalidRequest('fight_vote_read', 'v3', {
    receiving: 'the vote of a client with a malformed round and client id',
    request: { params: { id: fightId, ...sampleVote.body, round_num: 6, client_id: 'short' } },
  }),
];

export const votes: Interaction[] = [...tallies, ...reads];

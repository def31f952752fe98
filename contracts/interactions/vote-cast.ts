import { findBallotViolations } from '../rules/ballot-checks.ts';
import { voteLocation, voteReply } from '../rules/ballot-replies.ts';
import { ballotFight } from '../rules/joined-fight.ts';
import type { VoteBody } from '../schemas/votes.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { fightNamed, nowMs } from './card.ts';
import { type Interaction, type InteractionRequest, problem, success } from './interaction.ts';
import { bodyProblemsOf, closedAt, eventIsLive, invalidRequest, jsonHeaders, storeFailures } from './request.ts';

/** The fight that is voted on, in its second round. */
export const fightId = ids.fightInProgress;

const round_num = 2;
const client_id = ids.clientId;
const [fighter_statid, otherStatid] = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid];
const fight = ballotFight(fightNamed(fightId));

const body: VoteBody = { round_num, fighter_statid, client_id };
const reply = voteReply({ fightId, roundNumber: round_num, fighterStatid: fighter_statid, clientId: client_id }, nowMs);

export const sampleVote = { body, reply } as const;

export const voteParams = { fight_id: fightId, round_num, fighter_statid, client_id };

const isOpen = given('voting on the round is open', { fight_id: fightId, round_num });
const route = 'fight_vote_cast';

const cast = (vote: VoteBody = body, id: number | string = fightId): InteractionRequest => ({
  params: { id },
  headers: jsonHeaders,
  body: vote,
});

const taken: Interaction[] = [
  success(route, 'v3', {
    receiving: 'a vote',
    given: [isOpen, given('the client has not voted', { fight_id: fightId, client_id })],
    request: cast(),
    status: 201,
    headers: { Location: voteLocation('v3', reply) },
    body: reply,
  }),
  success(route, 'v3', {
    receiving: 'the same vote again',
    given: [isOpen, given('the client has voted', voteParams)],
    request: cast(),
    body: reply,
  }),
  success(route, 'v3', {
    receiving: 'a vote for the other fighter',
    given: [isOpen, given('the client has voted', voteParams)],
    request: cast({ ...body, fighter_statid: otherStatid }),
    body: { ...reply, fighter_statid: otherStatid },
  }),
];

const unfit = (receiving: string, vote: VoteBody): Interaction =>
  problem(route, 'v3', 'invalid-body', {
    receiving,
    given: isOpen,
    request: cast(vote),
    errors: findBallotViolations(vote, fight, 'v3'),
  });

const refused: Interaction[] = [
  problem(route, 'v3', 'fight-not-found', {
    receiving: 'a vote on a fight that does not exist',
    given: given('there is no such fight', { id: ids.unknown }),
    request: cast(body, ids.unknown),
  }),
  problem(route, 'v3', 'voting-closed', {
    receiving: 'a vote on a round that has closed',
    given: given('voting on the round has closed', { fight_id: fightId, round_num: 1 }),
    request: cast({ ...body, round_num: 1 }),
    extensions: { closed_at: closedAt },
  }),
  problem(route, 'v3', 'voting-closed', {
    receiving: 'a vote on a round that has not started',
    given: eventIsLive,
    request: cast({ round_num: 1, fighter_statid: ids.championStatid, client_id }, ids.upcomingFight),
    extensions: { opens_at: null },
  }),
  invalidRequest(route, 'v3', {
    receiving: 'a vote on a fight with a malformed id',
    request: cast(body, 'abc'),
  }),
  ...bodyProblemsOf(route, 'v3', {
    what: 'a vote',
    request: cast(),
    unfit: { round_num: 6, client_id },
  }),
  ...storeFailures(route, 'v3', { what: 'a vote', possible: isOpen, request: cast() }),
  unfit('a vote on a round after the last one', { ...body, round_num: fight.scheduledRounds + 1 }),
  unfit('a vote for a fighter of another fight', { ...body, fighter_statid: ids.championStatid }),
];

export const voteCast: Interaction[] = [...taken, ...refused];

import { type Family, familyNames } from '../families.ts';
import { findBallotViolations } from '../rules/ballot-checks.ts';
import { ballotFight } from '../rules/joined-fight.ts';
import type { ScoreBody, Scorecard } from '../schemas/scoring.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { fightNamed } from './card.ts';
import { type Interaction, type InteractionRequest, problem, success } from './interaction.ts';
import { bodyProblemsOf, closedAt, eventIsLive, jsonHeaders, storeFailures } from './request.ts';

const route = 'score_round';
const event_id = ids.liveEvent;
const fight_id = ids.fightInProgress;
const round_num = 2;
const client_id = ids.clientId;
const fight = ballotFight(fightNamed(fight_id));

const scores = { event_id, round_num, fighter1_score: 10, fighter2_score: 9, client_id };

export const sampleScore: ScoreBody = { ...scores, fight_id };

const send = (body: ScoreBody = sampleScore): InteractionRequest => ({ headers: jsonHeaders, body });

const isOpen = given('scoring of the round is open', { fight_id, round_num });

function taken(family: Family): Interaction[] {
  const scorecard: Scorecard = { status: 'ok', ...scores, fight_id };
  const notScored = given('nobody has scored', { event_id });
  return [
    success(route, family, {
      receiving: 'a scorecard',
      given: [isOpen, notScored],
      request: send(),
      status: 201,
      body: scorecard,
    }),
    success(route, family, {
      receiving: 'a scorecard that replaces another',
      given: [
        isOpen,
        given('the client has scored the round', {
          fight_id,
          round_num,
          fighter1_score: 9,
          fighter2_score: 10,
          client_id,
        }),
      ],
      request: send(),
      body: scorecard,
    }),
    success(route, family, {
      receiving: "a scorecard with the supplier's fight id",
      given: [isOpen, notScored],
      request: send({ ...scores, fight_statid: ids.fightInProgressStatid }),
      status: 201,
      body: scorecard,
    }),
  ];
}

function refused(family: Family): Interaction[] {
  const tooLate = { ...sampleScore, round_num: fight.scheduledRounds + 1 };
  const notStarted = { ...sampleScore, fight_id: ids.upcomingFight, round_num: 1 };
  return [
    problem(route, family, 'event-not-found', {
      receiving: 'a scorecard of an event that does not exist',
      given: given('there is no such event', { id: ids.unknown }),
      request: send({ ...sampleScore, event_id: ids.unknown }),
    }),
    problem(route, family, 'fight-not-found', {
      receiving: 'a scorecard of a fight that does not exist',
      given: given('there is no such fight', { id: ids.unknown }),
      request: send({ ...sampleScore, fight_id: ids.unknown }),
    }),
    problem(route, family, 'scoring-closed', {
      receiving: 'a scorecard of a round that has closed',
      given: given('scoring of the round has closed', { fight_id, round_num: 1 }),
      request: send({ ...sampleScore, round_num: 1 }),
      extensions: { closed_at: closedAt },
    }),
    problem(route, family, 'scoring-closed', {
      receiving: 'a scorecard of a round that has not started',
      given: eventIsLive,
      request: send(notStarted),
      extensions: { opens_at: null },
    }),
    ...bodyProblemsOf(route, family, {
      what: 'a scorecard',
      request: send(),
      unfit: { event_id, fight_id, round_num, fighter1_score: 11, fighter2_score: 9 },
    }),
    ...storeFailures(route, family, { what: 'a scorecard', possible: isOpen, request: send() }),
    problem(route, family, 'invalid-body', {
      receiving: 'a scorecard of a round after the last one',
      given: isOpen,
      request: send(tooLate),
      errors: findBallotViolations(tooLate, fight, family),
    }),
  ];
}

export const scoreRound: Interaction[] = familyNames.flatMap((family) => [...taken(family), ...refused(family)]);

import type { RecordOf } from '../content/collections/index.ts';
import { type Family, familyNames } from '../families.ts';
import { type RoundScores, scoringRounds } from '../rules/tally.ts';
import type { RoundScoring } from '../schemas/scoring.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { cardOf } from './card.ts';
import { type Interaction, problem, success } from './interaction.ts';
import { perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, existing, startingWith } from './sample.ts';

/** @param scored scorecards by fight id. */
function scoringOf(
  event: RecordOf<'events'>,
  scored: ReadonlyMap<number, ReadonlyMap<number, RoundScores>> = new Map(),
): RoundScoring {
  return {
    event_id: event.id,
    statid: event.statid,
    fights: cardOf(event).map((fight) => ({
      fight_id: fight.id,
      fight_statid: fight.statid,
      fighter1_statid: fight.fighter1_statid,
      fighter2_statid: fight.fighter2_statid,
      fighter1_last_name: fight.fighter1_last_name,
      fighter2_last_name: fight.fighter2_last_name,
      current_round: fight.currentRound,
      rounds: scoringRounds(scored.get(fight.id) ?? new Map(), fight.scheduledRounds, fight.isOpen),
    })),
  };
}

const eventIsLive = given('an event is live', { statid: ids.liveEventStatid });
const liveEvent = existing(content.get('events', ids.liveEvent));

const [fight_id, round_num] = [ids.fightInProgress, 2];
const cards = [
  { client_id: ids.clientId, fighter1_score: 10, fighter2_score: 9 },
  { client_id: ids.otherClientId, fighter1_score: 9, fighter2_score: 9 },
];
const sums: RoundScores = {
  count: cards.length,
  fighter1Sum: cards.reduce((sum, { fighter1_score }) => sum + fighter1_score, 0),
  fighter2Sum: cards.reduce((sum, { fighter2_score }) => sum + fighter2_score, 0),
};

function ofFamily(family: Family): Interaction[] {
  return [
    success('round_scoring', family, {
      receiving: 'a request for the scores of an event',
      given: [
        eventIsLive,
        ...cards.map((card) => given('the client has scored the round', { fight_id, round_num, ...card })),
      ],
      request: { params: { id: ids.liveEvent } },
      body: scoringOf(liveEvent, new Map([[fight_id, new Map([[round_num, sums]])]])),
    }),
    ...perRecord('round_scoring', family, {
      what: 'event',
      records: startingWith(ids.liveEvent, content.list('events').records),
      receiving: (which) => `a request for the scores of ${which} that nobody has scored`,
      given: ({ id }) => {
        const nobody = given('nobody has scored', { event_id: id });
        return id === ids.liveEvent ? [eventIsLive, nobody] : nobody;
      },
      body: (event) => scoringOf(event),
    }),
    problem('round_scoring', family, 'event-not-found', {
      receiving: 'a request for the scores of an event that does not exist',
      given: given('there is no such event', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest('round_scoring', family, {
      receiving: 'a request for the scores of an event by an id that is none',
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const scoring: Interaction[] = familyNames.flatMap(ofFamily);

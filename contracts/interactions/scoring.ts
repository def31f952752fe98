import type { RecordOf } from '../content/collections/index.ts';
import { type Family, familyNames } from '../families.ts';
import { roundScoring } from '../rules/ballot-replies.ts';
import type { RoundScores } from '../rules/tally.ts';
import type { RoundScoring } from '../schemas/scoring.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { cardOf, nowMs } from './card.ts';
import { type Interaction, success } from './interaction.ts';
import { perRecord, wrongIds } from './lists.ts';
import { eventIsLive, pastFeed } from './request.ts';
import { content, existing, startingWith } from './sample.ts';

/** @param scored scorecards by fight id. */
function scoringOf(
  event: RecordOf<'events'>,
  scored: ReadonlyMap<number, ReadonlyMap<number, RoundScores>> = new Map(),
): RoundScoring {
  const fights = cardOf(event).map((joined) => ({ ...joined, sums: scored.get(joined.fight.id) ?? new Map() }));
  return roundScoring(event, fights, nowMs);
}

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
      receiving: 'the scores of an event',
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
      receiving: (which) => `the scores of ${which} without scorecards`,
      given: ({ id }) => {
        const notScored = given('nobody has scored', { event_id: id });
        if (id === ids.liveEvent) return [eventIsLive, notScored];
        return id === ids.pastEvent ? [pastFeed, notScored] : notScored;
      },
      body: (event) => scoringOf(event),
    }),
    ...wrongIds('round_scoring', family, 'event', (which) => `the scores of ${which}`),
  ];
}

export const scoring: Interaction[] = familyNames.flatMap(ofFamily);

import type { EventRecord } from '../../contracts/content/collections/events.ts';
import { type Fault, languageOf } from '../../contracts/problems.ts';
import { isOpen, lapsedWindows } from '../../contracts/rounds.ts';
import type { ScoreBody } from '../../contracts/schemas/scoring.ts';
import { scoringRounds } from '../../contracts/tally.ts';
import { mustBeInteger } from '../../contracts/validation.ts';
import { type Handler, Reply } from '../handler.ts';
import { Problem } from '../problem.ts';
import { channels } from '../store/index.ts';
import { eventOf } from './content.ts';
import { admit, changesFields, type JoinedFight, joinedFights, refusal } from './fights.ts';

export const round_scoring: Handler<'round_scoring'> = async ({ family, values, content }, { store, settings }) => {
  const event = await eventOf(content, values.id);
  const live = event.statid === null ? undefined : await store.live.event(event.statid);
  const [fights, sums] = await Promise.all([
    joinedFights(content, event, live, family, settings),
    store.scoring.versioned(event.fights.map(({ id }) => id)),
  ]);
  const body = {
    event_id: event.id,
    statid: event.statid,
    fights: fights.map(({ fight, scheduledRounds, windows, currentRound }, index) => ({
      fight_id: fight.id,
      fight_statid: fight.statid,
      fighter1_statid: fight.fighter1_statid,
      fighter2_statid: fight.fighter2_statid,
      fighter1_last_name: fight.fighter1_last_name,
      fighter2_last_name: fight.fighter2_last_name,
      current_round: currentRound,
      rounds: scoringRounds(sums[index]?.counts ?? new Map(), scheduledRounds, (round) =>
        isOpen(windows?.rounds[round], live?.nowMs ?? 0),
      ),
    })),
  };
  const changes = sums.reduce((sum, { version }) => sum + version, 0);
  return new Reply(body, {
    follows: {
      version: changes + (live?.version ?? 0) + (live ? lapsedWindows(live.windows, live.nowMs) : 0),
      channels: [
        ...event.fights.map(({ id }) => channels.tally(id)),
        ...(event.statid === null ? [] : [channels.live(String(event.statid))]),
      ],
    },
  });
};

function fightIdOf(event: EventRecord, { fight_id, fight_statid }: ScoreBody): number {
  const fight = event.fights.find(({ id, statid }) =>
    fight_id === undefined ? statid === fight_statid : id === fight_id,
  );
  if (!fight) throw new Problem('fight-not-found');
  return fight.id;
}

export const score_round: Handler<'score_round'> = async ({ family, body, caller, content }, context) => {
  const { store, settings } = context;
  const { event_id, round_num, fighter1_score, fighter2_score, client_id } = body;
  const event = await eventOf(content, event_id);
  const fightId = fightIdOf(event, body);
  const live = event.statid === null ? undefined : await store.live.event(event.statid);
  const [joined] = await joinedFights(content, event, live, family, settings, fightId);
  const { scheduledRounds } = joined as JoinedFight;
  if (round_num > scheduledRounds) {
    const detail = mustBeInteger(1, scheduledRounds, languageOf(family));
    const errors: Fault[] = [{ pointer: '#/round_num', detail }];
    throw new Problem('invalid-body', { errors });
  }

  admit(client_id, caller, context);
  const cast = await store.scoring.cast({
    fightId,
    roundNumber: round_num,
    fighter1Score: fighter1_score,
    fighter2Score: fighter2_score,
    clientId: client_id,
  });
  if (!['created', 'replaced', 'same'].includes(cast.outcome)) {
    throw refusal(cast as Parameters<typeof refusal>[0], 'scoring-closed');
  }
  const card = { event_id, fight_id: fightId, round_num, fighter1_score, fighter2_score, client_id };
  const headers = changesFields(cast.changes);
  return new Reply({ status: 'ok' as const, ...card }, { status: cast.outcome === 'created' ? 201 : 200, headers });
};

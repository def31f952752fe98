import { eventText } from '../../contracts/http/event-stream.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { Reply } from '../handlers/types.ts';
import { channels, type Live, StoreUnavailable } from '../store/index.ts';
import type { StreamEvent } from './reader.ts';
import type { Source } from './topic.ts';

const eventOf = (id: number, data: string): StreamEvent => ({ id, bytes: Buffer.from(eventText(id, data)) });

/** Makes the plain reply anew; throws the problem that the route answers with. */
export type Answer = () => Promise<Reply<unknown>>;

/** Tallies are read at most this often, since votes come by the thousand. */
const tallyMs = 250;

/**
 * Every applied snapshot of an event, or of one of its bouts; the documents are sent as they are stored.
 *
 * @param answer says what is wrong when there is no snapshot.
 */
export function liveSource(live: Live, eventId: number, fightId: number | undefined, answer: Answer): Source {
  const feed = fightId === undefined ? 'event' : `bout:${fightId}`;
  const announced = [channels.live(String(eventId))];
  return {
    hasHistory: true,
    everyMs: 0,
    concerns: (message) => message.endsWith(` ${feed}`),
    async read(seen) {
      const followed = await live.follow(eventId, fightId, seen);
      if (!followed) {
        await answer();
        throw new StoreUnavailable('the first snapshot has just arrived');
      }
      const { version, reached, snapshots } = followed;
      return {
        version,
        reached,
        events: snapshots.map((one) => eventOf(one.version, one.document)),
        channels: announced,
      };
    },
  };
}

/** The plain reply of a route whenever what it is made from has changed. */
export function replySource(answer: Answer): Source {
  return {
    hasHistory: false,
    everyMs: tallyMs,
    concerns: () => true,
    async read(seen) {
      const { body, follows } = await answer();
      if (!follows) throw new Error('a reply that can be followed must say by what');
      const { version } = follows;
      const events = version === seen ? [] : [eventOf(version, JSON.stringify(body))];
      return { version, events, reached: version, channels: follows.channels };
    },
  };
}

/** Where the events of a route come from: of live metrics every snapshot, of tallies the state now. */
export function sourceOf({ name }: Operation, { id, fight }: Values, live: Live, answer: Answer): Source {
  if (name !== 'fight_metrics_live_event') return replySource(answer);
  return liveSource(live, Number(id), fight === undefined ? undefined : Number(fight), answer);
}

import { eventText } from '../../contracts/http/event-stream.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { Reply } from '../handlers/types.ts';
import { channels, type Live, StoreUnavailable } from '../store/index.ts';
import type { StreamEvent } from './reader.ts';
import type { Source } from './topic.ts';

const encodeEvent = (id: number, data: string): StreamEvent => ({ id, bytes: Buffer.from(eventText(id, data)) });

/** Reads the plain reply; throws the problem that the route answers with. */
export type ReadReply = () => Promise<Reply<unknown>>;

/** Tallies are read at most once in this time, since votes come by the thousand. */
const tallyIntervalMs = 250;

/**
 * Every applied snapshot of an event, or of one of its bouts; the documents are sent as they are stored.
 *
 * @param readReply throws the right problem when there is no snapshot.
 */
export function liveSource(live: Live, eventId: number, fightId: number | undefined, readReply: ReadReply): Source {
  const feed = fightId === undefined ? 'event' : `bout:${fightId}`;
  const announced = [channels.live(String(eventId))];
  return {
    hasHistory: true,
    minIntervalMs: 0,
    isRelevant: (message) => message.endsWith(` ${feed}`),
    async read(since) {
      const followed = await live.follow(eventId, fightId, since);
      if (!followed) {
        await readReply();
        throw new StoreUnavailable('the first snapshot has just arrived');
      }
      const { version, reached: upTo, snapshots } = followed;
      return {
        version,
        upTo,
        events: snapshots.map((one) => encodeEvent(one.version, one.document)),
        channels: announced,
      };
    },
  };
}

/** The plain reply of a route, whenever it has changed. */
export function replySource(readReply: ReadReply): Source {
  return {
    hasHistory: false,
    minIntervalMs: tallyIntervalMs,
    isRelevant: () => true,
    async read(since) {
      const { body, follows } = await readReply();
      if (!follows) throw new Error('a reply of a route with a stream must set `follows`');
      const { version } = follows;
      const events = version === since ? [] : [encodeEvent(version, JSON.stringify(body))];
      return { version, events, upTo: version, channels: follows.channels };
    },
  };
}

/** The source of a route's events: every snapshot of live metrics, the current state of tallies. */
export function createSource({ name }: Operation, { id, fight }: Values, live: Live, readReply: ReadReply): Source {
  if (name !== 'fight_metrics_live_event') return replySource(readReply);
  return liveSource(live, Number(id), fight === undefined ? undefined : Number(fight), readReply);
}

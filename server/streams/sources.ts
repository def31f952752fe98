import { eventText } from '../../contracts/http/event-stream.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { Reply } from '../handlers/types.ts';
import { channels } from '../store/keys.ts';
import type { Live } from '../store/live/live.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import type { StreamEvent } from './reader.ts';
import type { Source } from './topic.ts';

const encodeEvent = (id: number, data: string): StreamEvent => ({ id, bytes: Buffer.from(eventText(id, data)) });

/** Reads the plain reply; throws the problem that the route answers with. */
export type ReadReply = () => Promise<Reply<unknown>>;

/** Tallies are read at most once in this time, since votes arrive by the thousand. */
const tallyIntervalMs = 250;

/**
 * Streams every applied snapshot of an event, or of one of its bouts; documents are sent as stored.
 *
 * @param readReply throws the route's problem if there is no snapshot.
 */
export function createLiveSource(
  live: Live,
  eventId: number,
  fightId: number | undefined,
  readReply: ReadReply,
): Source {
  const feed = fightId === undefined ? 'event' : `bout:${fightId}`;
  const liveChannels = [channels.live(String(eventId))];
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
        events: snapshots.map((snapshot) => encodeEvent(snapshot.version, snapshot.document)),
        channels: liveChannels,
      };
    },
  };
}

/** Streams the plain reply of a route whenever it has changed. */
export function createReplySource(readReply: ReadReply): Source {
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

/** Creates the source of a route's events: every snapshot of live metrics, the current state of tallies. */
export function createSource({ name }: Operation, { id, fight }: Values, live: Live, readReply: ReadReply): Source {
  if (name !== 'fight_metrics_live_event') return createReplySource(readReply);
  return createLiveSource(live, Number(id), fight === undefined ? undefined : Number(fight), readReply);
}

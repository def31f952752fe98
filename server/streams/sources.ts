import { eventText } from '../../contracts/http/event-stream.ts';
import type { Operation, Values } from '../../contracts/operations.ts';
import type { Reply } from '../handlers/types.ts';
import { channels } from '../store/keys.ts';
import type { Live } from '../store/live/live.ts';
import { StoreUnavailable } from '../store/redis/errors.ts';
import type { StreamEvent } from './reader.ts';
import type { Source } from './topic.ts';

const encodeEvent = (id: number, data: string): StreamEvent => ({ id, bytes: Buffer.from(eventText(id, data)) });

/** Reads the plain reply of the route; throws its problem. */
export type ReadReply = () => Promise<Reply<unknown>>;

/** Min interval between two reads of a tally. */
const tallyIntervalMs = 250;

/**
 * Streams every applied snapshot of an event, or of one of its bouts; documents are sent as stored.
 *
 * @param readReply throws the problem of the route if there is no snapshot.
 */
function createLiveSource(live: Live, eventId: number, fightId: number | undefined, readReply: ReadReply): Source {
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
function createReplySource(readReply: ReadReply): Source {
  return {
    hasHistory: false,
    minIntervalMs: tallyIntervalMs,
    isRelevant: () => true,
    async read(since) {
      const { body, follows } = await readReply();
      if (!follows) throw new Error('a reply without `follows` cannot be streamed: set it in the handler');
      const { version } = follows;
      const events = version === since ? [] : [encodeEvent(version, JSON.stringify(body))];
      return { version, events, upTo: version, channels: follows.channels };
    },
  };
}

/** Creates the source of a route: every snapshot for live metrics, the current state for tallies. */
export function createSource({ name }: Operation, { id, fight }: Values, live: Live, readReply: ReadReply): Source {
  if (name !== 'fight_metrics_live_event') return createReplySource(readReply);
  return createLiveSource(live, Number(id), fight === undefined ? undefined : Number(fight), readReply);
}

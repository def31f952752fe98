import type { Decision, ReplyContext } from '../reply/reply-context.ts';
import type { SentEvents } from './sent-events.ts';
import type { StreamSource } from './stream.ts';

/** The most snapshots sent to a reconnecting client; the server stores a thousand too. */
const mostMissed = 1_000;

/**
 * Creates the source of a stream: every snapshot of a night's feed, else the current reply.
 *
 * @param first the decided reply, as JSON.
 * @param again decides the same request again.
 * @param textOf the body as JSON.
 * @param sent what was sent of this stream, also to other clients.
 */
export function createStreamSource(
  { operation, values }: Decision,
  { session, sessions }: ReplyContext,
  first: string,
  again: () => Promise<Decision>,
  textOf: (body: unknown) => string,
  sent: ReturnType<SentEvents['of']>,
): StreamSource {
  const find = () => sessions.find(session.name);
  const night = () => sessions.nightOf(find());
  const isFeed = operation.name === 'fight_metrics_live_event';
  const fight = values.fight === undefined ? undefined : String(values.fight);
  const playing = () => {
    const player = isFeed ? night() : undefined;
    return player?.eventStatid === values.id ? player : undefined;
  };

  // Without a night the feed never changes, so it has one version; tallies change with every ballot of the session.
  const version = () => {
    const player = playing() ?? (isFeed ? undefined : night());
    return 1 + (isFeed ? 0 : find().ballots.changes) + (player?.version ?? 0);
  };
  // A session that is put back and a night that is started again may have as many changes as the one before.
  let known: readonly unknown[] = [];
  let changes = 0;
  let isFirst = !night();
  return {
    ...sent,
    changes() {
      const { ballots, state } = find();
      const current = [ballots, state, night(), night()?.version];
      if (current.some((one, index) => one !== known[index])) changes++;
      known = current;
      return changes;
    },
    async now() {
      const player = playing();
      if (!player && isFirst) {
        isFirst = false;
        return { version: version(), data: first };
      }
      const at = player ? 1 + player.latestVersion(fight) : version();
      const { reply } = await again();
      return reply.status === 200 ? { version: at, data: textOf(reply.body) } : undefined;
    },
    ...(isFeed && {
      since(seen: number) {
        const player = playing();
        const missed = player?.since(Math.max(0, seen - 1), fight, mostMissed) ?? [];
        return missed.map((one) => ({ version: 1 + one.version, data: textOf(one.feed) }));
      },
    }),
  };
}

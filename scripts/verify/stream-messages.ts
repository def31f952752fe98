import type { Consumer } from '../../contracts/families.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { type Interaction, urlOf } from '../../contracts/interactions/interaction.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { State } from '../../contracts/states.ts';

/**
 * An event of a stream that a consumer relies on. Its data is the plain reply, so each message derives from an
 * interaction: the same request, states and example.
 */
export interface Message {
  consumer: Consumer;
  /** "the first event of the feed of the live event": test title and pact description. Unique within its consumer. */
  receiving: string;
  given: readonly State[];
  /** The request that, with `Accept: text/event-stream`, opens the stream. */
  of: Interaction;
  content: unknown;
}

/** An event without its data; the provider chooses the id. */
export const metadataOf = ({ id, event }: { id: string; event: string }) => ({ id, event });

/** A version: valid in JavaScript and Rust. */
export const idPattern = '^(0|[1-9][0-9]*)$';

const isFollowed = ({ route, reply }: Interaction) => routeOf(route).stream === true && reply.status === 200;

const messageOf = (interaction: Interaction): Message => ({
  consumer: interaction.consumer,
  receiving: `the first event of ${interaction.receiving}`,
  given: interaction.given,
  of: interaction,
  content: interaction.reply.body,
});

/** The first event of every stream whose plain reply is a contract. */
export const messages: readonly Message[] = interactions.filter(isFollowed).map(messageOf);

export const messagesOf = (consumer: Consumer) => messages.filter((message) => message.consumer === consumer);

/**
 * The address of the stream whose first event a message is, also for messages of other teams: the `path` in its metadata,
 * or that of our message with the same description.
 */
export function streamPathOf(
  consumer: string,
  description: string,
  metadata: Readonly<Record<string, unknown>> = {},
): string | undefined {
  if (typeof metadata.path === 'string') return metadata.path;
  const named = messages.filter(({ receiving }) => receiving === description);
  const message = named.find((one) => one.consumer === consumer) ?? named[0];
  return message && urlOf(message.of);
}

import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import { inTime, NoReply } from './deadline.ts';
import { localMs } from './local-time.ts';
import { type Argument, type Script, ScriptCommand, scriptOf } from './script-command.ts';
import type { RedisClient } from './types.ts';
import { failureOf } from './unavailable.ts';

export type { Argument } from './script-command.ts';

/** Paths below store/; each name ends in the number of keys that the script takes, `many` when it takes any number. */
const files = [
  'ballots/castBallots-many',
  'ballots/correctTally-1',
  'ballots/openRounds-1',
  'content/changeContent-1',
  'content/collectContent-1',
  'content/lockContent-2',
  'content/publishContent-4',
  'content/readContent-1',
  'content/rollBackContent-1',
  'content/touchLock-1',
  'live/followLive-3',
  'live/readLive-1',
  'live/updateLive-3',
  'redis/readTime-1',
] as const;

type NameOf<F extends string> = F extends `${string}/${infer Name}-${number | 'many'}` ? Name : never;
export type ScriptName = NameOf<(typeof files)[number]>;

export const scripts = Object.fromEntries(
  files.map((file) => {
    const [name = '', numberOfKeys] = basename(file).split('-');
    const lua = readFileSync(new URL(`../${file}.lua`, import.meta.url), 'utf8');
    return [name, scriptOf(lua, numberOfKeys === 'many' ? undefined : Number(numberOfKeys))];
  }),
) as Record<ScriptName, Script>;

/** When the first of the replies that are missing now was found to be missing, by socket. */
const silentSince = new WeakMap<Socket, number>();
const longestSilenceMs = 1_500;

/**
 * Closes a connection that sends no more replies. `socketTimeout` sees one on which nothing comes at all, but not one on
 * which the client reads what comes as a part of a reply that never ends, since a length was wrong.
 */
function noteSilence(socket: Socket): void {
  const sinceMs = silentSince.get(socket);
  if (sinceMs === undefined) silentSince.set(socket, localMs());
  else if (localMs() - sinceMs > longestSilenceMs) socket.destroy();
}

/** A script call under way. */
export interface Call {
  /** @throws {StoreUnavailable} or {OutcomeUnknown}, which only a script that writes can come to. */
  reply: Promise<unknown>;
  /** Resolves when no reply can come any more: it has come, also too late, or the connection was lost. */
  over: Promise<void>;
}

/**
 * Sends a script call in one round trip; once more, whole, where Redis does not know the script.
 *
 * @param encoding of strings in the reply; null for buffers.
 */
export function send(
  client: RedisClient,
  name: ScriptName,
  keys: string[],
  args: Argument[],
  encoding: 'utf8' | null = 'utf8',
): Call {
  const script = scripts[name];
  const command = new ScriptCommand(script, keys, args, encoding);
  const first = client.sendCommand(command) as Promise<unknown>;
  const answered = first.catch((error: unknown) => {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    command.forget();
    return client.sendCommand(new ScriptCommand(script, keys, args, encoding));
  });
  const reply = inTime(answered, command.timeoutMs).then(
    (value) => {
      if (command.socket) silentSince.delete(command.socket);
      return value;
    },
    (error: unknown) => {
      if (error instanceof NoReply && command.socket) noteSilence(command.socket);
      throw failureOf(error, command.isSent && !script.readOnly);
    },
  );
  const ignore = () => undefined;
  return { reply, over: answered.then(ignore, ignore) };
}

/**
 * Runs a script in one round trip.
 *
 * @throws {StoreUnavailable} or {OutcomeUnknown}, which only a script that writes can come to.
 */
export const run = (client: RedisClient, name: ScriptName, keys: string[], args: Argument[]): Promise<unknown> =>
  send(client, name, keys, args).reply;

/** The same, with buffers where the script replies strings. */
export const runForBytes = (client: RedisClient, name: ScriptName, keys: string[], args: Argument[]) =>
  send(client, name, keys, args, null).reply;

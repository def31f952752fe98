import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import type { RedisClient } from './connection/client.ts';
import { toStoreError } from './errors.ts';
import { localMs } from './local-clock.ts';
import { NoReply, withTimeout } from './reply-timeout.ts';
import { type Argument, defineScript, type Script, ScriptCommand } from './script-command.ts';

export type { Argument } from './script-command.ts';

/** Paths below store/. Each name ends in the script's number of keys, or `many` for any number. */
export const scriptFiles = [
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
  'schema/markRestore-1',
  'schema/openStore-2',
] as const;

type NameOf<F extends string> = F extends `${string}/${infer Name}-${number | 'many'}` ? Name : never;
export type ScriptName = NameOf<(typeof scriptFiles)[number]>;

export const scripts = Object.fromEntries(
  scriptFiles.map((file) => {
    const [name = ''] = basename(file).split('-');
    const lua = readFileSync(new URL(`../${file}.lua`, import.meta.url), 'utf8');
    return [name, defineScript(lua)];
  }),
) as Record<ScriptName, Script>;

/** By socket, when the first of the replies missing now timed out. */
const silentSince = new WeakMap<Socket, number>();
const longestSilenceMs = 1_500;

/**
 * Closes a connection that has stopped replying. `socketTimeout` detects one that is silent, but not one whose data the
 * client reads as part of a reply that never ends, after a wrong length.
 */
function noteSilence(socket: Socket): void {
  const sinceMs = silentSince.get(socket);
  if (sinceMs === undefined) silentSince.set(socket, localMs());
  else if (localMs() - sinceMs > longestSilenceMs) socket.destroy();
}

/** A pending script call. */
export interface Call {
  /** @throws {StoreUnavailable} or {OutcomeUnknown}, the latter only for a script that writes. */
  reply: Promise<unknown>;
  /** Resolves when no reply can come any more: it came, even if late, or the connection was lost. */
  over: Promise<void>;
  /**
   * Closes its connection: after a reply that the script cannot give, the next ones may belong to other commands, too, for
   * as long as the connection lasts.
   */
  disconnect(): void;
}

/**
 * Sends a script call in one round trip; after NOSCRIPT once more, with the whole script.
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
    command.markUnknown();
    return client.sendCommand(new ScriptCommand(script, keys, args, encoding));
  });
  const reply = withTimeout(answered, command.timeoutMs).then(
    (value) => {
      if (command.socket) silentSince.delete(command.socket);
      return value;
    },
    (error: unknown) => {
      if (error instanceof NoReply) {
        command.isOverdue = true;
        if (command.socket) noteSilence(command.socket);
      }
      throw toStoreError(error, command.isSent && !script.readOnly);
    },
  );
  const ignore = () => undefined;
  return { reply, over: answered.then(ignore, ignore), disconnect: () => void command.socket?.destroy() };
}

/**
 * Runs a script in one round trip.
 *
 * @throws {StoreUnavailable} or {OutcomeUnknown}, the latter only for a script that writes.
 */
export const run = (client: RedisClient, name: ScriptName, keys: string[], args: Argument[]): Promise<unknown> =>
  send(client, name, keys, args).reply;

/** The same, with strings in the reply as buffers. */
export const runForBytes = (client: RedisClient, name: ScriptName, keys: string[], args: Argument[]) =>
  send(client, name, keys, args, null).reply;

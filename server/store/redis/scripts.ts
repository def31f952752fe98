import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { basename } from 'node:path';
import { Command } from 'ioredis';
import type { RedisClient } from './connection/client.ts';
import { toStoreError } from './errors.ts';
import { localMs } from './local-clock.ts';
import { NoReply, withTimeout } from './reply-timeout.ts';

export type Argument = string | number | Buffer;

/** A Lua script as its file defines it. */
export interface Script {
  lua: string;
  sha: string;
  readOnly: boolean;
}

export function defineScript(lua: string): Script {
  const sha = createHash('sha1').update(lua).digest('hex');
  return { lua, sha, readOnly: lua.includes('flags=no-writes') };
}

/** Paths below store/. Each name ends in the number of keys of the script; `many` is any number. */
const scriptFiles = [
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
  'live/followLive-2',
  'live/readLive-1',
  'live/updateLive-2',
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

/** By socket, digests of the scripts whose text was sent on it. */
const knownBySocket = new WeakMap<object, Set<string>>();

/**
 * One call of a script: EVAL if the text was not yet sent on this socket, otherwise EVALSHA.
 *
 * Unlike a script command of ioredis it records whether it was ever written to a socket, which distinguishes writes that were
 * certainly not carried out from those that may have been. The caller applies its timeout.
 */
class ScriptCommand extends Command {
  readonly #script: Script;
  /** Written to a socket at least once, so Redis may execute it. */
  isSent = false;
  /** Its caller has given up, as a metric reports; the reply may still come. */
  isOverdue = false;
  /** The connection's `commandTimeout`, in milliseconds. */
  timeoutMs: number | undefined;
  /** The last socket it was written to. */
  socket: Socket | undefined;

  /** @param encoding of strings in the reply; null for buffers. */
  constructor(script: Script, keys: readonly string[], args: readonly Argument[], encoding: 'utf8' | null) {
    const { sha, readOnly } = script;
    super('evalsha', [sha, keys.length, ...keys, ...args], { replyEncoding: encoding, readOnly });
    this.#script = script;
  }

  /** After NOSCRIPT: the next call on this socket sends the text. */
  markUnknown(): void {
    if (this.socket) knownBySocket.get(this.socket)?.delete(this.#script.sha);
  }

  // ioredis calls this exactly when it writes the command to a socket.
  override toWritable(socket: object): string | Buffer {
    this.isSent = true;
    this.socket = socket as Socket;
    const known = knownBySocket.get(socket) ?? new Set();
    knownBySocket.set(socket, known);
    const { sha, lua } = this.#script;
    const isKnown = known.has(sha);
    known.add(sha);
    this.name = isKnown ? 'evalsha' : 'eval';
    this.args[0] = isKnown ? sha : lua;
    return super.toWritable(socket);
  }

  override setTimeout(ms: number): void {
    this.timeoutMs ??= ms;
  }
}

/** By socket, when the first of the overdue replies timed out. */
const silentSince = new WeakMap<Socket, number>();
const maxSilenceMs = 1_500;

/**
 * Closes a connection that has stopped replying. `socketTimeout` detects a silent one, but not one on which a reply with a
 * wrong length never ends.
 */
function noteSilence(socket: Socket): void {
  const sinceMs = silentSince.get(socket);
  if (sinceMs === undefined) silentSince.set(socket, localMs());
  else if (localMs() - sinceMs > maxSilenceMs) socket.destroy();
}

/** A pending script call. */
export interface Call {
  /** @throws {StoreUnavailable} or {OutcomeUnknown}, the latter only for a script that writes. */
  reply: Promise<unknown>;
  /** Resolves when the reply has come, even if late, or the connection is lost. */
  over: Promise<void>;
  /**
   * Closes its connection: after a malformed reply, all later replies on it may belong to other commands.
   */
  disconnect(): void;
}

/**
 * Sends a script call in one round trip; after NOSCRIPT once more, with the text of the script.
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

/** Like `run`, with strings in the reply as buffers. */
export const runForBytes = (client: RedisClient, name: ScriptName, keys: string[], args: Argument[]) =>
  send(client, name, keys, args, null).reply;

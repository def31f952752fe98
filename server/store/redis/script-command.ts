import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Command } from 'ioredis';

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

/** By socket, digests of the scripts that it has carried whole. */
const knownBySocket = new WeakMap<object, Set<string>>();

/**
 * One call of a script: EVAL on a socket that has not carried the script yet, else EVALSHA.
 *
 * Unlike a script command of ioredis it records whether it was ever written to a socket: only that distinguishes writes
 * that were certainly not carried out from those that may have been. It leaves its timeout to the caller.
 */
export class ScriptCommand extends Command {
  readonly #script: Script;
  /** Written to a socket at least once; from then on it may be carried out. */
  isSent = false;
  /** Its caller has given up; the reply may still come. */
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

  /** After NOSCRIPT: the next call on this socket sends the script whole. */
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

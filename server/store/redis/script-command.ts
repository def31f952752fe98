import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Command } from 'ioredis';

export type Argument = string | number | Buffer;

/** A script as its file has it. */
export interface Script {
  lua: string;
  sha: string;
  /** Undefined when it takes any number. */
  numberOfKeys: number | undefined;
  readOnly: boolean;
}

export function scriptOf(lua: string, numberOfKeys: number | undefined): Script {
  const sha = createHash('sha1').update(lua).digest('hex');
  return { lua, sha, numberOfKeys, readOnly: lua.includes('flags=no-writes') };
}

/** Digests of the scripts that were sent whole on a socket. */
const sentOn = new WeakMap<object, Set<string>>();

/**
 * One call of a script: whole on a socket that has not carried it yet, else by its digest.
 *
 * It differs from what ioredis makes for a script in that it knows whether it was ever written to a socket, which alone
 * tells a write that was certainly not carried out from one that may have been, and in that it leaves its time limit to
 * whoever waits for it.
 */
export class ScriptCommand extends Command {
  readonly #script: Script;
  /** Handed to a socket at least once; from then on it may be carried out. */
  isSent = false;
  /** How long its connection waits for a reply (`commandTimeout`), in milliseconds. */
  timeoutMs: number | undefined;
  /** The socket that it was written to last. */
  socket: Socket | undefined;

  /** @param encoding of strings in the reply; null for buffers. */
  constructor(script: Script, keys: readonly string[], args: readonly Argument[], encoding: 'utf8' | null) {
    const { sha, readOnly } = script;
    super('evalsha', [sha, keys.length, ...keys, ...args], { replyEncoding: encoding, readOnly });
    this.#script = script;
  }

  /** Redis does not know the script (NOSCRIPT): it has to be sent whole again. */
  forget(): void {
    if (this.socket) sentOn.get(this.socket)?.delete(this.#script.sha);
  }

  // Called by ioredis when, and only when, the command is written to a socket.
  override toWritable(socket: object): string | Buffer {
    this.isSent = true;
    this.socket = socket as Socket;
    const sent = sentOn.get(socket) ?? new Set();
    sentOn.set(socket, sent);
    const { sha, lua } = this.#script;
    const isKnown = sent.has(sha);
    sent.add(sha);
    this.name = isKnown ? 'evalsha' : 'eval';
    this.args[0] = isKnown ? sha : lua;
    return super.toWritable(socket);
  }

  override setTimeout(ms: number): void {
    this.timeoutMs ??= ms;
  }
}

import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The point at which the connection of a command is reset. */
export const cuts = ['before send', 'after send', 'after execution', 'half reply'] as const;
/** Or after so many bytes of the message (below 0: so many before its end), or of its reply. */
export type Cut = (typeof cuts)[number] | { request: number } | { reply: number };

/** A proxy between a client and Redis that can cut off a command. */
export interface Proxy {
  url: string;
  port: number;
  /** Cuts off the next message to Redis that contains one of the texts, once; without a cut, that one passes after all. */
  cutNext(cut: Cut | undefined): void;
  /** How many were cut off. */
  readonly done: number;
  /** From now on nothing reaches Redis, or none of its replies a client, until `letGo`. */
  hold(what?: 'requests' | 'replies'): void;
  letGo(): void;
  /** From now on each byte of a reply reaches the client in a separate turn; too slow for the handshake. */
  slice(): void;
  /** How many bytes did. */
  readonly slices: number;
  close(): Promise<void>;
}

/** @param texts in a message to cut off, such as the digest of a script and a line of it. */
export async function startProxy(redisPort: number, ...texts: string[]): Promise<Proxy> {
  let armed: Cut | undefined;
  let done = 0;
  const sockets = new Set<Socket>();
  let held: 'requests' | 'replies' | undefined;
  const delayed: (() => void)[] = [];
  let isSlicing = false;
  let slices = 0;

  const server = createServer((client) => {
    const redis = connect(redisPort, '127.0.0.1');
    let cutting: Cut | undefined;
    let replied = 0;
    let sliced = Promise.resolve();
    const passInSlices = async (reply: Buffer) => {
      for (const byte of reply) {
        client.write(Buffer.of(byte));
        slices++;
        await nextTurn();
      }
    };
    const pass = (message: Buffer) => {
      if (held === 'requests') delayed.push(() => redis.write(message));
      else redis.write(message);
    };
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => redis.end());
    redis.on('close', () => client.destroy());

    client.on('data', (message: Buffer) => {
      if (!armed || !texts.some((text) => message.includes(text))) {
        pass(message);
        return;
      }
      cutting = armed;
      armed = undefined;
      done++;
      if (typeof cutting === 'object' && 'request' in cutting) {
        redis.write(message.subarray(0, cutting.request), () => redis.resetAndDestroy());
        return;
      }
      if (cutting !== 'before send') redis.write(message);
      if (cutting === 'before send' || cutting === 'after send') client.resetAndDestroy();
    });
    redis.on('data', (reply: Buffer) => {
      if (held === 'replies') delayed.push(() => client.write(reply));
      else if (isSlicing) sliced = sliced.then(() => passInSlices(reply));
      else if (!cutting) client.write(reply);
      else if (cutting === 'after execution') client.resetAndDestroy();
      else if (typeof cutting === 'object' && 'reply' in cutting) {
        const left = cutting.reply - replied;
        replied += reply.length;
        if (reply.length <= left) client.write(reply);
        else if (left >= 0) client.write(reply.subarray(0, left), () => client.resetAndDestroy());
      } else if (cutting === 'half reply') {
        client.write(reply.subarray(0, Math.ceil(reply.length / 2)), () => client.resetAndDestroy());
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    cutNext(cut) {
      armed = cut;
    },
    get done() {
      return done;
    },
    hold(what = 'requests') {
      held = what;
    },
    letGo() {
      held = undefined;
      for (const write of delayed.splice(0)) write();
    },
    slice() {
      isSlicing = true;
    },
    get slices() {
      return slices;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

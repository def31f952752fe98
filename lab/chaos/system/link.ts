import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Where a connection is reset: within a request, before it was passed on, after it was, or within its reply. */
export const cuts = ['before request', 'within request', 'after request', 'before reply', 'within reply'] as const;
export type Cut = (typeof cuts)[number];

/** A network between two processes, with its faults. */
export interface Link {
  port: number;
  /** Resets every connection, and loses what is under way. */
  cutAll(): void;
  /** Resets the next connections on which there is a request. */
  cutNext(cut: Cut, connections: number): void;
  /** Nothing passes, in either direction, until `release`. */
  hold(): void;
  release(): void;
  /** From now on everything takes so much longer. */
  delay(ms: number): void;
  close(): Promise<void>;
}

/** One direction of one connection: what is sent leaves in order, after the delay, and not while the link is held. */
class Pipe {
  readonly #to: Socket;
  readonly #state: { isHeld: boolean; delayMs: number };
  readonly #waiting: { dueMs: number; bytes: Buffer }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(to: Socket, state: { isHeld: boolean; delayMs: number }) {
    this.#to = to;
    this.#state = state;
  }

  send(bytes: Buffer): void {
    const { isHeld, delayMs } = this.#state;
    if (!isHeld && delayMs === 0 && this.#waiting.length === 0) {
      this.#to.write(bytes);
      return;
    }
    this.#waiting.push({ dueMs: performance.now() + delayMs, bytes });
    this.pump();
  }

  pump(): void {
    clearTimeout(this.#timer);
    while (!this.#state.isHeld && this.#waiting.length > 0) {
      const [{ dueMs, bytes }] = this.#waiting as [{ dueMs: number; bytes: Buffer }];
      const inMs = dueMs - performance.now();
      if (inMs > 0) {
        this.#timer = setTimeout(() => this.pump(), inMs);
        return;
      }
      this.#waiting.shift();
      if (!this.#to.destroyed) this.#to.write(bytes);
    }
  }

  drop(): void {
    clearTimeout(this.#timer);
    this.#waiting.length = 0;
  }
}

/** @param to port of the server on this machine. */
export async function openLink(to: number): Promise<Link> {
  const state = { isHeld: false, delayMs: 0 };
  const pairs = new Set<{ reset(): void; pump(): void }>();
  let armed: { cut: Cut; left: number } | undefined;

  /** The cut for a connection on which a request begins now. */
  function take(): Cut | undefined {
    if (!armed) return undefined;
    const { cut } = armed;
    armed.left--;
    if (armed.left === 0) armed = undefined;
    return cut;
  }

  function join(client: Socket): void {
    const server = connect(to, '127.0.0.1');
    const [there, back] = [new Pipe(server, state), new Pipe(client, state)];
    let cutting: Cut | undefined;
    const pair = {
      reset() {
        pairs.delete(pair);
        for (const pipe of [there, back]) pipe.drop();
        for (const socket of [client, server]) if (!socket.destroyed) socket.resetAndDestroy();
      },
      pump() {
        there.pump();
        back.pump();
      },
    };
    pairs.add(pair);
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => pair.reset());
    }
    client.on('data', (bytes: Buffer) => {
      cutting ??= take();
      if (cutting === 'before request') return pair.reset();
      if (cutting === 'within request') {
        server.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => pair.reset());
        return;
      }
      if (cutting === 'after request') {
        server.write(bytes, () => pair.reset());
        return;
      }
      there.send(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (cutting === 'before reply') return pair.reset();
      if (cutting === 'within reply') {
        client.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => pair.reset());
        return;
      }
      back.send(bytes);
    });
  }

  const server = createServer(join);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    port: (server.address() as AddressInfo).port,
    cutAll() {
      for (const pair of [...pairs]) pair.reset();
    },
    cutNext(cut, connections) {
      armed = { cut, left: connections };
    },
    hold() {
      state.isHeld = true;
    },
    release() {
      state.isHeld = false;
      for (const pair of pairs) pair.pump();
    },
    delay(ms) {
      state.delayMs = ms;
    },
    close() {
      for (const pair of [...pairs]) pair.reset();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

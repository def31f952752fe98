import { connect, createServer, type Socket } from 'node:net';
import { scripts } from '../../../server/store/redis/scripts.ts';
import { commandsIn, endOf } from './protocol.ts';

/** A received command: its name in lower case (of the script, if it runs one), and its arguments. */
export interface Asked {
  name: string;
  args: string[];
}

/** Sent instead of the answer of Redis; then `close` resets the connection. */
export interface FalseReply {
  bytes: Buffer | string;
  close?: boolean;
}

/** A proxy in front of Redis that replaces chosen replies. */
export interface FalseRedis {
  url: string;
  /** Undefined lets Redis answer. */
  lie: (asked: Asked) => FalseReply | undefined;
  /** Names of the received commands. */
  readonly names: ReadonlySet<string>;
  /** How many there have been. */
  connections(): number;
  close(): Promise<void>;
}

const scriptNames = new Map(
  Object.entries(scripts).flatMap(([name, { sha, lua }]) => [sha, lua].map((key) => [key, name])),
);

function askedBy([word = '', ...args]: string[]): Asked {
  const name = word.toLowerCase();
  return { name: (name.startsWith('eval') && scriptNames.get(args[0] ?? '')) || name, args };
}

/** @param port of a Redis that answers all other commands. */
export async function startFalseRedis(port: number): Promise<FalseRedis> {
  const sockets = new Set<Socket>();
  const names = new Set<string>();
  let lie: FalseRedis['lie'] = () => undefined;
  let connections = 0;

  function serve(client: Socket): void {
    connections++;
    const redis = connect(port, '127.0.0.1');
    for (const socket of [client, redis]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }
    client.on('close', () => redis.destroy());
    redis.on('close', () => client.destroy());
    /** In the order of the commands: the replacement of a reply, or undefined for the reply of Redis. */
    const due: (FalseReply | undefined)[] = [];
    let asked: Buffer = Buffer.alloc(0);
    let answered: Buffer = Buffer.alloc(0);
    // A subscriber receives more than the replies to its commands.
    let isSubscriber = false;

    function deliver(): void {
      while (due.length > 0) {
        const [own] = due;
        if (own) {
          client.write(own.bytes, () => own.close && client.resetAndDestroy());
        } else {
          const end = answered.length > 0 ? endOf(answered, 0) : undefined;
          if (end === undefined) return;
          client.write(answered.subarray(0, end));
          answered = answered.subarray(end);
        }
        due.shift();
      }
    }

    client.on('data', (bytes: Buffer) => {
      const { commands, rest } = commandsIn(Buffer.concat([asked, bytes]));
      asked = rest;
      for (const { raw, words } of commands) {
        const command = askedBy(words);
        names.add(command.name);
        isSubscriber ||= command.name.endsWith('subscribe');
        const own = isSubscriber ? undefined : lie(command);
        due.push(own);
        if (!own) redis.write(raw);
      }
      if (!isSubscriber) deliver();
    });
    redis.on('data', (bytes: Buffer) => {
      answered = Buffer.concat([answered, bytes]);
      if (!isSubscriber) return deliver();
      client.write(answered);
      answered = Buffer.alloc(0);
    });
  }

  const server = createServer(serve);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `redis://127.0.0.1:${(server.address() as { port: number }).port}`,
    names,
    connections: () => connections,
    get lie() {
      return lie;
    },
    set lie(next) {
      lie = next;
    },
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

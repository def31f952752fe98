import { createServer, type Socket } from 'node:net';
import { commandsIn } from './protocol.ts';

/** A server in this process that speaks the protocol of Redis and has no data. */
export interface Answers {
  port: number;
  /** Words of the commands that came, without those that open a connection. */
  readonly asked: string[][];
  /** The words with which connections were opened. */
  readonly greetings: string[][];
  /** How many connections there have been, and are. */
  connections(): number;
  open(): number;
  /** Closes all connections. */
  drop(): void;
  close(): Promise<void>;
}

/** A text as one word of a reply. */
export const bulk = (text: string): string => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

const hello = `%1\r\n${bulk('proto')}:3\r\n`;

/**
 * @param answer bytes for a command; undefined is none. What opens a connection, but for SELECT, succeeds.
 * @param port default: any that is free.
 */
export async function startAnswers(
  answer: (words: string[], socket: Socket) => string | undefined,
  port = 0,
): Promise<Answers> {
  const sockets = new Set<Socket>();
  const asked: string[][] = [];
  const greetings: string[][] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket.on('error', () => undefined).on('close', () => sockets.delete(socket)));
    let received: Buffer = Buffer.alloc(0);
    socket.on('data', (bytes: Buffer) => {
      const { commands, rest } = commandsIn(Buffer.concat([received, bytes]));
      received = rest;
      for (const { words } of commands) {
        const [name = '', second = ''] = words.map((word) => word.toLowerCase());
        const opens = ['hello', 'auth'].includes(name) || `${name} ${second}`.startsWith('client set');
        (opens ? greetings : asked).push(words);
        const reply = name === 'hello' ? hello : opens ? '+OK\r\n' : answer(words, socket);
        if (reply !== undefined) socket.write(reply);
      }
    });
  });
  const drop = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    port: (server.address() as { port: number }).port,
    asked,
    greetings,
    connections: () => connections,
    open: () => sockets.size,
    drop,
    close() {
      drop();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
}

/** Connections that receive what a server sends whenever it likes. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WrongAnswers } from './figures.ts';
import type { Scope } from './scope.ts';

const quietTimeoutMs = 30_000;
const atOnce = 100;
export const settleMs = 1_500;

/** A client that only counts what it receives. */
export interface Client {
  socket: Socket;
  bytes: number;
}

async function connectClient(url: URL, path: string, headers: string): Promise<Client> {
  const socket = connect(Number(url.port), url.hostname);
  const client: Client = { socket, bytes: 0 };
  socket.on('data', (chunk: Buffer) => {
    client.bytes += chunk.length;
  });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\n${headers}\r\n\r\n`);
  await once(socket, 'data');
  if (socket.destroyed) throw new WrongAnswers(`${path} was cut off`);
  return client;
}

/** Resolves when each has received something. */
export async function connectAll(
  scope: Scope,
  url: string,
  path: string,
  headers: string,
  count: number,
): Promise<Client[]> {
  const clients: Client[] = [];
  scope.defer(() => {
    for (const { socket } of clients) socket.destroy();
  });
  const target = new URL(url);
  while (clients.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - clients.length) }, () =>
      connectClient(target, path, headers),
    );
    clients.push(...(await Promise.all(some)));
  }
  return clients;
}

export const bytesOf = (clients: readonly Client[]) => clients.reduce((sum, { bytes }) => sum + bytes, 0);

/** Waits until nothing more arrives. */
export async function waitForQuiet(clients: readonly Client[]): Promise<void> {
  const untilMs = Date.now() + quietTimeoutMs;
  for (let before = -1; before !== bytesOf(clients); ) {
    if (Date.now() > untilMs) throw new WrongAnswers('the readers still receive data');
    before = bytesOf(clients);
    await sleep(200);
  }
}

/** Closes them all, and gives the server the time to notice. */
export const leave = async (clients: readonly Client[]) => {
  for (const { socket } of clients) socket.destroy();
  await sleep(settleMs);
};

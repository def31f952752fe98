/**
 * The least that an event costs a reader: one `socket.write` of ready bytes. A connection that sends `GO` makes it write
 * them to all others, which are its readers. Run by startBaseline.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { serveUntilParentEnds } from './serve.ts';

interface Settings {
  /** Of one event, and around it. */
  bytes: number;
}

await serveUntilParentEnds(async ({ bytes }: Settings) => {
  const data = 'event '.repeat(bytes / 6);
  let id = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    socket.setNoDelay(true);
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    socket.on('data', (chunk) => {
      if (chunk.toString() !== 'GO') {
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        return;
      }
      const text = `id: ${++id}\ndata: ${data}`.slice(0, bytes - 10);
      const event = Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n`);
      for (const reader of sockets) if (reader !== socket) reader.write(event);
    });
  });
  server.listen(0, '127.0.0.1', 4_096);
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

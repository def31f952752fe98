/**
 * The least that a record read from Redis costs in Node: `node:http` without a framework, one GET through ioredis, the
 * record parsed and written again, a hash for its ETag, ready headers. Nothing is cut to the family, checked or limited.
 * Run by startBaseline.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { etagOf } from '../../../contracts/http/etag.ts';
import { serveUntilParentEnds } from './serve.ts';

interface Settings {
  redisUrl: string;
  /** Of our server's reply, without its ETag and length. */
  headers: string[];
}

await serveUntilParentEnds(async ({ redisUrl, headers }: Settings) => {
  const redis = new Redis(redisUrl);
  const server = createServer((req, res) => {
    const id = (req.url as string).slice((req.url as string).lastIndexOf('/') + 1);
    redis.get(`plain:fighter:${id}`).then((record) => {
      const body = Buffer.from(JSON.stringify(JSON.parse(record ?? 'null')));
      res.writeHead(200, headers.concat('ETag', etagOf(body), 'Content-Length', String(body.length)));
      res.end(body);
    });
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

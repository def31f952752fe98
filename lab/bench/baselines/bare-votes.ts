/**
 * The least that a vote costs in Node: `node:http` without a framework, `JSON.parse` of the body, ready headers, and the
 * same batches to Redis as our server sends. No rule is checked. Run by startBaseline.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createStore } from '../../../server/store/index.ts';
import { connect } from '../../../server/store/redis/connection/connect.ts';
import { serveUntilParentEnds } from './serve.ts';

interface Settings {
  redisUrl: string;
  fightId: number;
  /** Of our server's reply to a vote. */
  headers: string[];
}

await serveUntilParentEnds(async ({ redisUrl, fightId, headers }: Settings) => {
  const { votes } = createStore(await connect(redisUrl));
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (chunk: string) => {
      text += chunk;
    });
    const answer = async () => {
      const { round_num: roundNumber, fighter_statid: fighterStatid, client_id: clientId } = JSON.parse(text);
      const result = await votes.cast({ fightId, roundNumber, fighterStatid, clientId }, req.socket);
      const isCreated = 'outcome' in result && result.outcome === 'created';
      const body = text.replace('{', '{"fight_id":12345,"voted":true,"created":"2031-02-09T03:00:00Z",');
      const length = ['Content-Length', String(Buffer.byteLength(body))];
      res.writeHead(isCreated ? 201 : 200, headers.concat(length));
      res.end(body);
    };
    // As our server does while the machine is busy; the bench counts it as no answer.
    req.on('end', () => answer().catch(() => res.writeHead(503, { 'Content-Length': '0' }).end()));
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

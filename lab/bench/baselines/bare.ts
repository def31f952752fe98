/**
 * The fastest server possible in Node: `node:http` with a ready Buffer and ready headers. Each answer has its own port,
 * so there is not even a lookup. Run by startBaseline.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReadyAnswer } from '../support/answers.ts';
import { serveUntilParentEnds } from './serve.ts';

async function serve({ status, headers, body }: ReadyAnswer): Promise<string> {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer(
    status === 304
      ? (_req, res) => {
          res.writeHead(status, headers);
          res.end();
        }
      : (_req, res) => {
          res.writeHead(status, headers);
          res.end(bytes);
        },
  );
  // Like our server, so that the answers have the same length.
  server.keepAliveTimeout = 65_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

await serveUntilParentEnds(async (answers: ReadyAnswer[]) => Promise.all(answers.map(serve)));

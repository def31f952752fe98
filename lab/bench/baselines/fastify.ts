/** Fastify 5 with ready Buffers behind one route, as its documentation shows it. Run by startBaseline. */
import fastify from 'fastify';
import type { ReadyAnswer } from '../support/answers.ts';
import { serveUntilParentEnds } from './serve.ts';

interface Settings extends ReadyAnswer {
  path: string;
}

await serveUntilParentEnds(async ({ path, status, headers, body }: Settings) => {
  const app = fastify({ logger: false, keepAliveTimeout: 65_000 });
  const bytes = Buffer.from(body, 'base64');
  const headerValues = Object.fromEntries(
    Array.from({ length: headers.length / 2 }, (_, index) => [headers[2 * index], headers[2 * index + 1]]),
  );
  app.get(path, (_req, reply) => reply.code(status).headers(headerValues).send(bytes));
  return app.listen({ port: 0, host: '127.0.0.1' });
});

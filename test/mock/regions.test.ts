import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { publishWorld } from '../provider/states.ts';
import { answersIn, sendRaw } from '../support/http/raw.ts';
import { json, send } from '../support/http/send.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startTestServer } from '../support/server/server.ts';

const aliases = ['/api/v3', '/api/v3/us', '/api/v3/7', '/api/v3/iphone', '/api/v3/iphone/12', '//api/v3/us'];

interface Target {
  url: string;
  close(): Promise<void>;
}

async function startServer(regionSegments: boolean): Promise<Target> {
  const redis = await startRedis();
  const { store, close } = await openStore(redis.url);
  await publishWorld(store);
  const server = await startTestServer(store, { regionSegments });
  return {
    url: server.url,
    async close() {
      await server.close();
      close();
      await redis.close();
    },
  };
}

const starts: Record<string, (regionSegments: boolean) => Promise<Target | Mock>> = {
  mock: (regionSegments) => startMock({ port: 0, host: '127.0.0.1', regionSegments }),
  server: startServer,
};

for (const [name, start] of Object.entries(starts)) {
  describe(`REGION_SEGMENTS on the ${name}`, () => {
    it('on: serves v3 under the other region segments', async () => {
      const { url, close } = await start(true);
      try {
        for (const path of ['/fighters/3107', '/events?limit=1', '/news.json']) {
          const { status, body } = await send(url, 'GET', `/api/v3/mobile${path}`);
          expect(status).to.equal(200);
          for (const alias of aliases) {
            const other = await send(url, 'GET', alias + path);
            expect(other.status, alias + path).to.equal(200);
            expect(other.body.equals(body), alias + path).to.equal(true);
          }
        }
        const language = async (path: string, head: string) => {
          const { text } = await sendRaw(url, `GET ${path}/news HTTP/1.1\r\n${head}\r\n\r\n`, { answers: 1 });
          const [answer] = answersIn(text);
          return [answer?.status, answer?.headers['content-language']];
        };
        const manyHeaders = `Host: a${'\r\nX-Many: 1'.repeat(100)}`;
        for (const alias of aliases) {
          expect(await language(alias, 'Host: a\r\nHost: a'), alias).to.deep.equal([400, 'es-US']);
          expect(await language(alias, manyHeaders), alias).to.deep.equal([431, 'es-US']);
        }
        // v1 has no regions, and what is no region is no alias.
        for (const path of ['/api/v1/events', '/api/v3/android/events', '/api/v3/usa/events']) {
          expect((await send(url, 'GET', path)).status, path).to.equal(404);
        }
      } finally {
        await close();
      }
    });

    it('off: knows no other region segments', async () => {
      const { url, close } = await start(false);
      try {
        for (const alias of aliases) {
          const answer = await send(url, 'GET', `${alias}/events`);
          expect([answer.status, json(answer).type.split(':').at(-1)], alias).to.deep.equal([404, 'route-not-found']);
          const { text } = await sendRaw(url, `GET ${alias}/events HTTP/1.1\r\n\r\n`, { answers: 1 });
          const [refused] = answersIn(text);
          expect([refused?.status, refused?.headers['content-language']], alias).to.deep.equal([400, 'en-US']);
        }
      } finally {
        await close();
      }
    });
  });
}

import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import { createHttpServer, type RunningServer, startServer } from '../../../server/http/server.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const log = pino({ level: 'silent' });

/** What a server was started with, by what each part says about itself. */
function limitsOf({ app }: RunningServer) {
  const { bodyLimits, limiters, misses, context, regionSegments, trustedProxies, feedKeys, crossOriginPosts } = app;
  return {
    ...{ bodyLimits, regionSegments, crossOriginPosts, trustedProxies },
    feedKeys: feedKeys.keys.map(({ name }) => name),
    policies: [limiters.reads, limiters.writes, misses, context.newClientLimiter].map(
      ({ policy: { name, limit, windowMs } }) => `${name} ${limit} ${windowMs}`,
    ),
    settings: context.settings,
  };
}

describe('the settings of a server', () => {
  let redis: TestNode;
  let opened: TestStore;
  let server: RunningServer | undefined;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
  });
  afterEach(() => server?.close({ handsOver: false }));
  after(async () => {
    opened.close();
    await redis.close();
  });

  const start = async (env: Record<string, string>) => {
    server = await startServer(readConfig({ PORT: '0', HOST: '127.0.0.1', ...env }), opened.store, log);
    return server;
  };

  it('have the documented defaults', async () => {
    const running = await start({});
    expect(limitsOf(running)).to.deep.equal({
      bodyLimits: { feed: 1_048_576, other: 16_384 },
      ...{ regionSegments: false, crossOriginPosts: false, trustedProxies: 0, feedKeys: [] },
      policies: ['reads 0 10000', 'writes 3000 10000', 'misses 3000 10000', 'clients 2000 60000'],
      settings: {
        publicUrl: running.url,
        placeholderImage: 'https://img.example.com/placeholder.png',
        notFoundPage: 'https://www.example.com/not-found',
      },
    });
    expect(running.url).to.match(/^http:\/\/localhost:\d+$/);
    expect(createHttpServer({ ...running.app, overloadGuard: undefined })).to.include({
      ...{ headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000, timeout: 20_000 },
      maxHeadersCount: 0,
    });
  });

  it('reach what they limit', async () => {
    const running = await start({
      ...{ BODY_LIMIT: '2000', FEED_BODY_LIMIT: '20000', RATE_READS: '11', RATE_WRITES: '12', RATE_MISSES: '13' },
      ...{ NEW_CLIENTS_PER_MINUTE: '14', TRUST_PROXIES: '2', REGION_SEGMENTS: 'on', CROSS_ORIGIN_POSTS: 'on' },
      FEED_KEYS: `own:${'ab'.repeat(32)}`,
      PUBLIC_URL: 'https://api.example.org/',
      PLACEHOLDER_IMAGE: 'https://img.example.org/none.png',
      NOT_FOUND_PAGE: 'https://www.example.org/none',
    });
    expect(limitsOf(running)).to.deep.equal({
      bodyLimits: { feed: 20_000, other: 2_000 },
      ...{ regionSegments: true, crossOriginPosts: true, trustedProxies: 2, feedKeys: ['own'] },
      policies: ['reads 11 10000', 'writes 12 10000', 'misses 13 10000', 'clients 14 60000'],
      settings: {
        publicUrl: 'https://api.example.org',
        placeholderImage: 'https://img.example.org/none.png',
        notFoundPage: 'https://www.example.org/none',
      },
    });
  });
});

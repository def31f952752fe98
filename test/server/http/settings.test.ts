import { expect } from 'chai';
import pino from 'pino';
import { readConfig } from '../../../server/config.ts';
import { createHttpServer, type RunningServer, startServer } from '../../../server/http/server.ts';
import { defaultAdmissionSettings } from '../../../server/limits/admission.ts';
import { defaultOverloadSettings } from '../../../server/limits/overload.ts';
import { defaultStoreSettings } from '../../../server/store/index.ts';
import { defaultStreamSettings } from '../../../server/streams/streams.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const log = pino({ level: 'silent' });

/** What a server was started with, by what each part says about itself. */
function limitsOf({ app }: RunningServer) {
  const { bodyLimits, limiters, misses, context, regionSegments, trustedProxies, feedKeys, crossOriginPosts } = app;
  return {
    ...{
      bodyLimits,
      regionSegments,
      crossOriginPosts,
      trustedProxies,
      feedKeys: feedKeys.keys.map(({ name }) => name),
    },
    policies: [limiters.reads, limiters.writes, misses, context.newClientLimiter].map(({ policy }) => policy),
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

  it('are by default those that are documented, and slow clients are cut', async () => {
    const running = await start({});
    expect(limitsOf(running)).to.deep.equal({
      bodyLimits: { feed: 1_048_576, other: 16_384 },
      ...{ regionSegments: false, crossOriginPosts: false, trustedProxies: 0, feedKeys: [] },
      policies: [
        { name: 'reads', limit: 0, windowMs: 10_000 },
        { name: 'writes', limit: 3_000, windowMs: 10_000 },
        { name: 'misses', limit: 3_000, windowMs: 10_000 },
        { name: 'clients', limit: 2_000, windowMs: 60_000 },
      ],
      settings: {
        publicUrl: running.url,
        placeholderImage: 'https://img.example.com/placeholder.png',
        notFoundPage: 'https://www.example.com/not-found',
      },
    });
    expect(running.url).to.match(/^http:\/\/localhost:\d+$/);
    const { headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount } = createHttpServer({
      ...running.app,
      overloadGuard: undefined,
    });
    expect({ headersTimeout, requestTimeout, keepAliveTimeout, timeout, maxHeadersCount }).to.deep.equal({
      ...{ headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000, timeout: 20_000 },
      maxHeadersCount: 0,
    });
  });

  it('each reach what they limit', async () => {
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
      policies: [
        { name: 'reads', limit: 11, windowMs: 10_000 },
        { name: 'writes', limit: 12, windowMs: 10_000 },
        { name: 'misses', limit: 13, windowMs: 10_000 },
        { name: 'clients', limit: 14, windowMs: 60_000 },
      ],
      settings: {
        publicUrl: 'https://api.example.org',
        placeholderImage: 'https://img.example.org/none.png',
        notFoundPage: 'https://www.example.org/none',
      },
    });
  });
});

describe('the limits that no setting changes', () => {
  it('of the store: how long a write may take, how many wait, and how often a client changes its votes', () => {
    expect(defaultStoreSettings).to.deep.equal({
      ...{ buckets: 8, changesPerTenSeconds: 10, deadlineMs: 200, overdueMs: 1_000 },
      ballots: { least: 512, most: 4_096, start: 4_096, targetMs: 150 },
      ...{ roundGraceSeconds: 120, liveHours: 12, generationsKept: 3 },
    });
  });
  it('of streams: how many, how often a comment comes, and how much a slow reader may leave', () => {
    expect(defaultStreamSettings).to.deep.equal({
      ...{ maxStreams: 10_000, maxPerAddress: 500, heartbeatMs: 10_000, maxBufferedBytes: 262_144, pollMs: 2_000 },
    });
  });
  it('of loads: how many at once, and how many wait how long', () => {
    expect(defaultAdmissionSettings).to.deep.equal({
      limit: { least: 8, most: 32, start: 16, targetMs: 250 },
      ...{ maxQueued: 512, maxWaitMs: 1_000, standingWaitMs: 100 },
    });
  });
  it('under overload: when requests are queued, and how long they wait', () => {
    expect(defaultOverloadSettings).to.deep.equal({
      ...{ lateMs: 50, afterMs: 150, maxWaitMs: { urgent: 700, others: 200 }, turnMs: 4 },
    });
  });
});

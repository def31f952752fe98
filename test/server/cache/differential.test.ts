import { expect } from 'chai';
import { type CollectionName, collectionNames, collections } from '../../../contracts/content/collections/index.ts';
import type { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { feed, ids, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { Entry } from '../../../server/store/index.ts';
import { type ExpectedOperation, expectedOperations } from '../../support/expected/routes.ts';
import { samplePath, samplePost } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { comparableText, findDifference, findLastingDifference } from '../../support/http/compare.ts';
import { follow } from '../../support/http/follow.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { awaitInvalidations, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const reads = expectedOperations.filter(({ method }) => method === 'GET');
const posts = expectedOperations.filter(({ method }) => method === 'POST');
const isTally = ({ cache }: ExpectedOperation) => cache === 'tally';

/** Paths that are requested besides those of the table's operations. */
const extra = [
  `/api/v3/mobile/fighters/${ids.fighter}`,
  `/api/v1/us/fighters/${ids.formerChampion}`,
  `/api/v3/mobile/news/${ids.articleWithoutMedia}`,
  `/api/v3/mobile/media/${ids.embeddedVideo}`,
  `/api/v1/us/events/${ids.pastEvent}`,
  `/api/v3/mobile/events/${ids.upcomingEvent}/fights`,
  `/api/v3/mobile/fights/${ids.upcomingFight}/votes`,
  `/api/v1/us/fight_metrics/live_event/${ids.pastEventStatid}`,
  `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}?fight=${ids.fightInProgressStatid}`,
  '/api/v1/us/fight_metrics/live_event/9801',
  `/api/v3/mobile/fighters/${ids.unknown}`,
  '/api/v1/us/news/4242',
  '/api/v3/mobile/fighters?limit=2',
  '/api/v3/mobile/fighters/stats/weight_class/lw/born_country/PER',
  '/nowhere',
];

/** Variations of one path that lead to the same reply or are refused. */
const variations = (path: string) => {
  const bare = path.replace(/\/$/, '');
  return [
    path,
    `${bare}.json`,
    `${bare}/`,
    `${bare}.json/`,
    `${bare}?unknown=1&x[]=2`,
    bare.replace(/\/(\d+)/, '/:$1'),
  ];
};

const invalid = (path: string) =>
  ['?limit=0', '?limit=3', '?cursor=!', '?fight=x', '?limit=1&limit=2'].map((query) => path + query);

/** What is requested after each change, and how long a reload may take: no reader waits for a tally. */
const targets = [
  ...reads.map((operation) => ({ path: samplePath(operation), ms: isTally(operation) ? 5_000 : 0 })),
  ...extra.map((path) => ({ path, ms: path.endsWith('/votes') ? 5_000 : 0 })),
];

/** After this a changed tally is reloaded, and no reply has expired. */
const momentMs = 300;

type Headers = Record<string, string>;

/** Request headers, some of which refer to a previous answer. */
const variants = (etag: string | undefined): readonly (readonly [method: string, Headers])[] => [
  ['GET', {}],
  ['GET', { 'Accept-Encoding': 'gzip' }],
  ['GET', { 'Accept-Encoding': 'br, gzip;q=0.5' }],
  ['GET', { 'If-None-Match': etag ?? '"none"' }],
  ['GET', { 'If-None-Match': '*', 'Accept-Encoding': 'gzip' }],
  ['GET', { Accept: 'text/html' }],
  ['GET', { Accept: 'application/json;q=0.1, text/html', Origin: 'https://app.example.com' }],
  ['HEAD', {}],
  ['HEAD', { 'If-None-Match': etag ?? '"none"' }],
  ['OPTIONS', { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' }],
  ['PUT', {}],
];

/** What changes in each record of a collection. */
const changes: { [C in CollectionName]?: object } = {
  fighters: { nickname: 'El Otro', last_name: 'Cambiado' },
  events: {
    base_title: 'Otra noche',
    title_tag_line: 'Cambiado contra Otro',
    ticketurl: 'https://www.example.com/otro',
  },
  news: { title: 'Otro título', introduction: 'Otra entrada' },
  media: { title: 'Otro vídeo' },
  octagon_girls: { last_name: 'Cambiada' },
  alerts: { title: 'Otro aviso' },
  pages: { title: 'Otra página', url: 'https://chat.example.com/otro' },
  translations: { translations: { all: 'Otro' } },
  stats: { Value: '99.9' },
};

/** All records of a collection, each changed in the same way. */
const changed = (collection: CollectionName): Entry[] =>
  world[collection].map((raw) => {
    const record = collections[collection].normalise({ ...raw, ...changes[collection] });
    return { collection, record } as Entry;
  });

const later = (update: EventUpdate, sequence: number, more: object): EventUpdate => ({
  sequence,
  FMLiveFeed: { ...update.FMLiveFeed, ...more },
});

describe('CACHE=off changes no answer', () => {
  let pair: ServerPair;
  let compared = 0;
  /** Stands still, so that replies are reloaded only after an invalidation. */
  let nowMs = Date.now();
  /** Requests to each on connections that stay open: to the server with a cache, and to the other. */
  let clients: { cached: ClientPool; uncached: ClientPool };
  before(async () => {
    pair = await startServerPair({ cache: 'on', now: () => nowMs }, { cache: 'off', cacheBytes: 0 });
    clients = { cached: openClientPool(pair.first.url, 8), uncached: openClientPool(pair.second.url, 8) };
  });
  after(async () => {
    await Promise.all([clients.cached.close(), clients.uncached.close()]);
    await pair.close();
  });

  type Faults = string[];

  /**
   * Sends a read to the server with a cache, twice: the second time from the cache. The server without one answers once,
   * since it remembers nothing.
   *
   * @returns the answer of the server without a cache.
   */
  async function compare(method: string, path: string, headers: Headers, faults: Faults, withinMs = 0) {
    const ask = (client: ClientPool) => client.sendOnce(method, path, undefined, headers);
    let expected: Answer | undefined;
    for (const time of ['first', 'second']) {
      const difference = await findLastingDifference(withinMs, async () => {
        if (time === 'second' && expected) return [await ask(clients.cached), expected];
        const [got, wanted] = await Promise.all([ask(clients.cached), ask(clients.uncached)]);
        expected = wanted;
        return [got, wanted];
      });
      compared++;
      if (difference !== undefined) faults.push(`${method} ${path} ${JSON.stringify(headers)}, ${time}: ${difference}`);
    }
    return expected as Answer;
  }

  /** Sends both the same write, twice: the second repeats a request that was answered. */
  async function compareWrites(method: string, path: string, headers: Headers, faults: Faults, body?: string) {
    for (const time of ['first', 'second']) {
      const [got, wanted] = await Promise.all(
        [pair.first, pair.second].map(({ url }) => send(url, method, path, headers, body)),
      );
      const difference = findDifference(comparableText(got as Answer), comparableText(wanted as Answer));
      compared++;
      if (difference !== undefined) faults.push(`${method} ${path} ${JSON.stringify(headers)}, ${time}: ${difference}`);
    }
  }

  let changesSeen = 0;

  /**
   * Every read, after one change plain and after the next compressed, half of the paths each; with `TEST_SCALE` both.
   * `answers` are those without a cache, plain.
   */
  async function compareAll() {
    const faults: Faults = [];
    const nth = changesSeen++;
    const answers = await Promise.all(
      targets.map(async ({ path, ms }, index) => {
        const isPlain = scaled(1) > 1 || (nth + index) % 2 === 0;
        const isCompressed = scaled(1) > 1 || !isPlain;
        const plain = isPlain && (await compare('GET', path, {}, faults, ms));
        if (isCompressed) await compare('GET', path, { 'Accept-Encoding': 'gzip' }, faults, ms);
        return plain || clients.uncached.sendOnce('GET', path);
      }),
    );
    return { faults, answers };
  }

  it('of all operations, in every variation, with every header, loaded and cached', async () => {
    const faults: Faults = [];
    for (const path of [...reads.map(samplePath), ...extra]) {
      const { etag } = (await clients.uncached.sendOnce('GET', path)).headers;
      const requests = [
        ...variants(etag).map(([method, headers]) => [method, path, headers] as const),
        ...[...variations(path), ...invalid(path)].map((target) => ['GET', target, {}] as const),
        ['GET', `${path}.json`, { Accept: 'text/html' }] as const,
      ];
      await Promise.all(requests.map(([method, target, headers]) => compare(method, target, headers, faults)));
    }
    expect(faults.join('\n')).to.equal('');
    console.log(`      ${compared} pairs of answers to reads are the same`);
    expect(compared).to.be.above(3_000);
  });

  it('of all operations that write', async () => {
    const faults: Faults = [];
    for (const operation of posts) {
      const { path, headers, body } = samplePost(operation, 1);
      expect((await send(pair.first.url, 'POST', path, headers, body)).status).to.be.oneOf([200, 201]);
      for (const own of [body, '', '{', '{}', 'null']) await compareWrites('POST', path, headers, faults, own);
      for (const target of [`${path}.json`, `${path}/`, `${path}?x=1`]) {
        await compareWrites('POST', target, headers, faults, body);
      }
      await compareWrites('POST', path, { ...headers, Accept: 'text/html' }, faults, body);
      await compareWrites('POST', path, {}, faults, body);
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) await compareWrites(method, path, {}, faults);
    }
    expect(faults.join('\n')).to.equal('');
  });

  it('of the streams, in their first event', async () => {
    for (const operation of reads.filter(({ stream }) => stream)) {
      const [one, other] = await Promise.all(
        [pair.first, pair.second].map(async ({ url }) => {
          const follower = await follow(url + samplePath(operation));
          await follower.until(1);
          follower.close();
          const { date: _, ...headers } = follower.headers;
          return { status: follower.status, headers, event: follower.events[0] };
        }),
      );
      expect(one?.status).to.equal(200);
      expect(one).to.deep.equal(other);
    }
  });

  /** What the server without a cache answered to each target after the last change; undefined after any other change. */
  let current: Answer[] | undefined;

  /** The first answer to a request after the invalidation must show the change. */
  async function seenAfter(what: string, change: () => Promise<unknown>): Promise<void> {
    const before = current ?? (await Promise.all(targets.map(({ path }) => clients.uncached.sendOnce('GET', path))));
    // Everything is reloaded and cached.
    nowMs += 1_000_000;
    await Promise.all(targets.map(({ path }) => clients.cached.sendOnce('GET', path)));
    await change();
    await awaitInvalidations(pair.night.writes, pair.first);
    nowMs += momentMs;
    const started = compared;
    const { faults, answers: after } = await compareAll();
    current = after;
    const differ = after.filter((answer, index) =>
      findDifference(comparableText(answer), comparableText(before[index] as Answer)),
    );
    console.log(
      `      ${what}: ${differ.length} of ${targets.length} replies changed; ${compared - started} pairs compared`,
    );
    expect(faults.join('\n'), what).to.equal('');
    expect(differ.length, `${what} shows`).to.be.above(0);
  }

  const put = (collection: CollectionName) => pair.second.store.content.generations.put(changed(collection), 'test');

  const publish = (records: typeof world) => publishRecords(pair.second.store, records);

  it('after content was lost and published again, under the same generation number', async () => {
    await seenAfter('published after a loss', async () => {
      const { writes } = pair.night;
      const lost = (await writes.keys('{content}*')).filter((key) => key !== '{content}:publishing');
      await writes.del(lost);
      const fighters = world.fighters.map((raw) => ({ ...raw, nickname: 'El Nuevo' }));
      const events = world.events.map((raw) => ({ ...raw, arena: 'Arena Nueva' }));
      await publish({ ...world, fighters, events });
    });
  });

  for (const collection of collectionNames) {
    it(`after records of ${collection} were put`, () => seenAfter(`put ${collection}`, () => put(collection)));
  }

  it('after everything was published, records removed, and both rolled back', async () => {
    await seenAfter('published', () => publish(world));
    await seenAfter('removed', async () => {
      const { generations } = pair.second.store.content;
      await generations.remove('fighters', [String(ids.champion)], 'test');
      await generations.remove('news', [String(ids.article)], 'test');
    });
    await seenAfter('rolled back', () => pair.second.store.content.generations.rollBack(undefined, 'test'));
    await seenAfter('published again', () => publish(world));
  });

  it('after votes and scorecards', async () => {
    for (const [index, operation] of posts.filter(({ name }) => /vote|score/.test(name)).entries()) {
      const { path, headers, body } = samplePost(operation, 77 + index);
      await seenAfter(operation.id, () => send(pair.second.url, 'POST', path, headers, body));
    }
  });

  it('after live updates of the event on air, of a bout, of another event, and of a new one', async () => {
    const { live } = pair.second.store;
    const bout = feed.bouts.find(({ FMLiveFeed }) => FMLiveFeed.FightID === String(ids.fightInProgressStatid));
    await seenAfter('event', () => live.update(later(feed.event, 5_001, { Venue: 'Otra arena' })));
    const other = { ...bout, sequence: 5_002, FMLiveFeed: { ...bout?.FMLiveFeed, CurrentRound: '3' } } as BoutUpdate;
    await seenAfter('bout', () => live.update(other));
    const onAir = { EventStart: '19:00:00', EventEnd: '', CurFight: String(ids.pastEventStatid) };
    await seenAfter('on air', () => live.update(later(feed.past, 5_003, onAir)));
    const [upcoming] = world.events.filter(({ id }) => id === ids.upcomingEvent);
    const record = collections.events.normalise({ ...upcoming, statid: 815 });
    await pair.second.store.content.generations.put([{ collection: 'events', record }], 'test');
    current = undefined;
    const first = { sequence: 1, FMLiveFeed: { EventID: '815', Venue: 'Nueva arena' } };
    await seenAfter('first of an event', () => live.update(first));
    await seenAfter('over', () => live.update(later(feed.past, 5_004, { EventEnd: '23:00:00' })));
    console.log(`      ${compared} pairs of answers in all`);
  });
});

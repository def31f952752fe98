import { expect } from 'chai';
import { type CollectionName, collectionNames, collections } from '../../../contracts/content/collections/index.ts';
import type { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { Entry } from '../../../server/store/content/record-encoding.ts';
import { type ExpectedOperation, expectedOperations } from '../../support/expected/routes.ts';
import { samplePath, samplePost } from '../../support/fixtures/sample-requests.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { comparableText, findDifference, findLastingDifference } from '../../support/http/compare.ts';
import { type Answer, send } from '../../support/http/send.ts';
import { awaitInvalidations, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';

const reads = expectedOperations.filter(({ method }) => method === 'GET');
const posts = expectedOperations.filter(({ method }) => method === 'POST');
const isTally = ({ cache }: ExpectedOperation) => cache === 'tally';

/** Paths that are requested besides those of the table's operations. */
const extra = [
  `/api/v1/us/fighters/${ids.formerChampion}`,
  `/api/v3/mobile/news/${ids.articleWithoutMedia}`,
  `/api/v3/mobile/media/${ids.embeddedVideo}`,
  `/api/v3/mobile/events/${ids.upcomingEvent}/fights`,
  `/api/v3/mobile/fights/${ids.upcomingFight}/votes`,
  `/api/v1/us/fight_metrics/live_event/${ids.pastEventStatid}`,
  `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}?fight=${ids.fightInProgressStatid}`,
  '/api/v1/us/fight_metrics/live_event/9801',
  `/api/v3/mobile/fighters/${ids.unknown}`,
  '/api/v3/mobile/fighters?limit=2',
  '/api/v3/mobile/fighters/stats/weight_class/lw/born_country/PER',
  '/nowhere',
];

/** Other addresses of one path, some of which are refused. */
const variations = (path: string) => {
  const bare = path.replace(/\/$/, '');
  const endings = ['.json', '/', '.json/', '?unknown=1&x[]=2', '?limit=0', '?limit=3', '?cursor=!', '?fight=x'];
  return [...endings.map((ending) => bare + ending), bare.replace(/\/(\d+)/, '/:$1')];
};

/** What is requested after each change, and how long a reload may take: no reader waits for a tally. */
const targets = [
  ...reads.map((operation) => ({ path: samplePath(operation), ms: isTally(operation) ? 5_000 : 0 })),
  ...extra.map((path) => ({ path, ms: path.endsWith('/votes') ? 5_000 : 0 })),
];

type Headers = Record<string, string>;

/** Request headers, some of which refer to a previous answer. */
const variants = (etag = '"none"'): readonly (readonly [method: string, Headers])[] => [
  ['GET', {}],
  ['GET', { 'Accept-Encoding': 'gzip' }],
  ['GET', { 'Accept-Encoding': 'br, gzip;q=0.5' }],
  ['GET', { 'If-None-Match': etag }],
  ['GET', { 'If-None-Match': '*', 'Accept-Encoding': 'gzip' }],
  ['GET', { Accept: 'text/html' }],
  ['GET', { Accept: 'application/json;q=0.1, text/html', Origin: 'https://app.example.com' }],
  ['HEAD', { 'If-None-Match': etag }],
  ['OPTIONS', { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' }],
  ['PUT', {}],
];

/** What changes in each record of a collection. */
const changes: { [C in CollectionName]?: object } = {
  fighters: { nickname: 'El Otro', last_name: 'Cambiado' },
  events: { base_title: 'Otra noche', title_tag_line: 'Cambiado contra Otro' },
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
  /** On connections that stay open. */
  let clients: { cached: ClientPool; uncached: ClientPool };
  before(async () => {
    pair = await startServerPair({ cache: 'on', now: () => nowMs }, { cache: 'off', cacheBytes: 0 });
    clients = { cached: openClientPool(pair.first.url, 8), uncached: openClientPool(pair.second.url, 8) };
  });
  after(async () => {
    await Promise.all([clients.cached.close(), clients.uncached.close()]);
    await pair.close();
  });

  /**
   * Sends a read to both, and to the server with a cache once more: then it answers from the cache.
   *
   * @returns the answer without a cache.
   */
  async function compare(method: string, path: string, headers: Headers, faults: string[], withinMs = 0, again = true) {
    const ask = (client: ClientPool) => client.sendOnce(method, path, undefined, headers);
    let expected: Answer | undefined;
    for (const time of again ? ['first', 'second'] : ['first']) {
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

  it('of all operations, in every variation, loaded and cached', async () => {
    const faults: string[] = [];
    for (const path of [...reads.map(samplePath), ...extra]) {
      const { etag } = (await clients.uncached.sendOnce('GET', path)).headers;
      const requests = [
        ...variants(etag).map(([method, headers]) => [method, path, headers] as const),
        ...variations(path).map((target) => ['GET', target, {}] as const),
        ['GET', `${path}.json`, { Accept: 'text/html' }] as const,
      ];
      await Promise.all(requests.map(([method, target, headers]) => compare(method, target, headers, faults)));
    }
    expect(faults.join('\n')).to.equal('');
    console.log(`      ${compared} pairs of answers to reads are the same`);
    expect(compared).to.be.above(2_500);
  });

  let seen: readonly Answer[] = [];

  /** The first answer to a request after the invalidation must show the change. */
  async function seenAfter(what: string, change: () => Promise<unknown>): Promise<void> {
    const before = seen;
    // Everything is reloaded and cached.
    nowMs += 1_000_000;
    await Promise.all(targets.map(({ path }) => clients.cached.sendOnce('GET', path)));
    await change();
    await awaitInvalidations(pair.night.writes, pair.first);
    // A changed tally is reloaded, and no reply has expired.
    nowMs += 300;
    const faults: string[] = [];
    seen = await Promise.all(targets.map(({ path, ms }) => compare('GET', path, {}, faults, ms, false)));
    const differs = (answer: Answer, index: number) =>
      before[index] && findDifference(comparableText(answer), comparableText(before[index])) !== undefined;
    expect(faults.join('\n'), what).to.equal('');
    expect(before.length === 0 || seen.some(differs), `${what} shows`).to.equal(true);
  }

  const publish = (records: typeof world) => publishRecords(pair.second.store, records);

  it('after content was lost and published again', async () => {
    await seenAfter('published after a loss', async () => {
      const { writes } = pair.night;
      const lost = (await writes.keys('{content}*')).filter((key) => key !== '{content}:publishing');
      await writes.del(lost);
      const fighters = world.fighters.map((raw) => ({ ...raw, nickname: 'El Nuevo' }));
      await publish({ ...world, fighters });
    });
  });

  for (const collection of collectionNames) {
    it(`after records of ${collection} were put`, () =>
      seenAfter(collection, () => pair.second.store.content.generations.put(changed(collection), 'test')));
  }

  it('after records were removed and rolled back', async () => {
    const { generations } = pair.second.store.content;
    await seenAfter('published', () => publish(world));
    await seenAfter('removed', async () => {
      await generations.remove('fighters', [String(ids.champion)], 'test');
      await generations.remove('news', [String(ids.article)], 'test');
    });
    await seenAfter('rolled back', () => generations.rollBack(undefined, 'test'));
    await seenAfter('published again', () => publish(world));
  });

  it('after votes and scorecards', async () => {
    for (const [index, operation] of posts.filter(({ name }) => /vote|score/.test(name)).entries()) {
      const { path, headers, body } = samplePost(operation, 77 + index);
      await seenAfter(operation.id, () => send(pair.second.url, 'POST', path, headers, body));
    }
  });

  it('after live updates', async () => {
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
    const first = { sequence: 1, FMLiveFeed: { EventID: '815', Venue: 'Nueva arena' } };
    await seenAfter('first of an event', () => live.update(first));
    await seenAfter('over', () => live.update(later(feed.past, 5_004, { EventEnd: '23:00:00' })));
  });
});

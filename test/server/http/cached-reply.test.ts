import { mock } from 'node:test';
import { expect } from 'chai';
import { cursorOf, sortKeyOf } from '../../../contracts/http/cursors.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ids } from '../../../contracts/world/index.ts';
import { ReplySources } from '../../../server/cache/reply-sources.ts';
import { Representation } from '../../../server/cache/representation.ts';
import type { CanonicalRequest } from '../../../server/cache/response-cache.ts';
import type { CacheEntry } from '../../../server/cache/tagged-cache-types.ts';
import { type Context, type Handler, Reply } from '../../../server/handlers/types.ts';
import { StoreUnavailable } from '../../../server/store/index.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { openReplies as open, settings } from '../../support/server/loaded-replies.ts';

type Entry = CacheEntry<Representation>;
const fighter = `/api/v1/us/fighters/${ids.fighter}`;

/** A handler that adds to the real reply. */
const adding = (more: ConstructorParameters<typeof Reply>[1]) => (real: Handler<never>) =>
  (async (call: never, context: Context) =>
    new Reply(await (real(call, context) as Promise<unknown>), more)) as unknown as Handler<never>;

/** A handler that fails. */
const failing = (error: Error) => () =>
  (async () => {
    throw error;
  }) as unknown as Handler<never>;

/** An entry as the cache has it. */
const entryOf = (more: Partial<Entry> = {}): Entry => ({
  value: new Representation(Buffer.from('{"id":1}'), { type: 'application/json', headers: [] }),
  ...{ tags: ['content:fighters'], ...more },
});

describe('a reply that is loaded for the cache', () => {
  afterEach(() => mock.reset());

  it('is charged, counted, and kept with all that it was built from', async () => {
    const { done, entries, asked, read } = open('v1.fighter');
    const { value, isStale } = await read(`${fighter}.json?x=1`);
    expect(asked).to.deep.equal([{ target: `${fighter}.json?x=1`, key: fighter, isPage: false }]);
    expect(done[0]).to.equal('take a');
    expect(done.filter((step) => !/^(get|many|list|first|names) /.test(step))).to.deep.equal([
      ...['take a', 'snapshot', 'loaded', 'miss'],
    ]);
    const [entry] = entries;
    expect([isStale, value === entry?.value, JSON.parse(String(value.identity.bytes)).id]).to.deep.equal([
      ...[false, true, ids.fighter],
    ]);
    const { sources, ...others } = entry as Entry;
    expect(others).to.deep.equal({
      ...{ value, untilMs: undefined, version: 7, isUnbounded: false },
      tags: [...new Set(done.filter((step) => step.includes(' ')).slice(1))].map(
        (step) => `content:${step.split(' ')[1]}`,
      ),
    });
    expect((sources as ReplySources).linkedPage).to.equal(undefined);
  });

  it('has the headers of its operation, and those of its own', async () => {
    const { read } = open('v1.fighter', adding({ headers: { 'X-Own': 'yes' } }));
    const { headers, status, type } = (await read(fighter)).value;
    expect([status, type]).to.deep.equal([200, 'application/json; charset=utf-8']);
    const found = Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1]]] : [])));
    expect(found).to.deep.equal({
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Content-Language': 'en-US',
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'ETag, Link, Retry-After',
      'Cache-Control': 'public, max-age=60, stale-while-revalidate=300, stale-if-error=86400',
      Vary: 'Accept-Encoding',
      'X-Own': 'yes',
    });
  });

  it('depends also on what is not content: then its generation says nothing', async () => {
    const { entries, read } = open('v1.fighter', adding({ tags: ['live:811'], untilMs: 9_000 }));
    await read(fighter);
    const { tags, untilMs, version, sources } = entries[0] as Entry;
    expect([tags.at(-1), untilMs, version, sources]).to.deep.equal(['live:811', 9_000, undefined, undefined]);
    const until = open('v1.fighter', adding({ untilMs: 9_000 }));
    await until.read(fighter);
    expect([until.entries[0]?.version, until.entries[0]?.sources]).to.deep.equal([7, undefined]);
  });

  it('is the cached one if nothing has changed, with the forms that it has already', async () => {
    const { state, entries, read } = open('v1.fighter');
    const { value } = await read(fighter);
    state.cached = { ...(entries[0] as Entry), sources: undefined, version: undefined };
    expect((await read(fighter)).value).to.equal(value);
    state.cached = entryOf();
    expect((await read(fighter)).value).not.to.equal(state.cached.value);
  });

  it('is the cached one while its generation is the live one, until its last moment', async () => {
    let nowMs = 0;
    mock.method(Date, 'now', () => nowMs);
    const { done, memory, state, entries, read } = open('v1.fighter');
    for (const [generation, untilMs, atMs, isCached] of [
      [7, undefined, 5_000, true],
      [8, undefined, 5_000, false],
      [7, 5_001, 5_000, true],
      [7, 5_000, 5_000, false],
    ] as const) {
      done.length = 0;
      [nowMs, memory.state.generation] = [atMs, generation];
      state.cached = entryOf({ version: 7, untilMs });
      await read(fighter);
      expect(entries.at(-1) === state.cached, `${generation} ${untilMs}`).to.equal(isCached);
      expect(done.includes('snapshot')).to.equal(!isCached);
      expect(done.includes('generation')).to.equal(untilMs !== 5_000);
    }
    done.length = 0;
    state.cached = entryOf();
    await read(fighter);
    expect(done, 'its generation is not known').not.to.include('generation');
  });

  it('is the cached one if all that it was built from is as it was', async () => {
    const { done, memory, state, entries, read } = open('v1.fighter');
    const sources = new ReplySources([], settings, '/next');
    state.cached = entryOf({ sources, version: 6 });
    await read(fighter);
    expect(entries[0]).to.deep.equal({
      ...{ value: state.cached.value, tags: ['content:fighters'], version: 7, sources, isUnbounded: false },
    });
    expect(done).to.deep.equal(['take a', 'generation', 'snapshot', 'compare', 'linked /next', 'loaded', 'miss']);
    const changed = { ...settings, notFoundPage: 'https://elsewhere.example' };
    for (const [isSame, other] of [
      [false, sources],
      [true, new ReplySources([], changed, '/next')],
      [true, { bytes: 1 }],
    ] as const) {
      done.length = 0;
      memory.state.isSame = isSame;
      state.cached = entryOf({ sources: other });
      await read(fighter);
      expect(entries.at(-1)?.value === state.cached.value).to.equal(false);
      expect(done).not.to.include('linked /next');
    }
    done.length = 0;
    memory.state.isSame = true;
    state.cached = entryOf({ sources: new ReplySources([], settings, undefined) });
    await read(fighter);
    expect(done).to.deep.equal(['take a', 'snapshot', 'compare', 'loaded', 'miss']);
  });

  it('is not charged if it is the last one, since no new one came', async () => {
    const { done, state, read } = open('v3.news');
    state.isStale = true;
    expect((await read('/api/v3/mobile/news?limit=1')).isStale).to.equal(true);
    expect(done.slice(-2)).to.deep.equal(['loaded', 'stale']);
  });

  it('leads to the next page; only one that a list links to counts as a list', async () => {
    const { done, state, entries, asked, read } = open('v3.news');
    const url = '/api/v3/mobile/news?limit=1';
    const { value } = await read(url);
    const link = value.headers[value.headers.indexOf('Link') + 1] ?? '';
    const [, next = ''] =
      /^<https:\/\/api\.example\.org(\/api\/v3\/mobile\/news\?limit=1&cursor=[\w-]+)>; rel="next"$/.exec(link) ?? [];
    expect(next).to.have.length.above(30);
    expect([entries[0]?.isUnbounded, entries[0]?.sources, entries[0]?.version]).to.deep.equal([true, undefined, 7]);
    expect(done.slice(-2)).to.deep.equal(['miss', 'charge a 0']);
    expect(done.join()).not.to.include('linked');
    done.length = 0;
    state.linked = [url];
    await read(url);
    expect(asked[1]).to.deep.equal({ target: url, key: url, isPage: true });
    expect(done).to.include(`linked ${next}`);
    expect(entries[1]?.isUnbounded).to.equal(false);
    const sources = entries[1]?.sources as ReplySources;
    expect(sources.linkedPage).to.equal(next);
    state.cached = entries[1];
    await read(url);
    expect(entries[2], 'its generation is the same').to.equal(entries[1]);
  });

  it('may be a page that is not compared with a page before, as nobody links to it', async () => {
    const { done, state, read } = open('v3.news');
    state.cached = entryOf({ sources: new ReplySources([], settings, undefined) });
    await read('/api/v3/mobile/news?limit=1');
    expect(done).not.to.include('compare');
  });

  it('is one of any number if its filter matches nothing', async () => {
    const { id = '' } = readRequest('GET', '/api/v3/mobile/fighters/stats/born_country/PER').operation ?? {};
    const { entries, read } = open(id);
    for (const country of ['PER', 'ATA']) await read(`/api/v3/mobile/fighters/stats/born_country/${country}`);
    expect(entries.map(({ isUnbounded }) => isUnbounded)).to.deep.equal([false, true]);
    const empty = open('v1.alerts', () => (async () => []) as unknown as Handler<never>);
    await empty.read('/api/v1/us/alerts');
    expect(empty.entries[0]?.isUnbounded, 'a list that is empty').to.equal(false);
  });
});

describe('a reply that cannot be loaded', () => {
  const away = new StoreUnavailable('gone');
  const fault = new TypeError('a fault');

  it('is logged if readers get the last one instead, and it was not to be expected', async () => {
    for (const [error, isCached, expected] of [
      [fault, true, ['not loaded', 'logged v1.fighter a fault']],
      [fault, false, ['not loaded']],
      [away, true, ['not loaded']],
      [new Problem('too-many-requests'), true, ['loaded']],
    ] as const) {
      const { done, state, read } = open('v1.fighter', failing(error));
      if (isCached) state.cached = entryOf();
      expect(await read(fighter).catch((found) => found)).to.equal(error);
      expect(done).to.deep.equal(['take a', 'snapshot', ...expected]);
    }
  });

  it('is a problem that is cached if its id is unknown, and of content', async () => {
    const url = `/api/v1/us/fighters/${ids.unknown}?x=1`;
    const { told, read } = open('v1.fighter');
    const { value, isStale } = await read(url);
    expect([value.status, isStale, JSON.parse(String(value.identity.bytes)).type]).to.deep.equal([
      ...[404, false, 'urn:problem-type:fighter-not-found'],
    ]);
    expect(told).to.have.length(1);
    const [what, target, canonical, problem, since] = told[0] ?? [];
    const { key } = canonical as CanonicalRequest;
    expect([what, target, key, problem === value, since]).to.deep.equal([
      ...['unknown', url, `/api/v1/us/fighters/${ids.unknown}`, true, 3],
    ]);
    const votes = open('v3.fight_votes', failing(new Problem('fight-not-found')));
    expect(await reasonOf(votes.read(`/api/v3/mobile/fights/${ids.unknown}/votes`))).to.include('fight-not-found');
    expect(votes.told).to.deep.equal([]);
  });

  it('costs nothing where no load is left', async () => {
    for (const url of [
      '/api/v3/mobile/news',
      `/api/v3/mobile/news?cursor=${cursorOf('2031-01-01T00:00:00Z\u00000000000001')}`,
    ]) {
      const { done, state, read } = open('v3.news');
      state.waitSeconds = 2;
      const problem = await read(url).catch((error) => error);
      expect([problem.key, done]).to.deep.equal(['too-many-requests', ['take a']]);
    }
  });
});

describe('a cursor', () => {
  const path = '/api/v3/mobile/news';

  /** The cursors behind the first rows. */
  async function cursors(): Promise<[string, string]> {
    const { read } = open('v3.news');
    const found: string[] = [];
    for (let url = `${path}?limit=1`; found.length < 2; ) {
      const { headers } = (await read(url)).value;
      const cursor = /cursor=([\w-]+)/.exec(headers[headers.indexOf('Link') + 1] ?? '')?.[1] ?? '';
      found.push(cursor);
      url = `${path}?limit=1&cursor=${cursor}`;
    }
    return found as [string, string];
  }
  /** A place right behind a row, where none is. */
  const behind = (cursor: string) => {
    const key = sortKeyOf(cursor) ?? '';
    return cursorOf(key.slice(0, -10) + String(Number(key.slice(-10)) - 1).padStart(10, '0'));
  };

  it('of a row means the page after it for ever; if that is cached, the row is not looked up', async () => {
    const [first] = await cursors();
    const url = `${path}?limit=1&cursor=${first}`;
    const { done, state, asked, told, read } = open('v3.news');
    await read(url);
    expect(asked).to.deep.equal([{ target: url, key: url, isPage: true }]);
    expect([done.slice(0, 3), told]).to.deep.equal([['take a', 'admit page', 'snapshot'], []]);
    done.length = 0;
    state.isKnown = true;
    await read(url);
    expect(done.slice(0, 2)).to.deep.equal(['take a', 'snapshot']);
    expect(asked[1]).to.deep.equal(asked[0]);
  });

  it('of no row means the page after the row before it, until content changes', async () => {
    const [, second] = await cursors();
    const url = `${path}?limit=1&cursor=${behind(second)}`;
    const { asked, told, read } = open('v3.news');
    const { value } = await read(url);
    const key = `${path}?limit=1&cursor=${second}`;
    expect(asked).to.deep.equal([{ target: undefined, key, isPage: true }]);
    const [[what, target, canonical] = []] = told;
    expect([what, target, (canonical as CanonicalRequest).key]).to.deep.equal(['transient', url, key]);
    const same = open('v3.news');
    const page = await same.read(key);
    expect(String(value.identity.bytes)).to.equal(String(page.value.identity.bytes));
  });

  it('before the first row means the first page', async () => {
    const { asked, read } = open('v3.news');
    const { value } = await read(`${path}?limit=1&cursor=${cursorOf('2099-01-01T00:00:00Z\u00009999999999')}`);
    expect(asked).to.deep.equal([{ target: undefined, key: `${path}?limit=1`, isPage: true }]);
    const first = await open('v3.news').read(`${path}?limit=1`);
    expect(String(value.identity.bytes)).to.equal(String(first.value.identity.bytes));
  });

  it('means what it last meant while the store is away, or else itself', async () => {
    const [first, second] = await cursors();
    const url = `${path}?limit=1&cursor=${behind(second)}`;
    const { memory, state, asked, read } = open('v3.news');
    memory.state.failure = new StoreUnavailable('gone');
    expect(await reasonOf(read(url))).to.include('StoreUnavailable');
    state.transient = { key: `${path}?limit=1&cursor=${first}`, isPage: true } as unknown as CanonicalRequest;
    expect(await reasonOf(read(url))).to.include('StoreUnavailable');
    expect(asked).to.deep.equal([
      { target: undefined, key: url, isPage: true },
      { target: undefined, key: `${path}?limit=1&cursor=${first}`, isPage: true },
    ]);
    memory.state.failure = new TypeError('a fault');
    expect(await reasonOf(read(url))).to.include('a fault');
    expect(asked).to.have.length(2);
  });
});

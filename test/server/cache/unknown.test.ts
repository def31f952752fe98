import { expect } from 'chai';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { Representation } from '../../../server/cache/representation.ts';
import { ResponseCache } from '../../../server/cache/response-cache.ts';
import { contentTag } from '../../../server/cache/tags.ts';
import { problemRepresentation } from '../../../server/http/middleware/problems.ts';
import { channels } from '../../../server/store/index.ts';

const target = '/api/v3/mobile/fighters/999999';

/** A response cache, and functions that store and read the 404 of an unknown id. */
function createFixture() {
  const responseCache = new ResponseCache({ bytes: 1_000_000 });
  const requestContext = readRequest('GET', target);
  const { params, json, path } = requestContext;
  const canonical = { operation: requestContext.operation as Operation, params, json, key: path, isPage: false };
  const problem = problemRepresentation(new Problem('fighter-not-found'), requestContext);
  const store = (since: number) => responseCache.cacheNotFound(target, canonical, problem, since);
  return { responseCache, store, read: () => responseCache.get(target)?.value };
}

describe('the pages that lists link to', () => {
  it('are the last ten thousand', () => {
    const { responseCache } = createFixture();
    for (let page = 0; page <= 10_000; page++) responseCache.markLinked(`/${page}`);
    expect([0, 1, 10_000].map((page) => responseCache.isLinked(`/${page}`))).to.deep.equal([false, true, true]);
  });
});

describe('the addresses of cached replies', () => {
  it('that clients make up evict none of the plain ones', async () => {
    const responseCache = new ResponseCache({ bytes: 100_000 });
    const key = '/api/v3/mobile/fighters';
    const { operation, params, json } = readRequest('GET', key);
    const canonical = { operation: operation as Operation, params, json, key, isPage: false };
    const value = new Representation(Buffer.from('[]'), { type: 'application/json', headers: [] });
    const read = (target: string) => responseCache.read(target, canonical, async () => ({ value, tags: [] }));
    const plain = [key, `${key}.json`, `${key}/`, `${key}.json/`];
    for (const target of plain) await read(target);
    for (let nth = 0; nth < 1_000; nth++) await read(`${key}?x=${nth}`);
    expect(plain.map((target) => responseCache.get(target)?.value === value)).to.deep.equal([true, true, true, true]);
  });
});

describe('a cache whose store', () => {
  it('is late or lost is away until both are over', () => {
    const { responseCache } = createFixture();
    const seen = [responseCache.isAway];
    for (const isAway of [true, false]) {
      responseCache.setAway(isAway);
      seen.push(responseCache.isAway);
      responseCache.setConnected(!isAway);
      seen.push(responseCache.isAway);
    }
    expect(seen).to.deep.equal([false, true, true, true, false]);
  });

  it('is away knows the reply of a page by the address that led to it', async () => {
    const { responseCache } = createFixture();
    const { operation, params, json } = readRequest('GET', '/api/v3/mobile/fighters');
    const key = '/api/v3/mobile/fighters?limit=2';
    const canonical = { operation: operation as Operation, params, json, key, isPage: true };
    const value = new Representation(Buffer.from('[]'), { type: 'application/json', headers: [] });
    const address = `${key}&cursor=bm93aGVyZQ`;
    responseCache.setTransient(address, canonical);
    expect(responseCache.has(address)).to.equal(false);
    await responseCache.read(undefined, canonical, async () => ({ value, tags: [] }));
    expect([responseCache.has(address), responseCache.has(key)]).to.deep.equal([true, false]);
    expect(responseCache.getTransient(address)).to.equal(canonical);
  });
});

describe('the 404 of an unknown id', () => {
  it('stays cached while votes and feeds change, as they do all night', () => {
    const { responseCache, store, read } = createFixture();
    const since = responseCache.contentChanges;
    responseCache.invalidate(channels.tally(88001));
    store(since);
    for (const tag of [channels.tally(88001), channels.live('811'), 'live']) responseCache.invalidate(tag);
    expect(read()?.status).to.equal(404);
  });

  it('is reloaded once content has changed, even during the read', () => {
    const { responseCache, store, read } = createFixture();
    store(responseCache.contentChanges);
    responseCache.invalidate(contentTag('fighters'));
    expect(read()).to.equal(undefined);
    const since = responseCache.contentChanges;
    responseCache.invalidate(contentTag('fighters'));
    store(since);
    expect(read()).to.equal(undefined);
  });

  it('is reloaded once a change may have been missed', () => {
    const { responseCache, store, read } = createFixture();
    for (const isConnected of [false, true]) {
      store(responseCache.contentChanges);
      responseCache.setConnected(isConnected);
      expect(read(), `connected: ${isConnected}`).to.equal(undefined);
    }
  });
});

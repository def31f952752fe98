import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ResponseCache } from '../../../server/cache/response-cache.ts';
import { problemRepresentation } from '../../../server/http/middleware/problems.ts';
import { countStatuses } from '../../support/http/client-pool.ts';
import { answersIn, sendPipelined } from '../../support/http/raw.ts';
import { send } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const mega = 1_048_576;

/** Bytes in use after a garbage collection. */
function used(): number {
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

const inMb = (bytes: number) => (bytes / mega).toFixed(1);
const signed = (bytes: number) => (bytes < 0 ? '' : '+') + inMb(bytes);
const bytes = mega;
/** Cached bytes are estimated; the engine needs more for maps and their entries. */
const mostGrowth = 1.5 * bytes;
/** So many that 15 bytes which stay of each would be found; `TEST_SCALE=10` makes it the million of J06. */
const count = scaled(100_000);
const shownCount = count.toLocaleString('en-US');

describe('J06: the response cache stays within its bytes', () => {
  it(`J06: over ${shownCount} unknown ids, which evict no existing reply`, async () => {
    const responseCache = new ResponseCache({ bytes });
    const known = readRequest('GET', '/api/v3/mobile/fighters/3107');
    const canonical = (requestContext: typeof known) => ({
      ...{
        operation: requestContext.operation as never,
        params: requestContext.params,
        json: requestContext.json,
        key: requestContext.path,
        isPage: false,
      },
    });
    const problem = (requestContext: typeof known) =>
      problemRepresentation(new Problem('fighter-not-found'), requestContext);
    const load = async () => ({ value: problem(known), tags: [] });
    await responseCache.read(known.path, canonical(known), load);
    const before = used();
    let [mostBytes, rssBefore, mostRss] = [0, 0, 0];
    for (let id = 1; id <= count; id++) {
      const target = `/api/v3/mobile/fighters/${1_000_000 + id}`;
      const requestContext = readRequest('GET', target);
      responseCache.cacheNotFound(
        target,
        canonical(requestContext),
        problem(requestContext),
        responseCache.contentChanges,
      );
      if (id % 20_000 !== 0) continue;
      // A turn of the event loop, as between requests.
      await new Promise(setImmediate);
      expect(responseCache.get(target)?.value.status, 'it is cached').to.equal(404);
      mostBytes = Math.max(mostBytes, responseCache.bytes);
      collect();
      const { rss } = process.memoryUsage();
      // By then the engine has allocated its working memory.
      if (id === 60_000) rssBefore = rss;
      mostRss = Math.max(mostRss, rss);
    }
    const growth = used() - before;
    console.log(
      `      J06: ${shownCount} ids: ${inMb(mostBytes)} of ${inMb(bytes)} MB cached, heap ${signed(growth)} MB, RSS ${signed(mostRss - rssBefore)} MB after the first 60,000`,
    );
    expect(mostBytes).to.be.at.most(bytes);
    expect(growth).to.be.below(mostGrowth);
    expect(responseCache.get(known.path), 'the existing reply is still cached').to.not.equal(undefined);
  });

  it(`J06: over ${shownCount} variations of one URL`, async () => {
    const responseCache = new ResponseCache({ bytes });
    const requestContext = readRequest('GET', '/api/v3/mobile/fighters');
    const { operation, params, json, path } = requestContext;
    const canonical = { operation: operation as never, params, json, key: path, isPage: false };
    const load = async () => ({
      value: problemRepresentation(new Problem('fighter-not-found'), requestContext),
      tags: [],
    });
    const before = used();
    let mostBytes = 0;
    for (let n = 0; n < count; n += 1_000) {
      await Promise.all(
        Array.from({ length: 1_000 }, (_, m) => responseCache.read(`${path}?x=${n + m}`, canonical, load)),
      );
      mostBytes = Math.max(mostBytes, responseCache.bytes);
    }
    const growth = used() - before;
    console.log(`      J06: ${shownCount} variations: ${inMb(mostBytes)} MB cached, heap ${signed(growth)} MB`);
    expect(mostBytes).to.be.at.most(bytes);
    expect(growth).to.be.below(mostGrowth);
    expect(responseCache.get(`${path}?x=${count - 1}`)).to.not.equal(undefined);
  });

  it('J06: over 10,000 unknown ids, pages and variations by HTTP', async () => {
    const night = await startFightNight({ cacheBytes: mega });
    try {
      const { responseCache } = night.server;
      const popular = '/api/v3/mobile/fighters/3107';
      await send(night.url, 'GET', popular);
      const targets = Array.from(
        { length: 10_000 },
        (_, n) =>
          [
            `/api/v3/mobile/fighters/${1_000_000 + n}`,
            `/api/v1/us/events/${1_000_000 + n}?x=${n}`,
            `/api/v3/mobile/alerts?x=${n}`,
            `/api/v3/mobile/news/:${1_000_000 + n}.json`,
          ][n % 4] as string,
      );
      let [before, mostBytes] = [0, 0];
      const counts: Record<string, number> = {};
      for (let from = 0; from < targets.length; from += 200) {
        const { text } = await sendPipelined(night.url, targets.slice(from, from + 200));
        const added = countStatuses(answersIn(text));
        for (const [status, count] of Object.entries(added)) counts[status] = (counts[status] ?? 0) + count;
        if (from === 2_000) before = used();
        // A popular reply stays, whatever else is requested.
        expect(responseCache.get(popular)?.value.status).to.equal(200);
        mostBytes = Math.max(mostBytes, responseCache.bytes);
      }
      const growth = used() - before;
      console.log(
        `      J06: 10,000 requests by HTTP ${JSON.stringify(counts)}: ${inMb(mostBytes)} of 1.0 MB cached, heap ${signed(growth)} MB after the first 2,000`,
      );
      expect(counts).to.deep.equal({ 200: 2_500, 404: 7_500 });
      expect(mostBytes).to.be.at.most(1.25 * mega);
      expect(growth).to.be.below(4.4 * mega);
    } finally {
      await night.close();
    }
  });
});

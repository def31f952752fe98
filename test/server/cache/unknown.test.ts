import { expect } from 'chai';
import type { Operation } from '../../../contracts/operations.ts';
import { Problem } from '../../../contracts/requests/problem.ts';
import { readRequest } from '../../../contracts/requests/request-context.ts';
import { ResponseCache } from '../../../server/cache/response-cache.ts';
import { contentTag } from '../../../server/cache/tags.ts';
import { problemRepresentation } from '../../../server/http/middleware/problems.ts';
import { channels } from '../../../server/store/index.ts';

const target = '/api/v3/mobile/fighters/999999';

/** What was asked for an id that is unknown, and the way to ask again. */
function asked() {
  const responseCache = new ResponseCache({ bytes: 1_000_000 });
  const requestContext = readRequest('GET', target);
  const { params, json, path } = requestContext;
  const spelling = { operation: requestContext.operation as Operation, params, json, key: path, isPage: false };
  const problem = problemRepresentation(new Problem('fighter-not-found'), requestContext);
  const keep = (since: number) => responseCache.cacheNotFound(target, spelling, problem, since);
  return { responseCache, keep, held: () => responseCache.get(target)?.value };
}

describe('an id that is unknown', () => {
  it('stays cached while votes and feeds change, which they do all night', () => {
    const { responseCache, keep, held } = asked();
    const since = responseCache.contentChanges;
    responseCache.invalidate(channels.tally(88001));
    keep(since);
    for (const tag of [channels.tally(88001), channels.live('811'), 'live']) responseCache.invalidate(tag);
    expect(held()?.status).to.equal(404);
  });

  it('is read again once content has changed, also when it changed during the read', () => {
    const { responseCache, keep, held } = asked();
    keep(responseCache.contentChanges);
    responseCache.invalidate(contentTag('fighters'));
    expect(held()).to.equal(undefined);
    const since = responseCache.contentChanges;
    responseCache.invalidate(contentTag('fighters'));
    keep(since);
    expect(held()).to.equal(undefined);
  });
});

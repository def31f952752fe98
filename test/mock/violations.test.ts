import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkParameters } from '../../contracts/requests/checks.ts';
import { type RequestContext, readRequest } from '../../contracts/requests/request-context.ts';
import { requestOf } from '../../mock/reply/check-request.ts';
import { createContractSet } from '../../mock/reply/contract-set.ts';
import type { ReplyContext } from '../../mock/reply/reply-context.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { requests } from '../support/fixtures/generated-requests.ts';
import { json, send } from '../support/http/send.ts';

const generated = new URL('../../contracts/generated/openapi.json', import.meta.url);

describe('what Prism misses', () => {
  it('is an empty limit and an unknown cursor', async () => {
    const document = JSON.parse(readFileSync(generated, 'utf8'));
    const before = JSON.stringify(document);
    const { prism } = createContractSet(document);
    const missed = new Set<string>();
    let found = 0;
    for (const { method, path } of fc.sample(requests, { numRuns: 3_000, seed: 5 })) {
      const requestContext: RequestContext = readRequest(method, path);
      const { operation, params, query } = requestContext;
      // The path forms of an optional parameter that is empty are the route's, not this test's.
      if (!operation || Object.values(params).includes('')) continue;
      const own = checkParameters(operation, params, query).faults ?? [];
      const context = { requestContext } as ReplyContext;
      const violations = await prism.checkRequest(
        operation,
        requestOf({ headers: {} }, { operation }, context),
        'head',
      );
      const places = violations.map((one) => one.path.at(-1));
      for (const fault of own) {
        const name = 'parameter' in fault ? fault.parameter : '';
        if (places.includes(name)) found++;
        else missed.add(`${name}=${query.get(name) ?? params[name]}`);
      }
    }
    expect(JSON.stringify(document) === before, 'Prism left the document as it was').to.equal(true);
    expect(found).to.be.above(100);
    const cursorsOfOtherLists = [...missed].filter((one) => /^cursor=[A-Za-z0-9_-]+$/.test(one));
    expect([...missed].filter((one) => !cursorsOfOtherLists.includes(one)).sort()).to.deep.equal(['cursor=', 'limit=']);
  });

  describe('over HTTP', () => {
    let mock: Mock;
    before(async () => {
      mock = await startMock({ port: 0, host: '127.0.0.1' });
    });
    after(() => mock.close());

    for (const [title, query, parameter, detail] of [
      ['a limit without a value', 'limit=', 'limit', 'Must be an integer from 1 to 500.'],
      ['a limit without a sign of equality', 'limit', 'limit', 'Must be an integer from 1 to 500.'],
      ['a cursor that names no place', 'cursor=bQ', 'cursor', 'Must be a string that matches ^[A-Za-z0-9_-]{1,512}$.'],
    ] as const) {
      it(`refuses ${title}`, async () => {
        const answer = await send(mock.url, 'GET', `/api/v1/us/events?${query}`);
        expect(answer.status).to.equal(400);
        expect(json(answer).errors).to.deep.equal([{ parameter, detail }]);
      });
    }
  });
});

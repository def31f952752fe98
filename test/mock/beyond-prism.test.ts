import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { checkParameters } from '../../contracts/requests/checks.ts';
import { type RequestContext, readRequest } from '../../contracts/requests/request-context.ts';
import { requestOf } from '../../mock/reply/check-request.ts';
import { createContractSet } from '../../mock/reply/contract-set.ts';
import type { Violation } from '../../mock/reply/prism.ts';
import type { ReplyContext } from '../../mock/reply/reply-context.ts';
import { beyondPrism, wordBody, wordParameters } from '../../mock/reply/violations.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { requests } from '../support/fixtures/generated-requests.ts';
import { json, send } from '../support/http/send.ts';

const generated = new URL('../../contracts/generated/openapi.json', import.meta.url);

describe('the refusals that Prism cannot make', () => {
  it('are those of the README', () => {
    expect(Object.keys(beyondPrism)).to.deep.equal(['emptyParameter', 'cursor']);
    const readme = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8');
    for (const name of Object.keys(beyondPrism)) expect(readme).to.contain(`\`${name}\``);
  });

  it('are all that it misses among generated requests', async () => {
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

describe("the words of Prism's violations", () => {
  const at = (path: string, message = 'Of Prism', code = 'pattern'): Violation => ({
    ...{ path: path.split('/').filter((step) => step !== ''), message, code },
  });
  const request = { method: 'get', url: { path: '/', query: {} } } as const;
  const ours = [
    { parameter: 'id', detail: 'Ours' },
    { parameter: 'limit', detail: 'Ours too' },
  ];

  it('are our own for the parameters that it names, and for no other', () => {
    const worded = wordParameters([at('path/id')], ours, request, () => undefined, 'en');
    expect(worded).to.deep.equal([{ parameter: 'id', detail: 'Ours' }]);
  });

  it('are its own where the document has no schema', () => {
    const worded = wordParameters([at('header/if-match')], ours, request, () => undefined, 'es');
    expect(worded).to.deep.equal([{ parameter: 'if-match', detail: 'Of Prism' }]);
  });

  it('leave the body to its own problem', () => {
    expect(wordParameters([at('body/id')], ours, request, () => undefined, 'en')).to.deep.equal([]);
  });

  it('of a body are ours by pointer, else its own, and none where it finds nothing', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: { type: 'string' } } };
    const word = (...found: Violation[]) => wordBody(found, { a: 'x', b: 1 }, schema as never, 'es');
    expect(word()).to.deep.equal([]);
    expect(word(at('body/b'))).to.deep.equal([{ pointer: '#/b', detail: 'Debe ser un texto.' }]);
    expect(word(at('body/c'))).to.deep.equal([{ pointer: '#/c', detail: 'Of Prism' }]);
    expect(word({ ...at('body'), path: ['body', 'd/ e', '0'] })).to.deep.equal([
      { pointer: '#/d~1%20e/0', detail: 'Of Prism' },
    ]);
    expect(word(at('', 'Body parameter is required', 'required'))).to.deep.equal([
      { pointer: '#/a', detail: 'Debe ser un entero.' },
      { pointer: '#/b', detail: 'Debe ser un texto.' },
    ]);
    expect(
      wordBody([at('', 'Body parameter is required', 'required')], undefined, schema as never, 'en'),
    ).to.deep.equal([{ pointer: '#', detail: 'Must be an object.' }]);
  });
});

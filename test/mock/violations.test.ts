import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import type { TSchema } from 'typebox';
import { checkParameters } from '../../contracts/requests/checks.ts';
import { type RequestContext, readRequest } from '../../contracts/requests/request-context.ts';
import { requestOf } from '../../mock/reply/check-request.ts';
import { createContractSet } from '../../mock/reply/contract-set.ts';
import type { Violation } from '../../mock/reply/prism.ts';
import type { ReplyContext } from '../../mock/reply/reply-context.ts';
import { wordBody, wordParameters } from '../../mock/reply/violations.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { requests } from '../support/fixtures/generated-requests.ts';
import { json, send } from '../support/http/send.ts';

const generated = new URL('../../contracts/generated/openapi.json', import.meta.url);

describe('beyondPrism', () => {
  it('has all that Prism misses in generated requests', async () => {
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

describe('wordParameters', () => {
  const found = (path: string, code = 'pattern', message = 'of Prism'): Violation => ({
    ...{ path: path === '' ? [] : path.split('/'), code, message },
  });
  const ours = [
    { parameter: 'id', detail: 'our id' },
    { parameter: 'limit', detail: 'our limit' },
    { parameter: 'cursor', detail: 'our cursor' },
  ];
  const integer = { type: 'integer', minimum: 1, maximum: 9 } as unknown as TSchema;
  const page = (detail: string) => [{ parameter: 'page', detail }];
  const missing = "Request query parameter must have required property 'page'";

  for (const [title, violations, query, expected] of [
    ['our words in our order', [found('query/limit'), found('path/id')], {}, ours.slice(0, 2)],
    ['the schema for an unknown one', [found('query/page')], {}, page('Debe ser un entero de 1 a 9.')],
    ['a missing one by its name', [found('query', 'required', missing)], {}, page('Es obligatorio.')],
    ['the words of Prism without a schema', [found('query/a/b')], {}, [{ parameter: 'a', detail: 'of Prism' }]],
    ['nothing of the body', [found('body/limit'), found('body'), found('', '401')], {}, []],
    ['an empty parameter and a wrong cursor', [], { limit: '', cursor: 'bQ', id: 'x' }, ours.slice(1)],
    ['nothing of a malformed cursor', [], { limit: '1', cursor: '=' }, []],
  ] as [string, Violation[], Record<string, string>, unknown][]) {
    it(`returns ${title}`, () => {
      const request = { method: 'get', url: { path: '/', query } } as const;
      const schemaOf = (name: string) => (name === 'page' ? integer : undefined);
      expect(wordParameters(violations, ours, request, schemaOf, 'es')).to.deep.equal(expected);
    });
  }

  const schema = {
    ...{ type: 'object', required: ['a'] },
    properties: { a: { type: 'object', properties: { b: integer } }, ab: integer },
  } as unknown as TSchema;
  const inA = { pointer: '#/a/b', detail: 'Must be an integer from 1 to 9.' };
  const ab = { pointer: '#/ab', detail: 'Must be an integer from 1 to 9.' };
  for (const [violations, expected] of [
    [[], []],
    [[found('body/a/b')], [inA]],
    [[found('body/a')], [inA]],
    [[found('body/a/b/c')], [inA]],
    [[found('body/ab')], [ab]],
    [[found('body')], [inA, ab]],
    [[found('body/x'), found('body/ab')], [ab]],
    [[found('body/d e')], [{ pointer: '#/d%20e', detail: 'of Prism' }]],
    [[found('body', 'required', "required property 'y'")], [{ pointer: '#/y', detail: "required property 'y'" }]],
  ] as const) {
    it(`words ${violations.map(({ path }) => path.join('/'))} of a body`, () => {
      expect(wordBody([...violations], { a: { b: 'x' }, ab: 'x' }, schema, 'en')).to.deep.equal(expected);
    });
  }

  it('words a missing body', () => {
    const required = [found('', 'required', 'Body parameter is required')];
    expect(wordBody(required, undefined, schema, 'en')).to.deep.equal([{ pointer: '#', detail: 'Must be an object.' }]);
  });
});

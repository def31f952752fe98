import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { TSchema } from 'typebox';
import { operations } from '../../contracts/operations.ts';
import type { Fault } from '../../contracts/problems.ts';
import { checkParameters } from '../../contracts/requests/checks.ts';
import type { Problem } from '../../contracts/requests/problem.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import { checkRequest, requestOf } from '../../mock/reply/check-request.ts';
import type { ContractSet } from '../../mock/reply/contract-set.ts';
import { generatedContractSet } from '../../mock/reply/generated-set.ts';
import { cutPage, findPage } from '../../mock/reply/paging.ts';
import type { Violation } from '../../mock/reply/prism.ts';
import type { ReplyContext } from '../../mock/reply/reply-context.ts';
import type { Selection } from '../../mock/reply/select-contracts.ts';
import { beyondPrism, wordBody, wordParameters } from '../../mock/reply/violations.ts';

/** How the mock pages, words and checks, part by part. */

const operationOf = (id: string) => operations.find((one) => one.id === id) as (typeof operations)[number];

describe('the pages of a list', () => {
  type Row = Record<string, unknown>;
  const pageOf = (id: string, path: string, values: Record<string, string | number>) => {
    const operation = operationOf(id);
    const own = generatedContractSet().contracts.get(`${operation.family} ${operation.name}`) ?? [];
    const page = findPage(own, operation, path, { values, states: [] });
    return page && { id: page.contract.id, body: page.reply.body as Row[], link: page.reply.headers.Link };
  };
  const api = 'https://api.example.com';

  for (const [id, path, values, count, second, canonical = path] of [
    ['v3.events', '/api/v3/mobile/events', {}, 3, 'MjAzMS0wNC0wNVQyMzowMDowMFoAMDAwMDAwNzAwMQ'],
    ['v3.news', '/elsewhere', {}, 7, undefined],
    ['v3.title_holders', '/api/v3/mobile/fighters/title_holders', {}, 12, undefined],
    ['v3.event_fights', '/api/v3/mobile/events/7001/fights', { event_id: 7001 }, 6, undefined],
    ['v1.fight_metrics_listing', '/api/v1/us/fight_metrics', {}, 2, undefined],
    ['v3.fighters', '/api/v3/mobile/fighters', {}, 16, undefined],
    ['v3.alerts', '/api/v3/mobile/alerts', {}, 2, undefined],
    ['v3.octagon_girls', '/api/v3/mobile/octagon_girls', {}, 2, undefined],
    ['v3.fighters_stats', '/api/v3/mobile/fighters/stats', {}, 13, undefined],
    [
      ...['v3.fighters_stats.weight_class', '/elsewhere'],
      ...[{ weight_class: 'lw' }, 5, undefined, '/api/v3/mobile/fighters/stats/weight_class/lw'],
    ],
  ] as [string, string, Record<string, string | number>, number, string | undefined, string?][]) {
    it(`are those of the whole list of ${id}, cut anywhere`, () => {
      const operation = operationOf(id);
      const whole = pageOf(id, path, values);
      expect([whole?.body.length, whole?.link]).to.deep.equal([count, undefined]);
      for (const limit of [...new Set([2, count - 1, count])]) {
        const found: Row[] = [];
        let cursor: string | undefined;
        let link: string | undefined;
        do {
          const page = pageOf(id, path, { ...values, limit, ...(cursor !== undefined && { cursor }) });
          expect(page?.body.length, `${limit}`).to.equal(Math.min(limit, count - found.length));
          found.push(...(page?.body ?? []));
          link = page?.link;
          const given = new RegExp(`^<${api}${canonical}\\?limit=${limit}&cursor=([\\w-]+)>; rel="next"$`).exec(
            link ?? '',
          );
          if (link !== undefined) expect(given, link).to.not.equal(null);
          if (second !== undefined && limit === 2 && cursor === undefined) expect(given?.[1]).to.equal(second);
          const query = new URLSearchParams({ cursor: given?.[1] ?? '' });
          cursor = given
            ? String(checkParameters(operation, {}, query).values?.cursor ?? atCursor(id, query))
            : undefined;
        } while (link !== undefined);
        expect(found, `${limit}`).to.deep.equal(whole?.body);
      }
    });
  }

  /** The cursor of a route with parameters in its path, which a check of the query alone does not accept. */
  const atCursor = (id: string, query: URLSearchParams) =>
    checkParameters(operationOf(id), { event_id: '7001', weight_class: 'lw' }, query).values?.cursor;

  it('are of lists only, and follow a cursor where every row has a place', () => {
    expect(pageOf('v3.event', '/api/v3/mobile/events/7001', { id: 7001 })).to.equal(undefined);
    expect(pageOf('v3.event_fights', '/a', { event_id: 1, limit: 2 })).to.equal(undefined);
    const rows = [{ id: 7002 }, { id: 1 }];
    expect(cutPage('events', '/a', rows, { cursor: '2000' })).to.equal(undefined);
    expect(cutPage('events', '/a', rows, { limit: 1 })).to.deep.equal({ body: [{ id: 7002 }], headers: {} });
    expect(cutPage('events', '/a', rows.slice(0, 1), {})).to.deep.equal({ body: [{ id: 7002 }], headers: {} });
    expect(cutPage('events', '/a', [], { limit: 1 })).to.deep.equal({ body: [], headers: {} });
    const last = { limit: 1, cursor: '2000' };
    expect(cutPage('events', '/a', rows.slice(0, 1), last)).to.deep.equal({ body: [], headers: {} });
  });
});

describe('what a parameter must be', () => {
  const found = (path: string, code: string | number = 'pattern', message = 'of Prism'): Violation => ({
    ...{ path: path === '' ? [] : path.split('/'), code, message },
  });
  const ours: Fault[] = [
    { parameter: 'id', detail: 'our id' },
    { parameter: 'limit', detail: 'our limit' },
    { parameter: 'cursor', detail: 'our cursor' },
    { pointer: '#/limit', detail: 'of a body' },
  ];
  const integer = { type: 'integer', minimum: 1, maximum: 9 } as unknown as TSchema;
  const word = (all: Violation[], query = {}, language: 'en' | 'es' = 'en') =>
    wordParameters(
      ...[all, ours, { method: 'get', url: { path: '/', query } } as const],
      (name) => (name === 'page' || name === 'path' ? integer : undefined),
      language,
    );

  it('is said in our words, else by the schema, else in those of Prism', () => {
    const missing = "Request query parameter must have required property 'page'";
    for (const [all, expected] of [
      [[], []],
      [[found('query/limit')], [{ parameter: 'limit', detail: 'our limit' }]],
      [[found('query/limit'), found('path/id')], ours.slice(0, 2)],
      [[found('query/page')], [{ parameter: 'page', detail: 'Must be an integer from 1 to 9.' }]],
      [[found('query', 'required', missing)], [{ parameter: 'page', detail: 'Is required.' }]],
      [[found('query', 'required', 'required')], [{ parameter: 'query', detail: 'Is required.' }]],
      [[found('query/x')], [{ parameter: 'x', detail: 'of Prism' }]],
      [[found('query/x', 'required', 'x')], [{ parameter: 'x', detail: 'Is required.' }]],
      [[found('query/a/b')], [{ parameter: 'a', detail: 'of Prism' }]],
      [[found('path')], [{ parameter: 'path', detail: 'Must be an integer from 1 to 9.' }]],
      [[found('query', 'pattern', missing)], [{ parameter: 'query', detail: missing }]],
      [[found('body/limit'), found('body'), found('', 401)], []],
    ] as const) {
      expect(word([...all]), JSON.stringify(all)).to.deep.equal(expected);
    }
    expect(word([found('query', 'required', missing), found('query/path')], {}, 'es')).to.deep.equal([
      { parameter: 'page', detail: 'Es obligatorio.' },
      { parameter: 'path', detail: 'Debe ser un entero de 1 a 9.' },
    ]);
  });

  it('is also said where no document can: of an empty one, and of a cursor that is a text', () => {
    const plain = { method: 'get', url: { path: '/' } } as const;
    expect(wordParameters([], ours, plain, () => undefined, 'en')).to.deep.equal([]);
    expect(word([], { limit: '', cursor: 'bQ', id: 'x' })).to.deep.equal(ours.slice(1, 3));
    expect(word([], { limit: '1', cursor: '=' })).to.deep.equal([]);
    expect(['', ' ', undefined].map((given) => beyondPrism.emptyParameter(given))).to.deep.equal([true, false, false]);
    const cursors = [
      ['cursor', 'bQ'],
      ['limit', 'bQ'],
      ['cursor', ['bQ']],
      ['cursor', '='],
    ] as const;
    expect(cursors.map(([name, given]) => beyondPrism.cursor(name, given))).to.deep.equal([true, false, false, false]);
  });

  it('is said of a body by pointer: in our words near what Prism found, else in its own', () => {
    const schema = {
      ...{ type: 'object', required: ['a'] },
      properties: { a: { type: 'object', properties: { b: integer } }, ab: integer },
    } as unknown as TSchema;
    const body = { a: { b: 'x' }, ab: 'x' };
    const own = { a: { pointer: '#/a/b', detail: 'Must be an integer from 1 to 9.' } };
    const ab = { pointer: '#/ab', detail: 'Must be an integer from 1 to 9.' };
    for (const [all, expected] of [
      [[], []],
      [[found('body/a/b')], [own.a]],
      [[found('body/a')], [own.a]],
      [[found('body/a/b/c')], [own.a]],
      [[found('body/ab')], [ab]],
      [[found('body')], [own.a, ab]],
      [[found('body/x'), found('body/ab')], [ab]],
      [
        [found('body/x'), found('body/a/c')],
        [
          { pointer: '#/x', detail: 'of Prism' },
          { pointer: '#/a/c', detail: 'of Prism' },
        ],
      ],
      [[found('body', 'required', "required property 'y'")], [{ pointer: '#/y', detail: "required property 'y'" }]],
    ] as const) {
      expect(wordBody([...all], body, schema, 'en'), JSON.stringify(all)).to.deep.equal(expected);
    }
    const unknown = [{ pointer: '#/a', detail: 'of Prism' }];
    expect(wordBody([found('body/a')], body, undefined, 'en')).to.deep.equal(unknown);
  });
});

describe('a request', () => {
  const context = (params: Record<string, string>, query = '') =>
    ({ requestContext: { params, query: new URLSearchParams(query) } }) as unknown as ReplyContext;

  it('is handed to Prism with its path, its query and its token', () => {
    const cast = operationOf('v3.fight_vote_cast');
    const alerts = operationOf('v3.alerts');
    expect(
      requestOf({ headers: { authorization: 'bearer  a-key' } }, { operation: cast }, context({ id: '7' })),
    ).to.deep.equal({
      ...{ method: 'post', url: { path: '/api/v3/mobile/fights/7/vote', query: {} } },
      headers: { authorization: 'Bearer a-key', 'content-type': 'application/json' },
    });
    const query = 'limit=1&a=b&a=c&d=';
    expect(
      requestOf({ headers: { authorization: 'Basic a' } }, { operation: alerts }, context({}, query)),
    ).to.deep.equal({
      ...{ method: 'get', headers: {} },
      url: { path: '/api/v3/mobile/alerts', query: { limit: '1', a: ['b', 'c'], d: '' } },
    });
  });

  it('is refused in the order of the server: credential, parameters, body', async () => {
    const update = operationOf('v1.fight_metrics_update_live_event');
    const rejected = {
      ...{ reply: { problem: 'feed-key-rejected' }, request: { headers: { Authorization: 'Bearer revoked' } } },
    } as unknown as Contract;
    const plainly = { reply: {}, request: {} } as Contract;
    const unnamed = { reply: { problem: 'feed-key-rejected' }, request: {} } as Contract;
    const asked: unknown[] = [];
    const check = async (
      all: Violation[],
      { operation = update, token = 'good', body = '{"a":1}', faults = [] as Fault[] | undefined } = {},
    ) => {
      const { Readable } = await import('node:stream');
      const headers = {
        ...{ authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        'content-length': `${body.length}`,
        // It has sent nothing yet that would have to be read.
        ...(body.length > 1_000 && { expect: '100-continue' }),
      };
      const req = Object.assign(Readable.from([Buffer.from(body)]), { headers }) as unknown as IncomingMessage;
      const prism = {
        checkRequest: async ({ id }: { id: string }, request: object, part: string) => {
          asked.push([id, part, request]);
          return part === 'head' ? all.filter(({ path }) => path[0] !== 'body') : all;
        },
      };
      const schema = { type: 'object', properties: { a: { type: 'string' } } };
      const parameterSchema = ({ id }: { id: string }, name: string) => ({ enum: [`${id} ${name}`] });
      const set = { prism, parameterSchema, bodySchema: () => schema } as unknown as ContractSet;
      const selection = {
        operation,
        own: [plainly, unnamed, rejected],
        parameterErrors: faults,
      } as unknown as Selection;
      return checkRequest(req, set, context({}), selection).catch(({ key, more }: Problem) => [key, more]);
    };
    const at = (path: string, code: string | number = 'type') => ({ path: path.split('/'), code, message: 'no' });
    const all = [at('', 401), at('query/limit'), at('body/a')];
    const faults = [{ parameter: 'limit', detail: 'ours' }];
    const headers = { 'WWW-Authenticate': 'Bearer' };
    expect(await check(all, { faults })).to.deep.equal(['feed-key-required', { headers }]);
    expect(await check([], { token: 'revoked' })).to.deep.equal(['feed-key-rejected', {}]);
    expect(await check(all.slice(1), { faults })).to.deep.equal(['invalid-request', { errors: faults }]);
    expect(await check(all.slice(1), { faults: undefined })).to.deep.equal([
      'invalid-request',
      { errors: [{ parameter: 'limit', detail: 'Must be "v1.fight_metrics_update_live_event limit".' }] },
    ]);
    asked.length = 0;
    const errors = [{ pointer: '#/a', detail: 'Must be a string.' }];
    expect(await check(all.slice(2))).to.deep.equal(['invalid-body', { errors }]);
    expect(await check([])).to.deep.equal({ a: 1 });
    const request = {
      ...{ method: 'post', url: { path: '/api/v1/us/fight_metrics/update_live_event', query: {} } },
      headers: { authorization: 'Bearer good', 'content-type': 'application/json' },
    };
    const both = [
      [update.id, 'head', request],
      [update.id, 'whole', { ...request, body: { a: 1 } }],
    ];
    expect(asked).to.deep.equal([...both, ...both]);
    const plain = { operation: operationOf('v3.alerts'), token: 'revoked' };
    expect(await check([], plain), 'of a route without a body and a credential').to.equal(undefined);
    expect(await check([], { body: `{"a":"${'x'.repeat(2_100_000)}"}` })).to.deep.equal([
      ...['body-too-large', { headers: { Connection: 'close' } }],
    ]);
  });
});

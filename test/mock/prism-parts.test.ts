import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operations } from '../../contracts/operations.ts';
import type { Contract } from '../../mock/contracts/contract.ts';
import { createPrism, type PrismPackage, verbOf } from '../../mock/reply/prism.ts';
import { createResources, type Resource } from '../../mock/reply/prism-resources.ts';

/** What Prism is handed and asked, with a small document and a package that only notes its calls. */

const operation = operations.find(({ id }) => id === 'v3.octagon_girl') as (typeof operations)[number];
const path = '/api/v3/mobile/octagon_girls/{id}';
const examples = { a: { value: '1' } };
/** Headers that contracts state, beside `Link`. */
const others = ['Location', 'Retry-After', 'RateLimit-Policy', 'RateLimit', 'Allow', 'WWW-Authenticate'];
const documentOf = () =>
  ({
    ...{ openapi: '3.1.0', info: { title: 'a', version: '1' } },
    paths: {
      [path]: {
        get: {
          ...{ parameters: [{ $ref: '#/components/parameters/path.id' }], security: [{ key: [] }] },
          ...{ 'x-contract-order': ['one'], 'x-contracts': { a: 1 }, 'x-odd': { $ref: '#/components/nothing/odd' } },
          responses: {
            200: {
              description: 'ok',
              headers: {
                Link: { $ref: '#/components/headers/Link' },
                ...Object.fromEntries([...others, 'Other'].map((name) => [name, { schema: { type: 'string' } }])),
              },
              'x-contracts': { a: { value: 1 } },
              content: {
                'application/json': {
                  ...{ schema: { $ref: '#/components/schemas/Presenter' }, examples: { a: { value: 1 } } },
                },
              },
            },
            404: { $ref: '#/components/responses/Missing' },
          },
        },
      },
    },
    components: {
      parameters: { 'path.id': { name: 'id', in: 'path', required: true, schema: { type: 'string' }, examples } },
      headers: { Link: { required: true, schema: { type: 'string' } } },
      schemas: {
        Presenter: {
          type: 'object',
          properties: { next: { $ref: '#/components/schemas/Presenter' }, id: { $ref: '#/components/schemas/Id' } },
        },
        ...{ Id: { type: ['integer', 'null'] }, Unused: { type: 'string' } },
      },
      responses: {
        Missing: { description: 'no', content: { 'application/problem+json': { schema: { type: 'object' } } } },
      },
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  }) as unknown as OpenApiDocument;

const contractOf = (id: string, status: number, problem?: string, headers = {}) =>
  ({ id, operation, reply: { status, headers, body: { id }, problem } }) as unknown as Contract;
const contracts = new Map([
  [
    'v3 octagon_girl',
    [
      ...[contractOf('one', 200), contractOf('two', 404, 'ring-presenter-not-found'), contractOf('three', 404)],
      ...[contractOf('four', 503, 'service-unavailable'), contractOf('five', 200)],
    ],
  ],
]);

/** Without the ids that Prism's reader makes up. */
const withoutIds = (part: unknown): unknown =>
  Array.isArray(part)
    ? part.map(withoutIds)
    : typeof part === 'object' && part !== null
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([name, value]) => !(name === 'id' && /^[0-9a-f]{13}$/.test(String(value))))
            .filter(([name]) => name !== 'x-stoplight' && name !== '$schema')
            .map(([name, value]) => [name, withoutIds(value)]),
        )
      : part;

const example = (id: string) => ({ id, key: id, value: { id } });
const link = {
  name: 'Link',
  style: 'simple',
  schema: { type: 'string' },
  required: false,
  encodings: [],
  examples: [],
};
const responses = [
  {
    ...{ code: '200', description: 'ok', headers: [link, ...others.map((name) => ({ ...link, name }))] },
    contents: [
      {
        ...{ mediaType: 'application/json', examples: [example('one'), example('five')], encodings: [] },
        schema: {
          type: 'object',
          properties: { next: { $ref: '#/__bundled__/Presenter' }, id: { $ref: '#/__bundled__/Id' } },
        },
      },
    ],
  },
  {
    ...{ code: '404', description: 'no', headers: [] },
    contents: [
      {
        ...{ mediaType: 'application/problem+json', examples: [example('two')], encodings: [] },
        schema: { type: 'object' },
      },
    ],
  },
];

describe("an operation in Prism's form", () => {
  const document = documentOf();
  const resources = createResources(document, contracts);

  it('has all that the document says of it but its examples, and the contracts in their place', () => {
    expect(withoutIds(resources.whole(operation))).to.deep.equal({
      ...{
        method: 'get',
        path,
        tags: [],
        extensions: { 'x-odd': undefined },
        securityDeclarationType: 'declared',
        responses,
        servers: [],
      },
      request: {
        ...{ headers: [], query: [], cookie: [] },
        path: [
          {
            ...{ name: 'id', style: 'simple', examples: [], required: true, schema: { type: 'string' } },
            explicitProperties: ['name', 'in', 'required', 'schema'],
          },
        ],
      },
      security: [[{ key: 'key', extensions: {}, type: 'http', scheme: 'bearer', bearerFormat: undefined }]],
      __bundled__: {
        Presenter: {
          type: 'object',
          properties: { next: { $ref: '#/__bundled__/Presenter' }, id: { $ref: '#/__bundled__/Id' } },
        },
        Id: { type: ['integer', 'null'] },
      },
    });
    expect(document, 'which stays as it was').to.deep.equal(documentOf());
  });

  it('is the same each time, with the headers of a reply as examples', () => {
    const withLink = (headers: Record<string, string>) =>
      resources.withHeaders(operation, { status: 200, headers, body: undefined, problem: undefined });
    const [one, other, none] = [withLink({ link: 'a' }), withLink({ link: 'b' }), withLink({})];
    const [response] = responses;
    const filled = (value: string | undefined) => {
      const named = (name: string, given?: string) => ({
        ...{ ...link, name, examples: [{ id: name, key: name, value: given }] },
      });
      return [{ ...response, headers: [named('Link', value), ...others.map((name) => named(name))] }];
    };
    expect([one, other, none].map((resource) => withoutIds(resource.responses))).to.deep.equal([
      ...[filled('a'), filled('b'), filled(undefined)],
    ]);
    expect(withLink({ link: 'a' })).to.equal(one);
    expect(resources.whole(operation)).to.equal(resources.whole(operation));
    expect(one.request).to.equal(resources.whole(operation).request);
  });

  it('can be without its body', () => {
    const head = resources.head(operation);
    expect(head).to.deep.equal(resources.whole(operation));
    expect(head).to.equal(resources.head(operation));
    const described = documentOf() as unknown as { paths: Record<string, Record<string, object>> };
    const schema = { type: 'string' };
    described.paths[path] = {
      post: {
        requestBody: { content: { 'application/json': { schema } } },
        responses: { 200: { description: '', content: { 'application/json': { schema } } } },
      },
    };
    const posted = createResources(described as unknown as OpenApiDocument, new Map());
    const post = { ...operation, method: 'POST' as const };
    expect(withoutIds(posted.whole(post).request?.body)).to.deep.equal({
      contents: [{ mediaType: 'application/json', examples: [], encodings: [], schema }],
    });
    expect(posted.head(post).request).to.not.have.property('body');
    expect(posted.whole(post).responses[0]?.contents?.[0]?.examples).to.deep.equal([]);
    const unknown = operations.find(({ id }) => id === 'v3.alerts') as typeof operation;
    expect(() => resources.whole(unknown)).to.throw(Error, /^Could not find .*alerts/);
  });
});

describe('what Prism is asked', () => {
  const diagnostics = [
    { path: ['query', 'limit'], code: 'pattern', message: 'no', severity: 0 },
    { path: ['query', 'limit'], code: 'pattern', message: 'a warning', severity: 1 },
    { message: 'no path', severity: 0 },
  ];
  const violations = [
    { path: ['query', 'limit'], code: 'pattern', message: 'no' },
    { path: [], code: '', message: 'no path' },
  ];

  /** A Prism whose package notes what it is asked. */
  function start({ fails = false } = {}) {
    const created: unknown[][] = [];
    const asked: unknown[] = [];
    const load = () => ({
      createInstance: (...args: unknown[]) => {
        const name = ['prism', 'judge'][created.length];
        created.push(args);
        const request = (input: unknown, resources: Resource[], config: object) => async () => {
          asked.push([name, input, resources.map(({ responses: [first] }) => first?.headers?.[0]?.examples), config]);
          const right = {
            output: { statusCode: 299, body: { made: true } },
            validations: { input: diagnostics, output: diagnostics.slice(2) },
          };
          return fails ? { _tag: 'Left', left: new Error('none fits') } : { _tag: 'Right', right };
        };
        return { request };
      },
    });
    const prism = createPrism(documentOf(), contracts, load as unknown as () => PrismPackage);
    return { prism, created, asked };
  }

  const config = {
    ...{ isProxy: false, upstreamProxy: undefined, errors: false },
    ...{ checkSecurity: false, validateRequest: false, validateResponse: false },
    mock: { dynamic: false },
  };
  const anyRequest = { method: 'get', url: { path: '/api/v3/mobile/octagon_girls/:id' } };
  const request = { method: 'get' as const, url: { path: '/a' } };
  const reply = { status: 200, headers: { Link: 'a' }, body: {}, problem: undefined };

  it('is asked by two instances, which are made when they are needed', async () => {
    const { prism, created } = start();
    expect(created).to.deep.equal([]);
    prism.warm();
    prism.warm();
    expect(created).to.have.length(2);
    await prism.checkRequest(operation, request, 'head');
    expect(created.map(([own, components]) => [own, Object.keys(components as object)])).to.deep.equal([
      [config, ['logger', 'route']],
      [config, ['logger', 'route', 'mock']],
    ]);
    const [, { logger, route, mock }] = created[1] as [unknown, Record<string, CallableFunction>];
    expect(route?.({ resources: ['a', 'b'] })).to.deep.equal({ _tag: 'Right', right: 'a' });
    expect(mock?.({ config: { dynamic: false, reply: 'c' } })()).to.deep.equal({ _tag: 'Right', right: 'c' });
    const child = (logger as unknown as { child(): { info(): unknown } }).child();
    expect(child.info()).to.equal(logger);
  });

  it('is whether a request fits, once for each request and part', async () => {
    const { prism, asked } = start();
    for (const part of ['head', 'whole', 'head'] as const) {
      expect(await prism.checkRequest(operation, request, part)).to.deep.equal(violations);
    }
    const own = { ...config, checkSecurity: true, validateRequest: true };
    const call = ['judge', request, [[]], { ...own, mock: { dynamic: false, reply: { statusCode: 200 } } }];
    expect(asked).to.deep.equal([call, call]);
    const keyOf = (length: number) => ({ ...request, url: { path: 'x'.repeat(length) } });
    const least = JSON.stringify([operation.id, 'head', keyOf(0)]).length;
    expect((['GET', 'POST'] as const).map(verbOf)).to.deep.equal(['get', 'post']);
    for (const length of [4_096 - least, 4_097 - least]) {
      for (let time = 0; time < 2; time++) await prism.checkRequest(operation, keyOf(length), 'head');
    }
    expect(asked.length, 'a long one each time').to.equal(2 + 1 + 2);
  });

  it('is the example of a contract, once', async () => {
    const { prism, asked } = start();
    const [one, other] = [contractOf('one', 200, undefined, { Link: 'a' }), contractOf('two', 404, 'fight-not-found')];
    const answer = { status: 299, body: { made: true }, misfits: violations.slice(1) };
    for (const contract of [one, one, other, contractOf('one', 404)]) {
      expect(await prism.answer(operation, contract)).to.deep.equal(answer);
    }
    const mock = (code: number, exampleKey: string, type: string) => ({
      ...{ ...config, validateResponse: true },
      mock: { dynamic: false, code, exampleKey, mediaTypes: [`application/${type}`] },
    });
    expect(asked).to.deep.equal([
      ['prism', anyRequest, [[{ id: 'Link', key: 'Link', value: 'a' }]], mock(200, 'one', 'json')],
      ['prism', anyRequest, [undefined], mock(404, 'two', 'problem+json')],
      ['prism', anyRequest, [undefined], mock(404, 'one', 'json')],
    ]);
  });

  it('is whether a reply fits, once for those of one name', async () => {
    const { prism, asked } = start();
    for (const name of [undefined, undefined, 'a', 'a', 'b']) {
      expect(await prism.checkReply(operation, reply, name)).to.deep.equal(violations.slice(1));
    }
    await prism.checkReply(operation, { ...reply, body: undefined });
    await prism.checkReply(operation, { ...reply, problem: 'fight-not-found' });
    const handed = (headers: object, more: object) => [
      ...['judge', anyRequest, [[]]],
      {
        ...{ ...config, validateResponse: true },
        mock: { dynamic: false, reply: { statusCode: 200, headers: { Link: 'a', ...headers }, ...more } },
      },
    ];
    const typed = (type: string) => handed({ 'content-type': `application/${type}` }, { body: {} });
    const empty = handed({}, { body: undefined });
    const json = typed('json');
    expect(asked).to.deep.equal([json, json, json, json, empty, typed('problem+json')]);
  });

  it('is asked again once five thousand other verdicts are kept', async () => {
    for (const [others, calls] of [
      [4_999, 5_000],
      [5_000, 5_002],
    ] as const) {
      const { prism, asked } = start();
      for (let index = 0; index <= others; index++) await prism.checkReply(operation, reply, `${index}`);
      await prism.checkReply(operation, reply, '0');
      expect(asked.length).to.equal(calls);
    }
  });

  it('is a body by a seed, if it can make one', async () => {
    const { prism, asked } = start();
    const contract = contractOf('one', 200, undefined, { Link: 'a' });
    for (let time = 0; time < 2; time++) {
      expect(await prism.generate(operation, contract, '7')).to.deep.equal({ made: true });
    }
    const mock = { dynamic: true, seed: '7', code: 200, mediaTypes: ['application/json'] };
    const call = ['prism', anyRequest, [[{ id: 'Link', key: 'Link', value: 'a' }]], { ...config, mock }];
    expect(asked).to.deep.equal([call, call]);
    const broken = start({ fails: true }).prism;
    expect(await broken.generate(operation, contract, '7')).to.equal(undefined);
    const error = await broken.answer(operation, contract).catch(({ message }: Error) => message);
    expect(error).to.equal('none fits');
  });
});

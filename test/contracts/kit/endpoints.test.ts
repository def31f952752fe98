import { expect } from 'chai';
import { toOpenApi } from '../../../contracts/http/paths.ts';
import type { Interaction } from '../../../contracts/interactions/interaction.ts';
import { kitFiles } from '../../../contracts/kit/build.ts';
import { type Endpoint, endpointsOf } from '../../../contracts/kit/endpoints.ts';
import { fixtureName, fixtureOf, indexEntry, typeName } from '../../../contracts/kit/fixtures.ts';
import { Model } from '../../../contracts/kit/model.ts';
import { readme } from '../../../contracts/kit/readme.ts';
import { swiftEndpoints } from '../../../contracts/kit/swift/endpoints.ts';
import type { OpenApiDocument, OperationObject } from '../../../contracts/openapi/document.ts';
import { operations } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';

const inJson = (schema: object) => ({ 'application/json': { schema } });

/** A document that describes every operation in the same way, but for some paths. */
function documentWith(paths: Record<string, object> = {}, reply: object = { type: 'string' }): OpenApiDocument {
  const all: Record<string, object> = {};
  for (const { path, method } of operations) {
    const described = { responses: { 200: { content: inJson(reply) } } };
    all[toOpenApi(path)] = { ...all[toOpenApi(path)], [method === 'GET' ? 'get' : 'post']: described };
  }
  const schemas = { ProblemDetails: { type: 'object', properties: {} } };
  return { paths: { ...all, ...paths }, components: { schemas } } as unknown as OpenApiDocument;
}

const voteOf = (vote: Partial<Record<keyof OperationObject, unknown>>) =>
  documentWith({ '/api/v3/mobile/fights/{id}/vote': { post: vote } });
const success = { 200: { content: inJson({ type: 'string' }) } };

describe('the endpoints of the kit', () => {
  it('have the names, the parameters and the types of their operations', () => {
    const document = voteOf({
      ...{ responses: success, deprecated: true },
      requestBody: { content: inJson({ enum: ['red', 'blue'] }) },
    });
    const endpoints = endpointsOf(document, new Model({}));
    const found = (id: string) => endpoints.find((endpoint) => endpoint.id === id);
    expect(endpoints).to.have.length(operations.length);
    expect(found('v3.fight_vote_cast')).to.deep.equal({
      ...{ id: 'v3.fight_vote_cast', family: 'v3', name: 'fight_vote_cast', route: 'fight_vote_cast' },
      ...{ method: 'POST', path: '/api/v3/mobile/fights/{id}/vote', isDeprecated: true },
      summary: 'Casts the vote of one client in one round, or moves it to the other fighter.',
      inPath: [
        { name: 'id', type: { is: 'integer', isLong: false }, description: 'Id of the record. From 1 to 2147483647.' },
      ],
      ...{ inQuery: [], reply: { is: 'text' }, body: { is: 'named', name: 'FightVoteCastBody' } },
    });
    expect(found('v1.news')).to.deep.equal({
      ...{ id: 'v1.news', family: 'v1', name: 'news', route: 'news', method: 'GET', path: '/api/v1/us/news' },
      ...{ summary: 'News, newest first.', isDeprecated: false, inPath: [] },
      inQuery: [
        {
          ...{ name: 'limit', type: { is: 'integer', isLong: false } },
          description: 'How many records at most, from 1 to 500.',
        },
        {
          ...{ name: 'cursor', type: { is: 'text' } },
          description: 'Where the page before ended; taken from its Link header.',
        },
      ],
      ...{ reply: { is: 'text' }, body: undefined },
    });
  });

  it('have a body only where it is JSON', () => {
    const body = { content: { 'text/plain': { schema: { type: 'string' } } } };
    const endpoints = endpointsOf(voteOf({ responses: success, requestBody: body }), new Model({}));
    expect(endpoints.find(({ id }) => id === 'v3.fight_vote_cast')).to.deep.include({ body: undefined });
  });

  for (const [title, document] of [
    ['no path', documentWith({ '/api/v3/mobile/fights/{id}/vote': undefined as unknown as object })],
    ['no method', documentWith({ '/api/v3/mobile/fights/{id}/vote': {} })],
    ['no success', voteOf({ responses: {} })],
    ['a reference for a success', voteOf({ responses: { 200: { $ref: '#/components/responses/vote' } } })],
    ['a success without a body', voteOf({ responses: { 200: {} } })],
    ['a success that is not JSON', voteOf({ responses: { 200: { content: {} } } })],
  ] as const) {
    it(`are refused for a document with ${title}`, () => {
      expect(() => endpointsOf(document, new Model({}))).to.throw('the document does not describe v3.fight_vote_cast');
    });
  }
});

describe('an endpoint of the kit in Swift', () => {
  const endpoint: Endpoint = {
    ...{ id: 'v1.in', family: 'v1', name: 'in', route: 'in', summary: 'What is in.', isDeprecated: true },
    ...{ method: 'POST', path: '/api/v1/us/in/{id}/{day}' },
    inPath: [
      { name: 'id', type: { is: 'integer', isLong: false }, description: 'Which.' },
      { name: 'day', type: { is: 'text' }, description: 'When.' },
    ],
    inQuery: [
      { name: 'limit', type: { is: 'integer', isLong: false }, description: 'How many.' },
      { name: 'cursor', type: { is: 'text' }, description: 'From where.' },
    ],
    ...{ reply: { is: 'list', of: { is: 'named', name: 'Bout' } }, body: { is: 'named', name: 'BoutBody' } },
  };
  /** The lines between two others. */
  const between = (text: string, first: string, last: string) => {
    const lines = text.split('\n');
    const from = lines.indexOf(first) + 1;
    return lines.slice(from, lines.indexOf(last, from));
  };
  const requests = (one: Endpoint) =>
    between(swiftEndpoints([one], 'x'), '    public enum V1 {', '    }').map((line) => line.replace(/^ {8}/, ''));

  it('is a value', () => {
    const text = swiftEndpoints([endpoint], 'x');
    expect(between(text, '        public let queryParameters: [String]', '    }')).to.deep.equal([
      '',
      '        /// What is in.',
      '        public static let v1In = Endpoint(',
      '            id: "v1.in", method: "POST", path: "/api/v1/us/in/{id}/{day}", pathParameters: ["id", "day"], queryParameters: ["limit", "cursor"])',
      '',
      '        public static let all: [Endpoint] = [',
      '            .v1In,',
      '        ]',
    ]);
  });

  it('is a request with its parameters and its body, and says that it is deprecated', () => {
    expect(requests(endpoint)).to.deep.equal([
      ...['/// What is in.', '///'],
      ...['/// - Parameter id: Which.', '/// - Parameter day: When.'],
      ...['/// - Parameter limit: How many.', '/// - Parameter cursor: From where.'],
      '@available(*, deprecated)',
      'public static func `in`(id: Int, day: String, limit: Int? = nil, cursor: String? = nil, body: BoutBody) -> EndpointRequest<[Bout]> {',
      '    EndpointRequest(.v1In, ["id": String(id), "day": day], query: [("limit", limit.map { String($0) }), ("cursor", cursor)], body: body)',
      '}',
    ]);
  });

  it('is a request with nothing besides where it has no parameters', () => {
    const bare = { ...endpoint, ...{ inPath: [], inQuery: [], body: undefined, isDeprecated: false } };
    expect(requests(bare)).to.deep.equal([
      '/// What is in.',
      'public static func `in`() -> EndpointRequest<[Bout]> {',
      '    EndpointRequest(.v1In)',
      '}',
    ]);
  });
});

describe('a fixture of the kit', () => {
  const vote: Interaction = {
    ...{ route: 'fight_vote_cast', family: 'v3', consumer: 'mobile-es-us', receiving: 'a vote' },
    given: [{ name: 'the sample content is published', params: {} }],
    request: { params: { id: 7 }, query: { limit: 2 }, body: { round_num: 1 } },
    reply: { status: 200, headers: { ETag: '"1"' }, body: 'counted' },
  };
  const typed = (document: OpenApiDocument, reply: Interaction['reply'] = vote.reply) =>
    fixtureOf({ ...vote, reply }, document, new Model({})).reply.type;

  it('has all that a test needs of its contract', () => {
    const fixture = fixtureOf(vote, documentWith(), new Model({}));
    expect(fixture).to.deep.equal({
      ...{ contractId: '8ef0010e95c5', operation: 'v3.fight_vote_cast', consumer: 'mobile-es-us', receiving: 'a vote' },
      states: [{ name: 'the sample content is published', params: {} }],
      request: {
        ...{ method: 'POST', url: '/api/v3/mobile/fights/7/vote?limit=2', path: '/api/v3/mobile/fights/7/vote' },
        headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
        body: { round_num: 1 },
      },
      reply: {
        ...{ status: 200, headers: { 'Content-Type': 'application/json', ETag: '"1"' } },
        ...{ type: 'string', body: 'counted' },
      },
    });
    expect(indexEntry('a.json', fixture)).to.deep.equal({
      ...{ file: 'a.json', contractId: '8ef0010e95c5', operation: 'v3.fight_vote_cast', consumer: 'mobile-es-us' },
      ...{ receiving: 'a vote', states: ['the sample content is published'], method: 'POST' },
      ...{ path: '/api/v3/mobile/fights/7/vote', status: 200, type: 'string' },
    });
  });

  it('has neither a body nor its type where the contract has none', () => {
    const request = { params: { id: 7 }, headers: { Accept: 'text/plain' } };
    expect(
      fixtureOf({ ...vote, route: 'fighter', request, reply: { status: 304 } }, documentWith(), new Model({})),
    ).to.deep.include({
      request: {
        ...{ method: 'GET', url: '/api/v3/mobile/fighters/7', path: '/api/v3/mobile/fighters/7' },
        headers: { Accept: 'text/plain' },
      },
      reply: { status: 304, headers: {} },
    });
  });

  it('has the type of its reply, and of any reply that the document does not describe that of a problem', () => {
    const other = { content: { 'application/problem+json': { schema: { type: 'number' } } } };
    const described = voteOf({ responses: { 200: { content: inJson({ type: 'boolean' }) }, 404: other } });
    const missing = { status: 404, body: {}, problem: 'fight-not-found' } as const;
    expect(typed(described)).to.equal('boolean');
    expect(typed(described, missing)).to.equal('number');
    for (const document of [
      documentWith({ '/api/v3/mobile/fights/{id}/vote': undefined as unknown as object }),
      documentWith({ '/api/v3/mobile/fights/{id}/vote': {} }),
      voteOf({ responses: {} }),
      voteOf({ responses: { 200: { $ref: '#/components/responses/vote' } } }),
      voteOf({ responses: { 200: {} } }),
      voteOf({ responses: { 200: { content: {} } } }),
    ]) {
      expect(typed(document)).to.equal('ProblemDetails');
    }
    expect(typeName(new Model({}), { enum: ['red'] })).to.equal('Reply');
  });

  it('is named after its operation and what it asks for', () => {
    for (const [receiving, name] of [
      ['a request for one fighter', 'one-fighter'],
      ['a request to vote', 'vote'],
      ['a request that ends', 'ends'],
      ['a request', 'a-request'],
      ['a vote after a request for a page', 'a-vote-after-a-request-for-a-page'],
      ['"One" vote, or two!', 'one-vote-or-two'],
    ] as const) {
      expect(fixtureName({ operation: 'v3.fighter', receiving }), receiving).to.equal(`v3.fighter.${name}`);
    }
  });

  it('has an id and a name of its own', () => {
    expect(() => kitFiles(documentWith(), [vote, vote])).to.throw('two contracts have the same id');
    expect(() => kitFiles(documentWith(), [vote, { ...vote, receiving: 'A vote' }])).to.throw(
      'two fixtures would have the same name',
    );
  });
});

describe('the list of operations of the kit', () => {
  const rowOf = (document: OpenApiDocument, schemas: Record<string, object> = {}) =>
    readme(document, new Model(schemas as Record<string, Record<string, unknown>>), 3)
      .split('\n')
      .filter((line) => line.startsWith('| v3.fight_vote_cast'));
  const place = 'POST | `/api/v3/mobile/fights/{id}/vote`';

  it('names the types of reply and body, where there are any', () => {
    const scalar = { type: ['number', 'string'] };
    for (const [vote, row] of [
      [{ responses: success }, `| v3.fight_vote_cast | ${place} | \`string\` |  |`],
      [
        { responses: { 200: { content: inJson(scalar) } }, requestBody: { content: inJson({ type: 'integer' }) } },
        `| v3.fight_vote_cast | ${place} | \`number \\| string\` | \`number\` |`,
      ],
      [{ responses: success, deprecated: true }, `| v3.fight_vote_cast, deprecated | ${place} | \`string\` |  |`],
      [{ responses: {} }, `| v3.fight_vote_cast | ${place} |  |  |`],
      [{ responses: { 200: { $ref: '#/components/responses/vote' } } }, `| v3.fight_vote_cast | ${place} |  |  |`],
      [{ responses: { 200: {} } }, `| v3.fight_vote_cast | ${place} |  |  |`],
      [
        { responses: { 200: { content: {} } }, requestBody: { content: {} } },
        `| v3.fight_vote_cast | ${place} |  |  |`,
      ],
    ] as const) {
      expect(rowOf(voteOf(vote))).to.deep.equal([row]);
    }
  });

  it('needs a document that describes each', () => {
    for (const path of [undefined as unknown as object, {}]) {
      expect(() => rowOf(documentWith({ '/api/v3/mobile/fights/{id}/vote': path }))).to.throw(
        'the document does not describe v3.fight_vote_cast',
      );
    }
  });

  it('has a section before it about the routes that are deprecated, where there are any', () => {
    const between = () =>
      /\n\)\n```\n\n(.*?)## Types by operation\n/s.exec(readme(documentWith(), new Model({}), 3))?.[1];
    expect(between()).to.equal('');
    const row = routeOf('chat');
    row.deprecated = { since: '2030-12-31', sunset: '2031-07-01', successor: '/live_content' };
    try {
      const end = 'Deprecated since 2030-12-31, and may be gone from 2031-07-01 on.';
      expect(between()).to.equal(
        [
          '## Deprecated\n',
          'Replies of these routes carry `Deprecation`, `Sunset` and `Link: rel="successor-version"`.\n',
          `- \`/api/v3/mobile/chat\`: ${end} /api/v3/mobile/live_content takes its place.`,
          `- \`/api/v1/us/chat\`: ${end} /api/v1/us/live_content takes its place.\n\n`,
        ].join('\n'),
      );
    } finally {
      delete row.deprecated;
    }
  });
});

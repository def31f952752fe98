import { expect } from 'chai';
import type { Interaction } from '../../../contracts/interactions/interaction.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import type { ContractExample, OpenApiDocument, OperationObject } from '../../../contracts/openapi/document.ts';
import { problemHeaders } from '../../../contracts/openapi/headers.ts';
import { operationObject } from '../../../contracts/openapi/operation.ts';
import { schemaFiles } from '../../../contracts/openapi/schema-files.ts';
import { schemaComponents, schemaOf } from '../../../contracts/openapi/schemas.ts';
import { stockDocument } from '../../../contracts/openapi/stock.ts';
import { operations } from '../../../contracts/operations.ts';

const operationOf = (id: string) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
};

describe('an operation in the OpenAPI document', () => {
  const request = { body: { round_num: 1 } };
  const vote = (status: number): Interaction => ({
    ...{ route: 'fight_vote_cast', family: 'v3', consumer: 'mobile-es-us', receiving: 'a vote', given: [], request },
    reply: { status, body: {} },
  });
  const chat = operationOf('v1.chat');
  const cast = operationOf('v3.fight_vote_cast');

  it('has no place for examples where there are none', () => {
    const { responses } = operationObject(chat, []);
    expect(responses[200]).to.have.property('content').with.property('application/json').that.has.all.keys('schema');
    expect(responses[304]).to.have.all.keys('description', 'headers');
    const { requestBody } = operationObject(cast, []);
    expect(requestBody?.content['application/json']).to.have.all.keys('schema');
    expect(Object.keys(openApiDocument([]).paths)).to.have.length(62);
  });

  it('has each body that was taken as an example of what to send', () => {
    const { requestBody } = operationObject(cast, [vote(201)]);
    const examples = { 'a vote': { summary: 'a vote', value: { round_num: 1 } } };
    expect(requestBody?.content['application/json']?.examples).to.deep.equal(examples);
  });

  it('is not made of a contract with a status that it has not', () => {
    expect(() => operationObject(cast, [vote(202)])).to.throw(
      '"a vote": v3.fight_vote_cast lists no reply with status 202',
    );
  });

  it('has the headers of its problems, as far as their method and kind have any', () => {
    const names = (keys: Parameters<typeof problemHeaders>[0], method: 'GET' | 'POST' = 'POST') =>
      Object.entries(problemHeaders(keys, { family: 'v1', method, isContent: false })).map(([name, { $ref }]) =>
        $ref.replace('#/components/headers/', '').replace(name, ''),
      );
    const common = ['.v1', '', '', '', '', ''];
    const ofPosts = ['.none', ...common, '.of-posts', '.of-posts', '.of-problems', ''];
    expect(names(['not-acceptable'])).to.deep.equal(ofPosts);
    expect(names(['not-acceptable'], 'GET')).to.deep.equal(['.none', ...common, '', '', '.of-problems', '']);
    expect(names(['method-not-allowed'], 'GET')).to.deep.equal([...ofPosts, '']);
    for (const key of ['outcome-unknown', 'service-unavailable'] as const) {
      const { 'Retry-After': wait } = problemHeaders([key], { family: 'v1', method: 'POST', isContent: false });
      expect(wait).to.deep.equal({ $ref: '#/components/headers/Retry-After' });
    }
  });
});

describe('schemas in the OpenAPI document', () => {
  it('are references by name, else as they are; what is no schema stays', () => {
    for (const value of [null, 'x', 1, true]) expect(schemaOf(value)).to.equal(value);
    const named = { $id: 'One', type: 'string' };
    const reference = { $ref: '#/components/schemas/One' };
    expect(schemaOf(named)).to.deep.equal(reference);
    expect(schemaOf({ const: null, enum: ['a', null], items: named, allOf: [named] })).to.deep.equal({
      ...{ const: null, enum: ['a', null], items: reference, allOf: [reference] },
    });
  });

  it('are those that are referred to, which there must be', () => {
    const place = '#/components/schemas/';
    for (const part of [
      { description: `${place}Fighter` },
      { $ref: `x${place}Fighter` },
      { $ref: `${place}Fighter\n` },
      { $ref: 5 },
      { $ref: '#/components/headers/Link' },
    ]) {
      expect(schemaComponents(part), JSON.stringify(part)).to.deep.equal({});
    }
    expect(Object.keys(schemaComponents([{ $ref: `${place}ProblemDetails` }]))).to.include('ProblemDetails');
    expect(() => schemaComponents({ $ref: `${place}Nobody` })).to.throw('no schema is named Nobody');
  });

  it('refer to each other as files by their names, and to nothing else', () => {
    const other = ['x#/components/schemas/Two', '#/components/schemas/Two\n', '#/components/headers/Link'];
    const One = { items: { $ref: '#/components/schemas/Two' }, anyOf: other.map(($ref) => ({ $ref })), const: null };
    const components = { schemas: { One } } as unknown as OpenApiDocument['components'];
    expect([...schemaFiles({ components })]).to.deep.equal([
      [
        'One.json',
        {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          $id: 'https://fightcard.example/schemas/One.json',
          ...{ title: 'One', items: { $ref: 'Two.json' }, anyOf: One.anyOf, const: null },
        },
      ],
    ]);
  });
});

describe('a made-up document for the stock Prism', () => {
  const json = 'application/json';
  const schema = { type: 'object' };
  const shared = { $ref: '#/components/responses/shared' };
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const contract = (id: number): ContractExample => ({
    ...{ summary: `fighter ${id}`, value: { id }, 'x-contract-id': `c${id}`, 'x-contract-states': [] },
    'x-contract-request': { params: { id } },
  });
  const about = {
    operationId: 'one',
    tags: ['fighters'],
    summary: 'One.',
    description: 'One.',
    'x-contract-order': [],
  };
  const media = (examples: Record<string, ContractExample>) => ({ [json]: { schema, examples } });
  const plain: OperationObject = { ...about, responses: { 200: { description: 'Yes.' }, 404: shared } };
  const examples = { general: { summary: 'Any.', value: 1 }, first: contract(3107), second: contract(3107) };
  const responses: OperationObject['responses'] = {
    200: {
      description: 'Yes.',
      headers: { ETag: header('ETag'), Link: header('Link'), 'Cache-Control': header('Cache-Control.content') },
      content: {
        [json]: { schema, examples },
        'text/event-stream': { schema },
      },
    },
    202: { description: 'Text.', content: { 'text/plain': { schema } } },
    203: shared,
    204: { description: 'Nothing.' },
    299: { description: 'Almost.', content: media({ last: contract(12) }) },
    300: { description: 'Several.', content: media({ never: contract(13) }) },
    404: shared,
  };
  const document = {
    ...{ openapi: '3.1.1', servers: [], security: [], tags: [] },
    info: { title: 'Made up', version: '1', summary: '', description: '', license: {} },
    paths: {
      '/api/v1/us/chat': { get: plain },
      '/api/v3/mobile/fighters/{id}': { get: { ...about, security: [{ feedKey: [] }], responses } },
    },
    components: {
      ...{ schemas: {}, parameters: {}, headers: {}, examples: {}, securitySchemes: {} },
      responses: {
        shared: { description: 'No.', headers: { Allow: header('Allow'), Vary: header('Vary') } },
        bare: { description: 'No.' },
      },
    },
  } satisfies OpenApiDocument;

  it('has each template without streams and without headers that would be untrue, and the concrete paths', () => {
    const at = (status: number, ...steps: string[]) => ({
      $ref: ['#/paths/~1api~1v3~1mobile~1fighters~1%7Bid%7D/get/responses', status, ...steps].join('/'),
    });
    const example = (status: number, key: string) => ({
      [json]: { schema, examples: { [key]: at(status, 'content', 'application~1json', 'examples', key) } },
    });
    const sent = { ETag: header('ETag'), 'Cache-Control': header('Cache-Control.content') };
    const { paths, components, info } = stockDocument(document);
    expect(paths).to.deep.equal({
      '/api/v1/us/chat': { get: plain },
      '/api/v3/mobile/fighters/{id}': {
        get: {
          ...{ ...about, security: [{ feedKey: [] }] },
          responses: {
            ...responses,
            200: { description: 'Yes.', headers: sent, content: { [json]: { schema, examples } } },
          },
        },
      },
      '/api/v3/mobile/fighters/3107': {
        get: {
          security: [{ feedKey: [] }],
          responses: {
            200: { description: 'Yes.', headers: sent, content: example(200, 'first') },
            ...{ 300: at(300), 404: shared },
          },
        },
      },
      '/api/v3/mobile/fighters/12': {
        get: {
          security: [{ feedKey: [] }],
          responses: { 299: { description: 'Almost.', content: example(299, 'last') }, 300: at(300), 404: shared },
        },
      },
    });
    expect(info).to.deep.equal(document.info);
    expect(components).to.deep.equal({
      ...document.components,
      responses: { shared: { description: 'No.', headers: { Allow: header('Allow') } }, bare: { description: 'No.' } },
    });
  });
});

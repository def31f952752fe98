import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { toOpenApi } from '../../../contracts/http/paths.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import { contractId, type Interaction, pathOf } from '../../../contracts/interactions/interaction.ts';
import { operationOf } from '../../../contracts/interactions/request.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import type { ContractExample, OperationObject } from '../../../contracts/openapi/document.ts';
import { operationIdOf } from '../../../contracts/openapi/operation.ts';
import { stockDocument } from '../../../contracts/openapi/stock.ts';
import { ProblemDetails } from '../../../contracts/schemas/problem.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { problems } from '../../support/expected/problems.ts';
import { expectedOperations, problemsOf } from '../../support/expected/routes.ts';
import { committedOperations } from '../../support/suites/operations.ts';

const document = openApiDocument(interactions);
const described = Object.values(document.paths).flatMap((item) => Object.values(item));

const generated = (name: string) =>
  readFileSync(new URL(`../../../contracts/generated/${name}`, import.meta.url), 'utf8');

/** Schemas whose properties say which members go together. */
const conditions = new Set(['if', 'then']);

function* everything(part: unknown, at: string[] = []): Generator<[path: string[], value: unknown]> {
  yield [at, part];
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part)) yield* everything(value, [...at, key]);
}

/** The member a reference leads to, through references on the way as well. */
function follow(root: object, reference: string): unknown {
  let at: unknown = root;
  for (const step of reference.slice(2).split('/')) {
    if (typeof at === 'object' && at !== null && '$ref' in at) at = follow(root, at.$ref as string);
    at = (at as Record<string, unknown> | undefined)?.[
      decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
    ];
  }
  return at;
}

function unresolved(root: object): string[] {
  return [...everything(root)]
    .filter(([path, value]) => path.at(-1) === '$ref' && typeof value === 'string')
    .filter(([, value]) => follow(root, value as string) === undefined)
    .map(([path, value]) => `${path.join('/')} → ${value}`);
}

function contractsIn(operation: OperationObject, status: string): Record<string, ContractExample> {
  const response = operation.responses[status];
  if (!response || '$ref' in response) return {};
  const media = Object.values(response.content ?? {});
  return Object.assign({}, ...media.map(({ examples }) => examples), response['x-contracts']);
}

describe('the OpenAPI document', () => {
  it('describes every operation once', () => {
    expect(described.map(({ operationId }) => operationId)).to.have.members(
      committedOperations.map((id) => id.replaceAll('.', '_')),
    );
  });

  it('has every interaction as an example', () => {
    for (const interaction of interactions) {
      const { operation } = operationOf(interaction);
      const method = operation.method === 'GET' ? 'get' : 'post';
      const object = document.paths[toOpenApi(operation.path)]?.[method] as OperationObject;
      expect(object.operationId).to.equal(operationIdOf(operation));
      const example = contractsIn(object, String(interaction.reply.status))[interaction.receiving];
      const where = `${operation.id}: ${interaction.receiving}`;
      expect(example, where).to.include({ summary: interaction.receiving, 'x-contract-id': contractId(interaction) });
      expect(example?.value, where).to.deep.equal(interaction.reply.body);
      expect(example?.['x-contract-states'].map(({ name }) => name)).to.deep.equal(
        interaction.given.map(({ name }) => name),
      );
      expect(object['x-contract-order']).to.include(contractId(interaction));
    }
  });

  it('refuses two contracts with the same text', () => {
    const [first] = interactions;
    const { family, route, receiving } = first as Interaction;
    const twice = [...interactions, first as Interaction];
    expect(() => openApiDocument(twice)).to.throw(`two contracts of ${family} ${route} are "${receiving}"`);
  });

  it('shows every problem of a route', () => {
    for (const operation of expectedOperations) {
      const method = operation.method === 'GET' ? 'get' : 'post';
      const { responses = {} } = document.paths[toOpenApi(operation.path)]?.[method] ?? {};
      for (const key of problemsOf(operation)) {
        const status = problems[key]?.status as number;
        if (operation.name === 'health' && status === 503) continue;
        const text = JSON.stringify(responses[status]);
        const shared = /"#\/components\/responses\/([^"]+)"/.exec(text)?.[1];
        const response = shared ? document.components.responses[shared] : responses[status];
        expect(JSON.stringify(response), `${operation.id} ${key}`).to.contain(`/${operation.family}.${key}"`);
      }
    }
    for (const [name, { value }] of Object.entries(document.components.examples)) {
      expect(fits(ProblemDetails, value), name).to.equal(true);
      const [family, key = ''] = name.split('.');
      const { status, es, en } = problems[key] ?? {};
      const [title, detail] = (family === 'v3' ? es : en) ?? [];
      expect(value, name).to.include({ type: `urn:problem-type:${key}`, title, status, detail });
    }
  });

  it('resolves every reference', () => {
    expect(unresolved(document)).to.deep.equal([]);
  });

  it('describes every schema and property', () => {
    const undescribed = (schemas: Record<string, object>) =>
      [...everything(schemas)]
        .filter(([path]) => path.length === 1 || (path.at(-2) === 'properties' && !conditions.has(path.at(-3) ?? '')))
        .map(([path, value]) => {
          const { $ref, description = '' } = value as { $ref?: string; description?: string };
          const shared = schemas[$ref?.split('/').at(-1) ?? ''] as { description?: string } | undefined;
          return [path.join('/'), shared?.description ?? description] as const;
        })
        .filter(([, text]) => !/^[A-Z0-9`].*[.]$/.test(text))
        .map(([place]) => place);
    expect(undescribed(document.components.schemas)).to.deep.equal([]);
    const one = { type: 'object', description: 'One.', properties: { a: { type: 'string' }, b: { $ref: '#/Two' } } };
    expect(undescribed({ One: one, Two: { type: 'null' } }), 'control').to.deep.equal([
      ...['One/properties/a', 'One/properties/b', 'Two'],
    ]);
  });

  it('allows null in a choice only beside a reference or enumeration', () => {
    const choices = [...everything(document.components.schemas)].filter(
      ([path, value]) => path.at(-1) === 'anyOf' && JSON.stringify(value).includes('"type":"null"'),
    );
    const others = choices.flatMap(([, value]) =>
      (value as object[]).filter((branch) => !('$ref' in branch || 'enum' in branch)),
    );
    expect(new Set(others.map((branch) => JSON.stringify(branch)))).to.deep.equal(new Set(['{"type":"null"}']));
    const { properties } = document.components.schemas.Fight as { properties: Record<string, unknown> };
    expect(properties.fighter1odds).to.deep.include({ type: ['string', 'number', 'null'] });
    expect(properties.fighter1reach).to.deep.include({ type: ['integer', 'null'], minimum: 0 });
  });

  it('has no enumeration with null', () => {
    const enumerations = [...everything(document)].filter(([path]) => path.at(-1) === 'enum');
    expect(enumerations.length).to.be.above(10);
    expect(enumerations.filter(([, values]) => (values as unknown[]).includes(null))).to.deep.equal([]);
    const { properties } = document.components.schemas.UpdateResult as { properties: Record<string, object> };
    expect(properties.reason).to.deep.include({
      anyOf: [{ type: 'string', enum: ['duplicate', 'stale'] }, { type: 'null' }],
    });
  });

  it('has no example and no name inside a schema', () => {
    for (const [path, value] of everything(document.components.schemas)) {
      const isKeyword = path.at(-2) !== 'properties' && typeof value !== 'undefined';
      if (isKeyword) expect(path.at(-1), path.join('/')).to.not.be.oneOf(['example', 'examples', 'default', '$id']);
    }
    for (const [path] of everything(document.paths)) {
      if (path.at(-1) === 'examples') expect(path.slice(-4), path.join('/')).to.not.include('schema');
    }
  });

  // Both end or mislead Prism 5.16: an array-typed response header, and `deprecated`.
  it('deprecates nothing and types no header as an array', () => {
    expect(JSON.stringify(document)).to.not.contain('"deprecated"');
    for (const [, value] of everything(document.components.headers)) {
      if (typeof value === 'object' && value !== null && 'type' in value) expect(value.type).to.equal('string');
    }
  });

  it('has a valid example of every parameter', () => {
    const wrong = Object.entries(document.components.parameters).filter(([, parameter]) => {
      const { example, schema } = parameter as { example?: unknown; schema: { pattern?: string } };
      return typeof example !== 'string' || !new RegExp(schema.pattern ?? '.').test(example);
    });
    expect(wrong.map(([name]) => name)).to.deep.equal([]);
    const idOf = (path: string) => {
      const [first] = document.paths[path]?.get?.parameters ?? [];
      return (follow(document, first?.$ref ?? '') as { example: string }).example;
    };
    expect(idOf('/api/v3/mobile/fighters/{id}')).to.equal('3107');
    expect(idOf('/api/v3/mobile/events/{id}')).to.equal('7001');
    expect(idOf('/api/v1/us/news/{id}')).to.equal('90211');
  });

  it('lists the local servers first', () => {
    expect(document.servers.map(({ url }) => url)).to.deep.equal([
      ...['http://localhost:4010', 'http://localhost:8080', '/'],
    ]);
  });

  it('is the generated file (npm run generate)', () => {
    expect(JSON.parse(generated('openapi.json')), 'run npm run generate').to.deep.equal(document);
  });
});

describe('stockDocument', () => {
  const stock = stockDocument(document);

  it('adds a concrete path for every success', () => {
    for (const interaction of interactions.filter(({ reply }) => reply.status < 300)) {
      const { operation } = operationOf(interaction);
      if (operation.path.includes(':')) expect(stock.paths).to.have.property(pathOf(interaction));
    }
  });

  it('resolves every reference', () => {
    expect(unresolved(stock)).to.deep.equal([]);
  });

  // Prism sends every described header with every reply: clients that follow `next` would never end.
  it('announces no further page', () => {
    expect(JSON.stringify(stock.paths)).to.not.contain('"#/components/headers/Link"');
  });

  it('is the generated file (npm run generate)', () => {
    expect(JSON.parse(generated('openapi.prism.json')), 'run npm run generate').to.deep.equal(
      JSON.parse(JSON.stringify(stock)),
    );
  });
});

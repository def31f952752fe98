import { expect } from 'chai';
import { toOpenApi } from '../../../contracts/http/paths.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import { contractId, type Interaction } from '../../../contracts/interactions/interaction.ts';
import { operationOf } from '../../../contracts/interactions/request.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import type { ContractExample, OperationObject } from '../../../contracts/openapi/document.ts';
import { operationIdOf } from '../../../contracts/openapi/operation.ts';
import { stockDocument } from '../../../contracts/openapi/stock.ts';
import { committedOperations } from '../../support/suites/operations.ts';

const document = openApiDocument(interactions);
const described = Object.values(document.paths).flatMap((item) => Object.values(item));

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
    expect(() => openApiDocument(twice)).to.throw(`duplicate description "${receiving}" of ${family} ${route}`);
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
});

describe('stockDocument', () => {
  const stock = stockDocument(document);

  it('resolves every reference', () => {
    expect(unresolved(stock)).to.deep.equal([]);
  });

  // Prism sends every described header with every reply: clients that follow `next` would never end.
  it('announces no further page', () => {
    expect(JSON.stringify(stock.paths)).to.not.contain('"#/components/headers/Link"');
  });
});

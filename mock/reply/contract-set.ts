import type { TSchema } from 'typebox';
import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { DocumentVersion } from '../../contracts/site/document.ts';
import { type Contract, readContracts } from '../contracts/contract.ts';
import { deriveContracts } from '../contracts/derived-contracts.ts';
import { createValidator, type Validator } from './prism-validator.ts';

/** The data that replies are built from; a reload replaces all of it. */
export interface ContractSet {
  document: OpenApiDocument;
  /** Whether the document was built after this process read its schemas. */
  isRebuilt: boolean;
  /** The document as pages serve it. */
  version: DocumentVersion;
  /** Contracts of every route: first the document's, then the error states derived from them, then added pacts. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  validator: Validator;
  /** The body schema of the document; nothing where the document has none. */
  bodySchema(operation: Operation): { body?: TSchema };
}

/** Replaces the references in a schema with the schemas that they name. */
function inlineReferences(document: OpenApiDocument, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlineReferences(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: unknown };
  if (typeof $ref === 'string') {
    return inlineReferences(document, document.components.schemas[decodeURIComponent($ref.split('/').at(-1) ?? '')]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlineReferences(document, value)]));
}

/**
 * @param added contracts that are not in the document, by route.
 * @param isRebuilt the document was built after this process read its schemas, so its own schemas check bodies.
 * @throws {Error} when an operation of the route table is not described.
 */
export function createContractSet(
  document: OpenApiDocument,
  added: ReadonlyMap<string, readonly Contract[]> = new Map(),
  isRebuilt = false,
): ContractSet {
  const contracts = new Map<string, readonly Contract[]>(readContracts(document));
  for (const [key, more] of deriveContracts(contracts)) contracts.set(key, [...(contracts.get(key) ?? []), ...more]);
  for (const [key, more] of added) contracts.set(key, [...(contracts.get(key) ?? []), ...more]);
  const schemas = new Map<string, { body?: TSchema }>();
  // Serialised before Prism reads the document: Prism writes its own references into it.
  const text = JSON.stringify(document);
  return {
    document,
    isRebuilt,
    version: {
      text,
      document: () => document,
    },
    contracts,
    validator: createValidator(document),
    bodySchema(operation) {
      if (!isRebuilt || !routeOf(operation.name).body) return {};
      const known = schemas.get(operation.id);
      if (known) return known;
      const described = document.paths[toOpenApi(operation.path)]?.post?.requestBody?.content['application/json'];
      const own = described ? { body: inlineReferences(document, described.schema) as TSchema } : {};
      schemas.set(operation.id, own);
      return own;
    },
  };
}

import type { TSchema } from 'typebox';
import type { DocumentVersion } from '../../common/pages/document.ts';
import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Operation } from '../../contracts/operations.ts';
import { type Contract, readContracts } from '../contracts/contract.ts';
import { deriveContracts } from '../contracts/derived-contracts.ts';
import { createPrism, type Prism, type PrismPackage, verbOf } from './prism.ts';

/** The data that replies are built from; a reload replaces all of it. */
export interface ContractSet {
  document: OpenApiDocument;
  /** The document as pages serve it. */
  version: DocumentVersion;
  /** Contracts of every route: first the document's, then the error states derived from them, then added pacts. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  prism: Prism;
  /** The schema of a body, or of a parameter, in the document; undefined where it describes none. */
  bodySchema(operation: Operation): TSchema | undefined;
  parameterSchema(operation: Operation, name: string): TSchema | undefined;
}

/** Replaces the references in a part of the document with what they name. */
function inlineReferences(document: OpenApiDocument, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((one) => inlineReferences(document, one));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: unknown };
  if (typeof $ref === 'string') {
    const [, , kind = '', name = ''] = $ref.split('/').map(decodeURIComponent);
    const components = document.components as unknown as Record<string, Record<string, unknown>>;
    return inlineReferences(document, components[kind]?.[name]);
  }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, inlineReferences(document, value)]));
}

interface Described {
  parameters?: { name?: string; schema?: unknown; $ref?: string }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
}

export interface ContractSetOptions {
  /** Contracts that are not in the document, by route. */
  added?: ReadonlyMap<string, readonly Contract[]>;
  /** Returns the package of Prism; default: the installed one. */
  loadPrism?: (() => PrismPackage) | undefined;
}

/** @throws {Error} when an operation of the route table is not described. */
export function createContractSet(
  document: OpenApiDocument,
  { added = new Map(), loadPrism }: ContractSetOptions = {},
): ContractSet {
  const contracts = new Map<string, readonly Contract[]>(readContracts(document));
  for (const [key, more] of deriveContracts(contracts)) contracts.set(key, [...(contracts.get(key) ?? []), ...more]);
  for (const [key, more] of added) contracts.set(key, [...(contracts.get(key) ?? []), ...more]);
  const bodies = new Map<string, TSchema | undefined>();
  const describe = ({ path, method }: Operation) =>
    document.paths[toOpenApi(path)]?.[verbOf(method)] as Described | undefined;
  return {
    document,
    version: {
      text: JSON.stringify(document),
      document: () => document,
    },
    contracts,
    prism: createPrism(document, contracts, loadPrism),
    bodySchema(operation) {
      if (bodies.has(operation.id)) return bodies.get(operation.id);
      const schema = describe(operation)?.requestBody?.content['application/json']?.schema;
      const own = schema === undefined ? undefined : (inlineReferences(document, schema) as TSchema);
      bodies.set(operation.id, own);
      return own;
    },
    parameterSchema(operation, name) {
      const { parameters = [] } = describe(operation) ?? {};
      const inlined = parameters.map((one) => inlineReferences(document, one) as { name: string; schema?: TSchema });
      return inlined.find((one) => one.name === name)?.schema;
    },
  };
}

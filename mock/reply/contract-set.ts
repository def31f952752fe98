import { statSync } from 'node:fs';
import type { TSchema } from 'typebox';
import type { DocumentVersion } from '../../common/pages/document.ts';
import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Operation } from '../../contracts/operations.ts';
import { type Contract, deriveContracts, readContracts } from '../contracts/contract.ts';
import { BadFile, readDocument } from '../contracts/read-json.ts';
import { createPrism, type Prism } from './prism.ts';
import { referenced, verbOf } from './prism-resources.ts';

/** The data that replies are built from; a reload replaces all of it. */
export interface ContractSet {
  document: OpenApiDocument;
  /** The document as pages serve it. */
  version: DocumentVersion;
  /** Contracts of every route: first the document's, then the error states derived from them, then added pacts. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  prism: Prism;
  /** The schema of a body, or of a parameter, in the document; undefined if it does not describe one. */
  bodySchema(operation: Operation): TSchema | undefined;
  parameterSchema(operation: Operation, name: string): TSchema | undefined;
  /** The statuses of an operation's replies in the document, and the schema of their bodies. */
  replyStatuses(operation: Operation): number[];
  replySchema(operation: Operation, status: number): TSchema | undefined;
}

/** Replaces the references in a part of the document with what they name. */
function inline<T>(document: OpenApiDocument, part: T): T {
  if (Array.isArray(part)) return part.map((one) => inline(document, one)) as T;
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) return inline(document, referenced(document, String(part.$ref))) as T;
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, inline(document, value)])) as T;
}

interface Content {
  content: Record<string, { schema: TSchema } | undefined>;
}

/** An operation, any part of which may be a reference. */
interface Described {
  parameters?: { name: string; schema?: TSchema }[];
  requestBody?: Content;
  responses?: Record<string, Content>;
}

/**
 * @param added contracts that are not in the document, by route.
 * @throws {Error} when an operation of the route table is not described.
 */
export function createContractSet(
  document: OpenApiDocument,
  added: ReadonlyMap<string, readonly Contract[]> = new Map(),
): ContractSet {
  const contracts = new Map<string, readonly Contract[]>(readContracts(document));
  for (const [key, more] of [...deriveContracts(contracts), ...added]) {
    contracts.set(key, [...(contracts.get(key) ?? []), ...more]);
  }
  const describe = ({ path, method }: Operation) =>
    (document.paths[toOpenApi(path)]?.[verbOf(method)] ?? {}) as Described;
  return {
    document,
    version: {
      text: JSON.stringify(document),
      document: () => document,
    },
    contracts,
    prism: createPrism(document, contracts),
    bodySchema: (operation) => inline(document, describe(operation).requestBody?.content['application/json']?.schema),
    parameterSchema: (operation, name) =>
      inline(document, describe(operation).parameters)?.find((one) => one.name === name)?.schema,
    replyStatuses: (operation) => Object.keys(describe(operation).responses ?? {}).map(Number),
    replySchema(operation, status) {
      const { content = {} } = inline(document, describe(operation).responses?.[status]) ?? {};
      return (content['application/json'] ?? content['application/problem+json'])?.schema;
    },
  };
}

const generated = new URL('../../contracts/generated/openapi.json', import.meta.url);

let shared: { mtimeMs: number | undefined; contractSet: ContractSet } | undefined;

/**
 * The contracts of the generated document. All mocks of a process share them until the file changes: the tests of an
 * application start one mock after the other, and Prism takes long to compile its checks.
 *
 * @throws {BadFile} also when the document lacks an operation of the route table; `ENOENT` when it is missing.
 */
export function generatedContractSet(): ContractSet {
  const { mtimeMs } = statSync(generated, { throwIfNoEntry: false }) ?? {};
  if (shared && shared.mtimeMs === mtimeMs) return shared.contractSet;
  const document = readDocument(generated);
  try {
    shared = { mtimeMs, contractSet: createContractSet(document) };
    return shared.contractSet;
  } catch (error) {
    throw new BadFile(`contracts/generated/openapi.json: ${(error as Error).message}; rebuild it: npm run generate`);
  }
}

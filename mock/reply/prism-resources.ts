import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operationIdOf } from '../../contracts/openapi/operation.ts';
import type { Operation } from '../../contracts/operations.ts';
import { type Contract, routeKey } from '../contracts/contract.ts';
import { loadReader } from './prism-packages.ts';

/** Prism's form of an operation: the members that our code reads. */
export interface Resource {
  request?: { body?: unknown; query?: { name: string }[] };
  responses: { code: string; contents?: { mediaType: string; examples?: object[] }[] }[];
}

/** The functions of Prism's own reader that convert an operation. */
interface Converter {
  /** From a document with references to schemas only. */
  transformOas3Operations(document: object): Resource[];
  bundleTarget(of: { document: object; path: string; cloneDocument: boolean }): Resource;
}

/** A method of the route table, as Prism writes it. */
export const verbOf = (method: Operation['method']) => (method === 'GET' ? 'get' : 'post');

/** The component that a reference names. */
export function referenced({ components }: OpenApiDocument, $ref: string): unknown {
  const [, , kind = '', name = ''] = $ref.split('/').map(decodeURIComponent);
  return (components as unknown as Record<string, Record<string, unknown>>)[kind]?.[name];
}

const schemaPrefix = '#/components/schemas/';

/** Headers that depend on the contract. With the others, which the shell sets, Prism uses twice the memory. */
const contractHeaders = [
  'Link',
  'Location',
  'Retry-After',
  'RateLimit-Policy',
  'RateLimit',
  'Allow',
  'WWW-Authenticate',
];

/**
 * Builds the document of one operation, with parameters, headers and shared replies inlined; schemas stay references.
 * Prism's own reader inlines every schema, which takes 50 MB more. Examples are omitted: `addExamples` adds those of the
 * contracts. Everything is copied, because Prism writes its own references into the objects that it converts.
 */
function buildDocument(document: OpenApiDocument, { method, path }: Operation): object {
  const schemas: Record<string, unknown> = {};
  function inline(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== 'object' || part === null) return part;
    if ('$ref' in part) {
      const $ref = String(part.$ref);
      if (!$ref.startsWith(schemaPrefix)) return inline(referenced(document, $ref));
      const name = decodeURIComponent($ref.slice(schemaPrefix.length));
      if (!(name in schemas)) {
        // Present before it is inlined: a schema may refer to itself.
        schemas[name] = {};
        schemas[name] = inline(referenced(document, $ref));
      }
      return { $ref };
    }
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, value]) =>
        key === 'examples' || key === 'x-contracts' || key === 'x-contract-order'
          ? []
          : [[key, key === 'headers' ? inlineHeaders(value) : inline(value)]],
      ),
    );
  }
  /** All optional: a pact of another team may leave out headers that its application does not read. */
  function inlineHeaders(headers: object): object {
    const described = Object.entries(headers).filter(([name]) => contractHeaders.includes(name));
    return Object.fromEntries(
      described.map(([name, header]) => [name, { ...(inline(header) as object), required: false }]),
    );
  }
  const verb = verbOf(method);
  const operation = inline(document.paths[toOpenApi(path)]?.[verb]);
  return {
    openapi: document.openapi,
    paths: { [toOpenApi(path)]: { [verb]: operation } },
    components: { schemas, securitySchemes: inline(document.components.securitySchemes) },
  };
}

/** The media type of a contract's reply, as the document names it. */
export const mediaTypeOf = ({ problem }: Contract['reply']): string =>
  problem === undefined ? 'application/json' : 'application/problem+json';

/** Adds the contracts as examples; Prism chooses one by its id. */
function addExamples({ responses }: Resource, contracts: readonly Contract[]): void {
  for (const { code, contents = [] } of responses) {
    for (const content of contents) {
      content.examples = contracts
        .filter(({ reply }) => String(reply.status) === code && mediaTypeOf(reply) === content.mediaType)
        .map(({ id, reply }) => ({ id, key: id, value: reply.body }));
    }
  }
}

/**
 * Converts operations for Prism, each when it is first requested. Returns the same object each time, since Prism compiles
 * the schemas of each object.
 *
 * @param contracts of every route: the document's, those derived from them, and those of pacts.
 */
export function createResources(document: OpenApiDocument, contracts: ReadonlyMap<string, readonly Contract[]>) {
  const known = new Map<string, { whole: Resource; head: Resource }>();
  function create(operation: Operation) {
    const { transformOas3Operations, bundleTarget } = loadReader() as Converter;
    const own = buildDocument(document, operation);
    const [target] = transformOas3Operations(own);
    if (!target) throw new Error(`the document has no operation ${operationIdOf(operation)}`);
    const path = '#/__target__';
    const whole = bundleTarget({ document: { ...own, __target__: target }, path, cloneDocument: false });
    addExamples(whole, contracts.get(routeKey(operation)) ?? []);
    const { body: _, ...request } = whole.request ?? {};
    // The head has no body, for checks before the body is read.
    return { whole, head: { ...whole, request } };
  }
  return (operation: Operation) => {
    const found = known.get(operation.id) ?? create(operation);
    known.set(operation.id, found);
    return found;
  };
}

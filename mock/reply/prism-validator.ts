import { createRequire } from 'node:module';
import type { IHttpRequest } from '@stoplight/prism-http';
import { LRUCache } from 'lru-cache';
import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operationIdOf } from '../../contracts/openapi/operation.ts';
import type { Operation } from '../../contracts/operations.ts';

/** One violation of the document: its path, from the outside in, and a message. */
export interface Violation {
  path: string[];
  message: string;
}

/** A reply as Prism validates it. */
export interface ValidatedReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  isProblem: boolean;
}

/** Validates requests and replies with Prism. */
export interface Validator {
  /** Lists where a request violates its operation. */
  request(operation: Operation, request: IHttpRequest): Promise<Violation[]>;
  /**
   * Lists where a reply violates its operation.
   *
   * @param name of a reply that never changes, so that its result can be cached; undefined for any other.
   */
  reply(operation: Operation, reply: ValidatedReply, name?: string): Promise<Violation[]>;
  /** Generates a body from the schema of a status; undefined when Prism cannot. */
  generate(operation: Operation, status: number, seed: string): Promise<unknown>;
  /** Loads Prism, so that the first validation need not wait for it. */
  warm(): Promise<void>;
}

/** Prism's form of an operation; our code reads only the schemas of its replies. */
interface Resource {
  iid?: string;
  __bundled__?: unknown;
  responses: { code: string; contents?: { mediaType: string; schema?: unknown }[] }[];
}

interface Diagnostic {
  path?: readonly string[];
  message: string;
  severity: number;
}

type PrismResult = { _tag: 'Left'; left: readonly Diagnostic[] } | { _tag: 'Right' };

/** The parts of Prism that we use; all of it would take 50 MB more, for generators that are seldom used. */
interface PrismParts {
  validateInput(of: { resource: Resource; element: IHttpRequest }): PrismResult;
  validateSecurity(of: { resource: Resource; element: IHttpRequest }): PrismResult;
  validateOutput(of: { resource: Resource; element: object }): PrismResult;
  /** From a document with references to schemas only. */
  transformOas3Operations(document: object): Resource[];
  bundleTarget(of: { document: object; path: string; cloneDocument: boolean }): Resource;
}

const require = createRequire(import.meta.url);

let loaded: PrismParts | undefined;
function prismParts(): PrismParts {
  if (loaded) return loaded;
  // Prism's own dependencies, in the versions that it installs.
  const requireOfPrism = createRequire(require.resolve('@stoplight/prism-http'));
  const parts: PrismParts = {
    ...(require('@stoplight/prism-http/dist/validator/index.js') as PrismParts),
    ...(requireOfPrism('@stoplight/http-spec/oas3/operation') as PrismParts),
    ...(requireOfPrism('@stoplight/json') as PrismParts),
  };
  loaded = parts;
  return parts;
}

interface Generator {
  generate(
    resource: Resource,
    bundle: unknown,
    schema: unknown,
    seed: string,
  ): { _tag: 'Right'; right: unknown } | { _tag: 'Left' };
}

/** DiagnosticSeverity.Error of @stoplight/types. */
const errorSeverity = 0;

const violationsOf = (result: PrismResult): Violation[] =>
  result._tag === 'Right'
    ? []
    : result.left
        .filter(({ severity }) => severity === errorSeverity)
        .map(({ path = [], message }) => ({ path: [...path], message }));

const schemaPrefix = '#/components/schemas/';

/** Headers that contracts state. The shell sets the others, alike for all replies; with them Prism takes 12 MB, not 6. */
const stated = ['Link', 'Location', 'Retry-After', 'RateLimit-Policy', 'RateLimit', 'Allow', 'WWW-Authenticate'];

/**
 * Builds the document of one operation, with parameters, headers and shared replies inlined; schemas stay references.
 * Prism's own reader inlines every schema wherever it is used, which takes 200 MB and three seconds for all operations.
 * Examples are left out: the mock reads them from the document itself.
 */
function buildDocument(document: OpenApiDocument, { method, path }: Operation): object {
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  const schemas: Record<string, unknown> = {};
  function inline(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(inline);
    if (typeof part !== 'object' || part === null) return part;
    const { $ref } = part as { $ref?: unknown };
    if (typeof $ref === 'string') {
      const [, , kind = '', name = ''] = $ref.split('/').map(decodeURIComponent);
      if (!$ref.startsWith(schemaPrefix)) return inline(components[kind]?.[name]);
      if (!(name in schemas)) {
        schemas[name] = {};
        schemas[name] = inline(components.schemas?.[name]);
      }
      return part;
    }
    return Object.fromEntries(
      Object.entries(part).flatMap(([key, value]) =>
        key === 'examples' || key === 'x-contracts' || key === 'x-contract-order'
          ? []
          : [[key, key === 'headers' ? inlineHeaders(value) : inline(value)]],
      ),
    );
  }
  /** None is required here: a pact of another team may leave out what its application does not read. */
  function inlineHeaders(headers: object): object {
    const described = Object.entries(headers).filter(([name]) => stated.includes(name));
    return Object.fromEntries(
      described.map(([name, header]) => [name, { ...(inline(header) as object), required: false }]),
    );
  }
  const verb = method === 'GET' ? 'get' : 'post';
  const operation = inline(document.paths[toOpenApi(path)]?.[verb]);
  return {
    openapi: document.openapi,
    info: { title: document.info.title, version: document.info.version },
    paths: { [toOpenApi(path)]: { [verb]: operation } },
    components: { schemas, securitySchemes: document.components.securitySchemes },
  };
}

/** The most cached results, of requests and replies. */
const mostResults = 5_000;
/** A larger request is validated each time. */
const mostKeyLength = 4_096;

/**
 * Creates Prism's validators, one for each operation; the server's route tree finds the operation. An operation is
 * converted for Prism when it is first requested.
 *
 * @see https://docs.stoplight.io/docs/prism for what Prism checks
 */
export function createValidator(document: OpenApiDocument): Validator {
  const resources = new Map<string, Resource>();
  const results = new LRUCache<string, Violation[]>({ max: mostResults });

  function findResource(operation: Operation): Resource {
    const known = resources.get(operation.id);
    if (known) return known;
    const { transformOas3Operations, bundleTarget } = prismParts();
    const own = buildDocument(document, operation);
    const [target] = transformOas3Operations(own);
    if (!target) throw new Error(`the document has no operation ${operationIdOf(operation)}`);
    const path = '#/__target__';
    const resource = bundleTarget({ document: { ...own, __target__: target }, path, cloneDocument: false });
    resources.set(operation.id, resource);
    return resource;
  }

  async function cached(key: string | undefined, validate: () => Violation[]): Promise<Violation[]> {
    const known = key === undefined ? undefined : results.get(key);
    if (known) return known;
    const result = validate();
    if (key !== undefined) results.set(key, result);
    return result;
  }

  return {
    request(operation, request) {
      const key = JSON.stringify([operation.id, request]);
      return cached(key.length > mostKeyLength ? undefined : key, () => {
        const resource = findResource(operation);
        const { validateInput, validateSecurity } = prismParts();
        return [validateSecurity, validateInput].flatMap((check) =>
          violationsOf(check({ resource, element: request })),
        );
      });
    },

    reply(operation, { status, headers, body, isProblem }, name) {
      return cached(name === undefined ? undefined : `${operation.id} ${name}`, () => {
        const resource = findResource(operation);
        const type = isProblem ? 'application/problem+json' : 'application/json';
        const element = {
          statusCode: status,
          headers: { ...headers, ...(body !== undefined && { 'content-type': type }) },
          body,
        };
        return violationsOf(prismParts().validateOutput({ resource, element }));
      });
    },

    async generate(operation, status, seed) {
      const resource = findResource(operation);
      const { generate } = require('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') as Generator;
      const contents = resource.responses.find(({ code }) => code === String(status))?.contents;
      const schema = contents?.find(({ mediaType }) => mediaType === 'application/json')?.schema;
      if (schema === undefined) return undefined;
      const result = generate(resource, resource.__bundled__, schema, seed);
      return result._tag === 'Right' ? result.right : undefined;
    },

    async warm() {
      prismParts();
    },
  };
}

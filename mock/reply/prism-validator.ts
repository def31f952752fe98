import { createRequire } from 'node:module';
import type { IHttpRequest } from '@stoplight/prism-http';
import { LRUCache } from 'lru-cache';
import { toOpenApi } from '../../contracts/http/paths.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { operationIdOf } from '../../contracts/openapi/operation.ts';
import type { Operation } from '../../contracts/operations.ts';

/** One thing that does not fit the document: where, from the outside in, and what. */
export interface Violation {
  path: string[];
  message: string;
}

/** A reply as Prism compares it with the document. */
export interface ValidatedReply {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  isProblem: boolean;
}

/** Prism's word on requests and replies. */
export interface Validator {
  /** What of a request does not fit its operation. */
  request(operation: Operation, request: IHttpRequest): Promise<Violation[]>;
  /**
   * What of a reply does not fit its operation.
   *
   * @param name of a reply that is always the same, whose verdict is remembered; undefined of one that was made up.
   */
  reply(operation: Operation, reply: ValidatedReply, name?: string): Promise<Violation[]>;
  /** A body made up from the schema of a status; undefined when Prism cannot. */
  generate(operation: Operation, status: number, seed: string): Promise<unknown>;
  /** Loads Prism, which the first verdict would wait for. */
  warm(): Promise<void>;
}

/** An operation as Prism holds it; only its parts look inside, but for the schemas of its replies. */
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

/** The parts of Prism that are used; all of it would take 50 MB more, for generators that are seldom asked. */
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
  // What Prism itself stands on, in the versions that it brings.
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

const violationsOf = (verdict: PrismResult): Violation[] =>
  verdict._tag === 'Right'
    ? []
    : verdict.left
        .filter(({ severity }) => severity === errorSeverity)
        .map(({ path = [], message }) => ({ path: [...path], message }));

const schemaPrefix = '#/components/schemas/';

/**
 * The document of one operation, with parameters, headers and shared replies in their places and only schemas referred
 * to. Prism's own reader writes every schema out wherever it is used, which takes 200 MB and three seconds for all
 * operations. Examples are read from the document itself.
 */
function documentOf(document: OpenApiDocument, { method, path }: Operation): object {
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
        key === 'examples' || key === 'x-contracts' || key === 'x-contract-order' ? [] : [[key, inline(value)]],
      ),
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

/** Verdicts that are remembered, by what was judged. */
const mostVerdicts = 5_000;
/** A larger request is judged anew each time. */
const mostKeyLength = 4_096;

/**
 * Prism's validators over the document, one operation at a time: the shell has found it with the tree that the server
 * asks too. An operation is handed to Prism when it is first asked for.
 *
 * @see https://docs.stoplight.io/docs/prism for what Prism checks
 */
export function createValidator(document: OpenApiDocument): Validator {
  const resources = new Map<string, Resource>();
  const verdicts = new LRUCache<string, Violation[]>({ max: mostVerdicts });

  function resourceOf(operation: Operation): Resource {
    const known = resources.get(operation.id);
    if (known) return known;
    const { transformOas3Operations, bundleTarget } = prismParts();
    const own = documentOf(document, operation);
    const [target] = transformOas3Operations(own);
    if (!target) throw new Error(`the document has no operation ${operationIdOf(operation)}`);
    const path = '#/__target__';
    const resource = bundleTarget({ document: { ...own, __target__: target }, path, cloneDocument: false });
    resources.set(operation.id, resource);
    return resource;
  }

  async function remembered(key: string | undefined, judge: () => Violation[]): Promise<Violation[]> {
    const known = key === undefined ? undefined : verdicts.get(key);
    if (known) return known;
    const verdict = judge();
    if (key !== undefined) verdicts.set(key, verdict);
    return verdict;
  }

  return {
    request(operation, request) {
      const key = JSON.stringify([operation.id, request]);
      return remembered(key.length > mostKeyLength ? undefined : key, () => {
        const resource = resourceOf(operation);
        const { validateInput, validateSecurity } = prismParts();
        return [validateSecurity, validateInput].flatMap((check) =>
          violationsOf(check({ resource, element: request })),
        );
      });
    },

    reply(operation, { status, headers, body, isProblem }, name) {
      return remembered(name === undefined ? undefined : `${operation.id} ${name}`, () => {
        const resource = resourceOf(operation);
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
      const resource = resourceOf(operation);
      const { generate } = require('@stoplight/prism-http/dist/mocker/generator/JSONSchema.js') as Generator;
      const contents = resource.responses.find(({ code }) => code === String(status))?.contents;
      const schema = contents?.find(({ mediaType }) => mediaType === 'application/json')?.schema;
      if (schema === undefined) return undefined;
      const made = generate(resource, resource.__bundled__, schema, seed);
      return made._tag === 'Right' ? made.right : undefined;
    },

    async warm() {
      prismParts();
    },
  };
}

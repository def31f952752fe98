import type { IHttpConfig, IHttpRequest, IHttpResponse, PrismHttpComponents } from '@stoplight/prism-http';
import { LRUCache } from 'lru-cache';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { Contract } from '../contracts/contract.ts';
import { loadPrism } from './prism-packages.ts';
import { createResources, mediaTypeOf, type Resource } from './prism-resources.ts';

/** One violation of the document. */
export interface Violation {
  /** From the outside in, such as `query`, `limit`; empty for a body or credential that is missing. */
  path: string[];
  /** The keyword of the schema, or 401 for a credential. */
  code: string | number;
  message: string;
}

/** The example that Prism chose, and where it violates its operation. */
export interface Answer {
  status: number;
  body: unknown;
  misfits: Violation[];
}

/** The package `@stoplight/prism-http`, as far as the mock uses it. */
export type PrismPackage = Pick<typeof import('@stoplight/prism-http'), 'createInstance'>;

/** What Prism decides: whether requests and replies fit the document, and which example answers. */
export interface Prism {
  /**
   * Lists where a request violates its operation.
   *
   * @param part `head` leaves out the body, so that a request can be refused before its body is read.
   */
  checkRequest(operation: Operation, request: IHttpRequest, part: 'head' | 'whole'): Promise<Violation[]>;
  /**
   * Answers with a contract, which Prism finds by its id among the examples, and lists where it violates the operation.
   *
   * @throws {Error} when the operation has no such example.
   */
  answer(operation: Operation, contract: Contract): Promise<Answer>;
  /**
   * Lists where a reply that is no example violates the operation.
   *
   * @param name of replies that differ only in their sentences, so that one verdict holds for all; undefined for others.
   */
  checkReply(operation: Operation, reply: Contract['reply'], name?: string): Promise<Violation[]>;
  /** Generates a body from the schema of a contract's reply; undefined when Prism cannot. */
  generate(operation: Operation, contract: Contract, seed: string): Promise<unknown>;
  /** Loads Prism, so that the first request need not wait for it. */
  warm(): void;
}

/** A method of the route table, as Prism writes it. */
export const verbOf = (method: Operation['method']) => (method === 'GET' ? 'get' : 'post');

/** Prism logs every step of each request; the mock has its own line for it. */
const silentLogger: PrismHttpComponents['logger'] = new Proxy({} as PrismHttpComponents['logger'], {
  get: () => () => silentLogger,
});

const config = {
  isProxy: false,
  upstreamProxy: undefined,
  errors: false,
  checkSecurity: false,
  validateRequest: false,
  validateResponse: false,
  mock: { dynamic: false },
} as const satisfies IHttpConfig;

type Instance = ReturnType<PrismPackage['createInstance']>;

interface Instances {
  /** The whole of Prism: it checks, negotiates and generates. */
  prism: Instance;
  /** Checks the reply that it is handed, in place of one that it negotiates. */
  judge: Instance;
}

/** Prism hands `config.mock` through to the component that makes the reply. */
const handing = (reply: IHttpResponse) => ({ dynamic: false, reply });

function createInstances({ createInstance }: PrismPackage): Instances {
  const shared: Pick<PrismHttpComponents, 'logger' | 'route'> = {
    logger: silentLogger,
    // The server's route tree has found the operation.
    route: ({ resources }) => ({ _tag: 'Right', right: resources[0] as (typeof resources)[number] }),
  };
  return {
    prism: createInstance(config, { ...shared }),
    judge: createInstance(config, {
      ...shared,
      mock: (asked) => () => ({ _tag: 'Right', right: (asked.config as ReturnType<typeof handing>).reply }),
    }),
  };
}

/** DiagnosticSeverity.Error of @stoplight/types. */
const errorSeverity = 0;

interface Diagnostic {
  path?: readonly string[];
  code?: string | number;
  message: string;
  severity: number;
}

const violationsOf = (diagnostics: readonly Diagnostic[]): Violation[] =>
  diagnostics
    .filter(({ severity }) => severity === errorSeverity)
    .map(({ path = [], code = '', message }) => ({ path: [...path], code, message }));

/** For calls that are only about the reply: the request has been checked before. */
const anyRequest = ({ method, path }: Operation): IHttpRequest => ({ method: verbOf(method), url: { path } });

const requestChecks = { checkSecurity: true, validateRequest: true, mock: handing({ statusCode: 200 }) };

/** Leaves out query names that the operation does not have: Prism would take `Limit` for `limit`, the server does not. */
function withOwnQuery(request: IHttpRequest, { request: described }: Resource): IHttpRequest {
  const { query } = request.url;
  if (!query) return request;
  const names = new Set(described?.query?.map(({ name }) => name));
  const own = Object.entries(query).filter(([name]) => names.has(name));
  return { ...request, url: { ...request.url, query: Object.fromEntries(own) } };
}

/** The most cached verdicts on requests. */
const mostVerdicts = 5_000;
/** A larger request is checked each time. */
const mostKeyLength = 4_096;

/**
 * Sends requests through Prism's public entry, each with the operation that the server's route tree found.
 *
 * @param contracts of every route, which become the examples that Prism chooses from.
 * @param load returns the package; default: the installed one.
 * @see https://docs.stoplight.io/docs/prism for what Prism checks
 */
export function createPrism(
  document: OpenApiDocument,
  contracts: ReadonlyMap<string, readonly Contract[]>,
  load: () => PrismPackage = () => loadPrism() as PrismPackage,
): Prism {
  const resources = createResources(document, contracts);
  const verdicts = new LRUCache<string, Violation[]>({ max: mostVerdicts });
  const answers = new Map<string, Answer>();
  let instances: Instances | undefined;
  const ready = () => {
    instances ??= createInstances(load());
    return instances;
  };

  async function ask(by: keyof Instances, resource: Resource, input: IHttpRequest, more: Partial<IHttpConfig>) {
    const operation = resource as unknown as Parameters<Instance['request']>[1][number];
    const result = await ready()[by].request(input, [operation], { ...config, ...more } as IHttpConfig)();
    if (result._tag === 'Left') throw result.left;
    return result.right;
  }
  return {
    async checkRequest(operation, asked, part) {
      const resource = resources[part](operation);
      const request = withOwnQuery(asked, resource);
      const key = JSON.stringify([operation.id, part, request]);
      const known = verdicts.get(key);
      if (known) return known;
      const { validations } = await ask('judge', resource, request, requestChecks);
      const violations = violationsOf(validations.input);
      if (key.length <= mostKeyLength) verdicts.set(key, violations);
      return violations;
    },

    async answer(operation, contract) {
      const { id: exampleKey, reply } = contract;
      const key = `${operation.id} ${reply.status} ${exampleKey}`;
      const known = answers.get(key);
      if (known) return known;
      const resource = resources.withHeaders(operation, reply);
      const mock = { dynamic: false, code: reply.status, exampleKey, mediaTypes: [mediaTypeOf(reply)] };
      const more = { validateResponse: true, mock };
      const { output, validations } = await ask('prism', resource, anyRequest(operation), more);
      const { statusCode: status, body } = output;
      const answer = { status, body, misfits: violationsOf(validations.output) };
      answers.set(key, answer);
      return answer;
    },

    async checkReply(operation, reply, name) {
      const key = `${operation.id} ${name}`;
      const known = name === undefined ? undefined : verdicts.get(key);
      if (known) return known;
      const { status: statusCode, headers, body } = reply;
      const type = body !== undefined && { 'content-type': mediaTypeOf(reply) };
      const more = { validateResponse: true, mock: handing({ statusCode, headers: { ...headers, ...type }, body }) };
      const { validations } = await ask('judge', resources.whole(operation), anyRequest(operation), more);
      const misfits = violationsOf(validations.output);
      if (name !== undefined) verdicts.set(key, misfits);
      return misfits;
    },

    async generate(operation, { reply }, seed) {
      const mock = { dynamic: true, seed, code: reply.status, mediaTypes: [mediaTypeOf(reply)] };
      const resource = resources.withHeaders(operation, reply);
      return ask('prism', resource, anyRequest(operation), { mock }).then(
        ({ output }) => output.body,
        () => undefined,
      );
    },

    warm: () => void ready(),
  };
}

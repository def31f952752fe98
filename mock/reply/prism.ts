import type { IHttpConfig, IHttpRequest, IHttpResponse, PrismHttpComponents } from '@stoplight/prism-http';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import type { Operation } from '../../contracts/operations.ts';
import type { Contract } from '../contracts/contract.ts';
import { loadPrism } from './prism-packages.ts';
import { createResources, mediaTypeOf, type Resource, verbOf } from './prism-resources.ts';

/** One violation of the document. */
export interface PrismViolation {
  /** From the outside in, such as `query`, `limit`; empty for a missing body or credential. */
  path: string[];
  /** The keyword of the schema, or 401 for a credential. */
  code: string | number;
  message: string;
}

type PrismPackage = typeof import('@stoplight/prism-http');

/** Prism logs every step of each request; the mock logs one line. */
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

/** Prism passes `config.mock` to the component that makes the reply. */
const withReply = (reply: IHttpResponse) => ({ dynamic: false, reply });

function createInstances({ createInstance }: PrismPackage) {
  const shared: Pick<PrismHttpComponents, 'logger' | 'route'> = {
    logger: silentLogger,
    // The server's route tree has found the operation.
    route: ({ resources }) => ({ _tag: 'Right', right: resources[0] as (typeof resources)[number] }),
  };
  return {
    /** Chooses or generates the reply. */
    prism: createInstance(config, { ...shared }),
    /** Takes the reply from the configuration, to check it or its request. */
    checker: createInstance(config, {
      ...shared,
      mock: (input) => () => ({ _tag: 'Right', right: (input.config as ReturnType<typeof withReply>).reply }),
    }),
  };
}

/** DiagnosticSeverity.Error of @stoplight/types. */
const errorSeverity = 0;

type Diagnostics = readonly (Partial<PrismViolation> & { message: string; severity: number })[];

const violationsOf = (diagnostics: Diagnostics): PrismViolation[] =>
  diagnostics
    .filter(({ severity }) => severity === errorSeverity)
    .map(({ path = [], code = '', message }) => ({ path: [...path], code, message }));

/** For calls that check only the reply. */
const anyRequest = ({ method, path }: Operation): IHttpRequest => ({ method: verbOf(method), url: { path } });

const requestChecks = { checkSecurity: true, validateRequest: true, mock: withReply({ statusCode: 200 }) };

/** Removes query names that the operation does not have: Prism ignores case, the server does not. */
function withOwnQuery(request: IHttpRequest, { request: described }: Resource): IHttpRequest {
  const { query } = request.url;
  if (!query) return request;
  const names = new Set(described?.query?.map(({ name }) => name));
  const own = Object.entries(query).filter(([name]) => names.has(name));
  return { ...request, url: { ...request.url, query: Object.fromEntries(own) } };
}

/**
 * Sends requests through Prism's public entry, each with the operation that the server's route tree found.
 *
 * @param contracts of every route, which become the examples that Prism chooses from.
 * @see https://docs.stoplight.io/docs/prism for what Prism checks
 */
export function createPrism(document: OpenApiDocument, contracts: ReadonlyMap<string, readonly Contract[]>) {
  const resourcesOf = createResources(document, contracts);
  /** The examples that Prism chose, and where they violate their operation. */
  const answers = new Map<string, { status: number; body: unknown; violations: PrismViolation[] }>();
  let instances: ReturnType<typeof createInstances> | undefined;
  const ready = () => {
    instances ??= createInstances(loadPrism() as PrismPackage);
    return instances;
  };

  async function send(by: 'prism' | 'checker', resource: Resource, input: IHttpRequest, more: Partial<IHttpConfig>) {
    const operation = resource as unknown as Parameters<Instance['request']>[1][number];
    const result = await ready()[by].request(input, [operation], { ...config, ...more } as IHttpConfig)();
    if (result._tag === 'Left') throw result.left;
    return result.right;
  }

  /** Lists where a reply violates the operation. */
  async function checkReply(operation: Operation, reply: Contract['reply']): Promise<PrismViolation[]> {
    const { status: statusCode, headers, body } = reply;
    const type = body !== undefined && { 'content-type': mediaTypeOf(reply) };
    const more = { validateResponse: true, mock: withReply({ statusCode, headers: { ...headers, ...type }, body }) };
    const { validations } = await send('checker', resourcesOf(operation).whole, anyRequest(operation), more);
    return violationsOf(validations.output);
  }

  return {
    /**
     * Lists where a request violates its operation.
     *
     * @param part `head` leaves out the body, so that a request can be refused before its body is read.
     */
    async checkRequest(operation: Operation, given: IHttpRequest, part: 'head' | 'whole'): Promise<PrismViolation[]> {
      const resource = resourcesOf(operation)[part];
      const { validations } = await send('checker', resource, withOwnQuery(given, resource), requestChecks);
      return violationsOf(validations.input);
    },

    /**
     * Answers with a contract, which Prism finds by its id among the examples, and lists where it violates the operation.
     *
     * @throws {Error} when the operation has no such example.
     */
    async answer(operation: Operation, contract: Contract) {
      const { id: exampleKey, reply } = contract;
      const key = `${operation.id} ${reply.status} ${exampleKey}`;
      const known = answers.get(key);
      if (known) return known;
      const mock = { dynamic: false, code: reply.status, exampleKey, mediaTypes: [mediaTypeOf(reply)] };
      const { output } = await send('prism', resourcesOf(operation).whole, anyRequest(operation), { mock });
      const { statusCode: status, body } = output;
      const answer = { status, body, violations: await checkReply(operation, { ...reply, status, body }) };
      answers.set(key, answer);
      return answer;
    },

    checkReply,

    /** Generates a body from the schema of a contract's reply; undefined when Prism cannot. */
    async generate(operation: Operation, { reply }: Contract, seed: string): Promise<unknown> {
      const mock = { dynamic: true, seed, code: reply.status, mediaTypes: [mediaTypeOf(reply)] };
      return send('prism', resourcesOf(operation).whole, anyRequest(operation), { mock }).then(
        ({ output }) => output.body,
        () => undefined,
      );
    },

    /** Loads Prism, so that the first request does not wait for it. */
    warm: () => void ready(),
  };
}

export type Prism = ReturnType<typeof createPrism>;

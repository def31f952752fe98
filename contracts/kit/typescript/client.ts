import { type Family, familyNames } from '../../families.ts';
import { type Endpoint, ofFamily } from '../endpoints.ts';
import { comment, pascal } from '../names.ts';
import { namesIn, typeScriptOf } from './types.ts';

/** What does not depend on the routes. */
const common = `/** The parts of the global \`fetch\` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Such as \`https://api.example.com\`. A trailing slash and the prefix of a family (\`/api/v3/mobile\`) may follow. */
  baseUrl: string;
  /** Only for clients that post live updates. */
  feedKey?: string | undefined;
  /** Default: the global \`fetch\`. */
  fetch?: Fetch | undefined;
}

/** A page of a list: \`next\` of the previous reply, or the maximum number of records (1 to 500). */
export interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** What every request can have. */
export interface Options {
  signal?: AbortSignal | undefined;
}

interface ReplyBase {
  headers: Headers;
  /** Send it as \`etag\` next time; undefined for a route without ETag. */
  etag: string | undefined;
}

/** An answer with a body: 200, 201 for a first vote or scorecard, 503 only for health. */
export interface Success<Body> extends ReplyBase {
  status: number;
  notModified: false;
  body: Body;
  /** The next page of a list: pass it to the same method; undefined after the last. */
  next: Page | undefined;
}

/** The reply cached with this \`etag\` is still current. */
export interface NotModified extends ReplyBase {
  status: 304;
  notModified: true;
  body: undefined;
  next: undefined;
}

type Arguments<Request> = Record<never, never> extends Request ? [request?: Request] : [request: Request];

/** A GET; \`NotModified\` is only possible for a request with an \`etag\`. */
export interface Read<Request, Body> {
  (...[request]: Arguments<Request & Options & { etag?: undefined }>): Promise<Success<Body>>;
  (...[request]: Arguments<Request & Options & { etag?: string | undefined }>): Promise<Success<Body> | NotModified>;
}

/** A POST. Without an answer, and after a 503, send the same again: it counts once. */
export type Write<Request, Body> = (request: Request & Options) => Promise<Success<Body>>;

/** A failure with problem details, or a failure of something in between, such as a proxy (\`type\` is \`about:blank\`). */
export declare class ProblemError extends Error {
  readonly problem: ProblemDetails;
  readonly status: number;
  readonly headers: Headers;
  constructor(problem: ProblemDetails, headers: Headers);
  /** Whether this is the problem with the given key. */
  is(key: ProblemKey): boolean;
  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds(): number | undefined;
}

/** The query of the \`next\` relation of a Link header (RFC 8288). */
export declare function nextPage(link: string | null): Page | undefined;

/**
 * A client of one family: a method per route, named after it. Path and query parameters are passed by name; a POST takes
 * \`body\` besides. Anything but a success rejects with a \`ProblemError\`, except the health of a service that is shutting
 * down: a 503 with the same body. Needs \`fetch\` and nothing else: browsers, React Native, Node.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', family: 'v3' });
 * const { body, etag } = await client.fighter({ id: 3107 });
 *
 * for (let page: Page | undefined = { limit: 50 }; page; ) {
 *   const { body: news, next } = await client.news(page);
 *   show(news);
 *   page = next;
 * }
 */
${familyNames.map((family) => `export declare function createClient(options: ClientOptions & { family: '${family}' }): Client${pascal(family)};`).join('\n')}
`;

/** The method of a route, whose endpoints differ in the optional parts of the path. */
function methodLines(endpoints: readonly Endpoint[]): string[] {
  const first = endpoints[0] as Endpoint;
  const { route, method, summary, isDeprecated, inQuery, reply, body } = first;
  const last = endpoints.at(-1) as Endpoint;
  const inPath = last.inPath.map(({ name, type }) => {
    const isAlways = first.inPath.some((parameter) => parameter.name === name);
    return isAlways ? `${name}: ${typeScriptOf(type)}` : `${name}?: ${typeScriptOf(type)} | undefined`;
  });
  const own = inQuery.filter(({ name }) => !['limit', 'cursor'].includes(name));
  const members = [
    ...inPath,
    ...own.map(({ name, type }) => `${name}?: ${typeScriptOf(type)} | undefined`),
    ...(body ? [`body: ${typeScriptOf(body)}`] : []),
  ];
  const parts = [
    ...(members.length > 0 ? [`{ ${members.join('; ')} }`] : []),
    ...(own.length < inQuery.length ? ['Page'] : []),
  ];
  const request = parts.join(' & ') || 'unknown';
  const kind = method === 'GET' ? 'Read' : 'Write';
  return [
    ...comment(`${summary} \`${method} ${last.path}\`${isDeprecated ? ' @deprecated' : ''}`, '  '),
    `  readonly ${route}: ${kind}<${request}, ${typeScriptOf(reply)}>;`,
  ];
}

function familyLines(endpoints: readonly Endpoint[], family: Family): string[] {
  const routes = Map.groupBy(ofFamily(endpoints, family), ({ route }) => route);
  return [
    `/** The routes of ${family}. */`,
    `export interface Client${pascal(family)} {`,
    ...[...routes.values()].flatMap(methodLines),
    '}',
    '',
  ];
}

/** `client.d.ts`: the client's methods and what they answer. */
export function clientFile(endpoints: readonly Endpoint[], head: string): string {
  const types = endpoints.flatMap(({ reply, body, inPath, inQuery }) => [
    reply,
    ...(body ? [body] : []),
    ...[...inPath, ...inQuery].map(({ type }) => type),
  ]);
  const names = namesIn([...types, { is: 'named', name: 'ProblemDetails' }]);
  const methods = familyNames.flatMap((family) => familyLines(endpoints, family));
  return `// ${head}

import type { ProblemKey } from './problems.js';
import type { ${names.join(', ')} } from './types.js';

${methods.join('\n')}
${common}`;
}

import { clientTable } from '../client/client.ts';
import { type Family, familyNames } from '../families.ts';
import { version } from '../version.ts';
import { declarationBlocks, type Endpoint, type KitContents, typeWriter } from './languages.ts';
import type { Member, Type } from './model.ts';
import { comment, literal, pascal } from './names.ts';
import { problemKinds } from './problems.ts';

export const typeScriptOf = typeWriter({
  text: 'string',
  integer: 'number',
  long: 'number',
  number: 'number',
  flag: 'boolean',
  scalar: 'number | string',
  nothing: 'null',
  literal: JSON.stringify,
  list: (of) => `${of}[]`,
  map: (of) => `Record<string, ${of}>`,
});

/** The named types in some types, in order. */
function namesIn(types: readonly Type[]): string[] {
  const nameIn = (type: Type): string[] => {
    if (type.is === 'named') return [type.name];
    return type.is === 'list' || type.is === 'map' ? nameIn(type.of) : [];
  };
  return [...new Set(types.flatMap(nameIn))].sort();
}

const keyOf = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : literal(name));

function memberLines({ name, type, isNullable, isRequired, description }: Member): string[] {
  const written = `${typeScriptOf(type)}${isNullable ? ' | null' : ''}`;
  return [...comment(description, '  '), `  ${keyOf(name)}${isRequired ? '' : '?'}: ${written};`];
}

/** The names are those of the wire, so a reply needs no conversion. */
function typesFile(contents: KitContents): string {
  const blocks = declarationBlocks(contents, comment, {
    record: ({ name, members, isOpen }) => [
      `export interface ${name} {`,
      ...members.flatMap(memberLines),
      ...(isOpen ? ['  [member: string]: unknown;'] : []),
      '}',
    ],
    // Open, since words may be added. With `string` alone, editors would not complete the known words.
    choice: ({ name, values }) => [`export type ${name} = ${values.map(literal).join(' | ')} | (string & {});`],
    alias: ({ name, type }) => [`export type ${name} = ${typeScriptOf(type)};`],
    either: ({ name, variants }) => [`export type ${name} = ${variants.join(' | ')};`],
  });
  return `// ${contents.head}\n\n${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

/** The value of `endpoints` at run time. */
const endpointValues = (endpoints: readonly Endpoint[]) =>
  Object.fromEntries(
    endpoints.map(({ id, method, path, inPath, inQuery }) => [
      id,
      { id, method, path, pathParameters: namesOf(inPath), queryParameters: namesOf(inQuery) },
    ]),
  );

/** The value of `problemTypes` at run time. */
const problemValues = Object.fromEntries(
  problemKinds.map(({ key, type, status, titles }) => [key, { type, status, titles }]),
);

/** `{ readonly id: "v3.news"; readonly queryParameters: readonly ["limit"] }`: the literal type of a value. */
function literalType(value: unknown): string {
  if (Array.isArray(value)) return `readonly [${value.map(literalType).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value as object).map(([name, one]) => `readonly ${name}: ${literalType(one)}`);
  return `{ ${members.join('; ')} }`;
}

/** `endpoints.d.ts`: every operation as a value, and the type of its reply. */
function endpointsFile({ endpoints, head }: KitContents): string {
  const values = endpointValues(endpoints);
  const replies = endpoints.map(({ id, reply }) => `  ${literal(id)}: ${typeScriptOf(reply)};`);
  return `// ${head}

import type { ${namesIn(endpoints.map(({ reply }) => reply)).join(', ')} } from './types.js';

/** Every operation of the service by its id. */
export declare const endpoints: {
${endpoints
  .flatMap((endpoint) => [
    ...comment(endpoint.summary, '  '),
    `  readonly ${literal(endpoint.id)}: ${literalType(values[endpoint.id])};`,
  ])
  .join('\n')}
};

export type EndpointId = keyof typeof endpoints;

/** The body of a success by the id of its operation. */
export interface EndpointReplies {
${replies.join('\n')}
}
`;
}

/** `problems.d.ts`: status and titles of each problem type. */
function problemsFile({ head }: KitContents): string {
  const rows = problemKinds.map(
    ({ key, type, status }) => `  readonly ${literal(key)}: ProblemKind<${literal(type)}, ${status}>;`,
  );
  return `// ${head}

export interface ProblemKind<Type extends string, Status extends number> {
  /** \`type\` of the problem details. */
  readonly type: Type;
  readonly status: Status;
  /** In the language of each family. */
  readonly titles: { readonly v3: string; readonly v1: string };
}

/** The types of problems of the service by their last word. */
export declare const problemTypes: {
${rows.join('\n')}
};

export type ProblemKey = keyof typeof problemTypes;
`;
}

/** The part that does not depend on the routes. */
const common = `/** The parts of the global \`fetch\` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Such as \`https://api.example.com\`. A trailing slash and the prefix of a family (\`/api/v3/mobile\`) may follow. */
  baseUrl: string;
  /** Only for clients that post live updates. */
  feedKey?: string | undefined;
  /** Default: the global \`fetch\`. */
  fetch?: Fetch | undefined;
  /** Sent with every request, such as \`Mock-Session\`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds to wait for a reply; then the request rejects with an error named \`TimeoutError\`. Default: 30,000. */
  timeoutMs?: number | undefined;
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

/** One state of what is followed. */
export interface StreamEvent<Body> {
  id: string;
  body: Body;
}

/**
 * The events of a stream: the current state first, or what followed \`lastEventId\`. When the connection fails, ends or is
 * silent for 30 seconds, it is made again after the last event. Rejects with a \`ProblemError\` that does not pass, such as
 * 404. \`break\` or \`signal\` ends it.
 */
export type Follow<Request, Body> = (
  request: Request & Options & { lastEventId?: string | undefined },
) => AsyncGenerator<StreamEvent<Body>, void, undefined>;

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
 * down: a 503 with the same body. Runs in browsers, React Native and Node.
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
  const { route, method, summary, inQuery, reply, body } = first;
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
    ...comment(`${summary} \`${method} ${last.path}\``, '  '),
    `  readonly ${route}: ${kind}<${request}, ${typeScriptOf(reply)}>;`,
  ];
}

/** The method of a stream, or of several that a parameter in the query selects; the most specific comes first. */
function followLines(streams: readonly Endpoint[]): string[] {
  const { name, path, summary } = streams[0] as Endpoint;
  const types = streams.toReversed().map(({ inPath, inQuery, reply }) => {
    const members = [...inPath, ...inQuery].map((parameter) => `${parameter.name}: ${typeScriptOf(parameter.type)}`);
    return `Follow<{ ${members.join('; ')} }, ${typeScriptOf(reply)}>`;
  });
  return [...comment(`Follows \`${path}\`: ${summary}`, '  '), `  readonly ${name}: ${types.join(' & ')};`];
}

function familyLines({ endpoints, streams }: KitContents, family: Family): string[] {
  const own = (list: readonly Endpoint[]) => list.filter((endpoint) => endpoint.family === family);
  const routes = Map.groupBy(own(endpoints), ({ route }) => route);
  const followed = Map.groupBy(own(streams), ({ route }) => route);
  return [
    `/** The routes of ${family}. */`,
    `export interface Client${pascal(family)} {`,
    ...[...routes.values()].flatMap(methodLines),
    ...[...followed.values()].flatMap(followLines),
    '}',
    '',
  ];
}

/** `client.d.ts`: the methods of the client and their results. */
function clientFile(contents: KitContents): string {
  const { endpoints, streams, head } = contents;
  const types = [...endpoints, ...streams].flatMap(({ reply, body, inPath, inQuery }) => [
    reply,
    ...(body ? [body] : []),
    ...[...inPath, ...inQuery].map(({ type }) => type),
  ]);
  const names = namesIn([...types, { is: 'named', name: 'ProblemDetails' }]);
  const methods = familyNames.flatMap((family) => familyLines(contents, family));
  return `// ${head}

import type { ProblemKey } from './problems.js';
import type { ${names.join(', ')} } from './types.js';

${methods.join('\n')}
${common}`;
}

/** An object literal with one line per member, so that diffs are readable. */
const written = (values: Record<string, object>) =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('')}}`;

/** Bundles a module of this repository and its imports as plain JavaScript. */
export type Bundle = (source: string, format: 'esm' | 'cjs', head: string) => string;

/**
 * The client that the contracts are tested with, with a table in place of the contracts. It is bundled, since Node refuses
 * TypeScript below `node_modules`. Paths start at the root of the repository.
 */
function clientSource({ endpoints }: KitContents): string {
  const tables = Object.fromEntries(familyNames.map((family) => [family, clientTable(family)]));
  return `import { methodsOf } from './contracts/client/methods.ts';
import { checkOptions } from './contracts/client/sender.ts';
export { nextPage } from './contracts/client/methods.ts';
export { ProblemError } from './contracts/client/problem-error.ts';
const tables = ${written(tables)};
export function createClient(given) {
  checkOptions(given);
  const { family, ...options } = given;
  return methodsOf(tables[family], options);
}
export const endpoints = ${written(endpointValues(endpoints))};
export const problemTypes = ${written(problemValues)};
`;
}

/** For `import` and `require` (Jest uses `require`). Older tools ignore `exports` and read `main` and `types`. */
const about = {
  name: 'fightcard-kit',
  version,
  description: 'Client, types, endpoints and problems of a fight-sports API',
  license: 'MIT',
  main: './index.js',
  module: './index.mjs',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.mts', default: './index.mjs' },
      require: { types: './index.d.ts', default: './index.js' },
      default: './index.mjs',
    },
    './package.json': './package.json',
  },
  sideEffects: false,
  files: ['*.js', '*.mjs', '*.d.ts', '*.d.mts'],
};

/** The files of the npm package by name. The package has no dependencies. */
export function typeScriptPackage(contents: KitContents, bundle: Bundle): Map<string, string> {
  const { head } = contents;
  const source = clientSource(contents);
  const parts = ['types', 'endpoints', 'problems', 'client'];
  return new Map([
    ['package.json', `${JSON.stringify(about, null, 2)}\n`],
    ['index.js', bundle(source, 'cjs', head)],
    ['index.mjs', bundle(source, 'esm', head)],
    ['index.d.ts', `// ${head}\n\n${parts.map((part) => `export * from './${part}.js';\n`).join('')}`],
    ['index.d.mts', `// ${head}\n\nexport * from './index.js';\n`],
    ['types.d.ts', typesFile(contents)],
    ['endpoints.d.ts', endpointsFile(contents)],
    ['problems.d.ts', problemsFile(contents)],
    ['client.d.ts', clientFile(contents)],
  ]);
}

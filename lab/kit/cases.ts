import { foreignDetail } from '../../contracts/client/problem-error.ts';
import type { Interaction } from '../../contracts/interactions/interaction.ts';
import { kitModel } from '../../contracts/kit/build.ts';
import { type Fixture, fixtureOf, streamFile } from '../../contracts/kit/fixtures.ts';
import { type Endpoint, streamsOf } from '../../contracts/kit/languages.ts';
import { camel, literal, pascal } from '../../contracts/kit/names.ts';
import { contractsOf, streams } from '../../contracts/openapi/asyncapi.ts';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { Tomorrow } from '../../test/support/kit/tomorrow.ts';

/** A reply to read and to write again. */
export interface Case {
  name: string;
  /** As a fixture names it: `Fighter[]`. */
  type: string;
  body: unknown;
}

/** A request to build; `values` has the path and query parameters that are given. */
export interface RequestCase {
  endpoint: Endpoint;
  values: Map<string, string>;
  body: unknown;
  /** Path and query that it must have. */
  target: string;
}

/** A stream of the kit to read, and the bodies of its events. */
export interface StreamCase {
  endpoint: Endpoint;
  file: string;
  bodies: unknown[];
}

/** Link headers and the next page in them, as `limit cursor`. */
export const links: readonly (readonly [header: string, page: string])[] = [
  ['</news?limit=2&cursor=b%2B2>; rel="next"', '2 b+2'],
  ['<?limit=9>; rel="prev", <?limit=2&cursor=abc>; title="a, rel=next; b"; REL=next', '2 abc'],
  ['<?limit=2&cursor=a>; rel = "last next up", <?cursor=b>; rel="nextish"', '2 a'],
  ['<?cursor=a>; title="rel=next"; rel="prev"', 'none'],
  ['', 'none'],
];

const missing = {
  type: 'urn:problem-type:fight-not-found',
  title: 'No fight',
  status: 404,
  detail: 'x',
  instance: '/',
};

/** Replies that are no success: the type of the problem, its message, and when a stream connects again after Retry-After: 7. */
export const failures: readonly (readonly [
  status: number,
  body: string,
  type: string,
  error: string,
  retryMs?: number,
])[] = [
  [404, JSON.stringify(missing), missing.type, '404 No fight: x'],
  [502, '<html></html>', 'about:blank', `502 HTTP 502: ${foreignDetail}`, 7_000],
  [200, '<html></html>', 'about:blank', `200 HTTP 200: ${foreignDetail}`, 7_000],
];

/**
 * A call of the kit: `V3.fighter(id = 3107)`.
 *
 * @param is between the name and the value of an argument.
 * @param values by name; default: 1 for each.
 */
export function callOf(
  { family, name, inPath, inQuery }: Endpoint,
  nameOf: (name: string) => string,
  is: string,
  values: ReadonlyMap<string, string> = new Map([...inPath, ...inQuery].map((one) => [one.name, '1'])),
  body: string[] = [],
): string {
  const given = [...inPath, ...inQuery].flatMap((one) => {
    const value = values.get(one.name);
    return value === undefined ? [] : [`${nameOf(one.name)}${is}${one.type.is === 'text' ? literal(value) : value}`];
  });
  return `${pascal(family)}.${camel(name)}(${[...given, ...body].join(', ')})`;
}

/** What a program in another language is asked. */
export interface Cases {
  replies: Case[];
  /** The same, with a member and a word that nobody knows at every place where they may come. */
  later: Case[];
  /** What no type may accept. */
  wrong: Case[];
  requests: RequestCase[];
  streams: StreamCase[];
  words: number;
  members: number;
}

const vote = { fight_id: 1, round_num: 1, fighter_statid: 2, client_id: 'a', voted: true, created: 'b' };

const wrong: Case[] = [
  { name: 'a vote', type: 'Vote', body: { ...vote, client_id: undefined } },
  { name: 'a vote with a text for a number', type: 'Vote', body: { ...vote, round_num: 'one' } },
  { name: 'an object for a list', type: 'Fighter[]', body: {} },
  { name: 'a text for an object', type: 'ProblemDetails', body: 'a' },
];

/** The parameters in the target of a request; undefined if it is of another endpoint. */
function valuesIn({ path, inPath, inQuery }: Endpoint, target: string): Map<string, string> | undefined {
  const [asked = '', search = ''] = target.split('?');
  const [names, parts] = [path.split('/'), asked.split('/')];
  const values = new Map<string, string>();
  const fits = names.every((name, n) => {
    const part = decodeURIComponent(parts[n] ?? '');
    if (name.startsWith('{')) values.set(name.slice(1, -1), part);
    return name.startsWith('{') ? part !== '' : name === part;
  });
  if (!fits || names.length !== parts.length) return undefined;
  for (const [name, value] of new URLSearchParams(search)) values.set(name, value);
  const parameters = new Map([...inPath, ...inQuery].map(({ name, type }) => [name, type]));
  const isRight = ([name, value]: [string, string]) =>
    parameters.has(name) && (parameters.get(name)?.is === 'text' || /^-?[0-9]+$/.test(value));
  return [...values].every(isRight) ? values : undefined;
}

/** The requests of the fixtures with a success, the same request once. */
function requestsOf(endpoints: readonly Endpoint[], fixtures: readonly Fixture[]): RequestCase[] {
  const found = new Map<string, RequestCase>();
  for (const { request, reply } of fixtures) {
    if (reply.status >= 300) continue;
    for (const endpoint of endpoints.filter(({ method }) => method === request.method)) {
      const values = valuesIn(endpoint, request.url);
      const key = `${endpoint.id} ${[...(values?.keys() ?? [])]}`;
      if (!values || found.has(key)) continue;
      found.set(key, { endpoint, values, body: request.body, target: request.url });
      break;
    }
  }
  return [...found.values()];
}

/** @throws {Error} naming an endpoint that no fixture asks. */
export function casesOf(document: OpenApiDocument, interactions: readonly Interaction[]): Cases {
  const { model, endpoints } = kitModel(document);
  const fixtures = interactions.map((interaction) => fixtureOf(interaction, document, model));
  const replies = fixtures.flatMap(({ operation, receiving, reply: { type, body } }) =>
    type ? [{ name: `${operation}, ${receiving}`, type, body }] : [],
  );
  const tomorrow = new Tomorrow(model.declarations);
  const later = replies.map((one) => ({ ...one, body: tomorrow.reply(one.type, one.body) }));
  const requests = requestsOf(endpoints, fixtures);
  const missing = endpoints.find(({ id }) => !requests.some(({ endpoint }) => endpoint.id === id));
  if (missing) throw new Error(`no fixture with a success asks ${missing.id}`);
  const followed = streamsOf(endpoints).map((endpoint, n) => {
    const stream = streams[n] as (typeof streams)[number];
    const bodies = contractsOf([stream], interactions).map(({ reply }) => reply.body);
    return { endpoint, file: streamFile(stream), bodies };
  });
  return {
    streams: followed,
    replies,
    later,
    wrong,
    requests,
    words: tomorrow.words,
    members: tomorrow.members,
  };
}

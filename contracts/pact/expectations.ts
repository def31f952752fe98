import { families } from '../families.ts';
import { cacheControl, isConditional, problemCacheControl } from '../http/headers.ts';
import type { Interaction } from '../interactions/interaction.ts';
import { replySchema } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { statsWeightClasses } from '../schemas/vocabulary.ts';
import { type BodyRules, type Echoes, problemRules, schemaRules } from './body-rules.ts';
import { oneOfPattern } from './matchers.ts';

/** The members of a reply that repeat a parameter under another name. */
const repeatedAs: Readonly<Record<string, readonly string[]>> = {
  id: ['id', 'event_id', 'fight_id', 'EventID'],
  fight: ['FightID'],
  born_country: ['Born'],
};

/** An interaction of any consumer. */
export type Expectation = Omit<Interaction, 'consumer'>;

/** Values of the request by the member names under which the reply repeats them. */
export function findEchoes({ request }: Pick<Interaction, 'request'>): Echoes {
  const { params = {}, query = {}, body } = request;
  const sent = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const echoes = new Map<string, unknown>(sent.filter(([, value]) => typeof value !== 'object'));
  for (const [name, value] of [...Object.entries(params), ...Object.entries(query)]) {
    if (name === 'weight_class') {
      const key = String(value).toLowerCase() as keyof typeof statsWeightClasses;
      echoes.set('weight_class', statsWeightClasses[key]);
    }
    for (const member of repeatedAs[name] ?? [name]) {
      const isText = member === 'EventID' || member === 'FightID';
      if (name !== 'weight_class') echoes.set(member, isText ? String(value) : value);
    }
  }
  return echoes;
}

/** In computed replies, only these members vary. */
const moments = ['$.created', '$.time'];

/**
 * The rules of an interaction's reply; `{}` without a body.
 *
 * Stored values match by the schema. Computed values (tallies, votes, scorecards, updates, health) depend only on request
 * and state, so they are exact; so is the live event.
 */
export function bodyRulesOf(interaction: Expectation): BodyRules {
  const { route, family, reply } = interaction;
  const { body } = reply;
  if (body === undefined) return {};
  if (reply.problem && isProblem(body)) return problemRules(body);
  const rules = Object.entries(schemaRules(replySchema(route, family), body, findEchoes(interaction)));
  const { cache } = routeOf(route);
  if (cache === 'content') return Object.fromEntries(rules);
  if (cache !== 'live') return Object.fromEntries(rules.filter(([path]) => moments.includes(path)));
  const decided = Object.entries(body as Record<string, unknown>).flatMap(([name, value]) =>
    value === null || typeof value === 'boolean' || typeof value === 'number' ? [`$.${name}`] : [],
  );
  return Object.fromEntries(rules.filter(([path]) => !decided.includes(path)));
}

const isProblem = (body: unknown): body is Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'instance' in body;

/** A header of a reply: exactly the example, or any value that fits the pattern. */
export interface ExpectedHeader {
  example: string;
  /** Valid in JavaScript and Rust. */
  pattern?: string;
}

const exampleEtag = '"the-etag-of-this-reply"';

const literal = (text: string) => oneOfPattern([text]).slice(2, -2);

/** The next page, on any host, with any cursor. */
function linkPattern(link: string): string | undefined {
  const next = /^<https?:\/\/[^/]+(\/[^?>]*)\?([^>]*?)cursor=[^&>]*([^>]*)>; rel="next"$/.exec(link);
  if (!next) return undefined;
  const [path, before, after] = next.slice(1).map((part) => literal(part));
  return `^<https?://[^/>]+${path}[?]${before}cursor=[A-Za-z0-9_-]+${after}>; rel="next"$`;
}

/** Headers with numbers that the provider chooses. */
const freeHeaders: Readonly<Record<string, string>> = {
  'Retry-After': '^[1-9][0-9]*$',
  'RateLimit-Policy': '^"[a-z]+";q=[0-9]+;w=[0-9]+$',
  RateLimit: '^"[a-z]+";r=[0-9]+;t=[0-9]+$',
};

function cacheControlExpected({ route, reply }: Expectation): string {
  const { cache } = routeOf(route);
  return reply.status < 400 ? cacheControl[cache] : problemCacheControl(reply.status, cache);
}

/**
 * Every header that a consumer relies on, by name: those derived from route, family and status, and those that the
 * interaction declares. A media type matches with or without a charset.
 *
 * @see wire specification 2.5
 */
export function headersOf(interaction: Expectation): Record<string, ExpectedHeader> {
  const { route, family, reply } = interaction;
  const headers: Record<string, ExpectedHeader> = { 'Cache-Control': { example: cacheControlExpected(interaction) } };
  if (reply.status !== 304) {
    const isProblemReply = reply.problem !== undefined && isProblem(reply.body);
    const mediaType = `application/${isProblemReply ? 'problem+' : ''}json`;
    headers['Content-Type'] = {
      example: `${mediaType}; charset=utf-8`,
      pattern: `^${literal(mediaType)}; ?charset=utf-8$`,
    };
    headers['Content-Language'] = { example: families[family].language };
  }
  if ((reply.status === 200 || reply.status === 304) && isConditional(routeOf(route).cache)) {
    headers.ETag = { example: exampleEtag, pattern: '^"[A-Za-z0-9_+/=-]{8,}"$' };
  }
  for (const [name, example] of Object.entries(reply.headers ?? {})) {
    const pattern = name === 'Link' ? linkPattern(example) : freeHeaders[name];
    headers[name] = { example, ...(pattern && { pattern }) };
  }
  return headers;
}

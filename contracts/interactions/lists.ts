import type { Family } from '../families.ts';
import { cursorOf, nextLink } from '../http/cursors.ts';
import type { RouteName } from '../routes.ts';
import { given, type State } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, type InteractionRequest, problem, success, urlOf } from './interaction.ts';
import { invalidRequest, published } from './request.ts';
import { settings } from './settings.ts';

/**
 * One success per record, so that a user can follow every id in any reply to its record.
 *
 * @param what the kind of record in descriptions: "fighter".
 * @param records the first is the default of the route.
 */
export function perRecord<R extends { id: number | string }>(
  route: RouteName,
  family: Family,
  expected: {
    what: string;
    records: readonly R[];
    /** The description, from "one fighter" or "fighter 3107"; default: as it is. */
    receiving?: (which: string) => string;
    given: (record: R) => State | State[];
    parameter?: string;
    body: (record: R) => unknown;
  },
): Interaction[] {
  const { what, records, receiving = (which: string) => which, parameter = 'id', body } = expected;
  return records.map((record, index) =>
    success(route, family, {
      receiving: receiving(index === 0 ? `one ${what}` : `${what} ${record.id}`),
      given: expected.given(record),
      request: { params: { [parameter]: record.id } },
      body: body(record),
    }),
  );
}

interface List {
  /** The name of the list in descriptions: "news". */
  what: string;
  given?: State | State[];
  request?: InteractionRequest;
  body: unknown[];
}

type Query = NonNullable<InteractionRequest['query']>;

export function whole(
  route: RouteName,
  family: Family,
  { what, given: states = published, request = {}, body }: List,
): Interaction {
  return success(route, family, { receiving: what, given: states, request, body });
}

/**
 * The first half of a list, whose `Link` names the next page, and the next page, which is the last.
 *
 * @param keys sort keys of the rows; at least two.
 */
export function inPages(
  route: RouteName,
  family: Family,
  { what, given: states = published, request = {}, body }: List,
  keys: readonly string[],
): Interaction[] {
  const limit = Math.ceil(keys.length / 2);
  const lastKey = keys[limit - 1];
  if (keys.length !== body.length || keys.length < 2 || lastKey === undefined) {
    throw new Error(
      `${what}: found ${body.length} rows and ${keys.length} sort keys; pages need at least two rows and a key for each`,
    );
  }
  const first = { ...request, query: { ...request.query, limit } };
  const next = { ...request, query: { ...request.query, limit, cursor: cursorOf(lastKey) } };
  return [
    success(route, family, {
      receiving: `the first page of ${what}`,
      given: states,
      request: first,
      body: body.slice(0, limit),
      headers: { Link: nextLink(settings.publicUrl + urlOf({ route, family, request: next })) },
    }),
    success(route, family, {
      receiving: `the next page of ${what}`,
      given: states,
      request: next,
      body: body.slice(limit),
    }),
  ];
}

export function whenEmpty(
  route: RouteName,
  family: Family,
  what: string,
  { body = [], alsoGiven = [] }: { body?: unknown; alsoGiven?: State[] } = {},
): Interaction {
  return success(route, family, {
    receiving: `${what} when there is no content`,
    given: [given('there is no content'), ...alsoGiven],
    body,
  });
}

/**
 * Every reply of a list route: the whole list, the list without content, in pages, and with invalid parameters.
 *
 * @param list `keys`: sort keys of the rows; `empty`: the list without content, default `[]`; `unfit`: an invalid query and
 *   its description; default: a limit of 0.
 */
export function listOf(
  route: RouteName,
  family: Family,
  list: List & { keys: readonly string[]; empty?: unknown[]; unfit?: [receiving: string, Query] },
): Interaction[] {
  const { keys, empty = [], unfit: [how, query] = ['with limit=0', { limit: 0 }], ...all } = list;
  return [
    whole(route, family, all),
    whenEmpty(route, family, list.what, { body: empty }),
    ...inPages(route, family, all, keys),
    invalidRequest(route, family, { receiving: `${list.what} ${how}`, request: { query } }),
  ];
}

/** The states and the problem of a kind of record that is requested by its id. */
const kinds = {
  article: ['an article exists', 'there is no such article', 'article-not-found', 'an article'],
  event: ['an event exists', 'there is no such event', 'event-not-found', 'an event'],
  fight: ['a fight exists', 'there is no such fight', 'fight-not-found', 'a fight'],
  fighter: ['a fighter exists', 'there is no such fighter', 'fighter-not-found', 'a fighter'],
  'media item': ['a media item exists', 'there is no such media item', 'media-item-not-found', 'a media item'],
  'ring presenter': [
    'a ring presenter exists',
    'there is no such ring presenter',
    'ring-presenter-not-found',
    'a ring presenter',
  ],
} as const;

/** A request with an unknown id, and a request with a malformed id. */
export function wrongIds(
  route: RouteName,
  family: Family,
  what: keyof typeof kinds,
  request: (which: string) => string,
  { parameter = 'id', query }: { parameter?: string; query?: Query } = {},
): Interaction[] {
  const [, unknown, key, some] = kinds[what];
  return [
    problem(route, family, key, {
      receiving: request(`${some} that does not exist`),
      given: given(unknown, { id: ids.unknown }),
      request: { params: { [parameter]: ids.unknown } },
    }),
    invalidRequest(route, family, {
      receiving: `${request(`${some} with a malformed id`)}${query ? ' and limit=0' : ''}`,
      request: { params: { [parameter]: 'abc' }, ...(query && { query }) },
    }),
  ];
}

/** Every reply of a route of one record: each record of the world, an unknown id, and a malformed id. */
export function recordOf<R extends { id: number | string }>(
  route: RouteName,
  family: Family,
  expected: {
    what: keyof typeof kinds;
    records: readonly R[];
    /** The description, from "one fighter" or "a fighter that does not exist"; default: as it is. */
    receiving?: (which: string) => string;
    body: (record: R) => unknown;
  },
): Interaction[] {
  const { what, receiving = (which: string) => which } = expected;
  return [
    ...perRecord(route, family, {
      ...expected,
      receiving,
      given: ({ id }) => given(kinds[what][0], { id }),
    }),
    ...wrongIds(route, family, what, receiving),
  ];
}

import type { Family } from '../families.ts';
import { cursorOf } from '../http/cursors.ts';
import type { RouteName } from '../routes.ts';
import { nextLink } from '../rules/next-link.ts';
import { given, type State } from '../states.ts';
import { type Interaction, type InteractionRequest, success, urlOf } from './interaction.ts';
import { settings } from './settings.ts';

/**
 * One success per record, so that a user can follow every id in any reply to its record.
 *
 * @param what names the kind of record in descriptions: "fighter".
 * @param records the first is the default of the route.
 */
export function perRecord<R extends { id: number | string }>(
  route: RouteName,
  family: Family,
  expected: {
    what: string;
    records: readonly R[];
    /** The description, from "one fighter" or "fighter 3107"; default: "a request for …". */
    receiving?: (which: string) => string;
    given: (record: R) => State | State[];
    parameter?: string;
    body: (record: R) => unknown;
  },
): Interaction[] {
  const { what, records, receiving = (which: string) => `a request for ${which}`, parameter = 'id', body } = expected;
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
  /** Names the list in descriptions: "news". */
  what: string;
  given?: State | State[];
  request?: InteractionRequest;
  body: unknown[];
}

/** The whole list. */
export function whole(route: RouteName, family: Family, { what, given: states, request, body }: List): Interaction {
  return success(route, family, {
    receiving: `a request for ${what}`,
    given: states ?? given('the sample content is published'),
    ...(request && { request }),
    body,
  });
}

/**
 * The first half of a list, which names the next page in its `Link`, and that page, which is the last.
 *
 * @param keys sort keys of the rows; at least two.
 */
export function inPages(
  route: RouteName,
  family: Family,
  { what, given: states, request = {}, body }: List,
  keys: readonly string[],
): Interaction[] {
  const limit = Math.ceil(keys.length / 2);
  const lastKey = keys[limit - 1];
  if (keys.length !== body.length || keys.length < 2 || lastKey === undefined) {
    throw new Error(`${what} cannot be read in pages`);
  }
  const at = states ?? given('the sample content is published');
  const first = { ...request, query: { ...request.query, limit } };
  const next = { ...request, query: { ...request.query, limit, cursor: cursorOf(lastKey) } };
  return [
    success(route, family, {
      receiving: `a request for ${what} by pages`,
      given: at,
      request: first,
      body: body.slice(0, limit),
      headers: { Link: nextLink(settings.publicUrl + urlOf({ route, family, request: next })) },
    }),
    success(route, family, {
      receiving: `a request for the next page of ${what}`,
      given: at,
      request: next,
      body: body.slice(limit),
    }),
  ];
}

/** The list of a provider without content. */
export function whenEmpty(
  route: RouteName,
  family: Family,
  what: string,
  { body = [], alsoGiven = [] }: { body?: unknown; alsoGiven?: State[] } = {},
): Interaction {
  return success(route, family, {
    receiving: `a request for ${what} when there is no content`,
    given: [given('there is no content'), ...alsoGiven],
    body,
  });
}

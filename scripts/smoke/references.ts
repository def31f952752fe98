import type { TSchema } from 'typebox';
import type { RouteName } from '../../contracts/routes.ts';
import type { JsonSchema } from '../../contracts/schemas/json-schema.ts';
import { fits } from '../../contracts/schemas/validation/fits.ts';

/** What a reply refers to: a record of a route by its id, or the feed at an address. */
export type Reference =
  | { route: RouteName; id: number | string; url?: undefined }
  /** `needed`: whether the feed must be there; some addresses are sent before it is. */
  | { url: string; route?: undefined; needed: boolean };

/** The route of the record that an `id` belongs to, by the name of its schema without `Detail` and `V1`. */
const recordRoutes: Readonly<Record<string, RouteName>> = {
  ...{ News: 'article', Article: 'article', Media: 'media_item', MediaItem: 'media_item' },
  ...{ Fighter: 'fighter', Champion: 'fighter', Event: 'event', Fight: 'fight_votes', RingPresenter: 'octagon_girl' },
};

/** Members that hold the id of another record. */
const memberRoutes: Readonly<Record<string, RouteName>> = {
  ...{ fighter_id: 'fighter', article_fighter_id: 'fighter', fighter1_id: 'fighter', fighter2_id: 'fighter' },
  ...{ main_event_fighter1_id: 'fighter', main_event_fighter2_id: 'fighter' },
  ...{ event_id: 'event', fight_id: 'fight_votes' },
  ...{ media_id: 'media_item', article_media_id: 'media_item', octagon_girl_media_id: 'media_item' },
};

/** Members that hold the address of a feed. Only the first is left out while there is no feed. */
const feedMembers: Readonly<Record<string, boolean>> = {
  live_event_url: true,
  fm_fnt_feed_url: false,
  fm_stats_feed_url: false,
  fm_fight_rhythm_feed_url: false,
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/**
 * Every reference in a reply, repeats included. Ids of 0 and null and addresses with `-1` stand for "none".
 *
 * @param schema of the reply, which says what kind of record an `id` belongs to.
 */
export function* referencesIn(schema: TSchema, value: unknown): Generator<Reference> {
  const { $id = '', anyOf, properties = {}, items } = schema as JsonSchema;
  const branch = anyOf?.find((candidate) => fits(candidate, value));
  if (branch) yield* referencesIn(branch, value);
  else if (Array.isArray(value)) for (const element of value) yield* referencesIn(items ?? {}, element);
  else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const route = name === 'id' ? recordRoutes[$id.replace(/(Detail)?(V1)?$/, '')] : memberRoutes[name];
      const needed = feedMembers[name];
      if (route && typeof inner === 'number' && inner > 0) yield { route, id: inner };
      else if (needed !== undefined && typeof inner === 'string' && !inner.includes('-1')) yield { url: inner, needed };
      else if (isObject(inner)) yield* referencesIn(properties[name] ?? {}, inner);
    }
  }
}

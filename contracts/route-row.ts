import type { TSchema } from 'typebox';
import type { CollectionName } from './content/collections/index.ts';
import type { Family } from './families.ts';
import type { CacheKind } from './http/headers.ts';
import type { ProblemKey } from './problems.ts';
import type { ParameterName } from './schemas/parameters.ts';

/** The areas of the service, which group the routes in the documentation. */
export const tags = {
  service: 'Root, health, translations and the service pages',
  live: 'What is on now',
  news: 'News articles',
  media: 'Videos and galleries',
  fighters: 'Fighters, title holders and statistics',
  'octagon-girls': 'Ring presenters',
  events: 'Events, fight cards, tickets and watching',
  votes: 'Audience votes on rounds',
  scoring: 'Audience scorecards',
  metrics: 'Live metrics from the supplier',
  alerts: 'Alerts',
} as const;

export interface RouteRow {
  /** Default: GET. */
  method?: 'GET' | 'POST';
  /** As the interface specification writes it, after the family's prefix. */
  path: string;
  tag: keyof typeof tags;
  summary: string;
  /** The reply in each family that has the route; for a list route, the schema of an element. */
  reply: Partial<Record<Family, TSchema>>;
  /** A value of the world for every path parameter, for smoke tests and the tests of rules for all routes. */
  sample?: Readonly<Record<string, string | number>>;
  /** A bare array, paged by `limit` and `cursor`. */
  list?: {
    /** The number of rows without `limit`. */
    limit: 'all' | 100;
    /** The collection of the rows, or the other source of their sort keys. */
    sortKey: CollectionName | 'fight' | 'division';
  };
  /** Default: content. */
  cache?: CacheKind;
  problems?: readonly ProblemKey[];
  /** Rules of path parameters whose rule has another name. */
  parameters?: Readonly<Record<string, ParameterName>>;
  query?: readonly ParameterName[];
  body?: TSchema;
  /** Bytes. */
  bodyLimit?: number;
  /** The statuses of success; a GET has only 200. */
  success?: readonly [200, 201];
  /** Needs `Authorization: Bearer <feed key>`. */
  credential?: 'feed';
  /** Can also be followed: `Accept: text/event-stream` gets one event for each state. */
  stream?: true;
}

/** The same schema in both families. */
export const both = <S extends TSchema>(schema: S) => ({ v3: schema, v1: schema });

export const kibibyte = 1024;

import type { TSchema } from 'typebox';
import type { CollectionName } from './content/collections/index.ts';
import type { Family } from './families.ts';
import type { CacheKind } from './http/headers.ts';
import type { ProblemKey } from './problems.ts';
import type { ParameterName } from './schemas/parameters.ts';

/** Which area of the service a route belongs to; the groups of the documentation. */
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

/** One row of the route table. */
export interface RouteRow {
  /** Default: GET. */
  method?: 'GET' | 'POST';
  /** As the interface specification writes it, after the family's prefix. */
  path: string;
  tag: keyof typeof tags;
  /** One sentence for the documentation. */
  summary: string;
  /** What each family that has the route replies with; of a list route, one element. */
  reply: Partial<Record<Family, TSchema>>;
  /** A value of every path parameter that the world has: for smoke tests and for what holds on every route. */
  sample?: Readonly<Record<string, string | number>>;
  /** A bare array, paged by `limit` and `cursor`. */
  list?: {
    /** How many rows come without `limit`. */
    limit: 'all' | 100;
    /** The collection that the rows are records of, or what else their sort keys are made from. */
    sortKey: CollectionName | 'fight' | 'division';
  };
  /** Default: content. */
  cache?: CacheKind;
  /** Problems beyond those that every route can answer. */
  problems?: readonly ProblemKey[];
  /** Path parameters whose name alone does not say their rule. */
  parameters?: Readonly<Record<string, ParameterName>>;
  query?: readonly ParameterName[];
  body?: TSchema;
  /** Bytes. */
  bodyLimit?: number;
  /** The statuses of success; a GET knows 200 only. */
  success?: readonly [200, 201];
  /** Needs `Authorization: Bearer <feed key>`. */
  credential?: 'feed';
  /** Can also be followed: `Accept: text/event-stream` gets one event for each state. */
  stream?: true;
}

/** The same schema in both families. */
export const both = <S extends TSchema>(schema: S) => ({ v3: schema, v1: schema });

export const kibibyte = 1024;

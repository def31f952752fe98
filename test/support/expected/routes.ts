/**
 * The operations as the wire specification lists them (1, 2.1, 2.4), written out: it imports nothing, so that a change
 * of the route table is a difference.
 */
import { type CacheKind, type Family, prefixes } from './headers.ts';

/**
 * Columns: families, name, method, path, cache kind, rows of a list without `limit`, problems beyond those of every
 * route. A path with two optional parts stands for four operations.
 */
const table = `
v3 v1 | root                             | GET  | /                                                     | content |     |
v3 v1 | health                           | GET  | /health                                               | none    |     |
v3    | translations                     | GET  | /translations/:id                                     | content |     | translation-not-found
v3 v1 | streaming_video                  | GET  | /live                                                 | live    |     |
v3 v1 | live_content                     | GET  | /live_content                                         | live    |     |
v3 v1 | chat                             | GET  | /chat                                                 | content |     |
v3 v1 | instructions                     | GET  | /instructions                                         | content |     |
v3 v1 | news                             | GET  | /news                                                 | content | 100 |
v3 v1 | article                          | GET  | /news/:id                                             | content |     | article-not-found
v3 v1 | media                            | GET  | /media                                                | content | 100 |
v3 v1 | media_item                       | GET  | /media/:id                                            | content |     | media-item-not-found
v3 v1 | title_holders                    | GET  | /fighters/title_holders                               | content | all |
v3 v1 | fighters                         | GET  | /fighters                                             | content | all |
v3 v1 | fighter                          | GET  | /fighters/:id                                         | content |     | fighter-not-found
v3    | fighters_stats_filter_key_values | GET  | /fighters/stats_filter_key_values                     | content |     |
v3    | fighters_stats                   | GET  | /fighters/stats                                       | content | all |
v3    | fighters_stats                   | GET  | /fighters/stats/weight_class/:weight_class            | content | all |
v3    | fighters_stats                   | GET  | /fighters/stats/born_country/:born_country            | content | all |
v3    | fighters_stats                   | GET  | /fighters/stats/weight_class/:weight_class/born_country/:born_country | content | all |
v3    | fighter_news                     | GET  | /fighters/:fighter_id/news                            | content | 100 | fighter-not-found
v3    | fighter_media                    | GET  | /fighters/:fighter_id/media                           | content | 100 | fighter-not-found
v3    | octagon_girls                    | GET  | /octagon_girls                                        | content | all |
v3    | octagon_girl                     | GET  | /octagon_girls/:id                                    | content |     | ring-presenter-not-found
v3 v1 | events                           | GET  | /events                                               | content | all |
v3 v1 | event                            | GET  | /events/:id                                           | content |     | event-not-found
v3    | event_fights                     | GET  | /events/:event_id/fights                              | content | all | event-not-found
v3    | event_media                      | GET  | /events/:event_id/media                               | content | 100 | event-not-found
v3    | event_highlights                 | GET  | /events/:event_id/highlights                          | content | 100 | event-not-found
v3    | fight_votes                      | GET  | /fights/:id/votes                                     | tally   |     | fight-not-found
v3    | fight_vote_read                  | GET  | /fights/:id/round/:round_num/fighter/:fighter_statid/vote/:client_id | private | | fight-not-found vote-not-found
v3    | fight_vote_cast                  | POST | /fights/:id/vote                                      | none    |     | fight-not-found voting-closed
v3 v1 | round_scoring                    | GET  | /events/round_scoring/:id                             | tally   |     | event-not-found
v3 v1 | score_round                      | POST | /events/score_round                                   | none    |     | event-not-found fight-not-found scoring-closed
v3 v1 | discuss_event                    | GET  | /events/:id/discuss                                   | content |     | event-not-found
v3 v1 | event_tickets                    | GET  | /events/:id/tickets                                   | content |     | event-not-found
v3 v1 | watch_event                      | GET  | /events/:id/watch                                     | content |     | event-not-found
v1    | fight_metrics_listing            | GET  | /fight_metrics                                        | live    | all |
v1    | fight_metrics_live_event_url     | GET  | /fight_metrics/live_event_url                         | live    |     |
v1    | fight_metrics_live_event         | GET  | /fight_metrics/live_event/:id                         | live    |     | live-event-not-found live-fight-not-found
v1    | fight_metrics_update_live_event  | POST | /fight_metrics/update_live_event                      | none    |     | feed-key-required feed-key-rejected sequence-conflict
v3 v1 | alerts                           | GET  | /alerts                                               | content | 100 |
`;

/** Routes that can be followed as a stream of Server-Sent Events. */
const followed = ['fight_votes', 'round_scoring', 'fight_metrics_live_event'];

export interface ExpectedOperation {
  /** `v3.fighters_stats.weight_class`. */
  id: string;
  name: string;
  family: Family;
  method: 'GET' | 'POST';
  /** With the family's prefix and `:names`. */
  path: string;
  cache: CacheKind;
  isConditional: boolean;
  /** A bare array, with this many rows where no limit is asked for; undefined for anything else. */
  list: 'all' | 100 | undefined;
  stream: boolean;
  /** Problems beyond those of every route and of every POST. */
  problems: readonly string[];
  bodyLimit: number;
  needsFeedKey: boolean;
  allow: string;
}

function operationsOf(row: string): ExpectedOperation[] {
  const [families = '', name = '', method = '', path = '', cache = '', rows = '', problems = ''] = row
    .split('|')
    .map((cell) => cell.trim());
  const optional = name === 'fighters_stats' ? [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter) : [];
  const isFeed = name === 'fight_metrics_update_live_event';
  return families.split(' ').map((family) => ({
    ...{ id: [family, name, ...optional].join('.'), name, family: family as Family },
    ...{ method: method as 'GET' | 'POST', path: prefixes[family as Family] + path },
    ...{ cache: cache as CacheKind, isConditional: ['content', 'live', 'tally'].includes(cache) },
    list: rows === 'all' ? 'all' : rows === '100' ? 100 : undefined,
    stream: followed.includes(name),
    problems: problems.split(' ').filter((key) => key !== ''),
    bodyLimit: isFeed ? 1_048_576 : 16_384,
    needsFeedKey: isFeed,
    allow: method === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS',
  }));
}

export const expectedOperations: readonly ExpectedOperation[] = (['v3', 'v1'] as const).flatMap((family) =>
  table
    .trim()
    .split('\n')
    .flatMap(operationsOf)
    .filter((operation) => operation.family === family),
);

/** Problems that every route can answer, and those that every POST can answer besides. */
export const problemsOfEveryRoute = [
  ...['invalid-request', 'method-not-allowed', 'not-acceptable'],
  ...['too-many-requests', 'internal-error', 'service-unavailable'],
] as const;
export const problemsOfEveryPost = [
  ...['malformed-json', 'body-too-large', 'unsupported-media-type', 'invalid-body', 'outcome-unknown'],
] as const;

/** Every problem of an operation, its own first. */
export const problemsOf = ({ problems, method }: ExpectedOperation): readonly string[] => [
  ...problems,
  ...(method === 'POST' ? problemsOfEveryPost : []),
  ...problemsOfEveryRoute,
];

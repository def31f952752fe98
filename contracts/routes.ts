import type { TSchema } from 'typebox';
import type { CollectionName } from './content/collections/index.ts';
import { type Family, familyNames } from './families.ts';
import type { CacheKind } from './http/headers.ts';
import type { ProblemKey } from './problems.ts';
import * as schemas from './schemas/all.ts';
import type { ParameterName, parameters } from './schemas/parameters.ts';
import { Type } from './schemas/type.ts';
import { ids } from './world/ids.ts';

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
  /** For people, at most 40 characters. */
  title: string;
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
const both = <S extends TSchema>(schema: S) => ({ v3: schema, v1: schema });

const kibibyte = 1024;

/**
 * Section 4 of the interface specification as data, one row per route name. The routes of server and mock, the OpenAPI
 * paths, the client, coverage and the root documents derive from it. The order of rows does not matter: `PathTree` chooses
 * between two paths that fit. README.md has the steps for a new route.
 */
export const routes = {
  root: {
    path: '/',
    tag: 'service',
    title: 'Routes of a family',
    summary: 'Lists the routes of this family.',
    reply: both(schemas.Root),
  },
  health: {
    path: '/health',
    tag: 'service',
    title: 'Health',
    summary: 'Says whether the service can answer; 503 only before the first load and while draining.',
    reply: both(schemas.Health),
    cache: 'none',
  },
  translations: {
    path: '/translations/:id',
    sample: { id: ids.translation },
    tag: 'service',
    title: 'Translations',
    summary: 'One bundle of texts by key.',
    reply: { v3: schemas.Translation },
    problems: ['translation-not-found'],
    parameters: { id: 'translation_id' },
  },
  streaming_video: {
    path: '/live',
    tag: 'live',
    title: 'Live video',
    summary: 'The live video stream, and whether its event is running.',
    reply: both(schemas.Live),
    cache: 'live',
  },
  live_content: {
    path: '/live_content',
    tag: 'live',
    title: 'Live content',
    summary: 'The live or next event with its media and news.',
    reply: { v3: schemas.LiveContent, v1: schemas.LiveContentV1 },
    cache: 'live',
  },
  chat: {
    path: '/chat',
    tag: 'service',
    title: 'Chat',
    summary: 'Where the chat is, when there is one.',
    reply: both(schemas.Chat),
  },
  instructions: {
    path: '/instructions',
    tag: 'service',
    title: 'How to use the app',
    summary: 'How to use the application.',
    reply: both(schemas.Instructions),
  },
  news: {
    path: '/news',
    tag: 'news',
    title: 'News',
    summary: 'News, newest first.',
    reply: both(schemas.News),
    list: { limit: 100, sortKey: 'news' },
  },
  article: {
    path: '/news/:id',
    sample: { id: ids.article },
    tag: 'news',
    title: 'One article',
    summary: 'One article with its text, lead media item, fighters and related news.',
    reply: { v3: schemas.Article, v1: schemas.ArticleV1 },
    problems: ['article-not-found'],
  },
  media: {
    path: '/media',
    tag: 'media',
    title: 'Media',
    summary: 'Media items, newest first.',
    reply: both(schemas.Media),
    list: { limit: 100, sortKey: 'media' },
  },
  media_item: {
    path: '/media/:id',
    sample: { id: ids.photoGallery },
    tag: 'media',
    title: 'One media item',
    summary: 'One media item with its photos.',
    reply: both(schemas.MediaItem),
    problems: ['media-item-not-found'],
  },
  title_holders: {
    path: '/fighters/title_holders',
    tag: 'fighters',
    title: 'Title holders',
    summary: 'One row per division, vacant divisions last.',
    reply: { v3: schemas.TitleHolder, v1: schemas.TitleHolderV1 },
    list: { limit: 'all', sortKey: 'division' },
  },
  fighters: {
    path: '/fighters',
    tag: 'fighters',
    title: 'Fighters',
    summary: 'Fighters, title holders first.',
    reply: { v3: schemas.Fighter, v1: schemas.FighterV1 },
    list: { limit: 'all', sortKey: 'fighters' },
  },
  fighter: {
    path: '/fighters/:id',
    sample: { id: ids.champion },
    tag: 'fighters',
    title: 'One fighter',
    summary: 'One fighter with career figures and bouts.',
    reply: { v3: schemas.FighterDetail, v1: schemas.FighterDetailV1 },
    problems: ['fighter-not-found'],
  },
  fighters_stats_filter_key_values: {
    path: '/fighters/stats_filter_key_values',
    tag: 'fighters',
    title: 'Filters of the statistics',
    summary: 'The keys by which fighter statistics can be filtered.',
    reply: { v3: schemas.StatsFilters },
  },
  fighters_stats: {
    path: '/fighters/stats(/weight_class/:weight_class)(/born_country/:born_country)',
    sample: { weight_class: ids.statsWeightKey, born_country: ids.statsCountry },
    tag: 'fighters',
    title: 'Statistics',
    summary: 'Fighter statistics, by weight class, country of birth, both or neither.',
    reply: { v3: schemas.Stat },
    list: { limit: 'all', sortKey: 'stats' },
  },
  fighter_news: {
    path: '/fighters/:fighter_id/news',
    sample: { fighter_id: ids.champion },
    tag: 'fighters',
    title: 'News about a fighter',
    summary: 'News about one fighter, newest first.',
    reply: { v3: schemas.News },
    list: { limit: 100, sortKey: 'news' },
    problems: ['fighter-not-found'],
  },
  fighter_media: {
    path: '/fighters/:fighter_id/media',
    sample: { fighter_id: ids.champion },
    tag: 'fighters',
    title: 'Media about a fighter',
    summary: 'Media about one fighter, newest first.',
    reply: { v3: schemas.Media },
    list: { limit: 100, sortKey: 'media' },
    problems: ['fighter-not-found'],
  },
  octagon_girls: {
    path: '/octagon_girls',
    tag: 'octagon-girls',
    title: 'Ring presenters',
    summary: 'Ring presenters by name.',
    reply: { v3: schemas.RingPresenter },
    list: { limit: 'all', sortKey: 'octagon_girls' },
  },
  octagon_girl: {
    path: '/octagon_girls/:id',
    sample: { id: ids.ringPresenter },
    tag: 'octagon-girls',
    title: 'One ring presenter',
    summary: 'One ring presenter.',
    reply: { v3: schemas.RingPresenter },
    problems: ['ring-presenter-not-found'],
  },
  events: {
    path: '/events',
    tag: 'events',
    title: 'Events',
    summary: 'Events, latest first.',
    reply: { v3: schemas.Event, v1: schemas.EventV1 },
    list: { limit: 'all', sortKey: 'events' },
  },
  event: {
    path: '/events/:id',
    sample: { id: ids.liveEvent },
    tag: 'events',
    title: 'One event',
    summary: 'One event with its fights.',
    reply: { v3: schemas.EventDetail, v1: schemas.EventDetailV1 },
    problems: ['event-not-found'],
  },
  event_fights: {
    path: '/events/:event_id/fights',
    sample: { event_id: ids.liveEvent },
    tag: 'events',
    title: 'Fights of an event',
    summary: 'The fights of one event, main event first.',
    reply: { v3: schemas.Fight },
    list: { limit: 'all', sortKey: 'fight' },
    problems: ['event-not-found'],
  },
  event_media: {
    path: '/events/:event_id/media',
    sample: { event_id: ids.liveEvent },
    tag: 'events',
    title: 'Media about an event',
    summary: 'Media about one event, newest first.',
    reply: { v3: schemas.Media },
    list: { limit: 100, sortKey: 'media' },
    problems: ['event-not-found'],
  },
  event_highlights: {
    path: '/events/:event_id/highlights',
    sample: { event_id: ids.liveEvent },
    tag: 'events',
    title: 'Highlights of an event',
    summary: 'The highlights among the media of one event, newest first.',
    reply: { v3: schemas.Media },
    list: { limit: 100, sortKey: 'media' },
    problems: ['event-not-found'],
  },
  fight_votes: {
    path: '/fights/:id/votes',
    sample: { id: ids.fightInProgress },
    tag: 'votes',
    title: 'Votes on a fight',
    summary: 'How the audience voted, round by round.',
    reply: { v3: schemas.VoteTally },
    cache: 'tally',
    stream: true,
    problems: ['fight-not-found'],
  },
  fight_vote_read: {
    path: '/fights/:id/round/:round_num/fighter/:fighter_statid/vote/:client_id',
    sample: {
      id: ids.fightInProgress,
      fighter_statid: ids.fightInProgressFighter1Statid,
      round_num: 2,
      client_id: ids.clientId,
    },
    tag: 'votes',
    title: 'Read a vote',
    summary: 'The vote of one client for one fighter in one round.',
    reply: { v3: schemas.Vote },
    cache: 'private',
    problems: ['fight-not-found', 'vote-not-found'],
  },
  fight_vote_cast: {
    method: 'POST',
    path: '/fights/:id/vote',
    sample: { id: ids.fightInProgress },
    tag: 'votes',
    title: 'Cast a vote',
    summary: 'Casts the vote of one client in one round, or moves it to the other fighter.',
    reply: { v3: schemas.Vote },
    cache: 'none',
    problems: ['fight-not-found', 'voting-closed'],
    body: schemas.VoteBody,
    bodyLimit: 16 * kibibyte,
    success: [200, 201],
  },
  round_scoring: {
    path: '/events/round_scoring/:id',
    sample: { id: ids.liveEvent },
    tag: 'scoring',
    title: 'Mean scores of an event',
    summary: "The audience's mean scores of every round of an event.",
    reply: both(schemas.RoundScoring),
    cache: 'tally',
    stream: true,
    problems: ['event-not-found'],
  },
  score_round: {
    method: 'POST',
    path: '/events/score_round',
    tag: 'scoring',
    title: 'Score a round',
    summary: 'Sends the scorecard of one client for one round, or replaces it.',
    reply: both(schemas.Scorecard),
    cache: 'none',
    problems: ['event-not-found', 'fight-not-found', 'scoring-closed'],
    body: schemas.ScoreBody,
    bodyLimit: 16 * kibibyte,
    success: [200, 201],
  },
  discuss_event: {
    path: '/events/:id/discuss',
    sample: { id: ids.liveEvent },
    tag: 'events',
    title: 'Discuss an event',
    summary: 'Where one event is discussed.',
    reply: both(schemas.Discussion),
    problems: ['event-not-found'],
  },
  event_tickets: {
    path: '/events/:id/tickets',
    sample: { id: ids.liveEvent },
    tag: 'events',
    title: 'Tickets of an event',
    summary: 'Where tickets of one event are sold.',
    reply: both(schemas.Tickets),
    problems: ['event-not-found'],
  },
  watch_event: {
    path: '/events/:id/watch',
    sample: { id: ids.liveEvent },
    tag: 'events',
    title: 'How to watch an event',
    summary: 'How to watch one event.',
    reply: both(schemas.Watch),
    problems: ['event-not-found'],
  },
  fight_metrics_listing: {
    path: '/fight_metrics',
    tag: 'metrics',
    title: 'Events of the metrics supplier',
    summary: 'Every event that the metrics supplier knows, latest first.',
    reply: { v1: schemas.MetricsEntry },
    list: { limit: 'all', sortKey: 'events' },
    cache: 'live',
  },
  fight_metrics_live_event_url: {
    path: '/fight_metrics/live_event_url',
    tag: 'metrics',
    title: 'Address of the live feed',
    summary: 'Where the feed of the live event is.',
    reply: { v1: schemas.LiveEventUrl },
    cache: 'live',
  },
  fight_metrics_live_event: {
    path: '/fight_metrics/live_event/:id',
    sample: { id: ids.liveEventStatid },
    tag: 'metrics',
    title: 'Live feed of an event',
    summary: 'The feed of one event, or with `fight` the statistics of one bout.',
    reply: { v1: Type.Union([schemas.EventFeed, schemas.BoutFeed]) },
    cache: 'live',
    stream: true,
    problems: ['live-event-not-found', 'live-fight-not-found'],
    parameters: { id: 'live_event_id' },
    query: ['fight'],
  },
  fight_metrics_update_live_event: {
    method: 'POST',
    path: '/fight_metrics/update_live_event',
    tag: 'metrics',
    title: 'Post a snapshot of the feed',
    summary: 'Takes a whole snapshot of one event or of one bout from the supplier.',
    reply: { v1: schemas.UpdateResult },
    cache: 'none',
    problems: ['feed-key-required', 'feed-key-rejected', 'sequence-conflict'],
    body: schemas.LiveUpdate,
    bodyLimit: kibibyte * kibibyte,
    credential: 'feed',
  },
  alerts: {
    path: '/alerts',
    tag: 'alerts',
    title: 'Alerts',
    summary: 'Alerts that have not expired, newest first.',
    reply: both(schemas.Alert),
    list: { limit: 100, sortKey: 'alerts' },
  },
} as const satisfies Record<string, RouteRow>;

export type RouteName = keyof typeof routes;

/** A row without the literal types. */
export type Route = RouteRow & Required<Pick<RouteRow, 'method' | 'cache'>> & { name: RouteName };

export const routeNames = Object.keys(routes) as readonly RouteName[];

/** Built once: every request reads its row several times. */
const rows = new Map<RouteName, Route>(
  routeNames.map((name) => [name, { method: 'GET', cache: 'content', ...(routes[name] as RouteRow), name }]),
);

export const routeOf = (name: RouteName): Route => rows.get(name) as Route;

export const familiesOf = (name: RouteName): Family[] => familyNames.filter((family) => routeOf(name).reply[family]);

export const routesOf = (family: Family): RouteName[] => routeNames.filter((name) => routeOf(name).reply[family]);

export type Row<N extends RouteName> = (typeof routes)[N];

/** `/fighters/:fighter_id/news` → `'fighter_id'`; the parentheses of an optional part are dropped. */
type Names<P extends string> = P extends `${string}:${infer Rest}` ? First<Rest> | Names<Rest> : never;
type First<S extends string> = S extends `${infer Head}/${string}` ? Bare<Head> : Bare<S>;
type Bare<S extends string> = S extends `${infer Head})${string}` ? Head : S;
type NeededNames<P extends string> = P extends `${infer Head}(${string}` ? Names<Head> : Names<P>;

/** The rule that checks a parameter: the rule of the same name, unless the row names another. */
type RuleOf<R, Name extends string> = R extends { parameters: infer Rules }
  ? Name extends keyof Rules
    ? Rules[Name]
    : Name
  : Name;

/** The value that a rule parses from the text of a parameter. */
export type Value<Rule> = Rule extends keyof typeof parameters
  ? Exclude<ReturnType<(typeof parameters)[Rule]['parse']>, undefined>
  : never;

/** Path parameters by name; those of optional parts may be left out. */
export type PathValues<R extends { path: string }> = {
  [Name in NeededNames<R['path']>]: Value<RuleOf<R, Name>>;
} & {
  [Name in Exclude<Names<R['path']>, NeededNames<R['path']>>]?: Value<RuleOf<R, Name>> | undefined;
};

export type QueryValues<R> = R extends { query: readonly (infer Name extends string)[] }
  ? { [N in Name]?: Value<N> | undefined }
  : unknown;

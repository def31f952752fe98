import { type TSchema, Type } from 'typebox';
import { type Family, familyNames } from './families.ts';
import type { CacheKind } from './http/headers.ts';
import type { ProblemKey } from './problems.ts';
import { Alert } from './schemas/alerts.ts';
import { Discussion, Event, EventDetail, EventDetailV1, EventV1, Tickets, Watch } from './schemas/events.ts';
import { Fighter, FighterDetail, FighterDetailV1, FighterV1, TitleHolder, TitleHolderV1 } from './schemas/fighters.ts';
import { Fight } from './schemas/fights.ts';
import { Live, LiveContent, LiveContentV1 } from './schemas/live.ts';
import { Media, MediaItem } from './schemas/media.ts';
import { BoutFeed, EventFeed, LiveEventUrl, LiveUpdate, MetricsEntry, UpdateResult } from './schemas/metrics.ts';
import { Article, ArticleV1, News } from './schemas/news.ts';
import { RingPresenter } from './schemas/octagon-girls.ts';
import type { ParameterName } from './schemas/parameters.ts';
import { RoundScoring, ScoreBody, Scorecard } from './schemas/scoring.ts';
import { Chat, Health, Instructions, Root, Translation } from './schemas/service.ts';
import { Stat, StatsFilters } from './schemas/stats.ts';
import { Vote, VoteBody, VoteTally } from './schemas/votes.ts';

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

interface RouteBase {
  method: 'GET' | 'POST';
  /** As the interface specification writes it, after the family's prefix. */
  path: string;
  tag: keyof typeof tags;
  /** One sentence for the documentation. */
  summary: string;
  /** What each family that has the route replies with; of a list route, one element. */
  reply: Partial<Record<Family, TSchema>>;
  /** A bare array, paged by `limit` and `cursor`. The number is how many come without `limit`; `all` for every one. */
  list?: 'all' | 100;
  cache: CacheKind;
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

const both = <S extends TSchema>(schema: S) => ({ v3: schema, v1: schema });
const kibibyte = 1024;

/**
 * Section 4 of the interface specification as data, one row per route name. Everything else is derived from it: the
 * server's routes, the mock's, the OpenAPI paths, the client, coverage, and the root documents. A row can stand
 * anywhere: which of two paths answers is decided by `PathTree`, never by order.
 */
export const routes = {
  root: {
    method: 'GET',
    path: '/',
    tag: 'service',
    summary: 'Lists the routes of this family.',
    reply: both(Root),
    cache: 'content',
  },
  health: {
    method: 'GET',
    path: '/health',
    tag: 'service',
    summary: 'Says whether the service can answer; 503 only before the first load and while draining.',
    reply: both(Health),
    cache: 'none',
  },
  translations: {
    method: 'GET',
    path: '/translations/:id',
    tag: 'service',
    summary: 'One bundle of texts by key.',
    reply: { v3: Translation },
    cache: 'content',
    problems: ['translation-not-found'],
    parameters: { id: 'translation_id' },
  },
  streaming_video: {
    method: 'GET',
    path: '/live',
    tag: 'live',
    summary: 'The live video stream, and whether its event is running.',
    reply: both(Live),
    cache: 'live',
  },
  live_content: {
    method: 'GET',
    path: '/live_content',
    tag: 'live',
    summary: 'The live or next event with its media and news.',
    reply: { v3: LiveContent, v1: LiveContentV1 },
    cache: 'live',
  },
  chat: {
    method: 'GET',
    path: '/chat',
    tag: 'service',
    summary: 'Where the chat is, when there is one.',
    reply: both(Chat),
    cache: 'content',
  },
  instructions: {
    method: 'GET',
    path: '/instructions',
    tag: 'service',
    summary: 'How to use the application.',
    reply: both(Instructions),
    cache: 'content',
  },
  news: {
    method: 'GET',
    path: '/news',
    tag: 'news',
    summary: 'News, newest first.',
    reply: both(News),
    list: 100,
    cache: 'content',
  },
  article: {
    method: 'GET',
    path: '/news/:id',
    tag: 'news',
    summary: 'One article with its text, lead media item, fighters and related news.',
    reply: { v3: Article, v1: ArticleV1 },
    cache: 'content',
    problems: ['article-not-found'],
  },
  media: {
    method: 'GET',
    path: '/media',
    tag: 'media',
    summary: 'Media items, newest first.',
    reply: both(Media),
    list: 100,
    cache: 'content',
  },
  media_item: {
    method: 'GET',
    path: '/media/:id',
    tag: 'media',
    summary: 'One media item with its photos.',
    reply: both(MediaItem),
    cache: 'content',
    problems: ['media-item-not-found'],
  },
  title_holders: {
    method: 'GET',
    path: '/fighters/title_holders',
    tag: 'fighters',
    summary: 'One row per division, vacant divisions last.',
    reply: { v3: TitleHolder, v1: TitleHolderV1 },
    list: 'all',
    cache: 'content',
  },
  fighters: {
    method: 'GET',
    path: '/fighters',
    tag: 'fighters',
    summary: 'Fighters, title holders first.',
    reply: { v3: Fighter, v1: FighterV1 },
    list: 'all',
    cache: 'content',
  },
  fighter: {
    method: 'GET',
    path: '/fighters/:id',
    tag: 'fighters',
    summary: 'One fighter with career figures and bouts.',
    reply: { v3: FighterDetail, v1: FighterDetailV1 },
    cache: 'content',
    problems: ['fighter-not-found'],
  },
  fighters_stats_filter_key_values: {
    method: 'GET',
    path: '/fighters/stats_filter_key_values',
    tag: 'fighters',
    summary: 'The keys by which fighter statistics can be filtered.',
    reply: { v3: StatsFilters },
    cache: 'content',
  },
  fighters_stats: {
    method: 'GET',
    path: '/fighters/stats(/weight_class/:weight_class)(/born_country/:born_country)',
    tag: 'fighters',
    summary: 'Fighter statistics, by weight class, country of birth, both or neither.',
    reply: { v3: Stat },
    list: 'all',
    cache: 'content',
  },
  fighter_news: {
    method: 'GET',
    path: '/fighters/:fighter_id/news',
    tag: 'fighters',
    summary: 'News about one fighter, newest first.',
    reply: { v3: News },
    list: 100,
    cache: 'content',
    problems: ['fighter-not-found'],
  },
  fighter_media: {
    method: 'GET',
    path: '/fighters/:fighter_id/media',
    tag: 'fighters',
    summary: 'Media about one fighter, newest first.',
    reply: { v3: Media },
    list: 100,
    cache: 'content',
    problems: ['fighter-not-found'],
  },
  octagon_girls: {
    method: 'GET',
    path: '/octagon_girls',
    tag: 'octagon-girls',
    summary: 'Ring presenters by name.',
    reply: { v3: RingPresenter },
    list: 'all',
    cache: 'content',
  },
  octagon_girl: {
    method: 'GET',
    path: '/octagon_girls/:id',
    tag: 'octagon-girls',
    summary: 'One ring presenter.',
    reply: { v3: RingPresenter },
    cache: 'content',
    problems: ['ring-presenter-not-found'],
  },
  events: {
    method: 'GET',
    path: '/events',
    tag: 'events',
    summary: 'Events, latest first.',
    reply: { v3: Event, v1: EventV1 },
    list: 'all',
    cache: 'content',
  },
  event: {
    method: 'GET',
    path: '/events/:id',
    tag: 'events',
    summary: 'One event with its fights.',
    reply: { v3: EventDetail, v1: EventDetailV1 },
    cache: 'content',
    problems: ['event-not-found'],
  },
  event_fights: {
    method: 'GET',
    path: '/events/:event_id/fights',
    tag: 'events',
    summary: 'The fights of one event, main event first.',
    reply: { v3: Fight },
    list: 'all',
    cache: 'content',
    problems: ['event-not-found'],
  },
  event_media: {
    method: 'GET',
    path: '/events/:event_id/media',
    tag: 'events',
    summary: 'Media about one event, newest first.',
    reply: { v3: Media },
    list: 100,
    cache: 'content',
    problems: ['event-not-found'],
  },
  event_highlights: {
    method: 'GET',
    path: '/events/:event_id/highlights',
    tag: 'events',
    summary: 'The highlights among the media of one event, newest first.',
    reply: { v3: Media },
    list: 100,
    cache: 'content',
    problems: ['event-not-found'],
  },
  fight_votes: {
    method: 'GET',
    path: '/fights/:id/votes',
    tag: 'votes',
    summary: 'How the audience voted, round by round.',
    reply: { v3: VoteTally },
    cache: 'tally',
    stream: true,
    problems: ['fight-not-found'],
  },
  fight_vote_read: {
    method: 'GET',
    path: '/fights/:id/round/:round_num/fighter/:fighter_statid/vote/:client_id',
    tag: 'votes',
    summary: 'The vote of one client for one fighter in one round.',
    reply: { v3: Vote },
    cache: 'private',
    problems: ['fight-not-found', 'vote-not-found'],
  },
  fight_vote_cast: {
    method: 'POST',
    path: '/fights/:id/vote',
    tag: 'votes',
    summary: 'Casts the vote of one client in one round, or moves it to the other fighter.',
    reply: { v3: Vote },
    cache: 'none',
    problems: ['fight-not-found', 'voting-closed'],
    body: VoteBody,
    bodyLimit: 16 * kibibyte,
    success: [200, 201],
  },
  round_scoring: {
    method: 'GET',
    path: '/events/round_scoring/:id',
    tag: 'scoring',
    summary: "The audience's mean scores of every round of an event.",
    reply: both(RoundScoring),
    cache: 'tally',
    stream: true,
    problems: ['event-not-found'],
  },
  score_round: {
    method: 'POST',
    path: '/events/score_round',
    tag: 'scoring',
    summary: 'Sends the scorecard of one client for one round, or replaces it.',
    reply: both(Scorecard),
    cache: 'none',
    problems: ['event-not-found', 'fight-not-found', 'scoring-closed'],
    body: ScoreBody,
    bodyLimit: 16 * kibibyte,
    success: [200, 201],
  },
  discuss_event: {
    method: 'GET',
    path: '/events/:id/discuss',
    tag: 'events',
    summary: 'Where one event is discussed.',
    reply: both(Discussion),
    cache: 'content',
    problems: ['event-not-found'],
  },
  event_tickets: {
    method: 'GET',
    path: '/events/:id/tickets',
    tag: 'events',
    summary: 'Where tickets of one event are sold.',
    reply: both(Tickets),
    cache: 'content',
    problems: ['event-not-found'],
  },
  watch_event: {
    method: 'GET',
    path: '/events/:id/watch',
    tag: 'events',
    summary: 'How to watch one event.',
    reply: both(Watch),
    cache: 'content',
    problems: ['event-not-found'],
  },
  fight_metrics_listing: {
    method: 'GET',
    path: '/fight_metrics',
    tag: 'metrics',
    summary: 'Every event that the metrics supplier knows, latest first.',
    reply: { v1: MetricsEntry },
    list: 'all',
    cache: 'live',
  },
  fight_metrics_live_event_url: {
    method: 'GET',
    path: '/fight_metrics/live_event_url',
    tag: 'metrics',
    summary: 'Where the feed of the live event is.',
    reply: { v1: LiveEventUrl },
    cache: 'live',
  },
  fight_metrics_live_event: {
    method: 'GET',
    path: '/fight_metrics/live_event/:id',
    tag: 'metrics',
    summary: 'The feed of one event, or with `fight` the statistics of one bout.',
    reply: { v1: Type.Union([EventFeed, BoutFeed]) },
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
    summary: 'Takes a whole snapshot of one event or of one bout from the supplier.',
    reply: { v1: UpdateResult },
    cache: 'none',
    problems: ['feed-key-required', 'feed-key-rejected', 'sequence-conflict'],
    body: LiveUpdate,
    bodyLimit: kibibyte * kibibyte,
    credential: 'feed',
  },
  alerts: {
    method: 'GET',
    path: '/alerts',
    tag: 'alerts',
    summary: 'Alerts that have not expired, newest first.',
    reply: both(Alert),
    list: 100,
    cache: 'content',
  },
} as const satisfies Record<string, RouteBase>;

export type RouteName = keyof typeof routes;

/** A row as its readers see it, without the literal types. */
export interface Route extends RouteBase {
  name: RouteName;
}

export const routeNames = Object.keys(routes) as readonly RouteName[];

/** Made once: every request asks for its row several times. */
const rows = new Map<RouteName, Route>(routeNames.map((name) => [name, { ...(routes[name] as RouteBase), name }]));

export const routeOf = (name: RouteName): Route => rows.get(name) as Route;

/** The families a route belongs to. */
export const familiesOf = (name: RouteName): Family[] => familyNames.filter((family) => routeOf(name).reply[family]);

/** Names of the routes of one family, in the order of the specification. */
export const routesOf = (family: Family): RouteName[] => routeNames.filter((name) => routeOf(name).reply[family]);

// Made by `npm run generate` from the contracts. Do not edit.

import type { ProblemKey } from './problems.js';
import type { Alert, Article, ArticleV1, BoutFeed, Chat, Discussion, Event, EventDetail, EventDetailV1, EventFeed, EventV1, Fight, FightMetricsLiveEvent, Fighter, FighterDetail, FighterDetailV1, FighterV1, Health, Instructions, Live, LiveContent, LiveContentV1, LiveEventUrl, LiveUpdate, Media, MediaItem, MetricsEntry, News, ProblemDetails, RingPresenter, Root, RoundScoring, ScoreBody, Scorecard, Stat, StatsFilters, Tickets, TitleHolder, TitleHolderV1, Translation, UpdateResult, Vote, VoteBody, VoteTally, Watch } from './types.js';

/** The routes of v3. */
export interface ClientV3 {
  /** Lists the routes of this family. `GET /api/v3/mobile/` */
  readonly root: Read<unknown, Root>;
  /** Says whether the service can answer; 503 only before the first load and while draining. `GET /api/v3/mobile/health` */
  readonly health: Read<unknown, Health>;
  /** One bundle of texts by key. `GET /api/v3/mobile/translations/{id}` */
  readonly translations: Read<{ id: string }, Translation>;
  /** The live video stream, and whether its event is running. `GET /api/v3/mobile/live` */
  readonly streaming_video: Read<unknown, Live>;
  /** The live or next event with its media and news. `GET /api/v3/mobile/live_content` */
  readonly live_content: Read<unknown, LiveContent>;
  /** Where the chat is, when there is one. `GET /api/v3/mobile/chat` */
  readonly chat: Read<unknown, Chat>;
  /** How to use the application. `GET /api/v3/mobile/instructions` */
  readonly instructions: Read<unknown, Instructions>;
  /** News, newest first. `GET /api/v3/mobile/news` */
  readonly news: Read<Page, News[]>;
  /** One article with its text, lead media item, fighters and related news. `GET /api/v3/mobile/news/{id}` */
  readonly article: Read<{ id: number }, Article>;
  /** Media items, newest first. `GET /api/v3/mobile/media` */
  readonly media: Read<Page, Media[]>;
  /** One media item with its photos. `GET /api/v3/mobile/media/{id}` */
  readonly media_item: Read<{ id: number }, MediaItem>;
  /** One row per division, vacant divisions last. `GET /api/v3/mobile/fighters/title_holders` */
  readonly title_holders: Read<Page, TitleHolder[]>;
  /** Fighters, title holders first. `GET /api/v3/mobile/fighters` */
  readonly fighters: Read<Page, Fighter[]>;
  /** One fighter with career figures and bouts. `GET /api/v3/mobile/fighters/{id}` */
  readonly fighter: Read<{ id: number }, FighterDetail>;
  /** The keys by which fighter statistics can be filtered. `GET /api/v3/mobile/fighters/stats_filter_key_values` */
  readonly fighters_stats_filter_key_values: Read<unknown, StatsFilters>;
  /** Fighter statistics, by weight class, country of birth, both or neither. `GET /api/v3/mobile/fighters/stats/weight_class/{weight_class}/born_country/{born_country}` */
  readonly fighters_stats: Read<{ weight_class?: string | undefined; born_country?: string | undefined } & Page, Stat[]>;
  /** News about one fighter, newest first. `GET /api/v3/mobile/fighters/{fighter_id}/news` */
  readonly fighter_news: Read<{ fighter_id: number } & Page, News[]>;
  /** Media about one fighter, newest first. `GET /api/v3/mobile/fighters/{fighter_id}/media` */
  readonly fighter_media: Read<{ fighter_id: number } & Page, Media[]>;
  /** Ring presenters by name. `GET /api/v3/mobile/octagon_girls` */
  readonly octagon_girls: Read<Page, RingPresenter[]>;
  /** One ring presenter. `GET /api/v3/mobile/octagon_girls/{id}` */
  readonly octagon_girl: Read<{ id: number }, RingPresenter>;
  /** Events, latest first. `GET /api/v3/mobile/events` */
  readonly events: Read<Page, Event[]>;
  /** One event with its fights. `GET /api/v3/mobile/events/{id}` */
  readonly event: Read<{ id: number }, EventDetail>;
  /** The fights of one event, main event first. `GET /api/v3/mobile/events/{event_id}/fights` */
  readonly event_fights: Read<{ event_id: number } & Page, Fight[]>;
  /** Media about one event, newest first. `GET /api/v3/mobile/events/{event_id}/media` */
  readonly event_media: Read<{ event_id: number } & Page, Media[]>;
  /** The highlights among the media of one event, newest first. `GET /api/v3/mobile/events/{event_id}/highlights` */
  readonly event_highlights: Read<{ event_id: number } & Page, Media[]>;
  /** How the audience voted, round by round. `GET /api/v3/mobile/fights/{id}/votes` */
  readonly fight_votes: Read<{ id: number }, VoteTally>;
  /** The vote of one client for one fighter in one round. `GET /api/v3/mobile/fights/{id}/round/{round_num}/fighter/{fighter_statid}/vote/{client_id}` */
  readonly fight_vote_read: Read<{ id: number; round_num: number; fighter_statid: number; client_id: string }, Vote>;
  /** Casts the vote of one client in one round, or moves it to the other fighter. `POST /api/v3/mobile/fights/{id}/vote` */
  readonly fight_vote_cast: Write<{ id: number; body: VoteBody }, Vote>;
  /** The audience's mean scores of every round of an event. `GET /api/v3/mobile/events/round_scoring/{id}` */
  readonly round_scoring: Read<{ id: number }, RoundScoring>;
  /** Sends the scorecard of one client for one round, or replaces it. `POST /api/v3/mobile/events/score_round` */
  readonly score_round: Write<{ body: ScoreBody }, Scorecard>;
  /** Where one event is discussed. `GET /api/v3/mobile/events/{id}/discuss` */
  readonly discuss_event: Read<{ id: number }, Discussion>;
  /** Where tickets of one event are sold. `GET /api/v3/mobile/events/{id}/tickets` */
  readonly event_tickets: Read<{ id: number }, Tickets>;
  /** How to watch one event. `GET /api/v3/mobile/events/{id}/watch` */
  readonly watch_event: Read<{ id: number }, Watch>;
  /** Alerts that have not expired, newest first. `GET /api/v3/mobile/alerts` */
  readonly alerts: Read<Page, Alert[]>;
  /** Follows `/api/v3/mobile/fights/{id}/votes`: How the audience voted, round by round. */
  readonly follow_fight_votes: Follow<{ id: number }, VoteTally>;
  /** Follows `/api/v3/mobile/events/round_scoring/{id}`: The audience's mean scores of every round of an event. */
  readonly follow_round_scoring: Follow<{ id: number }, RoundScoring>;
}

/** The routes of v1. */
export interface ClientV1 {
  /** Lists the routes of this family. `GET /api/v1/us/` */
  readonly root: Read<unknown, Root>;
  /** Says whether the service can answer; 503 only before the first load and while draining. `GET /api/v1/us/health` */
  readonly health: Read<unknown, Health>;
  /** The live video stream, and whether its event is running. `GET /api/v1/us/live` */
  readonly streaming_video: Read<unknown, Live>;
  /** The live or next event with its media and news. `GET /api/v1/us/live_content` */
  readonly live_content: Read<unknown, LiveContentV1>;
  /** Where the chat is, when there is one. `GET /api/v1/us/chat` */
  readonly chat: Read<unknown, Chat>;
  /** How to use the application. `GET /api/v1/us/instructions` */
  readonly instructions: Read<unknown, Instructions>;
  /** News, newest first. `GET /api/v1/us/news` */
  readonly news: Read<Page, News[]>;
  /** One article with its text, lead media item, fighters and related news. `GET /api/v1/us/news/{id}` */
  readonly article: Read<{ id: number }, ArticleV1>;
  /** Media items, newest first. `GET /api/v1/us/media` */
  readonly media: Read<Page, Media[]>;
  /** One media item with its photos. `GET /api/v1/us/media/{id}` */
  readonly media_item: Read<{ id: number }, MediaItem>;
  /** One row per division, vacant divisions last. `GET /api/v1/us/fighters/title_holders` */
  readonly title_holders: Read<Page, TitleHolderV1[]>;
  /** Fighters, title holders first. `GET /api/v1/us/fighters` */
  readonly fighters: Read<Page, FighterV1[]>;
  /** One fighter with career figures and bouts. `GET /api/v1/us/fighters/{id}` */
  readonly fighter: Read<{ id: number }, FighterDetailV1>;
  /** Events, latest first. `GET /api/v1/us/events` */
  readonly events: Read<Page, EventV1[]>;
  /** One event with its fights. `GET /api/v1/us/events/{id}` */
  readonly event: Read<{ id: number }, EventDetailV1>;
  /** The audience's mean scores of every round of an event. `GET /api/v1/us/events/round_scoring/{id}` */
  readonly round_scoring: Read<{ id: number }, RoundScoring>;
  /** Sends the scorecard of one client for one round, or replaces it. `POST /api/v1/us/events/score_round` */
  readonly score_round: Write<{ body: ScoreBody }, Scorecard>;
  /** Where one event is discussed. `GET /api/v1/us/events/{id}/discuss` */
  readonly discuss_event: Read<{ id: number }, Discussion>;
  /** Where tickets of one event are sold. `GET /api/v1/us/events/{id}/tickets` */
  readonly event_tickets: Read<{ id: number }, Tickets>;
  /** How to watch one event. `GET /api/v1/us/events/{id}/watch` */
  readonly watch_event: Read<{ id: number }, Watch>;
  /** Every event that the metrics supplier knows, latest first. `GET /api/v1/us/fight_metrics` */
  readonly fight_metrics_listing: Read<Page, MetricsEntry[]>;
  /** Where the feed of the live event is. `GET /api/v1/us/fight_metrics/live_event_url` */
  readonly fight_metrics_live_event_url: Read<unknown, LiveEventUrl>;
  /** The feed of one event, or with `fight` the statistics of one bout. `GET /api/v1/us/fight_metrics/live_event/{id}` */
  readonly fight_metrics_live_event: Read<{ id: number; fight?: number | undefined }, FightMetricsLiveEvent>;
  /** Takes a whole snapshot of one event or of one bout from the supplier. `POST /api/v1/us/fight_metrics/update_live_event` */
  readonly fight_metrics_update_live_event: Write<{ body: LiveUpdate }, UpdateResult>;
  /** Alerts that have not expired, newest first. `GET /api/v1/us/alerts` */
  readonly alerts: Read<Page, Alert[]>;
  /** Follows `/api/v1/us/events/round_scoring/{id}`: The audience's mean scores of every round of an event. */
  readonly follow_round_scoring: Follow<{ id: number }, RoundScoring>;
  /** Follows `/api/v1/us/fight_metrics/live_event/{id}`: The feed of one event, or with `fight` the statistics of one bout. */
  readonly follow_fight_metrics_live_event: Follow<{ id: number; fight: number }, BoutFeed> & Follow<{ id: number }, EventFeed>;
}

/** The parts of the global `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ClientOptions {
  /** Such as `https://api.example.com`. A trailing slash and the prefix of a family (`/api/v3/mobile`) may follow. */
  baseUrl: string;
  /** Only for clients that post live updates. */
  feedKey?: string | undefined;
  /** Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /** Sent with every request, such as `Mock-Session`. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Milliseconds to wait for a reply; then the request rejects with an error named `TimeoutError`. Default: 30,000. */
  timeoutMs?: number | undefined;
}

/** A page of a list: `next` of the previous reply, or the maximum number of records (1 to 500). */
export interface Page {
  limit?: number | undefined;
  cursor?: string | undefined;
}

/** What every request can have. */
export interface Options {
  signal?: AbortSignal | undefined;
}

interface ReplyBase {
  headers: Headers;
  /** Send it as `etag` next time; undefined for a route without ETag. */
  etag: string | undefined;
}

/** An answer with a body: 200, 201 for a first vote or scorecard, 503 only for health. */
export interface Success<Body> extends ReplyBase {
  status: number;
  notModified: false;
  body: Body;
  /** The next page of a list: pass it to the same method; undefined after the last. */
  next: Page | undefined;
}

/** The reply cached with this `etag` is still current. */
export interface NotModified extends ReplyBase {
  status: 304;
  notModified: true;
  body: undefined;
  next: undefined;
}

type Arguments<Request> = Record<never, never> extends Request ? [request?: Request] : [request: Request];

/** A GET; `NotModified` is only possible for a request with an `etag`. */
export interface Read<Request, Body> {
  (...[request]: Arguments<Request & Options & { etag?: undefined }>): Promise<Success<Body>>;
  (...[request]: Arguments<Request & Options & { etag?: string | undefined }>): Promise<Success<Body> | NotModified>;
}

/** A POST. Without an answer, and after a 503, send the same again: it counts once. */
export type Write<Request, Body> = (request: Request & Options) => Promise<Success<Body>>;

/** One state of what is followed. */
export interface StreamEvent<Body> {
  id: string;
  body: Body;
}

/**
 * The events of a stream: the current state first, or what followed `lastEventId`. When the connection fails, ends or is
 * silent for 30 seconds, it is made again after the last event. Rejects with a `ProblemError` that does not pass, such as
 * 404. `break` or `signal` ends it.
 */
export type Follow<Request, Body> = (
  request: Request & Options & { lastEventId?: string | undefined },
) => AsyncGenerator<StreamEvent<Body>, void, undefined>;

/** A failure with problem details, or a failure of something in between, such as a proxy (`type` is `about:blank`). */
export declare class ProblemError extends Error {
  readonly problem: ProblemDetails;
  readonly status: number;
  readonly headers: Headers;
  constructor(problem: ProblemDetails, headers: Headers);
  /** Whether this is the problem with the given key. */
  is(key: ProblemKey): boolean;
  /** Seconds to wait before repeating the request, if the reply says so. */
  get retryAfterSeconds(): number | undefined;
}

/** The query of the `next` relation of a Link header (RFC 8288). */
export declare function nextPage(link: string | null): Page | undefined;

/**
 * A client of one family: a method per route, named after it. Path and query parameters are passed by name; a POST takes
 * `body` besides. Anything but a success rejects with a `ProblemError`, except the health of a service that is shutting
 * down: a 503 with the same body. Runs in browsers, React Native and Node.
 *
 * @example
 * const client = createClient({ baseUrl: 'https://api.example.com', family: 'v3' });
 * const { body, etag } = await client.fighter({ id: 3107 });
 *
 * for (let page: Page | undefined = { limit: 50 }; page; ) {
 *   const { body: news, next } = await client.news(page);
 *   show(news);
 *   page = next;
 * }
 */
export declare function createClient(options: ClientOptions & { family: 'v3' }): ClientV3;
export declare function createClient(options: ClientOptions & { family: 'v1' }): ClientV1;

// Made by `npm run generate` from the contracts. Do not edit.

import type { Alert, Article, ArticleV1, Chat, Discussion, Event, EventDetail, EventDetailV1, EventV1, Fight, FightMetricsLiveEvent, Fighter, FighterDetail, FighterDetailV1, FighterV1, Health, Instructions, Live, LiveContent, LiveContentV1, LiveEventUrl, Media, MediaItem, MetricsEntry, News, RingPresenter, Root, RoundScoring, Scorecard, Stat, StatsFilters, Tickets, TitleHolder, TitleHolderV1, Translation, UpdateResult, Vote, VoteTally, Watch } from './types.js';

/** Every operation of the service by its id. */
export declare const endpoints: {
  /** Lists the routes of this family. */
  readonly "v3.root": { readonly id: "v3.root"; readonly method: "GET"; readonly path: "/api/v3/mobile/"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Says whether the service can answer; 503 only before the first load and while draining. */
  readonly "v3.health": { readonly id: "v3.health"; readonly method: "GET"; readonly path: "/api/v3/mobile/health"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** One bundle of texts by key. */
  readonly "v3.translations": { readonly id: "v3.translations"; readonly method: "GET"; readonly path: "/api/v3/mobile/translations/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The live video stream, and whether its event is running. */
  readonly "v3.streaming_video": { readonly id: "v3.streaming_video"; readonly method: "GET"; readonly path: "/api/v3/mobile/live"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** The live or next event with its media and news. */
  readonly "v3.live_content": { readonly id: "v3.live_content"; readonly method: "GET"; readonly path: "/api/v3/mobile/live_content"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Where the chat is, when there is one. */
  readonly "v3.chat": { readonly id: "v3.chat"; readonly method: "GET"; readonly path: "/api/v3/mobile/chat"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** How to use the application. */
  readonly "v3.instructions": { readonly id: "v3.instructions"; readonly method: "GET"; readonly path: "/api/v3/mobile/instructions"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** News, newest first. */
  readonly "v3.news": { readonly id: "v3.news"; readonly method: "GET"; readonly path: "/api/v3/mobile/news"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One article with its text, lead media item, fighters and related news. */
  readonly "v3.article": { readonly id: "v3.article"; readonly method: "GET"; readonly path: "/api/v3/mobile/news/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Media items, newest first. */
  readonly "v3.media": { readonly id: "v3.media"; readonly method: "GET"; readonly path: "/api/v3/mobile/media"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One media item with its photos. */
  readonly "v3.media_item": { readonly id: "v3.media_item"; readonly method: "GET"; readonly path: "/api/v3/mobile/media/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** One row per division, vacant divisions last. */
  readonly "v3.title_holders": { readonly id: "v3.title_holders"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/title_holders"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Fighters, title holders first. */
  readonly "v3.fighters": { readonly id: "v3.fighters"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One fighter with career figures and bouts. */
  readonly "v3.fighter": { readonly id: "v3.fighter"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The keys by which fighter statistics can be filtered. */
  readonly "v3.fighters_stats_filter_key_values": { readonly id: "v3.fighters_stats_filter_key_values"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/stats_filter_key_values"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Fighter statistics, by weight class, country of birth, both or neither. */
  readonly "v3.fighters_stats": { readonly id: "v3.fighters_stats"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/stats"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Fighter statistics, by weight class, country of birth, both or neither. */
  readonly "v3.fighters_stats.weight_class": { readonly id: "v3.fighters_stats.weight_class"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/stats/weight_class/{weight_class}"; readonly pathParameters: readonly ["weight_class"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Fighter statistics, by weight class, country of birth, both or neither. */
  readonly "v3.fighters_stats.born_country": { readonly id: "v3.fighters_stats.born_country"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/stats/born_country/{born_country}"; readonly pathParameters: readonly ["born_country"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Fighter statistics, by weight class, country of birth, both or neither. */
  readonly "v3.fighters_stats.weight_class.born_country": { readonly id: "v3.fighters_stats.weight_class.born_country"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/stats/weight_class/{weight_class}/born_country/{born_country}"; readonly pathParameters: readonly ["weight_class", "born_country"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** News about one fighter, newest first. */
  readonly "v3.fighter_news": { readonly id: "v3.fighter_news"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/{fighter_id}/news"; readonly pathParameters: readonly ["fighter_id"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Media about one fighter, newest first. */
  readonly "v3.fighter_media": { readonly id: "v3.fighter_media"; readonly method: "GET"; readonly path: "/api/v3/mobile/fighters/{fighter_id}/media"; readonly pathParameters: readonly ["fighter_id"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Ring presenters by name. */
  readonly "v3.octagon_girls": { readonly id: "v3.octagon_girls"; readonly method: "GET"; readonly path: "/api/v3/mobile/octagon_girls"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One ring presenter. */
  readonly "v3.octagon_girl": { readonly id: "v3.octagon_girl"; readonly method: "GET"; readonly path: "/api/v3/mobile/octagon_girls/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Events, latest first. */
  readonly "v3.events": { readonly id: "v3.events"; readonly method: "GET"; readonly path: "/api/v3/mobile/events"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One event with its fights. */
  readonly "v3.event": { readonly id: "v3.event"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The fights of one event, main event first. */
  readonly "v3.event_fights": { readonly id: "v3.event_fights"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{event_id}/fights"; readonly pathParameters: readonly ["event_id"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Media about one event, newest first. */
  readonly "v3.event_media": { readonly id: "v3.event_media"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{event_id}/media"; readonly pathParameters: readonly ["event_id"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** The highlights among the media of one event, newest first. */
  readonly "v3.event_highlights": { readonly id: "v3.event_highlights"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{event_id}/highlights"; readonly pathParameters: readonly ["event_id"]; readonly queryParameters: readonly ["limit", "cursor"] };
  /** How the audience voted, round by round. */
  readonly "v3.fight_votes": { readonly id: "v3.fight_votes"; readonly method: "GET"; readonly path: "/api/v3/mobile/fights/{id}/votes"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The vote of one client for one fighter in one round. */
  readonly "v3.fight_vote_read": { readonly id: "v3.fight_vote_read"; readonly method: "GET"; readonly path: "/api/v3/mobile/fights/{id}/round/{round_num}/fighter/{fighter_statid}/vote/{client_id}"; readonly pathParameters: readonly ["id", "round_num", "fighter_statid", "client_id"]; readonly queryParameters: readonly [] };
  /** Casts the vote of one client in one round, or moves it to the other fighter. */
  readonly "v3.fight_vote_cast": { readonly id: "v3.fight_vote_cast"; readonly method: "POST"; readonly path: "/api/v3/mobile/fights/{id}/vote"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The audience's mean scores of every round of an event. */
  readonly "v3.round_scoring": { readonly id: "v3.round_scoring"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/round_scoring/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Sends the scorecard of one client for one round, or replaces it. */
  readonly "v3.score_round": { readonly id: "v3.score_round"; readonly method: "POST"; readonly path: "/api/v3/mobile/events/score_round"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Where one event is discussed. */
  readonly "v3.discuss_event": { readonly id: "v3.discuss_event"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{id}/discuss"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Where tickets of one event are sold. */
  readonly "v3.event_tickets": { readonly id: "v3.event_tickets"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{id}/tickets"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** How to watch one event. */
  readonly "v3.watch_event": { readonly id: "v3.watch_event"; readonly method: "GET"; readonly path: "/api/v3/mobile/events/{id}/watch"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Alerts that have not expired, newest first. */
  readonly "v3.alerts": { readonly id: "v3.alerts"; readonly method: "GET"; readonly path: "/api/v3/mobile/alerts"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Lists the routes of this family. */
  readonly "v1.root": { readonly id: "v1.root"; readonly method: "GET"; readonly path: "/api/v1/us/"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Says whether the service can answer; 503 only before the first load and while draining. */
  readonly "v1.health": { readonly id: "v1.health"; readonly method: "GET"; readonly path: "/api/v1/us/health"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** The live video stream, and whether its event is running. */
  readonly "v1.streaming_video": { readonly id: "v1.streaming_video"; readonly method: "GET"; readonly path: "/api/v1/us/live"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** The live or next event with its media and news. */
  readonly "v1.live_content": { readonly id: "v1.live_content"; readonly method: "GET"; readonly path: "/api/v1/us/live_content"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Where the chat is, when there is one. */
  readonly "v1.chat": { readonly id: "v1.chat"; readonly method: "GET"; readonly path: "/api/v1/us/chat"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** How to use the application. */
  readonly "v1.instructions": { readonly id: "v1.instructions"; readonly method: "GET"; readonly path: "/api/v1/us/instructions"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** News, newest first. */
  readonly "v1.news": { readonly id: "v1.news"; readonly method: "GET"; readonly path: "/api/v1/us/news"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One article with its text, lead media item, fighters and related news. */
  readonly "v1.article": { readonly id: "v1.article"; readonly method: "GET"; readonly path: "/api/v1/us/news/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Media items, newest first. */
  readonly "v1.media": { readonly id: "v1.media"; readonly method: "GET"; readonly path: "/api/v1/us/media"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One media item with its photos. */
  readonly "v1.media_item": { readonly id: "v1.media_item"; readonly method: "GET"; readonly path: "/api/v1/us/media/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** One row per division, vacant divisions last. */
  readonly "v1.title_holders": { readonly id: "v1.title_holders"; readonly method: "GET"; readonly path: "/api/v1/us/fighters/title_holders"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Fighters, title holders first. */
  readonly "v1.fighters": { readonly id: "v1.fighters"; readonly method: "GET"; readonly path: "/api/v1/us/fighters"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One fighter with career figures and bouts. */
  readonly "v1.fighter": { readonly id: "v1.fighter"; readonly method: "GET"; readonly path: "/api/v1/us/fighters/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Events, latest first. */
  readonly "v1.events": { readonly id: "v1.events"; readonly method: "GET"; readonly path: "/api/v1/us/events"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** One event with its fights. */
  readonly "v1.event": { readonly id: "v1.event"; readonly method: "GET"; readonly path: "/api/v1/us/events/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** The audience's mean scores of every round of an event. */
  readonly "v1.round_scoring": { readonly id: "v1.round_scoring"; readonly method: "GET"; readonly path: "/api/v1/us/events/round_scoring/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Sends the scorecard of one client for one round, or replaces it. */
  readonly "v1.score_round": { readonly id: "v1.score_round"; readonly method: "POST"; readonly path: "/api/v1/us/events/score_round"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Where one event is discussed. */
  readonly "v1.discuss_event": { readonly id: "v1.discuss_event"; readonly method: "GET"; readonly path: "/api/v1/us/events/{id}/discuss"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Where tickets of one event are sold. */
  readonly "v1.event_tickets": { readonly id: "v1.event_tickets"; readonly method: "GET"; readonly path: "/api/v1/us/events/{id}/tickets"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** How to watch one event. */
  readonly "v1.watch_event": { readonly id: "v1.watch_event"; readonly method: "GET"; readonly path: "/api/v1/us/events/{id}/watch"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly [] };
  /** Every event that the metrics supplier knows, latest first. */
  readonly "v1.fight_metrics_listing": { readonly id: "v1.fight_metrics_listing"; readonly method: "GET"; readonly path: "/api/v1/us/fight_metrics"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
  /** Where the feed of the live event is. */
  readonly "v1.fight_metrics_live_event_url": { readonly id: "v1.fight_metrics_live_event_url"; readonly method: "GET"; readonly path: "/api/v1/us/fight_metrics/live_event_url"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** The feed of one event, or with `fight` the statistics of one bout. */
  readonly "v1.fight_metrics_live_event": { readonly id: "v1.fight_metrics_live_event"; readonly method: "GET"; readonly path: "/api/v1/us/fight_metrics/live_event/{id}"; readonly pathParameters: readonly ["id"]; readonly queryParameters: readonly ["fight"] };
  /** Takes a whole snapshot of one event or of one bout from the supplier. */
  readonly "v1.fight_metrics_update_live_event": { readonly id: "v1.fight_metrics_update_live_event"; readonly method: "POST"; readonly path: "/api/v1/us/fight_metrics/update_live_event"; readonly pathParameters: readonly []; readonly queryParameters: readonly [] };
  /** Alerts that have not expired, newest first. */
  readonly "v1.alerts": { readonly id: "v1.alerts"; readonly method: "GET"; readonly path: "/api/v1/us/alerts"; readonly pathParameters: readonly []; readonly queryParameters: readonly ["limit", "cursor"] };
};

export type EndpointId = keyof typeof endpoints;

/** The body of a success by the id of its operation. */
export interface EndpointReplies {
  "v3.root": Root;
  "v3.health": Health;
  "v3.translations": Translation;
  "v3.streaming_video": Live;
  "v3.live_content": LiveContent;
  "v3.chat": Chat;
  "v3.instructions": Instructions;
  "v3.news": News[];
  "v3.article": Article;
  "v3.media": Media[];
  "v3.media_item": MediaItem;
  "v3.title_holders": TitleHolder[];
  "v3.fighters": Fighter[];
  "v3.fighter": FighterDetail;
  "v3.fighters_stats_filter_key_values": StatsFilters;
  "v3.fighters_stats": Stat[];
  "v3.fighters_stats.weight_class": Stat[];
  "v3.fighters_stats.born_country": Stat[];
  "v3.fighters_stats.weight_class.born_country": Stat[];
  "v3.fighter_news": News[];
  "v3.fighter_media": Media[];
  "v3.octagon_girls": RingPresenter[];
  "v3.octagon_girl": RingPresenter;
  "v3.events": Event[];
  "v3.event": EventDetail;
  "v3.event_fights": Fight[];
  "v3.event_media": Media[];
  "v3.event_highlights": Media[];
  "v3.fight_votes": VoteTally;
  "v3.fight_vote_read": Vote;
  "v3.fight_vote_cast": Vote;
  "v3.round_scoring": RoundScoring;
  "v3.score_round": Scorecard;
  "v3.discuss_event": Discussion;
  "v3.event_tickets": Tickets;
  "v3.watch_event": Watch;
  "v3.alerts": Alert[];
  "v1.root": Root;
  "v1.health": Health;
  "v1.streaming_video": Live;
  "v1.live_content": LiveContentV1;
  "v1.chat": Chat;
  "v1.instructions": Instructions;
  "v1.news": News[];
  "v1.article": ArticleV1;
  "v1.media": Media[];
  "v1.media_item": MediaItem;
  "v1.title_holders": TitleHolderV1[];
  "v1.fighters": FighterV1[];
  "v1.fighter": FighterDetailV1;
  "v1.events": EventV1[];
  "v1.event": EventDetailV1;
  "v1.round_scoring": RoundScoring;
  "v1.score_round": Scorecard;
  "v1.discuss_event": Discussion;
  "v1.event_tickets": Tickets;
  "v1.watch_event": Watch;
  "v1.fight_metrics_listing": MetricsEntry[];
  "v1.fight_metrics_live_event_url": LiveEventUrl;
  "v1.fight_metrics_live_event": FightMetricsLiveEvent;
  "v1.fight_metrics_update_live_event": UpdateResult;
  "v1.alerts": Alert[];
}

import { alerts } from './alerts.ts';
import { discuss_event, event, event_fights, event_tickets, events, watch_event } from './events.ts';
import { fighter, fighters, title_holders } from './fighters.ts';
import { live_content, streaming_video } from './live.ts';
import { event_highlights, event_media, fighter_media, media, media_item } from './media.ts';
import {
  fight_metrics_listing,
  fight_metrics_live_event,
  fight_metrics_live_event_url,
  fight_metrics_update_live_event,
} from './metrics.ts';
import { article, fighter_news, news } from './news.ts';
import { octagon_girl, octagon_girls } from './octagon-girls.ts';
import { round_scoring, score_round } from './scoring.ts';
import { chat, health, instructions, root, translations } from './service.ts';
import { fighters_stats, fighters_stats_filter_key_values } from './stats.ts';
import type { Handlers } from './types.ts';
import { fight_vote_cast, fight_vote_read, fight_votes } from './votes.ts';

/** Every handler under the name of its route. A row of the table without one does not compile. */
export const handlers: Handlers = {
  root,
  health,
  translations,
  streaming_video,
  live_content,
  chat,
  instructions,
  news,
  article,
  media,
  media_item,
  title_holders,
  fighters,
  fighter,
  fighters_stats_filter_key_values,
  fighters_stats,
  fighter_news,
  fighter_media,
  octagon_girls,
  octagon_girl,
  events,
  event,
  event_fights,
  event_media,
  event_highlights,
  fight_votes,
  fight_vote_read,
  fight_vote_cast,
  round_scoring,
  score_round,
  discuss_event,
  event_tickets,
  watch_event,
  fight_metrics_listing,
  fight_metrics_live_event_url,
  fight_metrics_live_event,
  fight_metrics_update_live_event,
  alerts,
};

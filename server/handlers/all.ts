// Made by `npm run generate` from the files of this folder. Do not edit.
export { alerts } from './alerts.ts';
export { discuss_event, event, event_fights, event_tickets, events, watch_event } from './events.ts';
export { fighter, fighters, title_holders } from './fighters.ts';
export { live_content, streaming_video } from './live.ts';
export { event_highlights, event_media, fighter_media, media, media_item } from './media.ts';
export {
  fight_metrics_listing,
  fight_metrics_live_event,
  fight_metrics_live_event_url,
  fight_metrics_update_live_event,
} from './metrics.ts';
export { article, fighter_news, news } from './news.ts';
export { octagon_girl, octagon_girls } from './octagon-girls.ts';
export { round_scoring, score_round } from './scoring.ts';
export { chat, health, instructions, root, translations } from './service.ts';
export { fighters_stats, fighters_stats_filter_key_values } from './stats.ts';
export { fight_vote_cast, fight_vote_read, fight_votes } from './votes.ts';

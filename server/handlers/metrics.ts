import { Problem } from '../../common/wire/problem.ts';
import { metricsEntry } from '../../contracts/content/represent/events.ts';
import { eventFeedUrl } from '../../contracts/content/represent/feed-urls.ts';
import { isBoutUpdate } from '../../contracts/schemas/metrics.ts';
import { anyLive } from '../cache/invalidation.ts';
import { findEventByStatid, readFilteredPage } from '../queries/content.ts';
import { channels, liveMessage } from '../store/keys.ts';
import { liveBounds } from '../store/live/history.ts';
import { type Handler, Reply } from './types.ts';

export const fight_metrics_listing: Handler<'fight_metrics_listing'> = async (
  { family, values, content },
  { store, settings },
) => {
  const { records, next } = await readFilteredPage(content, 'events', values, ({ statid }) => statid !== null);
  const received = await store.live.received(records.map(({ statid }) => statid ?? 0));
  const entries = records.map((event) => metricsEntry(event, received.has(event.statid ?? 0), family, settings));
  return new Reply(entries, { next, tags: [anyLive] });
};

export const fight_metrics_live_event_url: Handler<'fight_metrics_live_event_url'> = async (
  { content },
  { store, settings },
) => {
  const onAir = await store.live.onAir();
  const tags = [anyLive];
  if (!onAir) return new Reply({ event_id: null, statid: null, live_event_url: null }, { tags });
  const event = await findEventByStatid(content, onAir.eventId);
  const live_event_url = eventFeedUrl(onAir.eventId, settings);
  return new Reply({ event_id: event?.id ?? null, statid: onAir.eventId, live_event_url }, { tags });
};

export const fight_metrics_live_event: Handler<'fight_metrics_live_event'> = async ({ values }, { store }) => {
  const { id, fight } = values;
  const tags = [channels.live(String(id))];
  if (fight !== undefined) {
    const bout = await store.live.bout(id, fight);
    if (bout) return new Reply(bout.feed, { tags });
  }
  const event = await store.live.event(id);
  if (fight !== undefined && event) throw new Problem('live-fight-not-found');
  if (!event?.feed) throw new Problem('live-event-not-found');
  return new Reply(event.feed, { tags });
};

const { bouts: maxBouts, documentBytes } = liveBounds;

/** The detail for a snapshot that does not fit into its event. */
const room = `${maxBouts} bouts and ${documentBytes} bytes`;
const noRoom = `Must fit beside the rest of the event, which has room for ${room}.`;

export const fight_metrics_update_live_event: Handler<'fight_metrics_update_live_event'> = async (
  { body, caller },
  { store, invalidateNow },
) => {
  const { EventID } = body.FMLiveFeed;
  if (caller.feedEvents && !caller.feedEvents.has(EventID)) throw new Problem('feed-key-rejected');
  const { outcome, sequence, version } = await store.live.update(body);
  const fightId = isBoutUpdate(body) ? body.FMLiveFeed.FightID : null;
  if (outcome === 'applied') invalidateNow(channels.live(EventID), liveMessage(version, fightId));
  if (outcome === 'full') throw new Problem('invalid-body', { errors: [{ pointer: '#/FMLiveFeed', detail: noRoom }] });
  if (outcome === 'conflict') throw new Problem('sequence-conflict', { extensions: { sequence } });
  return {
    status: 'ok',
    EventID,
    FightID: fightId,
    sequence,
    applied: outcome === 'applied',
    reason: outcome === 'applied' ? null : outcome,
    version,
  };
};

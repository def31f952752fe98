import { collections, type RecordOf } from '../content/collections/index.ts';
import { metricsEntry } from '../content/represent/events.ts';
import { eventFeedUrl } from '../content/represent/feed-urls.ts';
import { completeBoutFeed, completeEventFeed, type LiveEventUrl } from '../schemas/metrics.ts';
import { given, type State } from '../states.ts';
import { ids } from '../world/ids.ts';
import { feed } from '../world/index.ts';
import { liveFeed } from './card.ts';
import { type Interaction, problem, success } from './interaction.ts';
import { listOf } from './lists.ts';
import { eventIsLive, invalidRequest, pastFeed } from './request.ts';
import { content } from './sample.ts';
import { settings } from './settings.ts';

const statid = ids.liveEventStatid;
const live_event_url = eventFeedUrl(statid, settings);

/** The events that have a feed while an event is live. */
const withFeed: readonly (number | null)[] = [statid, ids.pastEventStatid];

const entryOf = (event: RecordOf<'events'>) => metricsEntry(event, withFeed.includes(event.statid), 'v1', settings);

const known = content.list('events').records.filter((event) => event.statid !== null);

const listing = listOf('fight_metrics_listing', 'v1', {
  what: 'the events of the metrics supplier',
  given: eventIsLive,
  body: known.map(entryOf),
  keys: known.map(collections.events.sort),
});

const urls: Interaction[] = [
  success('fight_metrics_live_event_url', 'v1', {
    receiving: 'the address of the live event',
    given: eventIsLive,
    body: { event_id: ids.liveEvent, statid, live_event_url } satisfies LiveEventUrl,
  }),
  success('fight_metrics_live_event_url', 'v1', {
    receiving: 'the address of the live event when no event is live',
    given: given('no event is live'),
    body: { event_id: null, statid: null, live_event_url: null } satisfies LiveEventUrl,
  }),
];

/** Fights without statistics: clients request them too, since every fight of an event has their address. */
function withoutStatistics(eventStatid: number, received: State): Interaction[] {
  const known = feed.bouts.map(({ FMLiveFeed }) => Number(FMLiveFeed.FightID));
  const [event] = content.list('events', `statid:${eventStatid}`).records;
  const fights = (event?.fights ?? []).flatMap(({ statid: fight }) => (fight && !known.includes(fight) ? [fight] : []));
  return fights.map((fight) =>
    problem('fight_metrics_live_event', 'v1', 'live-fight-not-found', {
      receiving: `the statistics of bout ${fight}, which has no statistics`,
      given: [
        received,
        given('no statistics were received for the bout', { event_statid: eventStatid, statid: fight }),
      ],
      request: { params: { id: eventStatid }, query: { fight } },
    }),
  );
}

const liveEvent: Interaction[] = [
  success('fight_metrics_live_event', 'v1', {
    receiving: 'the feed of the live event',
    given: eventIsLive,
    request: { params: { id: statid } },
    body: liveFeed,
  }),
  ...feed.bouts.map((bout) =>
    success('fight_metrics_live_event', 'v1', {
      receiving: `the statistics of bout ${bout.FMLiveFeed.FightID}`,
      given: eventIsLive,
      request: { params: { id: statid }, query: { fight: bout.FMLiveFeed.FightID } },
      body: completeBoutFeed(bout),
    }),
  ),
  problem('fight_metrics_live_event', 'v1', 'live-event-not-found', {
    receiving: 'the feed of an event without a feed',
    given: given('no feed was received for the event', { statid: ids.unknown }),
    request: { params: { id: ids.unknown } },
  }),
  // Replies have -1 in the feed address of a fight without a statid, and clients follow it.
  problem('fight_metrics_live_event', 'v1', 'live-event-not-found', {
    receiving: 'the feed of an event that the supplier does not know',
    given: eventIsLive,
    request: { params: { id: -1 } },
  }),
  success('fight_metrics_live_event', 'v1', {
    receiving: 'the feed of a past event',
    given: pastFeed,
    request: { params: { id: ids.pastEventStatid } },
    body: completeEventFeed(feed.past),
  }),
  ...withoutStatistics(statid, eventIsLive),
  ...withoutStatistics(ids.pastEventStatid, pastFeed),
  problem('fight_metrics_live_event', 'v1', 'live-fight-not-found', {
    receiving: 'the statistics of a bout that the supplier does not know',
    given: eventIsLive,
    request: { params: { id: statid }, query: { fight: -1 } },
  }),
  invalidRequest('fight_metrics_live_event', 'v1', {
    receiving: 'the feed with malformed event and bout ids',
    request: { params: { id: 'abc' }, query: { fight: 0 } },
  }),
];

export const metrics: Interaction[] = [...listing, ...urls, ...liveEvent];

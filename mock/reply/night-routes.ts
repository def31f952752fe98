import { type AlertRecord, alerts as alertCollection, isListed } from '../../contracts/content/collections/alerts.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { event, eventDetail, metricsEntry, watch } from '../../contracts/content/represent/events.ts';
import { eventFeedUrl } from '../../contracts/content/represent/feed-urls.ts';
import { fights } from '../../contracts/content/represent/fights.ts';
import { alert } from '../../contracts/content/represent/pages.ts';
import { families } from '../../contracts/families.ts';
import { content, contentReader, fightersById } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { type RouteName, routes } from '../../contracts/routes.ts';
import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';
import { chooseLiveContent, liveVideo } from '../../contracts/rules/live-content.ts';
import { updateEvent } from '../../contracts/world/night/results.ts';
import { findReceivedFeed } from '../night/card.ts';
import type { NightPlayer } from '../night/night.ts';
import { cutPage } from './paging.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

type Playing = StatefulContext & { night: NightPlayer };

const updateRecord = (record: EventRecord, { night, atMs, eventStatid }: NightPlayer) =>
  record.statid === eventStatid ? updateEvent(record, night, atMs, fightersById) : record;

/** Every event in the order of its list, with that of the night updated. */
const listEvents = (night: NightPlayer) => content.list('events').records.map((record) => updateRecord(record, night));

const eventOf = (night: NightPlayer) => listEvents(night).find(({ statid }) => statid === night.eventStatid);

/** The event of the night while it runs. */
const runningEventOf = (night: NightPlayer) => (night.isOver ? undefined : eventOf(night));

/** Content with the event of the night as it is now, including after its end. */
const contentDuring = (night: NightPlayer): ContentReader => ({
  ...contentReader,
  async get<C extends CollectionName>(collection: C, key: string | number) {
    const record = await contentReader.get(collection, key);
    if (collection !== 'events' || !record) return record;
    // TypeScript does not derive the type of the records from the name of the collection.
    return updateRecord(record as unknown as EventRecord, night) as unknown as typeof record;
  },
});

/** Ids of the night's alerts, above those of the world. */
const firstAlertId = 900_001;

const both = (es_US: string, en_US: string) => ({ es_US, en_US });

const begun = both('En vivo ahora.', 'Live now.');

/** The alerts so far: one when a fight begins, one when its result is announced. */
function listNightAlerts(night: NightPlayer): AlertRecord[] {
  const { atMs } = night;
  const planned = night.night.fights.flatMap(({ card, introMs, officialMs, result }) => {
    const names = (card.Fighters ?? []).map(({ LastName }) => LastName).join(' – ');
    const winner = card.Fighters?.[result.winner === 'blue' ? 0 : 1]?.FullName ?? '';
    const ending = result.winner
      ? both(`Gana ${winner} en el asalto ${result.round}.`, `${winner} wins in round ${result.round}.`)
      : both('Empate.', 'A draw.');
    return [
      { atMs: introMs, title: both(`Empieza: ${names}`, `Starting: ${names}`), message: begun },
      { atMs: officialMs, title: both(`Resultado: ${names}`, `Result: ${names}`), message: ending },
    ];
  });
  const event_id = eventOf(night)?.id ?? null;
  return planned
    .map(({ atMs: at, ...one }, index) => ({ at, record: { ...one, id: firstAlertId + index, event_id } }))
    .filter(({ at }) => at <= atMs)
    .map(({ at, record }) => alertCollection.normalise({ ...record, created: isoSeconds(night.momentMs(at)) }));
}

/** Answers about the event of the night; undefined for another event, which the contracts answer. */
const ofNight =
  (build: (record: EventRecord, playing: Playing) => StatefulReply | undefined) =>
  (playing: Playing): StatefulReply | undefined => {
    const { night, values } = playing;
    const record = eventOf(night);
    return record?.id === Number(values.id ?? values.event_id) ? build(record, playing) : undefined;
  };

/** A page of rows: events, fights of an event, or alerts. */
function buildPage(
  name: RouteName,
  path: string,
  rows: readonly object[],
  { family, values }: Playing,
  keyOf?: (row: Record<string, unknown>) => string | undefined,
): StatefulReply | undefined {
  const page = cutPage(name, families[family].prefix + path, rows as Record<string, unknown>[], values, keyOf);
  return page && { status: 200, ...page };
}

type NightHandler = (playing: Playing) => StatefulReply | undefined | Promise<StatefulReply>;

/** Routes that depend on the time of the night. */
export const nightRoutes: Partial<Record<RouteName, NightHandler>> = {
  streaming_video: async ({ family, night }) => ({
    status: 200,
    body: await liveVideo(contentReader, runningEventOf(night), family),
  }),
  live_content: async ({ family, night }) => ({
    status: 200,
    body: await chooseLiveContent(contentDuring(night), runningEventOf(night), night.nowMs, family, settings),
  }),
  fight_metrics_live_event_url: ({ night }) => {
    const running = runningEventOf(night);
    const statid = running ? night.eventStatid : null;
    const live_event_url = statid === null ? null : eventFeedUrl(statid, settings);
    return { status: 200, body: { event_id: running?.id ?? null, statid, live_event_url } };
  },
  fight_metrics_live_event: ({ values, night }) => {
    if (values.id !== night.eventStatid) return undefined;
    const feed = values.fight === undefined ? night.eventFeed() : night.boutFeed(String(values.fight));
    if (feed) return { status: 200, body: feed };
    return { problem: values.fight === undefined ? 'live-event-not-found' : 'live-fight-not-found' };
  },
  fight_metrics_listing: (playing) => {
    const { night, family } = playing;
    const isReceived = ({ statid }: EventRecord) => findReceivedFeed(statid, night)?.feed !== undefined;
    const inMetrics = listEvents(night).filter(({ statid }) => statid !== null);
    const rows = inMetrics.map((record) => metricsEntry(record, isReceived(record), family, settings));
    return buildPage('fight_metrics_listing', '/fight_metrics', rows, playing);
  },
  events: (playing) => {
    const rows = listEvents(playing.night).map((record) => event(record, playing.family, settings));
    return buildPage('events', '/events', rows, playing);
  },
  event: ofNight((record, { family }) => ({
    status: 200,
    body: eventDetail(record, fightersById, family, settings),
  })),
  event_fights: ofNight((record, playing) => {
    const rows = fights(record, fightersById, playing.family, settings);
    return buildPage('event_fights', `/events/${record.id}/fights`, rows, playing);
  }),
  watch_event: ofNight((record, { family }) => ({ status: 200, body: watch(record, family) })),
  alerts: (playing) => {
    const { sort } = alertCollection;
    const { family, night } = playing;
    const world = content.list('alerts').records.filter((record) => isListed(record, night.nowMs));
    const all = [...world, ...listNightAlerts(night)].sort((a, b) => (sort(a) < sort(b) ? 1 : -1));
    const keys = new Map<object, string>(all.map((record) => [alert(record, family), sort(record)]));
    return buildPage('alerts', routes.alerts.path, [...keys.keys()], playing, (row) => keys.get(row));
  },
};

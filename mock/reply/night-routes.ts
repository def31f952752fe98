import { type AlertRecord, alerts as alertCollection, isListed } from '../../contracts/content/collections/alerts.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { PageOf } from '../../contracts/content/collections/pages.ts';
import { alert, eventFeedUrl, live, liveContent } from '../../contracts/content/represent/index.ts';
import { families } from '../../contracts/families.ts';
import { cursorOf, nextLink } from '../../contracts/http/http.ts';
import { content } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { routes } from '../../contracts/routes.ts';
import type { NightPlayer } from '../night/night.ts';
import { asOfNow } from './night-results.ts';
import type { Answering, Made } from './reply-context.ts';

const page = <P extends 'live' | 'live_content'>(name: P) => content.get('pages', name) as PageOf<P> | undefined;

/** The event of the night while it runs. */
function eventOnAir(night: NightPlayer): EventRecord | undefined {
  if (night.isOver) return undefined;
  const [event] = content.list('events', `statid:${night.eventStatid}`, { limit: 1 }).records;
  return event && asOfNow(event, night);
}

const eventNamed = (id: number | null | undefined) => (id ? content.get('events', id) : undefined);

type Playing = Answering & { night: NightPlayer };

/** The router only asks while a night plays. */
const whilePlaying = (maker: (answering: Playing) => Made | undefined) => (answering: Answering) =>
  answering.night && maker({ ...answering, night: answering.night });

export const liveVideo = whilePlaying(({ family, night }) => {
  const about = page('live');
  const event = eventOnAir(night);
  return { status: 200, body: live(about, event ?? eventNamed(about?.event_id), event !== undefined, family) };
});

/** After the night: the event that content names, else the next to start. */
export const liveContents = whilePlaying(({ family, night }) => {
  const about = page('live_content');
  const now = new Date(night.nowMs).toISOString();
  const next = content.list('events', undefined, { reversed: true }).records.find((one) => one.event_dategmt > now);
  const event = eventOnAir(night) ?? eventNamed(about?.event_id) ?? next;
  const own = event && `event:${event.id}`;
  const listed = <C extends 'media' | 'news'>(collection: C, ids: readonly number[] | null | undefined) =>
    ids
      ? content.many(collection, ids).filter((record) => record !== undefined)
      : own
        ? content.list(collection, own, { limit: 100 }).records
        : [];
  const parts = [listed('media', about?.media_ids), listed('news', about?.news_ids)] as const;
  return { status: 200, body: liveContent(event, ...parts, family, settings) };
});

export const eventUrl = whilePlaying(({ night }) => {
  const event = eventOnAir(night);
  const statid = event ? night.eventStatid : null;
  const live_event_url = statid === null ? null : eventFeedUrl(statid, settings);
  return { status: 200, body: { event_id: event?.id ?? null, statid, live_event_url } };
});

export const liveFeed = whilePlaying(({ values, night }) => {
  if (values.id !== night.eventStatid) return undefined;
  const feed = values.fight === undefined ? night.eventFeed() : night.boutFeed(String(values.fight));
  if (feed) return { status: 200, body: feed };
  return { problem: values.fight === undefined ? 'live-event-not-found' : 'live-fight-not-found' };
});

/** Ids of the night's alerts, above those of the world. */
const firstAlertId = 900_001;

const both = (es_US: string, en_US: string) => ({ es_US, en_US });

/** One alert when a fight begins and one when its result is announced, as of now. */
function nightAlerts(night: NightPlayer): AlertRecord[] {
  const { atMs } = night;
  const event = content.list('events', `statid:${night.eventStatid}`, { limit: 1 }).records[0];
  const told = night.night.fights.flatMap(({ card, introMs, officialMs, result }) => {
    const names = (card.Fighters ?? []).map(({ LastName }) => LastName).join(' – ');
    const winner = card.Fighters?.[result.winner === 'blue' ? 0 : 1]?.FullName ?? '';
    const ending = result.winner
      ? both(`Gana ${winner} en el asalto ${result.round}.`, `${winner} wins in round ${result.round}.`)
      : both('Empate.', 'A draw.');
    return [
      {
        atMs: introMs,
        title: both(`Empieza: ${names}`, `Starting: ${names}`),
        message: both('En vivo ahora.', 'Live now.'),
      },
      { atMs: officialMs, title: both(`Resultado: ${names}`, `Result: ${names}`), message: ending },
    ];
  });
  return told
    .map((one, index) => ({ ...one, id: firstAlertId + index }))
    .filter((one) => one.atMs <= atMs)
    .map(({ atMs: at, id, title, message }) =>
      alertCollection.normalise({
        ...{ id, title, message },
        event_id: event?.id ?? null,
        created: new Date(night.momentMs(at)).toISOString().replace(/\.\d+Z$/, 'Z'),
      }),
    );
}

export const alertList = whilePlaying(({ family, values, night }) => {
  const { sort } = alertCollection;
  const world = content.list('alerts').records.filter((record) => isListed(record, night.nowMs));
  const all = [...world, ...nightAlerts(night)].sort((a, b) => (sort(a) < sort(b) ? 1 : -1));
  const limit = Number(values.limit ?? routes.alerts.list);
  const rest = values.cursor === undefined ? all : all.filter((record) => sort(record) < String(values.cursor));
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  const path = families[family].prefix + routes.alerts.path;
  const asked = values.limit === undefined ? '' : `limit=${limit}&`;
  const next = last && `${settings.publicUrl}${path}?${asked}cursor=${cursorOf(sort(last))}`;
  return {
    status: 200,
    body: rows.map((record) => alert(record, family)),
    ...(next && rows.length < rest.length && { headers: { Link: nextLink(next) } }),
  };
});

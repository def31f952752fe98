import { type AlertRecord, alerts as alertCollection, isListed } from '../../contracts/content/collections/alerts.ts';
import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { eventFeedUrl } from '../../contracts/content/represent/feed-urls.ts';
import { alert } from '../../contracts/content/represent/pages.ts';
import { families } from '../../contracts/families.ts';
import { content, contentReader } from '../../contracts/interactions/sample.ts';
import { settings } from '../../contracts/interactions/settings.ts';
import { routes } from '../../contracts/routes.ts';
import { isoSeconds } from '../../contracts/rules/iso-seconds.ts';
import { chooseLiveContent, liveVideo } from '../../contracts/rules/live-content.ts';
import { nextLink, pageQuery } from '../../contracts/rules/next-link.ts';
import type { NightPlayer } from '../night/night.ts';
import { updateEvent } from './night-results.ts';
import type { StatefulContext, StatefulReply } from './reply-context.ts';

/** Finds the event of the night while it runs. */
function findRunningEvent(night: NightPlayer): EventRecord | undefined {
  if (night.isOver) return undefined;
  const [event] = content.list('events', `statid:${night.eventStatid}`, { limit: 1 }).records;
  return event && updateEvent(event, night);
}

type Playing = StatefulContext & { night: NightPlayer };

/** The night is present: these routes are used only while one plays. */
const whilePlaying =
  <M extends StatefulReply | undefined | Promise<StatefulReply>>(build: (context: Playing) => M) =>
  (context: StatefulContext) =>
    context.night && build({ ...context, night: context.night });

export const liveVideoNow = whilePlaying(async ({ family, night }) => ({
  status: 200,
  body: await liveVideo(contentReader, findRunningEvent(night), family),
}));

/** Content with the event of the night as it is now, also when that is over. */
const contentDuring = (night: NightPlayer): ContentReader => ({
  ...contentReader,
  async get<C extends CollectionName>(collection: C, key: string | number) {
    const record = await contentReader.get(collection, key);
    if (collection !== 'events' || !record) return record;
    // The compiler does not conclude from its name which records a collection has.
    return updateEvent(record as unknown as EventRecord, night) as unknown as typeof record;
  },
});

export const liveContentNow = whilePlaying(async ({ family, night }) => ({
  status: 200,
  body: await chooseLiveContent(contentDuring(night), findRunningEvent(night), night.nowMs, family, settings),
}));

export const eventUrl = whilePlaying(({ night }) => {
  const event = findRunningEvent(night);
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

/** Lists the alerts so far: one when a fight begins, one when its result is announced. */
function listNightAlerts(night: NightPlayer): AlertRecord[] {
  const { atMs } = night;
  const event = content.list('events', `statid:${night.eventStatid}`, { limit: 1 }).records[0];
  const planned = night.night.fights.flatMap(({ card, introMs, officialMs, result }) => {
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
  return planned
    .map((one, index) => ({ ...one, id: firstAlertId + index }))
    .filter((one) => one.atMs <= atMs)
    .map(({ atMs: at, id, title, message }) =>
      alertCollection.normalise({
        id,
        title,
        message,
        event_id: event?.id ?? null,
        created: isoSeconds(night.momentMs(at)),
      }),
    );
}

export const alertList = whilePlaying(({ family, values, night }) => {
  const { sort } = alertCollection;
  const world = content.list('alerts').records.filter((record) => isListed(record, night.nowMs));
  const all = [...world, ...listNightAlerts(night)].sort((a, b) => (sort(a) < sort(b) ? 1 : -1));
  const limit = Number(values.limit ?? routes.alerts.list.limit);
  const rest = values.cursor === undefined ? all : all.filter((record) => sort(record) < String(values.cursor));
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  const path = families[family].prefix + routes.alerts.path;
  const next = last && `${settings.publicUrl}${path}${pageQuery(values.limit, sort(last))}`;
  return {
    status: 200,
    body: rows.map((record) => alert(record, family)),
    ...(next && rows.length < rest.length && { headers: { Link: nextLink(next) } }),
  };
});

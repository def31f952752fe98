import { type CollectionName, normaliseAll } from '../../../contracts/content/collections/index.ts';
import type { PageOf } from '../../../contracts/content/collections/pages.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import * as represent from '../../../contracts/content/represent/index.ts';
import type { Family } from '../../../contracts/families.ts';
import { ids, world } from '../../../contracts/world/index.ts';

export const settings = {
  publicUrl: 'https://api.example.com',
  placeholderImage: 'https://img.example.com/vacant.png',
  notFoundPage: 'https://www.example.com/fighter/not-found',
};
export const reader = memoryReader(normaliseAll(world)).sync;
export const all = <C extends CollectionName>(name: C) => reader.list(name).records;
const page = <P extends 'live' | 'chat' | 'instructions'>(name: P) =>
  reader.get('pages', name) as PageOf<P> | undefined;
export const fightersById = new Map(all('fighters').map((fighter) => [fighter.id, fighter]));
export const fighterByStatid = (statid: number) => reader.list('fighters', `statid:${statid}`).records[0];

export type Reply = [schema: string, reply: unknown];
export const reply = (schema: string, value: unknown): Reply => [schema, value];

/** Every reply from content in a family, under the name of its schema. */
export function replies(family: Family): Reply[] {
  const of = (v3: string, v1 = v3) => (family === 'v3' ? v3 : v1);
  const [events, news, media] = [all('events'), all('news'), all('media')];
  const shared: Reply[] = [
    ...all('fighters').map((one) => reply(of('Fighter', 'FighterV1'), represent.fighter(one, family))),
    ...all('fighters').map((one) =>
      reply(of('FighterDetail', 'FighterDetailV1'), represent.fighterDetail(one, family)),
    ),
    ...represent
      .titleHolders(reader.list('fighters', 'title_holders').records, family, settings)
      .map((row) => reply(of('TitleHolder', 'TitleHolderV1'), row)),
    ...events.flatMap((one) => [
      reply(of('Event', 'EventV1'), represent.event(one, family, settings)),
      reply(of('EventDetail', 'EventDetailV1'), represent.eventDetail(one, fightersById, family, settings)),
      ...represent.fights(one, fightersById, family, settings).map((fight) => reply('Fight', fight)),
      reply('Discussion', represent.discussion(one, family)),
      reply('Tickets', represent.tickets(one, family)),
      reply('Watch', represent.watch(one, family)),
      reply(
        of('LiveContent', 'LiveContentV1'),
        represent.liveContent(
          one,
          reader.list('media', `event:${one.id}`).records,
          reader.list('news', `event:${one.id}`).records,
          family,
          settings,
        ),
      ),
      reply('Live', represent.live(page('live'), one, one.id === ids.liveEvent, family)),
    ]),
    [of('LiveContent', 'LiveContentV1'), represent.liveContent(undefined, [], [], family, settings)],
    ['Live', represent.live(undefined, undefined, false, family)],
    ...events
      .filter(({ statid }) => statid !== null)
      .flatMap((one) =>
        [true, false].map((has) => reply('MetricsEntry', represent.metricsEntry(one, has, family, settings))),
      ),
    ...news.map((one) => reply('News', represent.news(one, family))),
    ...news.map((one) => {
      const parts = {
        media: one.article_media_id === null ? undefined : reader.get('media', one.article_media_id),
        fighters: reader.many('fighters', one.fighter_ids).filter((found) => found !== undefined),
        related: reader.many('news', one.related_ids).filter((found) => found !== undefined),
      };
      return reply(of('Article', 'ArticleV1'), represent.article(one, parts, family));
    }),
    ...media.map((one) => reply('Media', represent.media(one, family))),
    ...media.map((one) => reply('MediaItem', represent.mediaItem(one, family))),
    ...all('alerts').map((one) => reply('Alert', represent.alert(one, family))),
    ...[page('chat'), undefined].map((one) => reply('Chat', represent.chat(one, family))),
    ...[page('instructions'), undefined].map((one) => reply('Instructions', represent.instructions(one, family))),
  ];
  if (family === 'v1') return shared;
  const bundles = Object.fromEntries(all('translations').map((bundle) => [bundle.id, bundle]));
  return [
    ...shared,
    ...all('octagon_girls').map((one) => reply('RingPresenter', represent.ringPresenter(one, family))),
    ...all('translations').map((one) => reply('Translation', represent.translation(one, family))),
    ...all('stats').map((one) => reply('Stat', represent.stat(one, fighterByStatid(one.statid), family))),
    [
      'StatsFilters',
      represent.statsFilters(
        bundles,
        all('stats').map(({ Born }) => Born),
        family,
      ),
    ],
  ];
}

import type { PageOf } from '../content/collections/pages.ts';
import { chat, instructions, live, liveContent } from '../content/represent/pages.ts';
import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, success } from './interaction.ts';
import { whenEmpty } from './lists.ts';
import { eventIsLive, published } from './request.ts';
import { content, existing } from './sample.ts';
import { settings } from './settings.ts';

const noEventIsLive = given('no event is live');

const page = <P extends 'live' | 'chat' | 'instructions'>(name: P) => existing(content.get('pages', name)) as PageOf<P>;

const liveEvent = existing(content.get('events', ids.liveEvent));

function streamingVideo(family: Family): Interaction[] {
  const named = page('live').event_id;
  const event = named === null ? undefined : content.get('events', named);
  return [
    success('streaming_video', family, {
      receiving: 'the live video',
      given: eventIsLive,
      body: live(page('live'), liveEvent, true, family),
    }),
    success('streaming_video', family, {
      receiving: 'the live video between events',
      given: noEventIsLive,
      body: live(page('live'), event, false, family),
    }),
    whenEmpty('streaming_video', family, 'the live video', {
      alsoGiven: [noEventIsLive],
      body: live(undefined, undefined, false, family),
    }),
  ];
}

function liveContents(family: Family): Interaction[] {
  const list = `event:${ids.liveEvent}`;
  const [media, news] = [content.list('media', list).records, content.list('news', list).records];
  return [
    success('live_content', family, {
      receiving: 'the live content',
      given: eventIsLive,
      body: liveContent(liveEvent, media, news, family, settings),
    }),
    whenEmpty('live_content', family, 'the live content', {
      alsoGiven: [noEventIsLive],
      body: liveContent(undefined, [], [], family, settings),
    }),
  ];
}

function servicePages(family: Family): Interaction[] {
  return [
    success('chat', family, {
      receiving: 'the chat',
      given: published,
      body: chat(page('chat'), family),
    }),
    whenEmpty('chat', family, 'the chat', { body: chat(undefined, family) }),
    success('instructions', family, {
      receiving: 'the instructions',
      given: published,
      body: instructions(page('instructions'), family),
    }),
    whenEmpty('instructions', family, 'the instructions', { body: instructions(undefined, family) }),
  ];
}

export const pages: Interaction[] = familyNames.flatMap((family) => [
  ...streamingVideo(family),
  ...liveContents(family),
  ...servicePages(family),
]);

import type { EventRecord } from '../../contracts/content/collections/events.ts';
import type { ContentReader } from '../../contracts/content/reader.ts';
import { chooseLiveContent, liveVideo } from '../../contracts/rules/live-content.ts';
import { anyLive } from '../cache/invalidation.ts';
import { findEventByStatid } from '../queries/content.ts';
import type { Store } from '../store/index.ts';
import { type Handler, Reply } from './types.ts';

/** Finds the event of content that is live now, if any. */
async function findLiveEvent(store: Store, content: ContentReader): Promise<EventRecord | undefined> {
  const onAir = await store.live.onAir();
  return onAir && findEventByStatid(content, onAir.eventId);
}

export const streaming_video: Handler<'streaming_video'> = async ({ family, content }, { store }) =>
  new Reply(await liveVideo(content, await findLiveEvent(store, content), family), { tags: [anyLive] });

export const live_content: Handler<'live_content'> = async ({ family, content }, { store, settings }) => {
  const onAir = await findLiveEvent(store, content);
  return new Reply(await chooseLiveContent(content, onAir, Date.now(), family, settings), { tags: [anyLive] });
};

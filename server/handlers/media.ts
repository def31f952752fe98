import { Problem } from '../../common/wire/problem.ts';
import { mediaItem, media as mediaReply } from '../../contracts/content/represent/media.ts';
import { findEvent, findFighter } from '../queries/content.ts';
import { readListReply } from './list-reply.ts';
import type { Handler } from './types.ts';

export const media: Handler<'media'> = async ({ family, values, content }) =>
  readListReply(content, 'media', undefined, values, (record) => mediaReply(record, family));

export const media_item: Handler<'media_item'> = async ({ family, values, content }) => {
  const record = await content.get('media', values.id);
  if (!record) throw new Problem('media-item-not-found');
  return mediaItem(record, family);
};

export const fighter_media: Handler<'fighter_media'> = async ({ family, values, content }) => {
  const { id } = await findFighter(content, values.fighter_id);
  return readListReply(content, 'media', `fighter:${id}`, values, (record) => mediaReply(record, family));
};

export const event_media: Handler<'event_media'> = async ({ family, values, content }) => {
  const { id } = await findEvent(content, values.event_id);
  return readListReply(content, 'media', `event:${id}`, values, (record) => mediaReply(record, family));
};

export const event_highlights: Handler<'event_highlights'> = async ({ family, values, content }) => {
  const { id } = await findEvent(content, values.event_id);
  return readListReply(content, 'media', `highlights:${id}`, values, (record) => mediaReply(record, family));
};

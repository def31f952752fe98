import { Problem } from '../../common/wire/problem.ts';
import { ringPresenter } from '../../contracts/content/represent/media.ts';
import { readListReply } from './list-reply.ts';
import type { Handler } from './types.ts';

export const octagon_girls: Handler<'octagon_girls'> = async ({ family, values, content }) =>
  readListReply(content, 'octagon_girls', undefined, values, (record) => ringPresenter(record, family));

export const octagon_girl: Handler<'octagon_girl'> = async ({ family, values, content }) => {
  const record = await content.get('octagon_girls', values.id);
  if (!record) throw new Problem('ring-presenter-not-found');
  return ringPresenter(record, family);
};

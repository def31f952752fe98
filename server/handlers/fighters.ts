import { fighterDetail, fighter as fighterReply, titleHolders } from '../../contracts/content/represent/fighters.ts';
import { findFighter } from '../queries/content.ts';
import { readListReply } from './list-reply.ts';
import { type Handler, Reply } from './types.ts';

export const fighters: Handler<'fighters'> = async ({ family, values, content }, { settings }) =>
  readListReply(content, 'fighters', undefined, values, (record) => fighterReply(record, family, settings));

export const fighter: Handler<'fighter'> = async ({ family, values, content }, { settings }) =>
  fighterDetail(await findFighter(content, values.id), family, settings);

/** One row per division. Rows of vacant divisions are added here, so the page is cut here too, by division. */
export const title_holders: Handler<'title_holders'> = async ({ family, values, content }, { settings }) => {
  const { records } = await content.list('fighters', 'title_holders');
  const rows = titleHolders(records, family, settings);
  const start = rows.findIndex(({ weight_class }) => weight_class === values.cursor) + 1;
  const page = rows.slice(start, values.limit === undefined ? undefined : start + values.limit);
  const hasMore = start + page.length < rows.length;
  return new Reply(page, { next: hasMore ? (page.at(-1)?.weight_class ?? undefined) : undefined });
};

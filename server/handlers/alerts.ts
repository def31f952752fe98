import { isListed } from '../../contracts/content/collections/alerts.ts';
import { alert } from '../../contracts/content/represent/pages.ts';
import { readFilteredPage } from '../queries/content.ts';
import { type Handler, Reply } from './types.ts';

export const alerts: Handler<'alerts'> = async ({ family, values, content }) => {
  const nowMs = Date.now();
  const { records, next } = await readFilteredPage(content, 'alerts', values, (record) => isListed(record, nowMs));
  const expiries = records.flatMap(({ expires }) => (expires === null ? [] : [Date.parse(expires)]));
  return new Reply(
    records.map((record) => alert(record, family)),
    { next, untilMs: expiries.length > 0 ? Math.min(...expiries) : undefined },
  );
};

import { alerts as collection, isListed } from '../content/collections/alerts.ts';
import { alert } from '../content/represent/pages.ts';
import { type Family, familyNames } from '../families.ts';
import type { Interaction } from './interaction.ts';
import { inPages, whenEmpty, whole } from './lists.ts';
import { invalidRequest, moment } from './request.ts';
import { content } from './sample.ts';

const records = content.list('alerts').records.filter((record) => isListed(record, Date.parse(moment)));

function ofFamily(family: Family): Interaction[] {
  const all = { what: 'alerts', body: records.map((record) => alert(record, family)) };
  return [
    whole('alerts', family, all),
    whenEmpty('alerts', family, 'alerts'),
    ...inPages('alerts', family, all, records.map(collection.sort)),
    invalidRequest('alerts', family, {
      receiving: 'a request for alerts after a cursor that is none',
      request: { query: { cursor: 'not+a+cursor' } },
    }),
  ];
}

export const alerts: Interaction[] = familyNames.flatMap(ofFamily);

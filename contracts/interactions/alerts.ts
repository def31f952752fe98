import { alerts as collection, isListed } from '../content/collections/alerts.ts';
import { alert } from '../content/represent/pages.ts';
import { familyNames } from '../families.ts';
import type { Interaction } from './interaction.ts';
import { listOf } from './lists.ts';
import { moment } from './request.ts';
import { content } from './sample.ts';

const records = content.list('alerts').records.filter((record) => isListed(record, Date.parse(moment)));

export const alerts: Interaction[] = familyNames.flatMap((family) =>
  listOf('alerts', family, {
    what: 'alerts',
    body: records.map((record) => alert(record, family)),
    keys: records.map(collection.sort),
    unfit: ['with a malformed cursor', { cursor: 'not+a+cursor' }],
  }),
);

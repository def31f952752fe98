import { collections } from '../content/collections/index.ts';
import {
  fighterDetail,
  fighter as fighterReply,
  titleHolders as titleHolderRows,
} from '../content/represent/fighters.ts';
import { type Family, familyNames } from '../families.ts';
import { titleHolderKey } from '../rules/sort-keys.ts';
import { ids } from '../world/ids.ts';
import type { Interaction } from './interaction.ts';
import { listOf, recordOf } from './lists.ts';
import { content, startingWith } from './sample.ts';
import { settings } from './settings.ts';

const { records } = content.list('fighters');
const holders = content.list('fighters', 'title_holders').records;

function titleHolders(family: Family): Interaction[] {
  const body = titleHolderRows(holders, family, settings);
  const empty = titleHolderRows([], family, settings);
  return listOf('title_holders', family, { what: 'title holders', body, empty, keys: body.map(titleHolderKey) });
}

export const fighters: Interaction[] = familyNames.flatMap((family) => [
  ...listOf('fighters', family, {
    what: 'fighters',
    body: records.map((record) => fighterReply(record, family)),
    keys: records.map(collections.fighters.sort),
    unfit: ['with a malformed cursor and limit=0', { limit: 0, cursor: '=' }],
  }),
  ...titleHolders(family),
  ...recordOf('fighter', family, {
    what: 'fighter',
    records: startingWith(ids.champion, records),
    body: (record) => fighterDetail(record, family),
  }),
]);

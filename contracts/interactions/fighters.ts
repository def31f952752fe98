import { collections } from '../content/collections/index.ts';
import {
  fighterDetail,
  fighter as fighterReply,
  titleHolders as titleHolderRows,
} from '../content/represent/fighters.ts';
import { type Family, familyNames } from '../families.ts';
import { titleHolderKey } from '../rules/sort-keys.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord, whenEmpty, whole } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';
import { settings } from './settings.ts';

const records = content.list('fighters').records;
const holders = content.list('fighters', 'title_holders').records;

function list(family: Family): Interaction[] {
  const all = { what: 'fighters', body: records.map((record) => fighterReply(record, family)) };
  return [
    whole('fighters', family, all),
    whenEmpty('fighters', family, 'fighters'),
    ...inPages('fighters', family, all, records.map(collections.fighters.sort)),
    invalidRequest('fighters', family, {
      receiving: 'a request for fighters after a cursor that is none and by pages of no record',
      request: { query: { limit: 0, cursor: '=' } },
    }),
  ];
}

function titleHolders(family: Family): Interaction[] {
  const rows = titleHolderRows(holders, family, settings);
  const all = { what: 'title holders', body: rows };
  return [
    whole('title_holders', family, all),
    whenEmpty('title_holders', family, 'title holders', { body: titleHolderRows([], family, settings) }),
    ...inPages('title_holders', family, all, rows.map(titleHolderKey)),
    invalidRequest('title_holders', family, {
      receiving: 'a request for title holders by pages of no record',
      request: { query: { limit: 0 } },
    }),
  ];
}

function one(family: Family): Interaction[] {
  return [
    ...perRecord('fighter', family, {
      what: 'fighter',
      records: startingWith(ids.champion, records),
      given: ({ id }) => given('a fighter exists', { id }),
      body: (record) => fighterDetail(record, family),
    }),
    problem('fighter', family, 'fighter-not-found', {
      receiving: 'a request for a fighter that does not exist',
      given: given('there is no such fighter', { id: ids.unknown }),
      request: { params: { id: ids.unknown } },
    }),
    invalidRequest('fighter', family, {
      receiving: 'a request for a fighter by an id that is none',
      request: { params: { id: 'abc' } },
    }),
  ];
}

export const fighters: Interaction[] = familyNames.flatMap((family) => [
  ...list(family),
  ...titleHolders(family),
  ...one(family),
]);

import { collections } from '../content/collections/index.ts';
import { ringPresenter } from '../content/represent/media.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { inPages, perRecord, whenEmpty, whole } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

const records = content.list('octagon_girls').records;
const all = { what: 'ring presenters', body: records.map((record) => ringPresenter(record, 'v3')) };

export const octagonGirls: Interaction[] = [
  whole('octagon_girls', 'v3', all),
  whenEmpty('octagon_girls', 'v3', 'ring presenters'),
  ...inPages('octagon_girls', 'v3', all, records.map(collections.octagon_girls.sort)),
  invalidRequest('octagon_girls', 'v3', {
    receiving: 'a request for ring presenters by pages of no record',
    request: { query: { limit: 0 } },
  }),
  ...perRecord('octagon_girl', 'v3', {
    what: 'ring presenter',
    records: startingWith(ids.ringPresenter, records),
    given: ({ id }) => given('a ring presenter exists', { id }),
    body: (record) => ringPresenter(record, 'v3'),
  }),
  problem('octagon_girl', 'v3', 'ring-presenter-not-found', {
    receiving: 'a request for a ring presenter that does not exist',
    given: given('there is no such ring presenter', { id: ids.unknown }),
    request: { params: { id: ids.unknown } },
  }),
  invalidRequest('octagon_girl', 'v3', {
    receiving: 'a request for a ring presenter by an id that is none',
    request: { params: { id: 'abc' } },
  }),
];

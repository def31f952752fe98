import { collections } from '../content/collections/index.ts';
import { ringPresenter } from '../content/represent/media.ts';
import { ids } from '../world/ids.ts';
import type { Interaction } from './interaction.ts';
import { listOf, recordOf } from './lists.ts';
import { content, startingWith } from './sample.ts';

const { records } = content.list('octagon_girls');

export const octagonGirls: Interaction[] = [
  ...listOf('octagon_girls', 'v3', {
    what: 'ring presenters',
    body: records.map((record) => ringPresenter(record, 'v3')),
    keys: records.map(collections.octagon_girls.sort),
  }),
  ...recordOf('octagon_girl', 'v3', {
    what: 'ring presenter',
    records: startingWith(ids.ringPresenter, records),
    body: (record) => ringPresenter(record, 'v3'),
  }),
];

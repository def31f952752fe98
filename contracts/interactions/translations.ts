import { translation } from '../content/represent/pages.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

export const translations: Interaction[] = [
  ...perRecord('translations', 'v3', {
    what: 'translation bundle',
    records: startingWith(ids.translation, content.list('translations').records),
    given: ({ id }) => given('a translation exists', { id }),
    body: (record) => translation(record, 'v3'),
  }),
  problem('translations', 'v3', 'translation-not-found', {
    receiving: 'a translation bundle that does not exist',
    given: given('there is no such translation', { id: ids.unknownTranslation }),
    request: { params: { id: ids.unknownTranslation } },
  }),
  invalidRequest('translations', 'v3', {
    receiving: 'a translation bundle with a malformed name',
    request: { params: { id: 'weight.classes' } },
  }),
];

import { translation } from '../content/represent/pages.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { perRecord } from './lists.ts';
import { invalidRequest } from './request.ts';
import { content, startingWith } from './sample.ts';

export const translations: Interaction[] = [
  ...perRecord('translations', 'v3', {
    what: 'bundle of translations',
    records: startingWith(ids.translation, content.list('translations').records),
    given: ({ id }) => given('a translation exists', { id }),
    body: (record) => translation(record, 'v3'),
  }),
  problem('translations', 'v3', 'translation-not-found', {
    receiving: 'a request for a bundle of translations that does not exist',
    given: given('there is no such translation', { id: ids.unknownTranslation }),
    request: { params: { id: ids.unknownTranslation } },
  }),
  invalidRequest('translations', 'v3', {
    receiving: 'a request for a bundle of translations by a name that is none',
    request: { params: { id: 'weight.classes' } },
  }),
];

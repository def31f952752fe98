import { familyNames } from '../families.ts';
import { rootOf } from '../operations.ts';
import { given } from '../states.ts';
import { type Interaction, success } from './interaction.ts';

export const root: Interaction[] = familyNames.map((family) =>
  success('root', family, {
    receiving: 'a request for the root of the family',
    given: given('the sample content is published'),
    body: rootOf(family),
  }),
);

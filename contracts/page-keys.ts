/** Sort keys of the rows of lists that are no collection of content, for their cursors. */
import { sortKey } from './content/collection.ts';
import type { WeightClass } from './schemas/vocabulary.ts';

/** Of a fight among the fights of its event; ascending. */
export const fightKey = ({ fightcard_order, id }: { fightcard_order: number; id: number }) =>
  sortKey(fightcard_order, id);

/** Of a row among the title holders: there is one row per division, so its division names it. */
export const titleHolderKey = ({ weight_class }: { weight_class: WeightClass | null }) => weight_class ?? '';

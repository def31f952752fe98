import type { Equivalent } from './equivalent.ts';

export const equivalents: readonly Equivalent[] = [
  {
    file: 'contracts/kit/model.ts',
    from: 'a.name < b.name',
    to: 'a.name <= b.name',
    reason: 'two types of one name are refused, whichever of them comes first',
  },
  {
    file: 'contracts/kit/model.ts',
    from: 'a.name < b.name ? -1 : 1',
    to: 'a.name < b.name ? -1 : 0',
    reason: 'the sort of Node asks only whether a comparison is below zero',
  },
  {
    file: 'contracts/kit/model.ts',
    from: 'at - 1',
    to: 'at + 1',
    reason: 'of two equal neighbours either is found, and their name is the same',
  },
];

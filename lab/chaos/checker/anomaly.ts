import type { Operation } from '../history/operations.ts';

export const anomalyKinds = [
  'lost',
  'doubled',
  'refused but counted',
  'phantom',
  'overtaken',
  'torn',
  'backwards',
  'too old',
  'gap',
  'error 500',
  'unexpected answer',
  'broken store',
] as const;

/** Something that no order of the operations explains. */
export interface Anomaly {
  kind: (typeof anomalyKinds)[number];
  /** A sentence that names the cause. */
  says: string;
  /** What happened to the register or on the connection, in order. */
  operations: readonly Operation[];
}

/** A mutant that changes nothing that anybody can observe: it is not judged. */
export interface Equivalent {
  file: string;
  /** A piece of the source that contains the change; it occurs exactly once. */
  from: string;
  /** The same piece after the change. */
  to: string;
  /** Why nobody can tell the difference. */
  reason: string;
}

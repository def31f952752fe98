import { expect } from 'chai';

export interface Boundary<A> {
  /** As in `a round that closes at this moment`. */
  title: string;
  /** The decision one before the boundary (-1), at it (0) and one after it (1). Each call is independent of the others. */
  decide(offset: number): Promise<A> | A;
  expected: readonly [before: A, at: A, after: A];
}

export function itDecides<A>(boundaries: readonly Boundary<A>[]): void {
  for (const { title, decide, expected } of boundaries) {
    it(`decides about ${title}`, async () => {
      const found = [];
      for (const offset of [-1, 0, 1]) found.push(await decide(offset));
      expect(found, 'one before, at the boundary, one after').to.deep.equal(expected);
    });
  }
}

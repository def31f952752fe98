import { expect } from 'chai';

export type Values = Record<string, unknown>;

/** The value at a path such as `containers.0.ports`. */
export const valueAt = (root: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Values | undefined)?.[name], root);

/** Registers a test for each value. */
export function hasValues(root: unknown, expected: Values): void {
  for (const [path, value] of Object.entries(expected)) {
    it(`has ${path}`, () => expect(valueAt(root, path)).to.deep.equal(value));
  }
}

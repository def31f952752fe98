import { expect } from 'chai';
import { Compile } from 'typebox/schema';
import { interactions } from '../../../contracts/interactions/index.ts';
import { replySchema } from '../../../contracts/operations.ts';
import { Type } from '../../../contracts/schemas/type.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';

/** A value with a member more, or one less, in each of its objects in turn. */
function* altered(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, element] of value.slice(0, 2).entries()) {
      for (const other of altered(element)) yield value.with(index, other);
    }
    return;
  }
  for (const name of ['unknown', 'constructor', '']) yield { ...value, [name]: 1 };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...others } = value as Record<string, unknown>;
    yield others;
    yield { ...others, [`${name}s`]: member };
    for (const other of altered(member)) yield { ...value, [name]: other };
  }
}

describe('fits', () => {
  it('agrees with TypeBox for every reply and small changes', () => {
    const seen = { fitting: 0, unfitting: 0 };
    const names = new Set<string>();
    for (const { family, route, reply } of interactions) {
      if (reply.body === undefined || reply.problem || names.has(`${family} ${route}`)) continue;
      names.add(`${family} ${route}`);
      const schema = replySchema(route, family);
      const written = Compile(schema);
      expect(fits(schema, reply.body), `${family} ${route}`).to.equal(true);
      for (const value of altered(reply.body)) {
        const isFitting = written.Check(value);
        if (fits(schema, value) !== isFitting) expect.fail(`${family} ${route}: ${JSON.stringify(value)}`);
        seen[isFitting ? 'fitting' : 'unfitting']++;
      }
    }
    expect(seen.fitting).to.be.above(100);
    expect(seen.unfitting).to.be.above(1_000);
  });
});

describe('pointers of violations', () => {
  it('name the element of a list below any name', () => {
    const counts = Type.Array(Type.Object({ n: Type.Array(Type.Integer()) }));
    const names = ['plain', 'a/b', 'c~d', '~1', ''];
    const schema = Type.Object(Object.fromEntries(names.map((name) => [name, counts])));
    const right = Object.fromEntries(names.map((name) => [name, [{ n: [1] }, { n: [1, 2, 3] }]]));
    for (const [name, step] of [
      ['plain', 'plain'],
      ['a/b', 'a~1b'],
      ['c~d', 'c~0d'],
      ['~1', '~01'],
      ['', ''],
    ] as const) {
      const wrong = { ...right, [name]: [{ n: [1] }, { n: [1, 2, 'x'] }] };
      expect(findViolations(schema, wrong, 'en').map(({ pointer }) => pointer)).to.deep.equal([`/${step}/1/n/2`]);
    }
  });
});

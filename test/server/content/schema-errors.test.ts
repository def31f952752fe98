import { expect } from 'chai';
import { Type } from 'typebox';
import { findSchemaErrors } from '../../../server/content/checking/schema-errors.ts';

const schema = Type.Object({
  last_name: Type.Integer(),
  fights: Type.Optional(Type.Array(Type.Object({ fighter_id: Type.Integer() }))),
});

describe('what is said of a record that does not fit its schema', () => {
  it('shows sixty characters of a text, and no list or object', () => {
    const foundOf = (last_name: unknown) => findSchemaErrors(schema, { last_name })[0]?.found;
    expect(foundOf('x'.repeat(60))).to.equal(`is "${'x'.repeat(60)}"`);
    expect(foundOf('x'.repeat(61))).to.equal(`is "${'x'.repeat(59)}…`);
    expect([foundOf([1]), foundOf({ a: 1 }), foundOf(null)]).to.deep.equal(['is a list', 'is an object', 'is null']);
  });

  it('names an unknown key that looks like the missing one, in the record itself only', () => {
    const [missing] = findSchemaErrors(schema, { last_nmae: 1 });
    expect([missing?.pointer, missing?.found]).to.deep.equal(['/last_name', 'is missing']);
    expect(missing?.expected).to.match(/ \(there is "last_nmae", which is an unknown key\)$/);
    const [nested] = findSchemaErrors(schema, { last_name: 1, fights: [{ fighter_di: 1 }] });
    expect([nested?.pointer, nested?.found]).to.deep.equal(['/fights/0/fighter_id', 'is missing']);
    expect(nested?.expected).not.to.include('unknown key');
  });
});

import { expect } from 'chai';
import { fightKey, pageKeyOf } from '../../../contracts/rules/sort-keys.ts';

/** Parts of a sort key are joined with U+0000, and numbers have ten digits. */
const key = (...parts: string[]) => parts.join('\u0000');

describe('fightKey', () => {
  it('is the place on the card, then the id', () => {
    expect(fightKey({ fightcard_order: 3, id: 88001 })).to.equal(key('0000000003', '0000088001'));
    expect(fightKey({ fightcard_order: 0, id: 88001 })).to.equal(key('0000000000', '0000088001'));
    expect(fightKey({ fightcard_order: -9_007_199_254_740_989, id: 88001 })).to.equal(
      key('-0000000000000002', '0000088001'),
    );
    expect(fightKey({ fightcard_order: -1, id: 88001 })).to.equal(key('-9007199254740990', '0000088001'));
    expect(fightKey({ fightcard_order: 10_000_000_000, id: 88001 })).to.equal(key(':0000010000000000', '0000088001'));
  });

  it('sorts like the card for any place', () => {
    const { MIN_SAFE_INTEGER, MAX_SAFE_INTEGER } = Number;
    const places = [
      ...[MIN_SAFE_INTEGER, -10_000_000_000, -9_999_999_999, -11, -10, -2, -1, 0, 1, 2, 10, 11],
      ...[9_999_999_999, 10_000_000_000, 10_000_000_001, MAX_SAFE_INTEGER],
    ];
    const card = places.flatMap((fightcard_order) => [1, 2, 10].map((id) => ({ fightcard_order, id })));
    expect(card.map(fightKey)).to.deep.equal(card.map(fightKey).sort());
    expect(new Set(card.map(fightKey)).size).to.equal(card.length);
    const { isSortKey } = pageKeyOf('event_fights');
    expect(card.filter((fight) => !isSortKey(fightKey(fight)))).to.deep.equal([]);
  });
});

describe('a cursor among fights', () => {
  const { collection, isSortKey } = pageKeyOf('event_fights');

  it('has no collection', () => {
    expect(collection).to.equal(undefined);
  });

  for (const fits of [
    key('0000000003', '0000088001'),
    key('-9007199254740988', '0000088001'),
    key(':9007199254740991', '0000088001'),
  ]) {
    it(`accepts ${JSON.stringify(fits)}`, () => expect(isSortKey(fits)).to.equal(true));
  }

  for (const wrong of [
    key(''),
    key('', '0000088001'),
    key('0000000003'),
    key('000000003', '0000088001'),
    key('0000000003', '88001'),
    key('0000000003', '00000880011'),
    key('0000000003', '0000088001', '0000000001'),
    key('0000000003x', '0000088001'),
    key('x0000000003', '0000088001'),
    key('00000000-3', '0000088001'),
    key('12345678901', '0000088001'),
    key(':12345678901', '0000088001'),
    key('-12345678901234567', '0000088001'),
  ]) {
    it(`refuses ${JSON.stringify(wrong)}`, () => expect(isSortKey(wrong)).to.equal(false));
  }
});

describe('a cursor among title holders', () => {
  const { collection, isSortKey } = pageKeyOf('title_holders');

  it('is a division without a collection', () => {
    expect(collection).to.equal(undefined);
    expect(['lightweight', 'Lightweight', 'xx', ''].map(isSortKey)).to.deep.equal([false, true, false, false]);
  });
});

describe('a cursor of a collection', () => {
  it('is the sort key of its records', () => {
    const { collection, isSortKey } = pageKeyOf('fighter_news');
    expect(collection).to.equal('news');
    expect(isSortKey(key('2031-04-05T22:00:00Z', '0000090201'))).to.equal(true);
    expect(isSortKey(key('yesterday', '0000090201'))).to.equal(false);
    expect(pageKeyOf('fighters').collection).to.equal('fighters');
  });

  it('throws for a route without pages', () => {
    expect(() => pageKeyOf('fighter')).to.throw('route "fighter" is not a list');
  });
});

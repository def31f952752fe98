import { expect } from 'chai';
import { inLanguage, isLocalized, localise, localizedOf, type Text } from '../../../contracts/content/text.ts';
import { Type } from '../../../contracts/schemas/type.ts';

describe('text in two languages', () => {
  const rows: [text: Text, spanish: string, english: string][] = [
    ['Noche', 'Noche', 'Noche'],
    ['', '', ''],
    [{ es_US: 'Noche', en_US: 'Night' }, 'Noche', 'Night'],
    [{ es_US: 'Noche' }, 'Noche', 'Noche'],
    [{ en_US: 'Night' }, 'Night', 'Night'],
    [{ es_US: 'Noche', en_US: null }, 'Noche', 'Noche'],
    [{ es_US: null, en_US: 'Night' }, 'Night', 'Night'],
    [{ es_US: '', en_US: 'Night' }, '', 'Night'],
    [{ es_US: null, en_US: null }, '', ''],
    [{}, '', ''],
  ];
  for (const [text, spanish, english] of rows) {
    it(`is ${JSON.stringify(spanish)} and ${JSON.stringify(english)} of ${JSON.stringify(text)}`, () => {
      expect([inLanguage(text, 'v3'), inLanguage(text, 'v1')]).to.deep.equal([spanish, english]);
    });
  }

  it('is an object with a wording under the name of a locale, even null', () => {
    const values = [{ es_US: 'a' }, { en_US: null }, {}, { pt_BR: 'a' }, null, undefined, 'es_US', 3, ['es_US']];
    expect(values.map(isLocalized)).to.deep.equal([true, true, false, false, false, false, false, false, false]);
  });

  it('has one wording at least in its schema', () => {
    expect(JSON.parse(JSON.stringify(localizedOf(Type.String({ minLength: 1 }))))).to.deep.equal({
      anyOf: [
        {
          type: 'object',
          required: ['es_US'],
          properties: {
            es_US: { type: 'string', minLength: 1 },
            en_US: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
          },
        },
        {
          type: 'object',
          required: ['en_US'],
          properties: {
            es_US: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] },
            en_US: { type: 'string', minLength: 1 },
          },
        },
      ],
    });
  });
});

describe('a stored value in a language', () => {
  it('has every text in it, at any depth', () => {
    const value = {
      id: 7,
      title: { es_US: 'Noche', en_US: 'Night' },
      photos: [{ path: 'p' }, { path: { es_US: 'q' }, sizes: [1, { en_US: 'big' }] }],
      about: { by: { es_US: 'Eva', en_US: 'Eve' }, none: null },
      texts: ['a', { es_US: 'b', en_US: 'c' }],
    };
    expect(localise(value, 'v3')).to.deep.equal({
      id: 7,
      title: 'Noche',
      photos: [{ path: 'p' }, { path: 'q', sizes: [1, 'big'] }],
      about: { by: 'Eva', none: null },
      texts: ['a', 'b'],
    });
    expect(localise(value, 'v1')).to.deep.equal({
      id: 7,
      title: 'Night',
      photos: [{ path: 'p' }, { path: 'q', sizes: [1, 'big'] }],
      about: { by: 'Eve', none: null },
      texts: ['a', 'c'],
    });
    expect(value.title).to.deep.equal({ es_US: 'Noche', en_US: 'Night' });
    expect(value.texts).to.deep.equal(['a', { es_US: 'b', en_US: 'c' }]);
  });

  it('is the value itself, not a copy, without such text', () => {
    const values = [{ id: 7, names: ['a', { b: ['c'] }] }, [], ['a', 'b'], [{ a: 1 }, { b: null }], {}, null, 'a', 3];
    for (const value of values) expect(localise(value, 'v3')).to.equal(value);
  });

  it('is copied only where there is such text', () => {
    const [plain, titled] = [{ path: 'p' }, { title: { es_US: 'Noche' } }];
    const reply = localise({ plain, titled, list: [plain, titled] }, 'v3') as typeof value;
    const value = { plain, titled: { title: 'Noche' }, list: [plain, { title: 'Noche' }] };
    expect(reply).to.deep.equal(value);
    expect(reply.plain).to.equal(plain);
    expect(reply.list[0]).to.equal(plain);
  });
});

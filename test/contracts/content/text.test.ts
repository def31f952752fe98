import { expect } from 'chai';
import { inLanguage, isLocalized, localise, type Text } from '../../../contracts/content/text.ts';

describe('inLanguage', () => {
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
    it(`reads ${JSON.stringify(text)} in both languages`, () => {
      expect([inLanguage(text, 'v3'), inLanguage(text, 'v1')]).to.deep.equal([spanish, english]);
    });
  }

  it('knows an object with a locale as text', () => {
    const values = [{ es_US: 'a' }, { en_US: null }, {}, { pt_BR: 'a' }, null, undefined, 'es_US', 3, ['es_US']];
    expect(values.map(isLocalized)).to.deep.equal([true, true, false, false, false, false, false, false, false]);
  });
});

describe('localise', () => {
  it('translates texts at any depth', () => {
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

  it('copies only objects that have text to translate', () => {
    const [plain, titled] = [{ path: 'p' }, { title: { es_US: 'Noche' } }];
    const reply = localise({ plain, titled, list: [plain, titled] }, 'v3') as typeof value;
    const value = { plain, titled: { title: 'Noche' }, list: [plain, { title: 'Noche' }] };
    expect(reply).to.deep.equal(value);
    expect(reply.plain).to.equal(plain);
    expect(reply.list[0]).to.equal(plain);
  });
});

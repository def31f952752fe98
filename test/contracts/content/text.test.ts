import { expect } from 'chai';
import { inLanguage, localise, type Text } from '../../../contracts/content/text.ts';

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
});

describe('localise', () => {
  it('translates texts at any depth', () => {
    const value = {
      id: 7,
      title: { es_US: 'Noche', en_US: 'Night' },
      photos: [{ path: 'p' }, { path: { es_US: 'q' }, sizes: [1, { en_US: 'big' }] }],
      texts: ['a', { es_US: 'b', en_US: 'c' }, null],
    };
    const copy = structuredClone(value);
    const photos = [{ path: 'p' }, { path: 'q', sizes: [1, 'big'] }];
    expect(localise(value, 'v3')).to.deep.equal({ id: 7, title: 'Noche', photos, texts: ['a', 'b', null] });
    expect(localise(value, 'v1')).to.deep.equal({ id: 7, title: 'Night', photos, texts: ['a', 'c', null] });
    expect(value).to.deep.equal(copy);
  });
});

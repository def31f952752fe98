import { expect } from 'chai';
import { wordsFor } from '../../../common/pages/board/words.js';

describe('the words of the board', () => {
  it('follow the URL, then the browser, then English', () => {
    for (const [asked, preferred, locale] of [
      ['es', ['en-US'], 'es'],
      ['en', ['es-MX'], 'en'],
      ['ES-pe', [], 'es'],
      [null, ['es-419', 'en'], 'es'],
      [null, ['fr-FR', 'es-US', 'en-US'], 'es'],
      [null, ['pt-BR', 'en-GB', 'es'], 'en'],
      ['fr', ['es'], 'es'],
      [null, ['fr'], 'en'],
      [null, [], 'en'],
    ] as const) {
      expect(wordsFor(asked, preferred).locale, `${asked} of ${preferred}`).to.equal(locale);
    }
  });

  it('format counts and shares by language', () => {
    const count = (locale: string) => [0, 1, 2, 12_345].map(wordsFor(locale, []).voteCount);
    expect(count('en')).to.deep.equal(['0 votes', '1 vote', '2 votes', '12,345 votes']);
    expect(count('es')).to.deep.equal(['0 votos', '1 voto', '2 votos', '12.345 votos']);
    const texts = (locale: string) => {
      const { breakAfter, inRound, audienceVotes, landedOf } = wordsFor(locale, []);
      return [breakAfter(2), inRound(3), audienceVotes('40%', '60%', 12_345), landedOf('4', '9')];
    };
    expect(texts('en')).to.deep.equal([
      ...['Break after round 2', 'round 3', 'Votes 40%\u00a0–\u00a060% (12,345)'],
      '4 of 9',
    ]);
    expect(texts('es')).to.deep.equal([
      ...['Descanso tras el asalto 2', 'asalto 3', 'Votos 40%\u00a0–\u00a060% (12.345)'],
      '4 de 9',
    ]);
  });
});

import { expect } from 'chai';
import { useCatalogue } from '../../support/browser/catalogue-run.ts';
import { catalogueScript, Part } from '../../support/browser/catalogue-tree.ts';

describe('the elements of the catalogue', () => {
  const of = useCatalogue();
  let byId: (id: string) => Part;
  let jsonBlock: (value: unknown, label: string, language?: string) => Part;
  beforeEach(async () => {
    await of.run.start();
    ({ byId, jsonBlock } = await import(catalogueScript('elements.js')));
  });

  it('are only on the page that has them', () => {
    expect(byId('list').id).to.equal('list');
    expect(() => byId('nowhere')).to.throw('the page has no #nowhere');
  });

  /** The language of JSON, and each of its parts: a text, or a kind of token with its text. */
  const shown = (value: unknown, language?: string) => {
    const [code] = jsonBlock(value, 'Reply', language).children;
    const parts = code?.nodes.map((part) => (part instanceof Part ? [part.className, part.textContent] : part));
    return [code?.getAttribute('lang'), parts];
  };

  it('show JSON with its kinds of token, in its language', () => {
    expect(shown({ a: [1, null, 'x: 2'] }, 'es-US')).to.deep.equal([
      'es-US',
      [
        ...['{\n  ', ['key', '"a"'], ': [\n    ', ['number', '1'], ',\n    ', ['word', 'null']],
        ...[',\n    ', ['string', '"x: 2"'], '\n  ]\n}'],
      ],
    ]);
  });

  it('show JSON of more than 80,000 characters without its kinds of token', () => {
    const short = 'x'.repeat(79_992);
    expect(shown([short])).to.deep.equal([null, ['[\n  ', ['string', `"${short}"`], '\n]']]);
    expect(shown([`${short}x`])).to.deep.equal([null, [`[\n  "${short}x"\n]`]]);
  });
});

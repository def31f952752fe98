import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { equivalents } from '../../mutation/equivalent/index.ts';
import { readPlanted } from '../../mutation/judge/planted.ts';
import { withChange } from '../../mutation/mutants/known.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const planted = await readPlanted();

describe('planted faults', () => {
  it('exist', () => {
    expect(planted).not.to.deep.equal([]);
  });

  it('have titles of their own', () => {
    const titles = planted.map(({ title }) => title);
    expect(titles.filter((title, at) => titles.indexOf(title) !== at)).to.deep.equal([]);
  });

  for (const fault of planted) {
    it(`can be told: ${fault.title}`, () => {
      const source = readFileSync(root + fault.file, 'utf8');
      expect(withChange(source, fault)).not.to.equal(source);
      expect(fault.test).to.match(/\.test\.ts$/);
      expect(existsSync(root + fault.test), `${fault.test} does not exist`).to.equal(true);
    });
  }
});

describe('equivalent mutants', () => {
  it('change text that is there, and say why nobody can tell the difference', () => {
    for (const known of equivalents) {
      const source = readFileSync(root + known.file, 'utf8');
      expect(withChange(source, known)).not.to.equal(source);
      expect(known.reason.split(' ').length, `${known.file}: ${known.from}`).to.be.above(3);
    }
  });
});

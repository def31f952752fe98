import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { judge, judgeRepository, readCatalogue } from '../reliability/catalogue.ts';
import { namedTestsIn } from '../reliability/titles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('the catalogue of faults, attacks and load', () => {
  it('has a test or a reason for each of its 179 ids, and every id of a title', () => {
    const { rows, faults } = judgeRepository(root);
    expect(faults).to.deep.equal([]);
    expect(rows).to.have.length(179);
  });

  const page =
    '| id | what holds | waived |\n| --- | --- | --- |\n| A01 | One. | |\n| A02 | Two. | Not built: none. |\n';
  const testOf = (title: string, call = 'it') =>
    `  ${call}(${JSON.stringify(title).replaceAll('"', "'")}, () => {});\n`;
  const faultsOf = (...texts: string[]) =>
    judge(
      readCatalogue(page),
      texts.flatMap((text, n) => namedTestsIn(`test/${n}.test.ts`, text)),
    ).faults;

  it('is satisfied by a title that begins with the id, alone or among others, and by a row of a table', () => {
    for (const text of [
      testOf('A01: holds'),
      testOf('A01: holds', 'describe'),
      "it(\n    'A01: holds'",
      `it(\`A01: holds \${count} times\`, () => {});`,
      `const rows = [\n  ['A01', 'holds'],\n];\nfor (const [id, title] of rows) it(\`\${id}: \${title}\`, () => {});`,
      `const rows = [['A01: holds', 1]];\nfor (const [title] of rows) it(\`\${title}, always\`, () => {});`,
    ]) {
      expect(faultsOf(text), text).to.deep.equal([]);
    }
  });

  it('is not satisfied by a control, a skipped or commented test, or an id further on (control)', () => {
    const unnamed = ['A01 has neither a test nor a reason'];
    for (const text of [
      testOf('A01 (control): fails'),
      testOf('A01 control: fails'),
      testOf('A01: the control fails'),
      testOf('A01: holds', 'it.skip'),
      testOf('A01: holds', 'xit'),
      `// ${testOf('A01: holds')}`,
      testOf('holds, as A01 says'),
      "const rows = [['A01', 'holds']];",
      'console.log(`A01: 3 of 3`);',
    ]) {
      expect(faultsOf(text), text).to.deep.equal(unnamed);
    }
  });

  it('names an id that is waived and tested, is in a title only, or has two rows (control)', () => {
    expect(faultsOf(testOf('A01, A02: hold'))).to.deep.equal([
      'A02 is waived, and tested by test/0.test.ts: "A01, A02: hold"',
    ]);
    expect(faultsOf(testOf('A01: holds'), testOf('A03 (control): fails'))).to.deep.equal([
      'A03 is not in the catalogue: test/1.test.ts: "A03 (control): fails"',
    ]);
    const [one] = readCatalogue(page);
    const twice = judge([one, one] as never, namedTestsIn('a', testOf('A01: holds'))).faults;
    expect(twice).to.deep.equal(['A01 has two rows in test/reliability/README.md']);
  });
});

import { expect } from 'chai';
import { judge, judgeRepository, readCatalogue } from '../reliability/catalogue.ts';
import { namedTestsIn } from '../reliability/titles.ts';
import { root } from '../support/deploy/files.ts';

describe('the catalogue of faults, attacks and load', () => {
  it('has a test or a reason for each id', () => {
    const { rows, faults } = judgeRepository(root);
    expect(faults).to.deep.equal([]);
    expect(rows).to.have.length(179);
  });

  const page =
    '| id | what holds | waived |\n| --- | --- | --- |\n| A01 | One. | |\n| A02 | Two. | Not built: none. |\n';
  const unnamed = 'A01 has neither a test nor a reason';
  // Not written as a call here, where it would count as a test.
  const testOf = (title: string, call = 'it') => `${call}('${title}', () => {});`;
  for (const [text = '', ...faults] of [
    [testOf('A01: holds')],
    [testOf('A01: holds', 'describe')],
    [`const rows = [['A01', 'holds']];\nfor (const [id, title] of rows) it(\`\${id}: \${title}\`, () => {});`],
    [testOf('A01 (control): fails'), unnamed],
    [testOf('A01: the control fails'), unnamed],
    [testOf('A01: holds', 'it.skip'), unnamed],
    [`  // ${testOf('A01: holds')}`, unnamed],
    [testOf('holds, as A01 says'), unnamed],
    ["const rows = [['A01', 'holds']];", unnamed],
    [testOf('A01, A02: hold'), 'A02 is waived, and tested by test/a.test.ts: "A01, A02: hold"'],
    [testOf('A01, A03: hold'), 'A03 is not in the catalogue: test/a.test.ts: "A01, A03: hold"'],
  ]) {
    it(`reports ${faults.length} faults in ${text}`, () => {
      expect(judge(readCatalogue(page), namedTestsIn('test/a.test.ts', text)).faults).to.deep.equal(faults);
    });
  }
});

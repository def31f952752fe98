import { readdirSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { stateList } from '../../contracts/pact/state-list.ts';
import { generatedFiles } from '../../scripts/generate/files.ts';

const folder = new URL('../../contracts/generated/', import.meta.url);

describe('generated files', () => {
  it('are as committed (npm run generate)', () => {
    const files = generatedFiles();
    const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const committed = paths.filter((path) => /\.\w+$/.test(path) && !path.startsWith('pacts/'));
    const changed = committed.filter((path) => readFileSync(new URL(path, folder), 'utf8') !== files.get(path));
    const missing = [...files.keys()].filter((path) => !committed.includes(path));
    expect([...changed, ...missing]).to.deep.equal([]);
  });
});

describe('the list of provider states', () => {
  it('has an example for every parameter', () => {
    const lacking = stateList().states.filter(
      ({ parameters, examples }) =>
        parameters.length > 0 && !examples.some((params) => parameters.every((name) => name in params)),
    );
    expect(lacking).to.deep.equal([]);
  });
});

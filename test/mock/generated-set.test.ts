import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { BadFile } from '../../mock/contracts/read-json.ts';
import { generatedContractSet } from '../../mock/reply/generated-set.ts';
import { startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const text = readFileSync(fileURLToPath(new URL('../../contracts/generated/openapi.json', import.meta.url)), 'utf8');

describe('generatedContractSet', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-generated-'));
  const file = pathToFileURL(join(folder, 'openapi.json'));
  after(() => rmSync(folder, { recursive: true }));
  const setOf = (content: string) => {
    writeFileSync(file, content);
    return generatedContractSet(undefined, file);
  };

  it('reads the document again only when it changed', () => {
    const first = setOf(text);
    expect(setOf(text)).to.equal(first);
    expect(generatedContractSet()).to.equal(first);
    const title = '"title": "Fightcard';
    expect(text).to.include(title);
    const changed = setOf(text.replace(title, '"title": "Another'));
    expect(changed).to.not.equal(first);
    expect(changed.document.info.title).to.match(/^Another/);
    expect(generatedContractSet().document.info.title).to.match(/^Fightcard/);
  });

  it('refuses a broken, outdated or missing document', () => {
    setOf(text);
    expect(() => setOf('{')).to.throw(BadFile, 'openapi.json:1:2');
    expect(() => setOf(text.replaceAll('"/api/v1/us/news"', '"/api/v1/us/elsewhere"'))).to.throw(
      BadFile,
      'rebuild it: npm run generate',
    );
    rmSync(file);
    expect(() => generatedContractSet(undefined, file))
      .to.throw()
      .with.property('code', 'ENOENT');
  });

  it('is shared by mocks that share no state', async () => {
    const settings = { port: 0, host: '127.0.0.1' };
    const [one, other] = [await startMock(settings), await startMock(settings)];
    try {
      one.setState('there is no content');
      const news = (url: string) => send(url, 'GET', '/api/v1/us/news');
      expect(json(await news(one.url))).to.deep.equal([]);
      expect(json(await news(other.url))).to.not.deep.equal([]);
      expect([one.requests().length, other.requests().length]).to.deep.equal([1, 1]);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  });
});

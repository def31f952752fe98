import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { BadFile, readDocument, readJsonFile } from '../../mock/contracts/read-json.ts';

const tooDeep = 'the file is nested more than 100 levels deep; take the inner lists and objects out';

describe('readJsonFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-json-'));
  const file = join(folder, 'some.json');
  after(() => rmSync(folder, { recursive: true }));

  const write = (text: string | Buffer) => writeFileSync(file, text);
  const refusal = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      expect(error).to.be.instanceOf(BadFile);
      return (error as Error).message.replace(relative(process.cwd(), file), 'file');
    }
  };
  const nested = (levels: number) => `\n${'['.repeat(levels)}\n${']'.repeat(levels)}`;

  it('reads JSON of up to a hundred levels', () => {
    write('\n{ "a": [1, "é"] }\n');
    expect(readJsonFile(file)).to.deep.equal({ a: [1, 'é'] });
    write(nested(100));
    expect(readJsonFile(file)).to.have.length(1);
  });

  for (const [text, sentence] of [
    ['', 'file:1:1: Unexpected end of JSON input'],
    [' \n ', 'file:2:2: Unexpected end of JSON input'],
    ['oops', "file:1:1: Unexpected token 'o'"],
    ['{\n  "a": 1,\n  "b": oops\n}', "file:3:8: Unexpected token 'o'"],
    ['[\n 1,\n 2,\n]', "file:4:1: Unexpected token ']'"],
    ['{', "file:1:2: Expected property name or '}'"],
    ['[1,2', "file:1:5: Expected ',' or ']' after array element"],
    ['"abc', 'file:1:1: Unterminated string'],
    ['[1]\n]', 'file:2:1: Unexpected non-whitespace character after JSON'],
    [nested(101), `file:2:101: ${tooDeep}`],
    [`{"a": ${'['.repeat(3_000)}${']'.repeat(3_000)}}`, `file:1:106: ${tooDeep}`],
  ] as const) {
    it(`refuses ${JSON.stringify(text.slice(0, 30))} with line and column`, () => {
      write(text);
      expect(refusal(() => readJsonFile(file))).to.equal(sentence);
    });
  }

  it('refuses a byte order mark of UTF-8 and UTF-16', () => {
    const wide = Buffer.from('\uFEFF{}', 'utf16le');
    for (const bytes of [Buffer.from('\uFEFF{}'), wide, Buffer.from(wide).swap16()]) {
      write(bytes);
      expect(refusal(() => readJsonFile(file))).to.equal(
        'file:1: the file begins with a byte order mark; save it as UTF-8 without one',
      );
    }
  });

  it('names a missing file, a broken link and a folder', () => {
    const link = join(folder, 'link.json');
    symlinkSync(join(folder, 'nowhere'), link);
    for (const path of [link, join(folder, 'none.json')]) {
      expect(refusal(() => readJsonFile(path))).to.equal(
        `${relative(process.cwd(), path)}: no such file; correct the path, or remove the link that leads nowhere`,
      );
    }
    const here = process.cwd();
    expect(refusal(() => readJsonFile(here))).to.equal(`${here}: EISDIR: illegal operation on a directory, read`);
  });

  it('reads an OpenAPI document only if it is complete', () => {
    const parts = { openapi: '3.1.1', info: {}, paths: {}, components: {} };
    const read = (document: unknown) => {
      write(JSON.stringify(document));
      return refusal(() => readDocument(pathToFileURL(file)));
    };
    expect(read(parts)).to.deep.equal(parts);
    for (const part of Object.keys(parts)) {
      expect(read({ ...parts, [part]: undefined })).to.equal(
        `file:1: not an OpenAPI document: "${part}" is missing; rebuild it: npm run generate`,
      );
    }
    expect(read(null)).to.equal('file:1: not an OpenAPI document: "openapi" is missing; rebuild it: npm run generate');
  });
});

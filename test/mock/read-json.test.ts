import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { BadFile, findLine, readDocument, readJsonFile } from '../../mock/contracts/read-json.ts';

const tooDeep =
  'it is nested more than 100 levels deep, and no reply needs so many; take the inner lists and objects out';

describe('a file of JSON', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-json-'));
  const file = join(folder, 'some.json');
  after(() => rmSync(folder, { recursive: true }));

  const write = (text: string) => writeFileSync(file, text);
  const refusal = (work: () => unknown) => {
    try {
      return work();
    } catch (error) {
      expect(error).to.be.instanceOf(BadFile).with.property('name', 'BadFile');
      return (error as Error).message.replace(relative(process.cwd(), file), 'file');
    }
  };

  it('is read', () => {
    write('\n{ "a": [1, "é"] }\n');
    expect(readJsonFile(file)).to.deep.equal({ a: [1, 'é'] });
  });

  it('is refused with line and column and one line of reason', () => {
    for (const [text, sentence] of [
      ['', 'file:1:1: Unexpected end of JSON input'],
      [' \n ', 'file:2:2: Unexpected end of JSON input'],
      ['tru', 'file:1:4: Unexpected end of JSON input'],
      ['oops', "file:1:1: Unexpected token 'o'"],
      ['trux', "file:1:4: Unexpected token 'x'"],
      ['{\n  "a": 1,\n  "b": oops\n}', "file:3:8: Unexpected token 'o'"],
      ['[\n 1,\n 2,\n]', "file:4:1: Unexpected token ']'"],
      ['{', "file:1:2: Expected property name or '}'"],
      ['[1,2', "file:1:5: Expected ',' or ']' after array element"],
      ['{"a" 1}', "file:1:6: Expected ':' after property name"],
      ['"abc', 'file:1:5: Unterminated string'],
      ['[1.]', 'file:1:4: Unterminated fractional number'],
      ['[1]\n]', 'file:2:1: Unexpected non-whitespace character after JSON'],
    ]) {
      write(text as string);
      expect(refusal(() => readJsonFile(file))).to.equal(sentence);
    }
  });

  it('has at most a hundred levels', () => {
    const nested = (levels: number) => `\n${'['.repeat(levels)}\n${']'.repeat(levels)}`;
    write(nested(100));
    expect(readJsonFile(file)).to.have.length(1);
    write(nested(101));
    expect(refusal(() => readJsonFile(file))).to.equal(`file:2:101: ${tooDeep}`);
  });

  it('is refused by name where it is no file, or a link to none', () => {
    const link = join(folder, 'link.json');
    symlinkSync(join(folder, 'nowhere'), link);
    for (const path of [link, join(folder, 'none.json')]) {
      expect(refusal(() => readJsonFile(path))).to.equal(
        `${relative(process.cwd(), path)}: there is no such file, or it is a link to none; remove it`,
      );
    }
    const here = process.cwd();
    expect(refusal(() => readJsonFile(here))).to.equal(`${here}: EISDIR: illegal operation on a directory, read`);
  });

  it('has the line of a text, the first of several, or else its first', () => {
    write('{\n"a": 1,\n"b": 2,\n"b": 3\n}');
    expect(['"a"', '"b"', '}', '"c"', ''].map((text) => findLine(file, text))).to.deep.equal([2, 3, 5, 1, 1]);
  });

  it('is a document of the contracts where it has each part of one', () => {
    const parts = { openapi: '3.1.1', info: {}, paths: {}, components: {} };
    const read = (document: unknown) => {
      write(JSON.stringify(document));
      return refusal(() => readDocument(pathToFileURL(file)));
    };
    expect(read(parts)).to.deep.equal(parts);
    for (const part of Object.keys(parts)) {
      expect(read({ ...parts, [part]: undefined })).to.equal(`file:1: it has no "${part}"`);
    }
    expect(read(null)).to.equal('file:1: it has no "openapi"');
    expect(() => readDocument(pathToFileURL(join(folder, 'none.json'))))
      .to.throw()
      .with.property('code', 'ENOENT');
  });
});

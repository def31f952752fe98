import files from 'node:fs/promises';
import tty from 'node:tty';
import { expect } from 'chai';
import { didYouMean } from '../../contracts/command-line/did-you-mean.ts';
import { distance } from '../../contracts/command-line/distance.ts';
import { isForPeople, logFormats } from '../../contracts/command-line/log-format.ts';
import { makeFolder } from '../../contracts/command-line/make-folder.ts';
import { promised } from '../../contracts/end.ts';
import { withFunctions } from '../support/run/replace-functions.ts';

describe('the distance of two words', () => {
  const rows: [string, string, number][] = [
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['a', 'a', 0],
    ['a', 'b', 1],
    ['abc', 'abc', 0],
    ['abc', 'axc', 1],
    ['abc', 'abcd', 1],
    ['abcd', 'abc', 1],
    ['abc', 'xabc', 1],
    ['xabc', 'abc', 1],
    ['abc', 'xyz', 3],
    ['ab', 'ba', 1],
    ['xab', 'xba', 1],
    ['abx', 'bax', 1],
    ['abcd', 'badc', 2],
    ['abcdef', 'abcedf', 1],
    ['ca', 'abc', 3],
    ['aab', 'aba', 1],
    ['abcab', 'abcba', 1],
    ['xyab', 'yxba', 2],
    ['kitten', 'sitting', 3],
    ['aaaa', 'a', 3],
    ['abab', 'baba', 2],
    ['abcde', 'xbydz', 3],
  ];
  for (const [a, b, expected] of rows) {
    it(`of "${a}" and "${b}" is ${expected}`, () => expect(distance(a, b)).to.equal(expected));
  }
});

describe('the word that was meant', () => {
  const known = ['fighters', 'Events', 'event', 'a rather long name'];
  const rows: [string, string][] = [
    ['fighters', ' Did you mean "fighters"?'],
    ['FIGTHERS', ' Did you mean "fighters"?'],
    ['events', ' Did you mean "Events"?'],
    ['even', ' Did you mean "event"?'],
    ['eve', ' Did you mean "event"?'],
    ['ev', ''],
    ['a rather lon', ' Did you mean "a rather long name"?'],
    ['a rather lo', ''],
    ['', ''],
    ['zzzzzzzzz', ''],
  ];
  for (const [word, expected] of rows) {
    it(`${expected === '' ? 'is none' : 'is found'} for "${word}"`, () => {
      expect(didYouMean(word, known)).to.equal(expected);
    });
  }
  it('is none where none is known, nor for a word of more than 200 characters', () => {
    expect(didYouMean('a', [])).to.equal('');
    const long = 'a'.repeat(200);
    expect(didYouMean(long, [long])).to.equal(` Did you mean "${long}"?`);
    expect(didYouMean(`${long}a`, [long])).to.equal('');
  });
});

describe('the format of lines', () => {
  it('is for people where they asked for it, or on a terminal', async () => {
    expect(logFormats).to.deep.equal(['auto', 'text', 'json']);
    const decided = (isTerminal?: boolean) => logFormats.map((format) => isForPeople(format, isTerminal));
    expect([decided(true), decided(false)]).to.deep.equal([
      [true, true, false],
      [false, true, false],
    ]);
    const onTerminal = (terminal: number) =>
      withFunctions(tty, { isatty: (descriptor: number) => descriptor === terminal }, async () => decided());
    expect([await onTerminal(1), await onTerminal(2)]).to.deep.equal([
      [true, true, false],
      [false, true, false],
    ]);
  });
});

describe('a folder', () => {
  /** Makes a folder in a false file system, and says what was asked of it and how it ended. */
  async function making(path: string, mode?: number) {
    const folders = new Set(['/', '/a', '/kept']);
    const asked: string[] = [];
    const fail = (code: string) => Object.assign(new Error(code), { code });
    const mkdir = async (folder: string, options: { mode: number }) => {
      asked.push(`${folder} ${options.mode.toString(8)}`);
      if (folder.startsWith('/odd/')) throw fail('ENOENT');
      if (folder === '/kept') throw fail('EROFS');
      if (folders.has(folder) || folder === '/file') throw fail('EEXIST');
      if (folder === '/kept/b') throw fail('EACCES');
      if (!folders.has(folder.replace(/\/[^/]*$/, '') || '/')) throw fail('ENOENT');
      folders.add(folder);
    };
    const stat = async (folder: string) => {
      asked.push(`look at ${folder}`);
      if (folder === '/kept/b') throw fail('ENOENT');
      return { isDirectory: () => folders.has(folder) };
    };
    const outcome = await withFunctions(files, { mkdir, stat }, () =>
      makeFolder(path, ...(mode === undefined ? [] : [mode])).then(
        () => 'made',
        (error: Error) => error.message,
      ),
    );
    return [outcome, ...asked];
  }

  it('is made with those above it, each with the mode', async () => {
    expect(await making('/a/b')).to.deep.equal(['made', '/a/b 777']);
    expect(await making('/a/b/c/d', 0o700)).to.deep.equal([
      ...['made', '/a/b/c/d 700', '/a/b/c 700', '/a/b 700', '/a/b/c 700', '/a/b/c/d 700'],
    ]);
  });

  it('may be there already, also where none can be made', async () => {
    expect(await making('/a')).to.deep.equal(['made', '/a 777', 'look at /a']);
    expect(await making('/kept')).to.deep.equal(['made', '/kept 777', 'look at /kept']);
  });

  it('cannot be a file, or where none can be made', async () => {
    expect(await making('/file')).to.deep.equal(['EEXIST', '/file 777', 'look at /file']);
    expect(await making('/kept/b')).to.deep.equal(['EACCES', '/kept/b 777', 'look at /kept/b']);
  });

  it('is not tried for ever where a folder takes no other', async () => {
    expect(await making('/odd/b')).to.deep.equal([...['ENOENT', '/odd/b 777', '/odd 777', '/odd/b 777']]);
  });
});

describe('the promise of an end', () => {
  it('is kept with the value, or broken with the error', async () => {
    expect(await promised<number>((end) => end(undefined, 7))).to.equal(7);
    const failure = new Error('odd');
    const thrown = await promised((end) => end(failure, 7)).catch((error: unknown) => error);
    expect(thrown).to.equal(failure);
    expect(await promised((end) => end(null)).catch((error: unknown) => ({ error }))).to.deep.equal({ error: null });
  });
});

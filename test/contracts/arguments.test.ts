import util from 'node:util';
import { expect } from 'chai';
import {
  address,
  asksForHelp,
  BadArguments,
  CommandFailed,
  choice,
  closestWord,
  flag,
  integer,
  readArguments,
  runCommand,
  text,
} from '../../contracts/command-line/arguments.ts';
import { withFunctions } from '../support/run/replace-functions.ts';

describe('the arguments of a command', () => {
  it('ask for help before "--" only', () => {
    const asked = ['--help', '-h', 'a --help', '-- --help', '-h -- x', 'help', ''].map((line) =>
      asksForHelp(line.split(' ')),
    );
    expect(asked).to.deep.equal([true, true, true, false, true, false, false]);
  });

  it('are integers in a range, of up to ten digits', () => {
    const read = (value: string | undefined) => integer('jobs', value, 1, 64, 7);
    expect([read(undefined), read('1'), read('64'), read('0000000001')]).to.deep.equal([7, 1, 64, 1]);
    for (const wrong of ['0', '65', '00000000001', '', '1.0', '-1', '1e1', ' 1']) {
      expect(() => read(wrong), wrong).to.throw(BadArguments, /^--jobs must be an integer from 1 to 64\.$/);
    }
  });

  it('are one of the known values, or an address', () => {
    expect([choice('as', 'pact', ['pact', 'text']), choice('as', undefined, ['pact'])]).to.deep.equal([
      'pact',
      undefined,
    ]);
    expect(() => choice('as', 'texd', ['pact', 'text'])).to.throw(/^--as cannot be "texd"; the nearest is text\.$/);
    expect(address('to', 'https://localhost:1/a').href).to.equal('https://localhost:1/a');
    for (const wrong of ['localhost:8080', 'ftp://a', '', undefined]) {
      expect(() => address('to', wrong)).to.throw(/^--to must be an address such as http:\/\/localhost:8080\.$/);
    }
  });
});

describe('a wrong command line', () => {
  const options = { to: { ...text, short: 't' }, quiet: flag, xpo: text } as const;
  /** What is said of it. */
  const said = (args: string[], names?: string, known: Parameters<typeof readArguments>[1] = options) => {
    try {
      return readArguments(args, known, names).positionals;
    } catch (error) {
      expect(error).to.be.instanceOf(BadArguments);
      return (error as Error).message;
    }
  };

  it('is described in one sentence', () => {
    const rows: [string[], string][] = [
      [['--quiett'], 'There is no option --quiett; the nearest is --quiet.'],
      [['-q'], 'There is no option -q; the nearest is --to.'],
      [['--po'], 'There is no option --po; the nearest is --to.'],
      [['--halp'], 'There is no option --halp; the nearest is --help.'],
      [['--quiet=1'], '--quiet takes no value.'],
      [['--to'], '--to needs a value.'],
      [['-t'], '--to needs a value.'],
      [['--to', '-x'], '--to needs a value.'],
      [['one', 'two'], '"one" is not an option, and nothing else is expected.'],
    ];
    for (const [args, sentence] of rows) expect(said(args), args.join(' ')).to.equal(sentence);
    expect(said([])).to.deep.equal([]);
    expect(said(['one', 'two'], 'a bench')).to.deep.equal(['one', 'two']);
    expect(said([], undefined, { to: { type: 'number' as never } })).to.equal(
      `The "options.to.type" property must be ('string|boolean'). Received type string ('number').`,
    );
  });

  it('is described in the first line of what Node says where that is new', async () => {
    const parseArgs = () => {
      throw Object.assign(new Error("It is. Odd '--to'. . \nAnd more."), { code: 'ERR_NEW' });
    };
    expect(await withFunctions(util, { parseArgs }, async () => said([]))).to.equal("It is. Odd '--to'.");
  });

  it('has an error with a name of its own, as a command that fails has', () => {
    expect([String(new BadArguments('a')), String(new CommandFailed('b'))]).to.deep.equal([
      ...['BadArguments: a', 'CommandFailed: b'],
    ]);
  });
});

describe('the closest word', () => {
  it('is the first of the most similar, by the first 60 characters', () => {
    expect(closestWord('xa', ['ya', 'xa'])).to.equal('xa');
    expect(closestWord('aa', ['ba', 'ab'])).to.equal('ba');
    const [same, last] = ['a'.repeat(60), `${'a'.repeat(59)}b`];
    expect(closestWord(`${last}${'c'.repeat(200)}`, [same, last])).to.equal(last);
  });
});

describe('a command', () => {
  const { argv, exitCode } = process;
  const original = { out: process.stdout.write, err: process.stderr.write };
  afterEach(() => {
    process.argv = argv;
    process.exitCode = exitCode;
    Object.assign(process.stdout, { write: original.out });
    Object.assign(process.stderr, { write: original.err });
  });

  /** What it writes, its exit code, and what its work was given. */
  async function runWith(args: string[], failure?: Error, name = 'npm run sums') {
    const seen: unknown[] = [];
    const written = { out: [] as string[], err: [] as string[] };
    process.argv = ['node', 'sums.ts', ...args];
    process.exitCode = undefined;
    Object.assign(process.stdout, { write: (words: string) => written.out.push(words) });
    Object.assign(process.stderr, { write: (words: string) => written.err.push(words) });
    const about = { name, help: 'Sums.\n', options: { to: text, quiet: flag }, names: 'a sum' };
    try {
      await runCommand(about, (values, names) => {
        seen.push({ ...values }, names);
        if (failure) throw failure;
      });
      return { out: written.out.join(''), err: written.err.join(''), code: process.exitCode, seen };
    } finally {
      Object.assign(process.stdout, { write: original.out });
      Object.assign(process.stderr, { write: original.err });
    }
  }

  it('does its work with what it is given', async () => {
    expect(await runWith(['--to', 'x', 'one', '--quiet', 'two'])).to.deep.equal({
      ...{ out: '', err: '', code: undefined },
      seen: [{ to: 'x', quiet: true }, ['one', 'two']],
    });
  });

  it('prints its help and does nothing else when it is asked for that', async () => {
    expect(await runWith(['--wrong', '--help'])).to.deep.equal({ out: 'Sums.\n', err: '', code: undefined, seen: [] });
  });

  it('says what failed, and how to see the options where the call was wrong', async () => {
    const said = async (...given: Parameters<typeof runWith>) => {
      const { err, code } = await runWith(...given);
      return [err, code];
    };
    expect(await said([], new CommandFailed('It has no room.'))).to.deep.equal(['It has no room.\n', 1]);
    expect(await said([], new BadArguments('--to is wrong.'))).to.deep.equal([
      ...['--to is wrong.\nnpm run sums -- --help lists the options.\n', 2],
    ]);
    expect(await said([], new BadArguments('--to is wrong.'), 'fightcard-mock')).to.deep.equal([
      ...['--to is wrong.\nfightcard-mock --help lists the options.\n', 2],
    ]);
    expect((await said(['--quiett']))[1]).to.equal(2);
  });

  it('does not catch what nobody expected', async () => {
    const error = await runWith([], new RangeError('odd')).catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(RangeError);
  });
});

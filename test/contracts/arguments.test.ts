import { expect } from 'chai';
import {
  address,
  asksForHelp,
  BadArguments,
  CommandFailed,
  choice,
  flag,
  integer,
  runCommand,
  text,
} from '../../contracts/command-line/arguments.ts';

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

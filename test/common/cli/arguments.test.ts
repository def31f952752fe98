import { expect } from 'chai';
import {
  address,
  asksForHelp,
  BadArguments,
  choice,
  flag,
  integer,
  readArguments,
  text,
} from '../../../common/cli/arguments.ts';
import { closestWord, didYouMean } from '../../../common/cli/did-you-mean.ts';

describe('arguments', () => {
  it('ask for help only before "--"', () => {
    const asked = ['--help', '-h', 'a --help', '-- --help', '-h -- x', 'help', ''].map((line) =>
      asksForHelp(line.split(' ')),
    );
    expect(asked).to.deep.equal([true, true, true, false, true, false, false]);
  });

  it('are integers in a range', () => {
    const read = (value: string | undefined) => integer('jobs', value, 1, 64, 7);
    expect([read(undefined), read('1'), read('64'), read('0000000001')]).to.deep.equal([7, 1, 64, 1]);
    for (const wrong of ['0', '65', '00000000001', '', '1.0', '-1', '1e1', ' 1']) {
      expect(() => read(wrong), wrong).to.throw(
        BadArguments,
        `--jobs must be an integer from 1 to 64, not ${JSON.stringify(wrong)}.`,
      );
    }
  });

  it('are known values or addresses', () => {
    expect([choice('as', 'pact', ['pact', 'text']), choice('as', undefined, ['pact'])]).to.deep.equal([
      'pact',
      undefined,
    ]);
    expect(() => choice('as', 'texd', ['pact', 'text'])).to.throw(/^--as cannot be "texd"; expected pact or text\.$/);
    expect(address('to', 'https://localhost:1/a').href).to.equal('https://localhost:1/a');
    for (const wrong of ['localhost:8080', 'ftp://a', '', undefined]) {
      expect(() => address('to', wrong)).to.throw(/^--to .*; pass an address such as http:\/\/localhost:8080\.$/);
    }
  });
});

describe('wrong command lines', () => {
  const options = { to: { ...text, short: 't' }, quiet: flag, xpo: text } as const;

  for (const [args, sentence] of [
    ['--quiett', 'unknown option "--quiett"; did you mean "--quiet"?'],
    ['-q', 'unknown option "-q".'],
    ['--po', 'unknown option "--po"; did you mean "--to"?'],
    ['--halp', 'unknown option "--halp"; did you mean "--help"?'],
    ['--quiet=1', '--quiet takes no value; remove "=" and the text after it.'],
    ['--to', '--to needs a value.'],
    ['-t', '--to needs a value.'],
    ['--to -x', '--to needs a value.'],
    ['one two', 'unexpected argument "one"; this command takes options only.'],
  ] as const) {
    it(`refuses ${args}`, () => expect(() => readArguments(args.split(' '), options)).to.throw(BadArguments, sentence));
  }

  it('accepts names where some are expected', () => {
    expect(readArguments(['one', 'two'], options, 'a bench').positionals).to.deep.equal(['one', 'two']);
  });
});

describe('closestWord', () => {
  it('returns the most similar word', () => {
    expect(closestWord('xa', ['ya', 'xa'])).to.equal('xa');
    expect(closestWord('aa', ['ba', 'ab'])).to.equal('ba');
  });
});

describe('didYouMean', () => {
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
    it(`returns "${expected}" for "${word}"`, () => {
      expect(didYouMean(word, known)).to.equal(expected);
    });
  }
  it('returns nothing without a known word', () => {
    expect(didYouMean('a', [])).to.equal('');
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { BadArguments, readArguments } from '../../common/cli/arguments.ts';
import { helpOf, options, readSettings } from '../../mock/options.ts';

const read = (args: string[], env: Record<string, string> = {}) =>
  readSettings(readArguments(['--log-format', 'text', ...args], options).values, env);
const usual = {
  port: 4010,
  faults: { delay: 0, jitter: 0, faultRate: 0, seed: 1 },
  ...{ pacts: undefined, pictures: undefined, now: undefined, isWatching: true, isForPeople: true },
  ...{ allowHosts: [], regionSegments: false },
};

describe('the options of the mock', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-options-'));
  after(() => rmSync(folder, { recursive: true }));

  for (const [args, env, settings] of [
    [[], {}, {}],
    [['--port', '0'], { PORT: '4020' }, { port: 0 }],
    [['--port', '0000065535'], {}, { port: 65_535 }],
    [[], { PORT: ' 4020 ' }, { port: 4020 }],
    [['--delay', '60000'], {}, { faults: { ...usual.faults, delay: 60_000 } }],
    [['--seed', '4294967295'], {}, { faults: { ...usual.faults, seed: 4_294_967_295 } }],
    [['--seed', '0'], {}, { faults: { ...usual.faults, seed: 0 } }],
    [['--fault-rate', '1'], {}, { faults: { ...usual.faults, faultRate: 1 } }],
    [['--fault-rate', '0'], {}, {}],
    [['--fault-rate', ' 0.5 '], {}, { faults: { ...usual.faults, faultRate: 0.5 } }],
    [['--https'], {}, { https: { folder: undefined } }],
    [['--https-folder', 'x'], {}, { https: { folder: 'x' } }],
    [['--pacts', folder], {}, { pacts: folder }],
    [['--pictures'], {}, { pictures: true }],
    [['--now', '2027-03-06T20:00:00Z'], {}, { now: new Date(Date.UTC(2027, 2, 6, 20)) }],
    [['--no-watch'], {}, { isWatching: false }],
    [['--allow-host', 'phone', '--allow-host', '*'], {}, { allowHosts: ['phone', '*'] }],
    [['--log-format', 'json'], { LOG_FORMAT: 'text' }, { isForPeople: false }],
    [[], { REGION_SEGMENTS: 'on' }, { regionSegments: true }],
    [[], { REGION_SEGMENTS: 'off' }, {}],
    [[], { REGION_SEGMENTS: ' ', PORT: '', LOG_FORMAT: 'x' }, {}],
  ] as const) {
    it(`reads ${[...args, JSON.stringify(env)].join(' ')}`, () => {
      expect(read([...args], env)).to.deep.equal({ ...usual, ...settings });
    });
  }

  it('has its defaults in the help', () => {
    const help = helpOf('npm run mock --');
    const defaults = { port: 4010, delay: 0, jitter: 0, seed: 1, 'fault-rate': 0, 'log-format': 'auto' };
    for (const [option, value] of Object.entries(defaults)) {
      const text = new RegExp(`^ {2}--${option} [\\s\\S]*?(?=^ {2}--)`, 'm').exec(help)?.[0] ?? '';
      expect(text.trimEnd(), option).to.match(new RegExp(`\\(${value}\\)$`));
    }
  });

  it('takes the log format from the environment', () => {
    const formats = ['json', ' text '].map((LOG_FORMAT) => readSettings({}, { LOG_FORMAT }).isForPeople);
    expect(formats).to.deep.equal([false, true]);
  });

  const host = (name: string) =>
    `invalid --allow-host "${name}": expected a host name or an address, such as 192.168.1.20`;
  const now = (text: string) =>
    `invalid --now "${text}": expected now, or an instant in UTC such as 2027-03-06T20:00:00Z`;
  for (const [args, sentence, env] of [
    [['--port', '65536'], /--port.* 0 to 65535/],
    [['--port', '00000000080'], /--port.* 0 to 65535/],
    [['--port', ''], /--port.* 0 to 65535/],
    [['--port', 'x80'], /--port.* 0 to 65535/],
    [[], /port.* 0 to 65535/, { PORT: ' x ' }],
    [['--delay', '60001'], /--delay.* 0 to 60000/],
    [['--jitter', '60001'], /--jitter.* 0 to 60000/],
    [['--seed', '4294967296'], /--seed.* 0 to 4294967295/],
    [['--fault-rate', '1.01'], 'invalid --fault-rate "1.01": expected a number from 0 to 1'],
    [['--fault-rate=-0.01'], 'invalid --fault-rate "-0.01": expected a number from 0 to 1'],
    [['--fault-rate', 'x'], 'invalid --fault-rate "x": expected a number from 0 to 1'],
    [['--allow-host', 'phone', '--allow-host', 'http://phone'], host('http://phone')],
    [['--allow-host', 'a b'], host('a b')],
    [['--now', 'yesterday'], now('yesterday')],
    [['--now', '2027-02-30T20:00:00Z'], now('2027-02-30T20:00:00Z')],
    [['--now', '9027-02-20T20:00:00Z'], now('9027-02-20T20:00:00Z')],
    [['--log-format', 'jsn'], /--log-format.*jsn.*json/],
    [
      ['--pacts', '/nowhere/pacts'],
      '--pacts /nowhere/pacts: not found; expected a pact file or a folder of pact files',
    ],
    [[], 'invalid REGION_SEGMENTS "yes": expected on or off', { REGION_SEGMENTS: 'yes' }],
  ] as [string[], string | RegExp, Record<string, string>?][]) {
    it(`refuses ${[...args, env ? JSON.stringify(env) : ''].join(' ')}`, () => {
      expect(() => read(args, env)).to.throw(BadArguments, sentence);
    });
  }

  it('lists each option in aligned columns', () => {
    const [, rows = ''] = helpOf('fightcard-mock').split(/\n\n/);
    const columns = rows.split('\n').map((row) => /^ {2}--(\S+) +(?=\S)|^ +(?=\S)/.exec(row) ?? ['']);
    expect(columns.map(([before = '']) => before.length)).to.deep.equal(columns.map(() => 17));
    expect(columns.flatMap(([, name]) => name ?? [])).to.deep.equal([
      ...[
        'port',
        'allow-host',
        'pacts',
        'pictures',
        'now',
        'delay',
        'jitter',
        'fault-rate',
        'seed',
        'https',
        'https-folder',
      ],
      ...['log-format', 'no-watch', 'version', 'help'],
    ]);
  });
});

import { expect } from 'chai';
import { helpOf, readSettings } from '../../mock/options.ts';

describe('the settings of the mock', () => {
  const help = helpOf('npm run mock --');
  for (const [option, value] of Object.entries({
    ...{ port: '4010', delay: '0', jitter: '0', seed: '1', 'fault-rate': '0', 'log-format': 'auto' },
  })) {
    it(`have the default ${value} of --${option} in the help`, () => {
      const text = new RegExp(`^ {2}--${option} [\\s\\S]*?(?=^ {2}--)`, 'm').exec(help)?.[0] ?? '';
      expect(text.trimEnd()).to.match(new RegExp(`\\(${value}\\)$`));
    });
  }

  it('have the defaults of the help', () => {
    expect(readSettings({}, {})).to.deep.include({
      ...{ port: 4010, faults: { delay: 0, jitter: 0, faultRate: 0, seed: 1 }, isWatching: true },
      ...{ allowHosts: [], regionSegments: false },
    });
    expect(readSettings({ 'no-watch': true }, {}).isWatching).to.equal(false);
  });

  it('treat empty variables as unset, but not empty options', () => {
    for (const empty of ['', ' ']) {
      const given = readSettings({}, { PORT: empty, REGION_SEGMENTS: empty, LOG_FORMAT: empty });
      expect(given, `"${empty}"`).to.deep.equal(readSettings({}, {}));
      expect(() => readSettings({ 'fault-rate': empty }, {})).to.throw(
        `The fault rate must be a number from 0 to 1, not "${empty}".`,
      );
    }
    expect(readSettings({}, { PORT: ' 4020 ' }).port).to.equal(4020);
    expect(() => readSettings({ port: '' }, {})).to.throw('The port must be an integer from 0 to 65535, not "".');
  });
});

import { expect } from 'chai';
import {
  faultNames,
  formatApplied,
  namesNothing,
  noPreferences,
  type Preferences,
  parsePrefer,
  toAscii,
} from '../../mock/contracts/preferences.ts';
import { MockProblem } from '../../mock/contracts/problems.ts';

const nothing: Preferences = {
  ...{ states: [], code: undefined, example: undefined, dynamic: false, seed: undefined },
  ...{ delay: undefined, jitter: undefined, fault: undefined, rate: undefined },
};
const all = '"state" or "code" or "example" or "dynamic" or "seed" or "delay" or "jitter" or "fault" or "rate".';

describe('the preferences of a request', () => {
  it('are none without the header, and without anything in it', () => {
    expect(noPreferences).to.deep.equal(nothing);
    for (const header of [undefined, '', ' , ; ']) expect(parsePrefer(header), header).to.deep.equal(nothing);
  });

  for (const [header, given] of [
    ['state="a"', { states: ['a'] }],
    ['state=a, state="b c"', { states: ['a', 'b c'] }],
    ['state="the client holds the current representation"', {}],
    ['state', { states: [''] }],
    ['state=""', { states: [''] }],
    ['State = "a \\"b\\" \\\\ c"', { states: ['a "b" \\ c'] }],
    ['example="a, b; c=1"', { example: 'a, b; c=1' }],
    ['example=a;seed=b code=404', { example: 'a', seed: 'b', code: 404 }],
    ['dynamic=true', { dynamic: true }],
    ['dynamic=true, dynamic=false', { dynamic: true }],
    ['code=200, code=503, Code=many', { code: 200 }],
    ['respond-async; foo=bar', {}],
    ['wait=10 ;; v1.x="a, b" ; code=503, code=404', { code: 404 }],
    ['code=100', { code: 100 }],
    ['code=599', { code: 599 }],
    ['delay=0, jitter=60000', { delay: 0, jitter: 60_000 }],
    ['delay=060000, jitter=0', { delay: 60_000, jitter: 0 }],
    ['fault=reset', { fault: 'reset' }],
    ['fault=hang', { fault: 'hang' }],
    ['fault=truncate', { fault: 'truncate' }],
    ['fault=drip', { fault: 'drip' }],
    ['rate=429', { rate: 429 }],
    ['RATE="503"', { rate: 503 }],
    ['respond-async, wait=10, return=minimal, handling=lenient, depth-noroot, odata=1', {}],
    ['safe, transclude="a;b"', {}],
  ] as [string, Partial<Preferences>][]) {
    it(`are read from ${header}`, () => {
      expect(parsePrefer(header)).to.deep.equal({ ...nothing, ...given });
    });
  }

  for (const [header, name, detail] of [
    ['stat=1', 'stat', `Must be ${all}`],
    ['Stat="1"', 'Stat', `Must be ${all}`],
    ['wait=1, =', ', =', `Must be ${all}`],
    [`code=404 ${'!'.repeat(40)}?`, '!'.repeat(40), `Must be ${all}`],
    ['code=99', 'code', 'Must be an integer from 100 to 599.'],
    ['code=600', 'code', 'Must be an integer from 100 to 599.'],
    ['code=4e2', 'code', 'Must be an integer from 100 to 599.'],
    ['code=404x', 'code', 'Must be an integer from 100 to 599.'],
    ['code', 'code', 'Must be an integer from 100 to 599.'],
    ['delay=60001', 'delay', 'Must be an integer from 0 to 60000.'],
    ['delay=0000001', 'delay', 'Must be an integer from 0 to 60000.'],
    ['jitter=-1', 'jitter', 'Must be an integer from 0 to 60000.'],
    ['fault=flood', 'fault', 'Must be "reset" or "hang" or "truncate" or "drip".'],
    ['rate=418', 'rate', 'Must be 429 or 503.'],
    ['dynamic', 'dynamic', 'Must be "true" or "false".'],
  ]) {
    it(`are refused in ${header}`, () => {
      expect(() => parsePrefer(header))
        .to.throw(MockProblem)
        .that.deep.includes({ key: 'unknown-preference', errors: [{ parameter: `Prefer: ${name}`, detail }] });
    });
  }

  it('name a contract where they have a state, a code, an example or a rate', () => {
    const named: Partial<Preferences>[] = [{ states: ['a'] }, { code: 200 }, { example: '' }, { rate: 429 }];
    const others: Partial<Preferences>[] = [{}, { dynamic: true, seed: 'a', delay: 1, jitter: 1, fault: 'drip' }];
    expect([...named, ...others].filter((one) => !namesNothing({ ...nothing, ...one }))).to.deep.equal(named);
  });

  it('are listed as they were applied', () => {
    expect(formatApplied(nothing)).to.equal('');
    expect(
      formatApplied({
        ...{ states: ['a', 'c', 'b'], code: 404, example: 'é', dynamic: true, seed: 's' },
        ...{ delay: 0, jitter: 1, fault: 'drip', rate: 429 },
      }),
    ).to.equal('state="b", code=404, example="e", dynamic=true, seed=s, delay=0, jitter=1, fault=drip, rate=429');
    expect(formatApplied({ ...nothing, seed: 's', delay: 2 }), 'a seed is of a dynamic reply').to.equal('delay=2');
  });

  it('have faults in a fixed order', () => {
    expect(faultNames).to.deep.equal(['reset', 'hang', 'truncate', 'drip']);
  });
});

describe('text for a header', () => {
  for (const [text, ascii] of [
    ['abc ~', 'abc ~'],
    ['Niño á', 'Nino a'],
    ['日\t', '\\u65e5\\u0009'],
    ['\u007f\u0300\u036f\u0370', '\\u007f\\u0370'],
    ['😀', '\\ud83d\\ude00'],
  ] as const) {
    it(JSON.stringify(text), () => {
      expect(toAscii(text)).to.equal(ascii);
    });
  }
});

import { expect } from 'chai';
import {
  formatApplied,
  noPreferences,
  type Preferences,
  parsePrefer,
  toAscii,
} from '../../mock/contracts/preferences.ts';
import { MockProblem } from '../../mock/contracts/problems.ts';

const all =
  '"state" or "times" or "code" or "example" or "dynamic" or "seed" or "delay" or "jitter" or "fault" or "rate".';

describe('parsePrefer', () => {
  for (const [header, given] of [
    [undefined, {}],
    [' , ; ', {}],
    ['state=a, state="b c"', { states: ['a', 'b c'] }],
    ['state="the client holds the current representation"', {}],
    ['state', { states: [''] }],
    ['State = "a \\"b\\" \\\\ c"', { states: ['a "b" \\ c'] }],
    ['example="a, b; c=1"', { example: 'a, b; c=1' }],
    ['example=a;seed=b code=404', { example: 'a', seed: 'b', code: 404 }],
    ['dynamic=true, dynamic=false', { dynamic: true }],
    ['code=200, code=503, Code=many', { code: 200 }],
    ['wait=10 ;; v1.x="a, b" ; code=503, code=404', { code: 404 }],
    ['code=100', { code: 100 }],
    ['code=599', { code: 599 }],
    ['delay=0, jitter=60000', { delay: 0, jitter: 60_000 }],
    ['delay=060000, jitter=0', { delay: 60_000, jitter: 0 }],
    ...(['reset', 'hang', 'truncate', 'drip'] as const).map((fault) => [`fault=${fault}`, { fault }] as const),
    ['rate=429', { rate: 429 }],
    ['RATE="503"', { rate: 503 }],
    ['respond-async, wait=10, return=minimal, handling=lenient, depth-noroot, odata=1', {}],
    ['safe, transclude="a;b"', {}],
  ] as [string | undefined, Partial<Preferences>][]) {
    it(`reads ${header}`, () => {
      expect(parsePrefer(header)).to.deep.equal({ ...noPreferences, ...given });
    });
  }

  for (const [header, name, detail] of [
    ['Stat="1"', 'Stat', all],
    ['wait=1, =', ', =', all],
    [`code=404 ${'!'.repeat(40)}?`, '!'.repeat(40), all],
    ['code=99', 'code', 'an integer from 100 to 599.'],
    ['code=600', 'code', 'an integer from 100 to 599.'],
    ['code=4e2', 'code', 'an integer from 100 to 599.'],
    ['code=404x', 'code', 'an integer from 100 to 599.'],
    ['code', 'code', 'an integer from 100 to 599.'],
    ['delay=60001', 'delay', 'an integer from 0 to 60000.'],
    ['delay=0000001', 'delay', 'an integer from 0 to 60000.'],
    ['jitter=-1', 'jitter', 'an integer from 0 to 60000.'],
    ['fault=flood', 'fault', '"reset" or "hang" or "truncate" or "drip".'],
    ['rate=418', 'rate', '429 or 503.'],
    ['dynamic', 'dynamic', '"true" or "false".'],
  ] as const) {
    it(`refuses ${header}`, () => {
      const errors = [{ parameter: `Prefer: ${name}`, detail: `Must be ${detail}` }];
      expect(() => parsePrefer(header))
        .to.throw(MockProblem)
        .that.deep.includes({ key: 'unknown-preference', errors });
    });
  }
});

describe('preferences', () => {
  it('are written to the header Preference-Applied', () => {
    const some = { states: ['a', 'b'], times: 2, code: 404, example: 'é', dynamic: true, seed: 's' };
    expect(formatApplied({ ...some, delay: 0, jitter: 1, fault: 'drip', rate: 429 })).to.equal(
      'state="b", times=2, code=404, example="e", dynamic=true, seed=s, delay=0, jitter=1, fault=drip, rate=429',
    );
    expect(formatApplied({ ...noPreferences, seed: 's', delay: 2 })).to.equal('delay=2');
  });
});

describe('toAscii', () => {
  it('replaces what a header cannot have', () => {
    for (const [text, ascii] of [
      ['abc ~', 'abc ~'],
      ['Niño á', 'Nino a'],
      ['日\t', '\\u65e5\\u0009'],
      ['\u007f\u0300\u036f\u0370', '\\u007f\\u0370'],
      ['😀', '\\ud83d\\ude00'],
    ] as const) {
      expect(toAscii(text)).to.equal(ascii);
    }
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { readPactFile } from '../../mock/contracts/pacts/pact-file.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';

const deepText = '['.repeat(101) + ']'.repeat(101);

describe('readPactFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-pact-'));
  const path = join(folder, 'corner-radio.json');
  const shown = relative(process.cwd(), path);
  after(() => rmSync(folder, { recursive: true }));

  const read = (pact: unknown) => {
    writeFileSync(path, JSON.stringify(pact, null, 2));
    return readPactFile(path);
  };
  const of = (version: number, interactions: unknown, more: object = {}) => ({
    consumer: { name: 'corner-radio' },
    provider: { name: 'fight-sports-api' },
    interactions,
    metadata: { pactSpecification: { version: `${version}.0.0` } },
    ...more,
  });
  const plain = { description: 'plain', request: { path: '/a' }, response: { status: 200 } };
  const { request, response } = plain;
  /** The only interaction, of which some members are given. */
  const one = (version: number, more: object) => read(of(version, [{ ...plain, ...more }])).interactions[0];
  const rulesOf = (version: number, matchingRules: unknown) =>
    Object.fromEntries(one(version, { response: { ...response, matchingRules } })?.rules ?? []);

  for (const [title, version, written, expected] of [
    ['no method as GET', 3, {}, { method: 'GET', path: '/a', query: [], headers: {}, body: undefined }],
    ['a method in small letters', 2, { method: 'post' }, { method: 'POST' }],
    ['a query of version 2', 2, { query: 'a=1&b=x%20y&b=2' }, { query: [...[['a', '1']], ['b', 'x y'], ['b', '2']] }],
    ['a query of version 4', 4, { query: { a: ['2', 3] } }, { query: [...[['a', '2']], ['a', '3']] }],
    ['a list of header values', 4, { headers: { A: ['a', 'b'], B: 'c' } }, { headers: { A: 'a, b', B: 'c' } }],
    ['a wrapped body', 4, { body: { contentType: 'application/json', encoded: false, content: [1] } }, { body: [1] }],
    ['an unwrapped body', 3, { body: { content: 1 } }, { body: { content: 1 } }],
    ['null for anything', 3, { query: null, headers: null, method: null }, { query: [], headers: {}, method: 'GET' }],
    ['lists for objects', 3, { query: ['x'], headers: ['x'] }, { query: [], headers: {} }],
  ] as const) {
    it(`reads a request with ${title}`, () => {
      expect(one(version, { request: { ...request, ...written } })?.request).to.deep.include(expected);
    });
  }

  it('reads matching rules of version 2', () => {
    const type = { match: 'type' };
    const others = { '$.body.none': 'x', '$.header.Accept': type, '$.a.$.body.b': type, '$.body.a\nb': type };
    expect(rulesOf(2, { '$.body': type, '$.body[*].name': { min: 1 }, ...others })).to.deep.equal({
      $: [type],
      '$[*].name': [{ min: 1 }],
    });
  });

  it('reads matching rules of versions 3 and 4', () => {
    const type = { match: 'type' };
    const either = [{ match: 'null' }, type];
    const variants = [{ index: 1, rules: { '$.g': { matchers: [type] } } }, {}];
    const found = rulesOf(4, {
      body: {
        '$.and': { matchers: either, combine: 'AND' },
        '$.or': { matchers: either, combine: 'OR' },
        '$.one': { matchers: [type], combine: 'OR' },
        '$.none': {},
        '$.text': 'x',
        '$.list': { matchers: [{ match: 'arrayContains', variants }] },
      },
      header: { Vary: { matchers: [type] } },
    });
    const inner = [{ index: 1, rules: new Map([['$.g', [type]]]) }, ...[{ index: 0, rules: new Map() }]];
    expect(found).to.deep.equal({
      ...{ '$.and': either, '$.or': [{ any: either }], '$.one': [type], '$.none': [] },
      '$.list': [{ match: 'arrayContains', variants: inner }],
    });
    for (const nonsense of [null, 7, ['x']]) expect(rulesOf(3, nonsense)).to.deep.equal({});
  });

  it('reads the rules of a status, also below a path', () => {
    const matchers = [{ match: 'statusCode', status: 'success' }];
    for (const status of [{ matchers }, { $: { matchers } }, { '': { matchers } }]) {
      expect(one(4, { response: { ...response, matchingRules: { status } } })?.statusRules).to.deep.equal(matchers);
    }
  });

  for (const [written, names] of [
    [{ providerState: 'one', provider_state: 'two', providerStates: [{ name: 'three' }] }, ['one']],
    [{ providerState: null, provider_state: 'two', providerStates: [{ name: 'three' }] }, ['two']],
    [{ providerState: '', providerStates: [{ name: 'three' }, { name: 40 }, 'none', null] }, ['three', '40']],
    [{ providerState: 3, providerStates: 'x' }, []],
    [{ providerStates: [{ name: 'four', params: [1] }] }, ['four']],
  ] as const) {
    it(`reads the states of ${JSON.stringify(written)}`, () => {
      expect(one(3, written)?.states).to.deep.equal(names.map((name) => ({ name, params: {} })));
    });
  }

  it('reads pending only in version 4, and only true', () => {
    expect([3, 4].map((version) => one(version, { pending: true })?.isPending)).to.deep.equal([false, true]);
    expect(['true', 1].map((pending) => one(4, { pending })?.isPending)).to.deep.equal([false, false]);
  });

  const text = '{"a":1}';
  const base64 = 'eyJhIjoxfQ==';
  for (const [body, expected, isEmpty = false] of [
    [null, undefined, true],
    ['', '', true],
    ['text', 'text'],
    [{ content: null }, undefined, true],
    [{ content: { b: 1 }, encoded: true }, { b: 1 }],
    [{ content: text }, { a: 1 }],
    [{ content: text, encoded: false, contentType: 'application/json' }, text],
    [{ content: base64, encoded: true }, { a: 1 }],
    [{ content: base64, encoded: 'BASE64' }, { a: 1 }],
    [{ content: base64, encoded: 'base64', contentType: 'text/plain' }, text],
    [{ content: text, encoded: 'JSON', contentType: 'application/problem+JSON' }, { a: 1 }],
    [{ content: '{"a":', encoded: 'JSON' }, '{"a":'],
  ] as [unknown, unknown, boolean?][]) {
    it(`reads the body ${JSON.stringify(body)} of version 4`, () => {
      expect(one(4, { response: { status: 200, body } })?.response).to.deep.include({ body: expected, isEmpty });
    });
  }

  for (const [metadata, version] of [
    [undefined, 2],
    [{ pactSpecification: {} }, 2],
    [{ pactSpecification: { version: '3.0.0' }, 'pact-specification': { version: '4.0' } }, 3],
    [{ 'pact-specification': { version: '3.0.0' }, pactSpecificationVersion: '4.0' }, 3],
    [{ pactSpecification: {}, pactSpecificationVersion: '3' }, 3],
    [{ pactSpecification: { version: 4 } }, 4],
    [{ pactSpecification: { version: '4.9' } }, 4],
  ] as const) {
    it(`reads version ${version} from ${JSON.stringify(metadata)}`, () => {
      expect(read(of(2, [plain], { metadata })).interactions[0]?.version).to.equal(version);
    });
  }

  const deep = { content: deepText, encoded: 'JSON' };
  const tooDeep = /:10: "plain" has a body that is nested more than 100 levels deep; /;
  const unreadable = /:10: "plain" has invalid matching rules \(.*\); expected lists of objects$/;
  const ruled = (matchers: unknown) =>
    of(4, [{ ...plain, response: { ...response, matchingRules: { body: { '$.a': { matchers } } } } }]);
  for (const [pact, sentence] of [
    [['a', 'x'], /^file:1: not a pact: found array, expected an object with /],
    [{ a: 1, consumer: { name: 7 } }, /^file:3: "consumer.name" is 7; expected the name of your app$/],
    [of(2, undefined), /^file:1: "interactions" is missing; expected a list$/],
    [of(2, 'x', { messages: {} }), /^file:8: "interactions" is "x"; expected a list$/],
    [of(2, [plain, { ...plain, description: 7 }]), /^file:8: interaction 2 has no "description"; expected a text$/],
    [of(2, [null]), /^file:8: interaction 1 has no "description"; expected a text$/],
    [of(2, [{ ...plain, request: { path: 7 } }]), /^file:10: "plain" has no "path" in its request; expected a path /],
    [
      of(2, [{ ...plain, response: undefined }]),
      /^file:10: "plain" has no "status" in its response; expected a number /,
    ],
    [
      of(2, [{ ...plain, response: { status: '200' } }]),
      /^file:10: "plain" has no "status" in its response; expected a number /,
    ],
    [of(4, [{ ...plain, request: { ...request, body: deep } }]), tooDeep],
    [of(4, [{ ...plain, response: { ...response, body: deep } }]), tooDeep],
    [ruled(null), unreadable],
    [ruled({ match: 'type' }), unreadable],
    [ruled([null]), unreadable],
    [ruled([{ match: 'arrayContains', variants: { 0: {} } }]), unreadable],
  ] as [unknown, RegExp][]) {
    it(`refuses ${JSON.stringify(pact)?.slice(0, 200).slice(-60)}`, () => {
      expect(() => read(pact))
        .to.throw(BadFile)
        .with.property('message')
        .that.satisfies((message: string) => sentence.test(message.replace(shown, 'file')));
    });
  }
});

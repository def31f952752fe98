import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { readPactFile } from '../../mock/contracts/pacts/pact-file.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';

const deepText = '['.repeat(101) + ']'.repeat(101);
const tooDeep = 'nested more than 100 levels deep, and no reply needs so many; take the inner lists and objects out';

describe('the file of a pact', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-pact-'));
  const path = join(folder, 'corner-radio.json');
  const shown = relative(process.cwd(), path);
  after(() => rmSync(folder, { recursive: true }));

  const readText = (text: string) => {
    writeFileSync(path, text);
    return readPactFile(path);
  };
  const read = (pact: unknown) => readText(JSON.stringify(pact, null, 2));
  const of = (version: number, interactions: unknown, more: object = {}) => ({
    consumer: { name: 'corner-radio' },
    provider: { name: 'fight-sports-api' },
    interactions,
    metadata: { pactSpecification: { version: `${version}.0.0` } },
    ...more,
  });
  const refusal = (pact: unknown) => {
    try {
      return read(pact);
    } catch (error) {
      expect(error).to.be.instanceOf(BadFile);
      return (error as Error).message.replace(shown, 'file');
    }
  };
  const plain = { description: 'plain', request: { path: '/a' }, response: { status: 200 } };
  /** The only interaction, of which some members are given. */
  const one = (version: number, more: object) => read(of(version, [{ ...plain, ...more }])).interactions[0];

  it('of version 2 is read with its texts, lists and rules', () => {
    expect(
      read(
        of(2, [
          {
            description: 'full',
            providerState: 'a fighter exists',
            pending: true,
            request: {
              method: 'post',
              path: '/a/b',
              query: 'limit=2&tag=a&tag=b%20c',
              headers: { Accept: 'application/json', 'X-Two': ['a', 'b'] },
              body: { content: 'YQ==', encoded: 'base64' },
            },
            response: {
              status: 201,
              headers: { 'Content-Type': 'application/json' },
              body: ['x'],
              matchingRules: {
                '$.body': { match: 'type' },
                '$.body.id': { match: 'regex', regex: 'a' },
                '$.body[*].name': { min: 1 },
                '$.body.none': 'x',
                '$.header.Accept': { match: 'type' },
                '$.a.$.body.b': { match: 'type' },
                '$.body.a\nb': { match: 'type' },
              },
            },
          },
          plain,
        ]),
      ),
    ).to.deep.equal({
      skipped: [],
      interactions: [
        {
          ...{ consumer: 'corner-radio', version: 2, index: 0, description: 'full', isPending: false },
          states: [{ name: 'a fighter exists', params: {} }],
          request: {
            method: 'POST',
            path: '/a/b',
            query: [
              ['limit', '2'],
              ['tag', 'a'],
              ['tag', 'b c'],
            ],
            headers: { Accept: 'application/json', 'X-Two': 'a, b' },
            body: { content: 'YQ==', encoded: 'base64' },
          },
          response: { status: 201, headers: { 'Content-Type': 'application/json' }, body: ['x'], isEmpty: false },
          statusRules: [],
          rules: new Map([
            ['$', [{ match: 'type' }]],
            ['$.id', [{ match: 'regex', regex: 'a' }]],
            ['$[*].name', [{ min: 1 }]],
          ]),
          at: `${shown}:10`,
        },
        {
          ...{ consumer: 'corner-radio', version: 2, index: 1, description: 'plain', isPending: false },
          states: [],
          request: { method: 'GET', path: '/a', query: [], headers: {}, body: undefined },
          response: { status: 200, headers: {}, body: undefined, isEmpty: false },
          statusRules: [],
          rules: new Map(),
          at: `${shown}:62`,
        },
      ],
    });
  });

  it('of version 4 is read with its lists, wrapped bodies and rules, without what is no request', () => {
    expect(
      read(
        of(4, [
          { type: 'Asynchronous/Messages', description: 'a message' },
          {
            type: 'Synchronous/HTTP',
            description: 'full',
            pending: true,
            providerStates: [
              { name: 'a fighter exists', params: { id: 3107 } },
              { name: 'an event is live', params: [1] },
              { name: 40 },
              'no state',
              null,
            ],
            request: {
              method: 'PUT',
              path: '/a/b',
              query: { limit: ['2', 3], tag: 'a' },
              headers: { Accept: ['text/html', 'application/json'] },
              body: { contentType: 'application/json', encoded: false, content: { a: 1 } },
            },
            response: {
              status: 200,
              headers: { Vary: ['Accept'] },
              body: { contentType: 'application/json', encoded: 'base64', content: 'eyJhIjoxfQ==' },
              matchingRules: {
                body: {
                  '$.a': { matchers: [{ match: 'type' }], combine: 'AND' },
                  '$.b': { matchers: [{ match: 'null' }, { match: 'type' }], combine: 'OR' },
                  '$.c': { matchers: [{ match: 'type' }], combine: 'OR' },
                  '$.d': {},
                  '$.e': 'x',
                  '$.f': {
                    matchers: [
                      {
                        match: 'arrayContains',
                        variants: [{ index: 1, rules: { '$.g': { matchers: [{ match: 'type' }] } } }, {}],
                      },
                    ],
                  },
                },
                header: { Vary: { matchers: [{ match: 'type' }] } },
              },
            },
          },
        ]),
      ),
    ).to.deep.equal({
      skipped: [`${shown}:11: "a message" is no request but Asynchronous/Messages: skipped`],
      interactions: [
        {
          ...{ consumer: 'corner-radio', version: 4, index: 1, description: 'full', isPending: true },
          states: [
            { name: 'a fighter exists', params: { id: 3107 } },
            { name: 'an event is live', params: {} },
            { name: '40', params: {} },
          ],
          request: {
            method: 'PUT',
            path: '/a/b',
            query: [
              ['limit', '2'],
              ['limit', '3'],
              ['tag', 'a'],
            ],
            headers: { Accept: 'text/html, application/json' },
            body: { a: 1 },
          },
          response: { status: 200, headers: { Vary: 'Accept' }, body: { a: 1 }, isEmpty: false },
          statusRules: [],
          rules: new Map<string, unknown>([
            ['$.a', [{ match: 'type' }]],
            ['$.b', [{ any: [{ match: 'null' }, { match: 'type' }] }]],
            ['$.c', [{ match: 'type' }]],
            ['$.d', []],
            [
              '$.f',
              [
                {
                  match: 'arrayContains',
                  variants: [
                    { index: 1, rules: new Map([['$.g', [{ match: 'type' }]]]) },
                    { index: 0, rules: new Map() },
                  ],
                },
              ],
            ],
          ]),
          at: `${shown}:15`,
        },
      ],
    });
  });

  it('may leave out what it has nothing to say about, and may write nonsense there', () => {
    for (const nonsense of [null, 7, ['x']]) {
      const { request, response } = plain;
      const more = { query: nonsense, headers: nonsense, body: null };
      expect(
        one(3, {
          ...{ type: 'x', providerState: '' },
          providerStates: 'x',
          request: { ...request, ...more, method: null },
          response: { ...response, ...more, matchingRules: nonsense },
        }),
        String(nonsense),
      ).to.deep.equal({
        consumer: 'corner-radio',
        version: 3,
        index: 0,
        description: 'plain',
        isPending: false,
        states: [],
        request: { method: 'GET', path: '/a', query: [], headers: {}, body: undefined },
        response: { status: 200, headers: {}, body: undefined, isEmpty: true },
        statusRules: [],
        rules: new Map(),
        at: `${shown}:10`,
      });
    }
  });

  it('names its states in one of three ways, the first that it has', () => {
    const states = [
      { providerState: 'one', provider_state: 'two', providerStates: [{ name: 'three' }] },
      { providerState: null, provider_state: 'two', providerStates: [{ name: 'three' }] },
      { providerState: '', providerStates: [{ name: 'three' }] },
      { providerState: 3, providerStates: [{ name: 'three' }] },
    ].map((more) => one(3, more)?.states);
    expect(states).to.deep.equal(['one', 'two', 'three', 'three'].map((name) => [{ name, params: {} }]));
  });

  it('has pending interactions in version 4 alone, and only where it says true', () => {
    const pending = [3, 4].map((version) => [true, 'true', 1].map((is) => one(version, { pending: is })?.isPending));
    expect(pending).to.deep.equal([
      [false, false, false],
      [true, false, false],
    ]);
  });

  it('has bodies that are wrapped in version 4, in a coding or as they are', () => {
    const text = '{"a":1}';
    const base64 = 'eyJhIjoxfQ==';
    const bodyOf = (body: unknown, version = 4) => one(version, { response: { status: 200, body } })?.response.body;
    for (const [body, expected] of [
      [null, undefined],
      [false, false],
      [['x'], ['x']],
      ['text', 'text'],
      [{}, undefined],
      [{ content: null }, undefined],
      [{ content: { b: 1 }, encoded: true }, { b: 1 }],
      [{ content: text }, { a: 1 }],
      [{ content: text, encoded: false, contentType: 'application/json' }, text],
      [{ content: text, encoded: false, contentType: 'text/plain' }, text],
      [{ content: base64, encoded: true }, { a: 1 }],
      [{ content: base64, encoded: 'BASE64' }, { a: 1 }],
      [{ content: base64, encoded: 'base64', contentType: 'text/plain' }, text],
      [{ content: text, encoded: 'base64-like' }, { a: 1 }],
      [{ content: text, encoded: 'a-base64' }, { a: 1 }],
      [{ content: text, encoded: 'JSON', contentType: 'application/problem+JSON' }, { a: 1 }],
      [{ content: text, encoded: 'JSON', contentType: 'text/html' }, text],
      [{ content: '{"a":', encoded: 'JSON' }, '{"a":'],
      [{ content: 'bm9uZQ==', encoded: true, contentType: 'application/json' }, 'none'],
    ]) {
      expect(bodyOf(body), JSON.stringify(body)).to.deep.equal(expected);
    }
    expect(bodyOf({ content: { b: 1 } }, 3)).to.deep.equal({ content: { b: 1 } });
    expect(bodyOf({ content: deepText.slice(1, -1), encoded: 'JSON' })).to.be.an('array');
  });

  it('is of version 2 where it names none, and of versions 2 to 4 however they are named', () => {
    const versionOf = (metadata: unknown) => read(of(2, [plain], { metadata })).interactions[0]?.version;
    for (const [metadata, version] of [
      [undefined, 2],
      [null, 2],
      [{}, 2],
      [{ pactSpecification: {} }, 2],
      [{ pactSpecification: { version: '2.0.0' } }, 2],
      [{ pactSpecification: { version: '3.0.0' }, 'pact-specification': { version: '4.0' } }, 3],
      [{ 'pact-specification': { version: '3.0.0' }, pactSpecificationVersion: '4.0' }, 3],
      [{ pactSpecificationVersion: '3.0.0' }, 3],
      [{ pactSpecification: {}, pactSpecificationVersion: '3' }, 3],
      [{ pactSpecification: { version: 4 } }, 4],
      [{ pactSpecification: { version: '4.9' } }, 4],
    ] as const) {
      expect(versionOf(metadata), JSON.stringify(metadata)).to.equal(version);
    }
  });

  it('is skipped where it is of another provider or of messages, and read where it names no provider', () => {
    const none = (sentence: string) => ({ interactions: [], skipped: [`${shown}: ${sentence}`] });
    expect(read(of(4, [plain], { provider: { name: 'ticket-shop' } }))).to.deep.equal(
      none('a pact with "ticket-shop" and not with "fight-sports-api": skipped'),
    );
    expect(read(of(3, undefined, { messages: [] }))).to.deep.equal(
      none('a pact of messages, which are no requests: skipped'),
    );
    for (const more of [{ provider: undefined }, { provider: 'x' }, { provider: {} }, { messages: [] }]) {
      expect(read(of(3, [plain], more)).interactions, JSON.stringify(more)).to.have.length(1);
    }
  });

  it('is skipped where it is of a version that is not read', () => {
    for (const version of [1, 5]) {
      expect(read(of(version, [plain])).unsupported?.replace(shown, 'file')).to.equal(
        `file:19: a pact of version ${version}, and only versions 2 to 4 of the Pact specification are read: skipped; write it again with a current Pact library`,
      );
    }
  });

  it('is refused with file, line and reason', () => {
    const { request, response } = plain;
    const body = { content: deepText, encoded: 'JSON' };
    for (const [pact, sentence] of [
      [['a', 'x'], 'file:1: it is no pact: not an object'],
      [null, 'file:1: it is no pact: not an object'],
      [{ a: 1, consumer: 'x' }, 'file:3: it is no pact: it names no consumer'],
      [{ a: 1, consumer: { name: 7 } }, 'file:3: it is no pact: it names no consumer'],
      [{ a: 1 }, 'file:1: it is no pact: it names no consumer'],
      [of(2, undefined), 'file:1: it is no pact: it has no list of interactions'],
      [of(2, { 0: plain }), 'file:8: it is no pact: it has no list of interactions'],
      [of(2, 'x', { messages: {} }), 'file:8: it is no pact: it has no list of interactions'],
      [of(2, [plain, { ...plain, description: 7 }]), 'file:8: interaction 2 has no description'],
      [of(2, [null]), 'file:8: interaction 1 has no description'],
      [of(2, [{ ...plain, request: [] }]), 'file:10: "plain" has no request path'],
      [of(2, [{ ...plain, request: { path: 7 } }]), 'file:10: "plain" has no request path'],
      [of(2, [{ ...plain, response: undefined }]), 'file:10: "plain" has no reply status'],
      [of(2, [{ ...plain, response: { status: '200' } }]), 'file:10: "plain" has no reply status'],
      [of(4, [{ ...plain, request: { ...request, body } }]), `file:10: "plain" has a body that is ${tooDeep}`],
      [of(4, [{ ...plain, response: { ...response, body } }]), `file:10: "plain" has a body that is ${tooDeep}`],
      [
        of(4, [{ ...plain, response: { ...response, matchingRules: { body: { '$.a': { matchers: 7 } } } } }]),
        'file:10: "plain" has matching rules that cannot be read: matchers.map is not a function',
      ],
    ]) {
      expect(refusal(pact)).to.equal(sentence);
    }
  });
});

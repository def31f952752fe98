import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { generatedDocument } from '../../contracts/site/document.ts';
import { describeDifference, differencesOf } from '../support/http/deep-differences.ts';
import { findHeaderFaults, undocumented } from '../support/http/header-faults.ts';
import { type GivenState, startGateway } from '../support/pact/gateway.ts';
import type { PactInteraction } from '../support/pact/pacts.ts';
import { allowanceFor, valueMismatches } from '../support/pact/values.ts';

/** What judges of replies must find, one at a time: each lets through a provider that lies if it looks away. */

describe('the comparison of values', () => {
  const found = (expected: unknown, got: unknown) => differencesOf(expected, got).map(describeDifference);

  it('finds another value, another type, and a member or an element too many or too few', () => {
    const rows: [expected: unknown, got: unknown, differences: string[]][] = [
      [{ a: 1, b: [2] }, { b: [2], a: 1 }, []],
      [{ a: 1 }, { a: '1' }, ['$.a: expected 1, got "1"']],
      [{ a: 1 }, { a: 1, b: 2 }, ['$.b: expected nothing, got 2']],
      [{ a: 1, b: 2 }, { a: 1 }, ['$.b: expected 2, got nothing']],
      [{ a: null }, {}, ['$.a: expected null, got nothing']],
      [{}, { a: null }, ['$.a: expected nothing, got null']],
      [{ a: null }, { a: '' }, ['$.a: expected null, got ""']],
      [[1, 2], [1], ['$.length: expected 2, got 1']],
      [[1], [1, 2], ['$.length: expected 1, got 2']],
      [[1], [2, 2], ['$.length: expected 1, got 2', '$[0]: expected 1, got 2']],
      [
        [1, 2],
        [2, 1],
        ['$[0]: expected 1, got 2', '$[1]: expected 2, got 1'],
      ],
      [[], {}, ['$: expected [], got {}']],
      [{ a: { b: [{ c: 0 }] } }, { a: { b: [{ c: -0 }] } }, ['$.a.b[0].c: expected 0, got 0']],
      [undefined, '', ['$: expected nothing, got ""']],
    ];
    for (const [expected, got, differences] of rows) expect(found(expected, got)).to.deep.equal(differences);
  });
});

describe('values that may differ from the contract', () => {
  const may = (operation: string, path: string, got: unknown) =>
    allowanceFor(operation, { path, expected: 'another', got }) !== undefined;
  const atMs = (ms: number) => `${new Date(Date.now() + ms).toISOString().slice(0, 19)}Z`;
  const days = (count: number) => count * 86_400_000;

  it('are the moment, of today', () => {
    expect(
      [0, -days(0.9), days(0.9), -days(1.1), days(1.1)].map((ms) => may('v3.health', '$.time', atMs(ms))),
    ).to.deep.equal([true, true, true, false, false]);
    expect(may('v3.health', '$.time', new Date().toISOString()), 'with milliseconds').to.equal(false);
    expect(may('v3.news', '$.time', atMs(0)), 'of another operation').to.equal(false);
  });

  it('are headers in their own form', () => {
    const rows: [path: string, may: string[], mayNot: unknown[]][] = [
      ['header ETag', ['"0123456789abcdef"'], ['W/"0123456789abcdef"', '0123456789abcdef', '"short"', '', undefined]],
      ['header Retry-After', ['1', '2', '3'], ['0', '4', '60', '', undefined, 1]],
      ['header RateLimit', ['"reads";r=0;t=3'], ['"reads";r=1;t=3', '"reads";r=0;t=4', '"all";r=0;t=1']],
      ['header RateLimit-Policy', ['"writes";q=20;w=10'], ['"writes";q=21;w=10', '"writes";q=20;w=60']],
      ['header Cache-Control', [], ['no-store']],
    ];
    for (const [path, allowed, refused] of rows) {
      expect(
        allowed.filter((got) => !may('v3.news', path, got)),
        path,
      ).to.deep.equal([]);
      expect(
        refused.filter((got) => may('v3.news', path, got)),
        path,
      ).to.deep.equal([]);
    }
  });

  it('are no headers of the contract else, nor members of its body', () => {
    const response: PactInteraction['response'] = {
      status: 200,
      headers: { 'Content-Type': ['application/json; charset=utf-8'], Vary: ['Accept', 'Accept-Encoding'] },
      body: { content: [{ id: 1, link: 'https://api.example.com/a' }] },
    };
    const mismatches = (headers: Record<string, string>, body: unknown) => {
      const reply = { method: 'GET', url: '/api/v3/mobile/news', states: [], status: 200, headers };
      const given = { ...reply, body: () => JSON.stringify(body) };
      return valueMismatches(response, given, 'http://127.0.0.1:7', () => undefined);
    };
    const right = { 'content-type': 'application/json; charset=utf-8', vary: 'Accept, Accept-Encoding' };
    const body = [{ id: 1, link: 'http://127.0.0.1:7/a' }];
    expect(mismatches(right, body)).to.deep.equal([]);
    expect(mismatches({ ...right, 'content-type': 'application/json;charset=utf-8' }, body)).to.deep.equal([
      'v3.news header Content-Type: expected "application/json; charset=utf-8", got "application/json;charset=utf-8"',
    ]);
    expect(mismatches({ 'content-type': right['content-type'] }, body)).to.deep.equal([
      'v3.news header Vary: expected "Accept, Accept-Encoding", got nothing',
    ]);
    expect(mismatches(right, [...body, ...body])).to.deep.equal(['v3.news $.length: expected 1, got 2']);
  });
});

describe('the comparison of headers with the document', () => {
  const document = generatedDocument().document();
  const faults = (headers: Record<string, string>) =>
    findHeaderFaults(document, { method: 'GET', url: '/api/v3/mobile/news', status: 200, headers }).filter(
      (fault) => !fault.includes('is required'),
    );

  it('finds a value that its pattern does not fit', () => {
    expect(faults({ etag: '"0123456789abcdef"' })).to.deep.equal([]);
    expect(faults({ etag: 'none' })).to.deep.equal(['header etag: none does not fit the document']);
  });

  it('leaves out these only', () => {
    expect(Object.keys(undocumented)).to.deep.equal([
      ...[
        'content-type',
        'content-length',
        'transfer-encoding',
        'content-encoding',
        'date',
        'connection',
        'keep-alive',
      ],
      ...['contract-id', 'contract-state', 'contract-match', 'contract-nearest', 'preference-applied'],
    ]);
  });
});

describe('the gateway before a provider', () => {
  it('forgets the states of an interaction before one without any, and begins each with a reset', async () => {
    const provider = createServer((req, res) => res.end(req.headers.prefer ?? 'none'));
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
    const { port } = provider.address() as AddressInfo;
    const done: string[] = [];
    const gateway = await startGateway({
      url: `http://127.0.0.1:${port}`,
      reset: async () => void done.push('reset'),
      setUp: async ({ name }) => {
        done.push(name);
        return undefined;
      },
      headers: (states: readonly GivenState[]): Record<string, string> =>
        states.length > 0 ? { prefer: states.map(({ name }) => name).join(' and ') } : {},
    });
    const ask = (url: string, body?: object) =>
      new Promise<string>((resolve, reject) => {
        const sent = request(url, { method: body ? 'POST' : 'GET', agent: false }, async (reply) => {
          let text = '';
          for await (const chunk of reply.setEncoding('utf8')) text += chunk;
          resolve(text);
        });
        sent.on('error', reject).end(body && JSON.stringify(body));
      });
    const setUp = (state: string) => ask(gateway.statesUrl, { state, params: {}, action: 'setup' });
    try {
      const answers: string[] = [];
      await setUp('a');
      await setUp('b');
      answers.push(await ask(`${gateway.url}/1`), await ask(`${gateway.url}/2`));
      await setUp('c');
      answers.push(await ask(`${gateway.url}/3`));
      expect(answers).to.deep.equal(['a and b', 'none', 'c']);
      expect(done).to.deep.equal(['reset', 'a', 'b', 'reset', 'reset', 'c']);
      expect(gateway.judged.map(({ url, states }) => [url, ...states.map(({ name }) => name)])).to.deep.equal([
        ['/1', 'a', 'b'],
        ['/2'],
        ['/3', 'c'],
      ]);
    } finally {
      await gateway.close();
      provider.closeAllConnections();
      provider.close();
    }
  });
});

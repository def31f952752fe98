import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { generatedDocument } from '../../common/pages/document.ts';
import { describeDifference, differencesOf } from '../support/http/deep-differences.ts';
import { findHeaderFaults } from '../support/http/header-faults.ts';
import { type GivenState, startGateway } from '../support/pact/gateway.ts';
import { allowanceFor } from '../support/pact/values.ts';

/** Judges of replies: each lets a wrong provider through if it looks away. */

describe('differencesOf', () => {
  const rows: [expected: unknown, got: unknown, ...differences: string[]][] = [
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [{ a: 1 }, { a: '1' }, '$.a: expected 1, got "1"'],
    [{ a: 1 }, { a: 1, b: 2 }, '$.b: expected nothing, got 2'],
    [{ a: null }, {}, '$.a: expected null, got nothing'],
    [{}, { a: null }, '$.a: expected nothing, got null'],
    [[1, 2], [1], '$.length: expected 2, got 1'],
    [[1], [2, 2], '$.length: expected 1, got 2', '$[0]: expected 1, got 2'],
    [[1, 2], [2, 1], '$[0]: expected 1, got 2', '$[1]: expected 2, got 1'],
    [[], {}, '$: expected [], got {}'],
  ];
  for (const [expected, got, ...differences] of rows) {
    it(`compares ${JSON.stringify(expected)} with ${JSON.stringify(got)}`, () => {
      expect(differencesOf(expected, got).map(describeDifference)).to.deep.equal(differences);
    });
  }
});

describe('findHeaderFaults', () => {
  it('finds a value that its pattern does not fit', () => {
    const reply = { method: 'GET', url: '/api/v3/mobile/news', status: 200, headers: { etag: 'none' } };
    const found = findHeaderFaults(generatedDocument().document(), reply);
    expect(found).to.include('header etag: none does not fit the document');
  });
});

describe('allowanceFor', () => {
  const may = (operation: string, path: string, got: unknown) =>
    allowanceFor(operation, { path, expected: 'another', got }) !== undefined;

  it('accepts a moment of today', () => {
    const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`;
    const accepted = [0, -0.9, 0.9, -1.1, 1.1].map((days) => may('v3.health', '$.time', inDays(days)));
    expect(accepted).to.deep.equal([true, true, true, false, false]);
    expect(may('v3.news', '$.time', inDays(0))).to.equal(false);
  });

  for (const [header, right, wrong] of [
    ['ETag', '"0123456789abcdef"', ['W/"0123456789abcdef"', '0123456789abcdef', '"short"', undefined]],
    ['Retry-After', '3', ['0', '4', '60', '', undefined, 1]],
    ['RateLimit', '"reads";r=0;t=3', ['"reads";r=1;t=3', '"reads";r=0;t=4', '"all";r=0;t=1']],
    ['RateLimit-Policy', '"writes";q=20;w=10', ['"writes";q=21;w=10', '"writes";q=20;w=60']],
  ] as const) {
    it(`accepts another ${header} only in its form`, () => {
      expect(may('v3.news', `header ${header}`, right)).to.equal(true);
      expect(wrong.filter((got) => may('v3.news', `header ${header}`, got))).to.deep.equal([]);
    });
  }
});

describe('the gateway before a provider', () => {
  it('forgets the states of an earlier interaction', async () => {
    const provider = createServer((req, res) => res.end(req.headers.prefer ?? 'none'));
    await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
    const { port } = provider.address() as AddressInfo;
    let resets = 0;
    const gateway = await startGateway({
      url: `http://127.0.0.1:${port}`,
      reset: async () => void resets++,
      setUp: async () => undefined,
      headers: (states: readonly GivenState[]): Record<string, string> =>
        states.length > 0 ? { prefer: states.map(({ name }) => name).join(' and ') } : {},
    });
    const setUp = async (state: string) => {
      const body = JSON.stringify({ state, params: {}, action: 'setup' });
      await (await fetch(gateway.statesUrl, { method: 'POST', body })).text();
    };
    const ask = async () => (await fetch(gateway.url)).text();
    try {
      await setUp('a');
      await setUp('b');
      expect(await ask()).to.equal('a and b');
      expect(await ask()).to.equal('none');
      await setUp('c');
      expect(await ask()).to.equal('c');
      expect(resets).to.equal(3);
    } finally {
      await gateway.close();
      provider.closeAllConnections();
      provider.close();
    }
  });
});

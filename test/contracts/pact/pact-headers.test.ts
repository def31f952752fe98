import { expect } from 'chai';
import { readPactContracts } from '../../../scripts/ratchet/pacts.ts';
import { pactFiles, readPact } from '../../support/pact/pacts.ts';

/**
 * Every header of the pacts, and what a provider may send: exactly the example, or what a pattern accepts. A header that is
 * in neither table was given no thought.
 */

/** Exactly the value of the contract, and why. */
const exact: Readonly<Record<string, string>> = {
  'Cache-Control': 'caches act on it',
  'Content-Language': 'the language of the family',
  Location: 'made of the ids in the request',
  'WWW-Authenticate': 'the only scheme there is',
  'Accept-Post': 'the only media type there is',
  'Accept-Encoding': 'no coding is taken',
};

/** A pattern, and why the value is the provider's. */
const free: Readonly<Record<string, readonly [pattern: RegExp, reason: string]>> = {
  'Content-Type': [
    /^\^\(?application\/(problem\[?[+]\]?|problem\\\+)?json\)?; \?charset=utf-8\$$/,
    'the space before the charset is free',
  ],
  ETag: [/^\^"\[A-Za-z0-9_\+\/=-\]\{8,\}"\$$/, 'computed by the provider'],
  Link: [/cursor=\[A-Za-z0-9_-\]\+.*>; rel="next"\$$/, "the host and the cursor are the provider's"],
  'Retry-After': [/^\^\[1-9\]\[0-9\]\*\$$/, 'spread by the provider'],
  'RateLimit-Policy': [/^\^"\[a-z\]\+";q=\[0-9\]\+;w=\[0-9\]\+\$$/, 'a setting'],
  RateLimit: [/^\^"\[a-z\]\+";r=\[0-9\]\+;t=\[0-9\]\+\$$/, 'what is left'],
};

describe('pact headers', () => {
  const pacts = pactFiles()
    .flatMap((file) => readPactContracts(readPact(file) as never))
    .filter(({ request }) => request);
  const headers = pacts.flatMap(({ identity, headers: sent, headerPatterns }) =>
    Object.entries(sent).map(([name, value]) => ({ identity, name, value, pattern: headerPatterns[name] })),
  );

  it('are exact or have a known pattern', () => {
    const faults = headers.flatMap(({ identity, name, value, pattern }) => {
      const where = `${identity.split('\n').slice(0, 2).join(': ')}: ${name}`;
      if (name in exact) return pattern === undefined ? [] : [`${where} must be exact, but ${pattern} is accepted`];
      const [expected] = free[name] ?? [];
      if (!expected) return [`${where} is in neither table of this test`];
      if (pattern === undefined) return [`${where} has no matcher: a provider must send exactly ${value}`];
      return expected.test(pattern) ? [] : [`${where} accepts ${pattern}`];
    });
    expect(faults).to.deep.equal([]);
  });

  it('all occur', () => {
    const met = [...new Set(headers.map(({ name }) => name))].sort();
    expect(met).to.deep.equal([...Object.keys(exact), ...Object.keys(free)].sort());
  });

  it('include caching, type, language and ETag', () => {
    for (const { identity, headers: sent, body } of pacts) {
      expect(sent, identity).to.have.property('Cache-Control');
      if (body !== undefined) expect(sent, identity).to.include.keys('Content-Type', 'Content-Language');
      if (sent['Cache-Control']?.includes('stale-if-error')) expect(sent, identity).to.have.property('ETag');
    }
  });
});

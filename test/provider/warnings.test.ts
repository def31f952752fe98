import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { readPact } from '../../scripts/verify/pact-files.ts';

type Json = Record<string, unknown>;

const type = (path: string, more: Json = {}) => ({ body: { [path]: { matchers: [{ match: 'type', ...more }] } } });
const ok = (body: unknown, matchingRules: Json = {}) => ({ response: { status: 200, body, matchingRules } });
const headers = (values: Json, header: Json = {}) => ({
  response: { status: 200, headers: values, matchingRules: { header } },
});
const problem = (body: Json, matchingRules: Json = {}) => ({
  request: { path: '/api/v3/mobile/fighters/999999' },
  response: { status: 404, body, matchingRules },
});
const asked = (more: Json) => ({ request: more });
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTYifQ.c2lnbmF0dXJlLW9mLW5vYm9keQ';

const every = '$ accepts every list: the example is empty, and the rule "type" has no "min"';
const literal = 'expects one literal value; use a matcher';
const text = 'expects a text for people, which may change; compare "type"';
const secret = 'looks like a secret; write a made-up value';

const fighters = { request: { path: '/api/v3/mobile/fighters' } };

/** By title: the parts of an interaction, and the warnings. */
const table: Record<string, [parts: Json, warnings: string[]]> = {
  'a list that may have anything': [{ ...fighters, ...ok([], type('$')) }, [every]],
  'a list with a minimum': [{ ...fighters, ...ok([], type('$', { min: 1 })) }, []],
  'a date': [ok({ dob: '2031-04-05T00:00:00Z' }), [`$.dob ${literal}`]],
  'a date of any value': [ok({ dob: '2031-04-05T00:00:00Z' }, type('$.dob')), []],
  'a date of the request': [
    { ...asked({ query: { since: ['2031-04-05T00:00:00Z'] } }), ...ok({ dob: '2031-04-05T00:00:00Z' }) },
    [],
  ],
  'an ETag and the id of a request': [
    headers({ ETag: '"1"', 'x-request-id': '7' }),
    [`header ETag ${literal}`, `header x-request-id ${literal}`],
  ],
  'an ETag of any value': [headers({ ETag: '"1"' }, { etag: { matchers: [{ match: 'regex', regex: '".+"' }] } }), []],
  'a title': [problem({ type: 'urn:problem-type:fighter-not-found', title: 'No' }), [`$.title ${text}`]],
  'a detail of any value': [problem({ detail: 'Not there.' }, type('$.detail')), []],
  'an example that is no reply': [
    ok({ id: 'one' }, type('$')),
    ['the example does not fit: #/id: Must be an integer from 1 to 2147483647.'],
  ],
  'an example that the mock replaces': [
    ok({ id: 3107, wins: -1 }, type('$.wins')),
    ['the example does not fit: #/wins: Must be an integer of at least 0 or null.'],
  ],
  'an example without most members': [ok({ id: 3107 }), []],
  'a token in a header': [
    asked({ headers: { Authorization: 'Bearer 9f8a7b6c5d4e3f2a1b0c' } }),
    [`request.headers.Authorization ${secret}`],
  ],
  'a token in a value': [asked({ query: { session: [jwt] } }), [`request.query.session ${secret}`]],
  'a made-up token': [asked({ headers: { Authorization: 'Bearer token-of-anna' } }), []],
};

describe('warnings of npm run verify', () => {
  let folder: string;
  let found: Map<string, string[]>;

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-warnings-'));
    const interactions = Object.entries(table).map(([description, [{ request, ...parts }]]) => ({
      description,
      request: { method: 'GET', path: '/api/v3/mobile/fighters/3107', ...(request as Json | undefined) },
      response: { status: 200 },
      ...parts,
    }));
    const metadata = { pactSpecification: { version: '3.0.0' } };
    const file = join(folder, 'a.json');
    writeFileSync(
      file,
      JSON.stringify({ consumer: { name: 'a' }, provider: { name: 'fight-sports-api' }, interactions, metadata }),
    );
    found = new Map(readPact({ file }).interactions.map((one) => [one.description, one.warnings]));
  });
  after(() => rmSync(folder, { recursive: true }));

  for (const [title, [, warnings]] of Object.entries(table)) {
    it(`${warnings.length > 0 ? 'find' : 'accept'} ${title}`, () => {
      expect(found.get(title)).to.deep.equal(warnings);
    });
  }
});

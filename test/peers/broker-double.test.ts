import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { startBroker } from '../support/broker/double.ts';
import { send } from '../support/http/send.ts';

/** A request of an official client to a real Pact Broker 2.113.0, and its reply. */
interface Exchange {
  /** Method, target and `Accept`. */
  m: string;
  u: string;
  acc: string;
  body: string;
  /** Status, headers and body of the reply. */
  st: number;
  h: Record<string, string>;
  res: string;
}
const file = new URL('../support/broker/transcript.jsonl', import.meta.url);
const exchanges = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Exchange);
const recordedUrl = 'http://127.0.0.1:9292';
const isAddress = (value: unknown): value is string => typeof value === 'string' && value.startsWith(recordedUrl);

/** Members that no client reads. */
const unread =
  'branches branchVersions labels supportEndedAt tags templated title undeployedAt updatedAt verificationDate verifiedBy'.split(
    ' ',
  );

const pathOf = (address: string) => address.slice(recordedUrl.length);

type Value = Record<string, unknown>;
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null;

/** How the content of a pact differs from the one before: for people. */
const isDifference = (value: unknown) => isObject(value) && value.type === 'info';

/**
 * Calls back with each text, number and boolean of both values, and its path. A link or an embedded document that the
 * double lacks is not compared: if a client needed it, a later request would fail.
 */
function walk(
  recorded: unknown,
  own: unknown,
  found: (path: string, recorded: unknown, own: unknown) => void,
  path = '',
) {
  if (!isObject(recorded) || !isObject(own)) {
    found(path, recorded, own);
    return;
  }
  for (const name of new Set([...Object.keys(recorded), ...Object.keys(own)])) {
    const isMissing = (['_embedded', '_links'].includes(name) || path.endsWith('_links')) && !(name in own);
    if (!unread.includes(name) && !isMissing && !isDifference(recorded[name]))
      walk(recorded[name], own[name], found, `${path}.${name}`);
  }
}

/** Addresses, ids, hashes and times are made by each broker. */
const neutral = (value: unknown) =>
  typeof value !== 'string'
    ? value
    : value
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<uuid>')
        .replace(/[0-9a-f]{40}/g, '<sha>')
        .replace(/\/metadata\/[\w-]+/g, '')
        .replace(/(verification-results\/|Verification result )\d+/g, '$1<number>')
        .replace(/^\d{4}-\d\d-\d\dT[\d:]+\+00:00$/, '<time>');

describe('the double of the Pact Broker', () => {
  it('answers recorded requests like the real one', async () => {
    const broker = await startBroker();
    after(broker.close);
    /** Targets of the recorded broker, and what the double calls them. */
    const targets = new Map<string, string>();
    for (const [index, { m: method, u, acc, body, st, h, res }] of exchanges.entries()) {
      const line = `line ${index + 1}: ${method} ${u}`;
      const [path = '', query] = u.split('?');
      const target = [targets.get(path) ?? path, query].filter(Boolean).join('?');
      const headers = { Accept: acc, 'Content-Type': 'application/json' };
      const reply = await send(broker.url, method, target, headers, body);
      expect(reply.status, line).to.equal(st);
      const location = reply.headers.location?.replace(broker.url, recordedUrl);
      expect(neutral(location), line).to.equal(neutral(h.location));
      // The verifier asks with GET only whether the link is there.
      if (method === 'GET' && u.endsWith('/for-verification')) continue;
      const text = reply.body.toString().replaceAll(broker.url, recordedUrl);
      walk(JSON.parse(res), JSON.parse(text), (member, recorded, own) => {
        if (recorded !== own && isAddress(recorded) && isAddress(own)) {
          targets.set(pathOf(recorded), pathOf(own));
        }
        expect(neutral(own), `${line}: ${member}`).to.equal(neutral(recorded));
      });
    }
  });
});

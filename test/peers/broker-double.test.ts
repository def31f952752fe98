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

/** Texts for people. */
const isText = (path: string) => /\.(?:title|notices|logs|shortDescription|errors\.contracts)$/.test(path);

const pathOf = (address: string) => address.slice(recordedUrl.length);

type Value = Record<string, unknown>;
const isObject = (value: unknown): value is Value => typeof value === 'object' && value !== null;

/**
 * Calls back with each text, number and boolean of the double, and the length of each list. A member that the double lacks
 * is not compared: if a client needed it, a later request would fail.
 */
function walk(
  recorded: unknown,
  own: unknown,
  found: (path: string, recorded: unknown, own: unknown) => void,
  path = '',
) {
  if (isText(path)) return;
  if (!isObject(recorded) || !isObject(own)) {
    found(path, recorded, own);
    return;
  }
  if (Array.isArray(own)) found(`${path}.length`, recorded.length, own.length);
  for (const [name, value] of Object.entries(own)) walk(recorded[name], value, found, `${path}.${name}`);
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

/** Sends the recorded requests in order. @returns how the replies differ from the recorded ones. */
async function replay(broker: Awaited<ReturnType<typeof startBroker>>): Promise<string[]> {
  /** Targets of the recorded broker, and what this one calls them. */
  const targets = new Map<string, string>();
  const differences: string[] = [];
  for (const [index, { m: method, u, acc, body, st, h, res }] of exchanges.entries()) {
    const found = (what: string, recorded: unknown, own: unknown) => {
      if (recorded !== own && isAddress(recorded) && isAddress(own)) targets.set(pathOf(recorded), pathOf(own));
      const [expected, actual] = [neutral(recorded), neutral(own)];
      if (expected !== actual) differences.push(`line ${index + 1}: ${what}: expected ${expected}, got ${actual}`);
    };
    const [path = '', query] = u.split('?');
    const target = [targets.get(path) ?? path, query].filter(Boolean).join('?');
    const reply = await send(broker.url, method, target, { Accept: acc, 'Content-Type': 'application/json' }, body);
    found('status', st, reply.status);
    found('location', h.location, reply.headers.location?.replace(broker.url, recordedUrl));
    // The verifier asks with GET only whether the link is there.
    if (reply.status !== st || (method === 'GET' && u.endsWith('/for-verification'))) continue;
    walk(JSON.parse(res), JSON.parse(reply.body.toString().replaceAll(broker.url, recordedUrl)), found);
  }
  return differences;
}

describe('the double of the Pact Broker', () => {
  let broker: Awaited<ReturnType<typeof startBroker>>;
  beforeEach(async () => {
    broker = await startBroker();
  });
  afterEach(() => broker.close());

  it('answers recorded requests like the real one', async () => {
    expect(await replay(broker)).to.deep.equal([]);
  });

  it('control: differs if a request fails', async () => {
    broker.failing = { route: 'POST /environments', answer: 500 };
    expect(await replay(broker)).to.include('line 12: status: expected 201, got 500');
  });
});

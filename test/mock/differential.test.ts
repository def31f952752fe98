import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import { readRequest } from '../../contracts/requests/request-context.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { type Answer, send } from '../support/http/send.ts';
import { type FightNight, startFightNight } from '../support/server/fight-night.ts';
import { uncached } from '../support/server/server.ts';
import { committedOperations } from '../support/suites/operations.ts';
import { type GeneratedRequest, requests } from './generated-requests.ts';

const count = 3_600;
const seed = Number(process.env.SEED ?? 41);

/** Headers that must be equal. */
const equalHeaders = [
  ...[
    'content-type',
    'content-language',
    'cache-control',
    'allow',
    'vary',
    'accept-post',
    'www-authenticate',
    'location',
  ],
  ...['access-control-allow-origin', 'access-control-expose-headers', 'access-control-allow-methods'],
  ...['x-content-type-options', 'strict-transport-security', 'content-security-policy', 'referrer-policy', 'link'],
] as const;

/** Headers that both must have, or neither. */
const presentHeaders = ['etag', 'retry-after', 'content-encoding', 'set-cookie', 'x-powered-by', 'server'] as const;

const exampleBase = 'https://api.example.com';

function factsOf({ method }: GeneratedRequest, { status, headers, body }: Answer, base: string) {
  const text = body.toString().replaceAll(base, exampleBase);
  const isJson = /json/.test(headers['content-type'] ?? '') && text !== '';
  const parsed = isJson ? JSON.parse(text) : undefined;
  const problem = status >= 400 && method !== 'HEAD' ? { type: parsed?.type, errors: parsed?.errors } : {};
  // The shape of the reply: which operation answered, and for which ids.
  const about = status < 300 && method !== 'OPTIONS' && parsed !== undefined ? shapeOf(parsed) : undefined;
  return {
    status,
    ...problem,
    ...(about !== undefined && { about }),
    ...Object.fromEntries(equalHeaders.map((name) => [name, headers[name]?.replaceAll(base, exampleBase)])),
    ...Object.fromEntries(presentHeaders.map((name) => [`has ${name}`, headers[name] !== undefined])),
  };
}

/** Names of members and ids, row by row; other tests compare times, tallies and texts. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.entries(value)
    .map(([name, inner]) => (/(^|_)(id|statid)$|^(Event|Fight)ID$/.test(name) ? `${name}=${inner}` : name))
    .sort();
}

type Facts = ReturnType<typeof factsOf>;

/** The differences that the guide explains, in the same words. */
const explained: readonly { line: string; is(request: GeneratedRequest, mock: Facts, server: Facts): boolean }[] = [
  {
    line: 'An update posted to the mock changes nothing',
    is: ({ path, headers }) =>
      /fight_metrics\/(update_live_event|live_event\/:?820)/.test(path) &&
      !headers.Authorization?.includes('any-other'),
  },
  {
    line: 'The mock accepts any feed key except the one that a contract rejects',
    is: ({ headers }, _, { status }) => status === 403 && headers.Authorization?.includes('any-other') === true,
  },
];

const guide = readFileSync(new URL('../../mock/README.md', import.meta.url), 'utf8').replace(/\s+/g, ' ');

describe('mock and server', function () {
  this.timeout(120_000);
  let mock: Mock;
  let night: FightNight;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    night = await startFightNight(uncached, { changesPerTenSeconds: 0 });
  });
  after(async () => {
    await mock.close();
    await night.close();
  });

  it(`get the same reply to ${count} generated requests`, async () => {
    const differing: string[] = [];
    const explainedCounts = new Map<string, number>();
    const statuses = new Map<number, number>();
    const operationsSeen = new Set<string>();
    for (const request of fc.sample(requests, { numRuns: count, seed })) {
      const { method, path, headers, body } = request;
      const ask = (url: string) => send(url, method, path, headers, body).catch((error) => String(error));
      const [ofMock, ofServer] = await Promise.all([ask(mock.url), ask(night.url)]);
      if (typeof ofMock === 'string' || typeof ofServer === 'string') {
        // A request line that no HTTP client or server accepts.
        if (typeof ofMock !== typeof ofServer)
          differing.push(`${method} ${path}: ${String(ofMock)} ${String(ofServer)}`);
        continue;
      }
      operationsSeen.add(readRequest(method, path).operation?.id ?? 'none');
      statuses.set(ofServer.status, (statuses.get(ofServer.status) ?? 0) + 1);
      const [one, other] = [factsOf(request, ofMock, mock.url), factsOf(request, ofServer, night.url)] as const;
      if (JSON.stringify(one) === JSON.stringify(other)) continue;
      const known = explained.find(({ is }) => is(request, one, other));
      if (known) {
        explainedCounts.set(known.line, (explainedCounts.get(known.line) ?? 0) + 1);
        continue;
      }
      const parts = Object.keys({ ...one, ...other }).filter(
        (name) => JSON.stringify(one[name as keyof Facts]) !== JSON.stringify(other[name as keyof Facts]),
      );
      const sentences = parts.map(
        (name) =>
          `${name}: ${JSON.stringify(one[name as keyof Facts])?.slice(0, 200)} on the mock, ${JSON.stringify(other[name as keyof Facts])?.slice(0, 200)} on the server`,
      );
      differing.push(
        `${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 150) ?? ''}\n    ${sentences.join('\n    ')}`,
      );
    }
    const spread = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`);
    console.log(`      ${count} requests, ${operationsSeen.size} operations and no route, ${spread.join(', ')}`);
    for (const [line, times] of explainedCounts) console.log(`      ${times} differ as explained: ${line}`);
    expect(differing.slice(0, 20).join('\n'), `${differing.length} differences`).to.equal('');
    expect(statuses.size).to.be.greaterThan(12);
    // Plus requests without a route.
    expect(operationsSeen.size).to.equal(committedOperations.length + 1);
  });

  it('differs only as the guide explains', () => {
    for (const { line } of explained) expect(guide).to.contain(line);
  });
});

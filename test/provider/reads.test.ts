import { expect } from 'chai';
import { generatedDocument } from '../../contracts/site/document.ts';
import { findHeaderFaults } from '../support/http/header-faults.ts';
import { type PactInteraction, pactFiles, readPact } from '../support/pact/pacts.ts';
import { valueMismatches } from '../support/pact/values.ts';
import { openStore, startRedis } from '../support/redis/redis.ts';
import { startTestServer } from '../support/server/server.ts';
import { publishWorld } from './states.ts';

interface Read extends PactInteraction {
  request: PactInteraction['request'] & { query?: Record<string, string[]>; headers?: Record<string, string[]> };
}

/** States that need no more than the sample content. */
const isPlain = (state: string) =>
  /^(the sample content is published|an? [a-z ]+ exists|there is no such [a-z ]+)$/.test(state) &&
  !/ without /.test(state);

/** Of the consumers that read: their pacts are verified one by one, which takes a minute; this takes a second. */
const reads = pactFiles()
  .flatMap((file) => readPact(file).interactions as Read[])
  .filter(
    ({ request, providerStates = [] }) => request.method === 'GET' && providerStates.every((s) => isPlain(s.name)),
  );

const document = generatedDocument().document();

interface Running {
  url: string;
  close(): Promise<void>;
}

/** One client may ask as often as it wants, unlike in the verification. */
async function startServer(): Promise<Running> {
  const redis = await startRedis();
  const opened = await openStore(redis.url);
  await publishWorld(opened.store);
  const server = await startTestServer(opened.store);
  const close = async () => {
    await server.close();
    opened.close();
    await redis.close();
  };
  return { url: server.url, close };
}

/** What differs from the pact, one line each. */
async function faultsOf(target: Running, { request, response }: Read): Promise<string[]> {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).flatMap(([name, values]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
  const url = request.path + (query.size > 0 ? `?${query}` : '');
  const headers = Object.entries(request.headers ?? {}).map(([name, values]): [string, string] => [
    name,
    values.join(', '),
  ]);
  const reply = await fetch(target.url + url, { headers });
  const text = await reply.text();
  const sent = { method: 'GET', url, states: [], status: reply.status, headers: Object.fromEntries(reply.headers) };
  if (reply.status !== response.status) return [`${url}: expected ${response.status}, got ${reply.status} ${text}`];
  const mismatches = valueMismatches(response, { ...sent, body: () => text }, target.url, () => undefined);
  return [...mismatches, ...findHeaderFaults(document, sent)].map((fault) => `${url}: ${fault}`);
}

describe('reads of the sample content from the server', () => {
  let server: Running;
  before(async () => {
    server = await startServer();
  });
  after(() => server?.close());

  it('have the values and headers of their pacts', async () => {
    expect(reads.length).to.be.above(250);
    const faults: string[] = [];
    for (const read of reads) faults.push(...(await faultsOf(server, read)));
    expect(faults).to.deep.equal([]);
  });

  it('control: another value is found', async () => {
    const read = reads.find(({ request }) => request.path === '/api/v1/us/fighters/3107') as Read;
    const content = { ...(read.response.body?.content as object), id: 3108 };
    const wrong = { ...read, response: { ...read.response, body: { content } } };
    expect(await faultsOf(server, wrong)).to.deep.equal([
      '/api/v1/us/fighters/3107: v1.fighter $.id: expected 3108, got 3107',
    ]);
  });
});

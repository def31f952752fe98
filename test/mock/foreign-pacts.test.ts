import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type IncomingHttpHeaders } from 'node:http2';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { answersIn, sendRaw } from '../support/http/raw.ts';
import { useForeignPacts, type Written } from '../support/pact/foreign-pacts.ts';

const v3 = '/api/v3/mobile';
const fighter = `${v3}/fighters/3112`;
const published = 'the sample content is published';
const type = { '$.body': { match: 'type' } };

describe('the mock with pacts of other teams', () => {
  const { write, withMock, readPacts, file } = useForeignPacts();
  const get = (path: string, body: unknown, more: object = {}): Written => ({
    ...{ request: { method: 'GET', path: v3 + path }, response: { status: 200, body, matchingRules: type } },
    ...more,
  });

  it('answers with our contract where a pact does not fit', async () => {
    write('2.0.0', [{ request: { path: fighter }, response: { status: 200, body: { id: 3112, wins: 'many' } } }]);
    await withMock(async (mock) => {
      expect(mock.pacts().conflicts).to.have.length(1);
      expect(mock.pacts().conflicts[0]).to.match(
        /corner-tv\.json:\d+: "what the app asks 1": the response violates its schema/,
      );
      expect(((await (await fetch(mock.url + fighter)).json()) as { wins: number }).wins).to.equal(18);
    });
  });

  it('answers for the id of the path in a state', async () => {
    write('2.0.0', [get('/events/7001/fights', [{ id: 1 }, { id: 2 }], { providerState: published })]);
    await withMock(async (mock) => {
      const ask = async (path: string, state = published) => {
        const reply = await fetch(mock.url + v3 + path, { headers: { Prefer: `state="${state}"` } });
        return { status: reply.status, body: await reply.json() };
      };
      const eventsOf = ({ body }: { body: unknown }) => (body as { event_id: number }[]).map((one) => one.event_id);
      expect(eventsOf(await ask('/events/7000/fights?limit=1'))).to.deep.equal([7000]);
      expect(eventsOf(await ask('/events/7000/fights'))).to.deep.equal(Array(6).fill(7000));
      expect((await ask('/events/7001/fights?limit=1')).body).to.have.length(1);
      expect((await ask('/events/4711/fights')).status).to.equal(404);
      expect((await ask('/fighters/3101', 'a fighter exists')).body).to.include({ id: 3101 });
      expect((await ask('/events/7001/fights', 'an event without fights or media exists')).body).to.deep.equal([]);
      expect((await ask('/fighters/3101/news?limit=1', 'there is no content')).body).to.deep.equal([]);
    });
  });

  it('notes messages, other providers and pending interactions', async () => {
    const request = { path: fighter };
    write('4.0', [
      { type: 'Synchronous/HTTP', pending: true, request: { path: `${v3}/boxers` }, response: { status: 200 } },
      { type: 'Asynchronous/Messages', description: 'a message', contents: {} } as unknown as Written,
      { type: 'Synchronous/HTTP', request, response: { status: 200 } },
    ]);
    const pact = { consumer: { name: 'corner-tv' }, provider: { name: 'fight-sports-api' } };
    const other = (name: string, more: object) => writeFileSync(file(name), JSON.stringify({ ...pact, ...more }));
    other('messages.json', { messages: [{ description: 'm' }] });
    other('old.json', { interactions: [], metadata: { pactSpecificationVersion: '1.0.0' } });
    other('other.json', { provider: { name: 'ticket-shop' }, interactions: [{}] });
    writeFileSync(file('._corner-tv.json'), Buffer.from([0, 5, 22, 7, 0, 2]));
    const { conflicts, notes, contracts } = await readPacts();
    expect(conflicts).to.deep.equal([]);
    expect([...contracts.values()].flat()).to.have.length(1);
    expect(notes).to.have.length(5);
    const line =
      readFileSync(file(), 'utf8')
        .split('\n')
        .findIndex((one) => one.includes('"a message"')) + 1;
    for (const note of [
      `:${line}: skipped: "a message" is Asynchronous/Messages; expected Synchronous/HTTP`,
      'messages.json: skipped: a pact of messages; expected HTTP requests',
      'old.json:1: skipped: a pact of version 1; expected version 2 to 4',
      'other.json: skipped: a pact with the provider "ticket-shop"; expected "fight-sports-api"',
    ]) {
      expect(notes.join('\n')).to.contain(note);
    }
  });
});

describe('the response headers of a pact', () => {
  const { write, withMock } = useForeignPacts();
  const path = `${v3}/fighters/4000`;
  const ofTransport = {
    ...{ Connection: 'close', 'Keep-Alive': 'timeout=900', 'Proxy-Connection': 'close', TE: 'trailers' },
    ...{ Trailer: 'X-Stream-Error', 'Transfer-Encoding': 'chunked', Upgrade: 'h2c', 'HTTP2-Settings': 'AA' },
    ...{ 'content-LENGTH': '3', 'Content-Encoding': 'gzip', Date: 'Sat, 05 Apr 2031 20:00:00 GMT' },
    ...{ 'Strict-Transport-Security': 'max-age=9', 'X-Corner': 'red' },
  };
  beforeEach(() => {
    const response = { status: 200, headers: ofTransport, body: { id: 4000 } };
    write('2.0.0', [{ providerState: 'a fighter exists', request: { method: 'GET', path }, response }]);
  });
  const check = (headers: IncomingHttpHeaders, body: string) => {
    expect(JSON.parse(body)).to.have.property('id', 4000);
    expect(headers).to.include({ 'x-corner': 'red', 'content-length': `${Buffer.byteLength(body)}` });
    for (const name of ['trailer', 'transfer-encoding', 'content-encoding', 'upgrade', 'te', 'http2-settings']) {
      expect(headers, name).not.to.have.property(name);
    }
    expect(headers).not.to.have.property('strict-transport-security');
  };

  it('leave the transport to the mock over HTTP/1.1', async () => {
    await withMock(async (mock) => {
      const get = `GET ${path} HTTP/1.1\r\nHost: mock\r\n\r\n`;
      const [first, second] = answersIn((await sendRaw(mock.url, [get + get], { answers: 2 })).text);
      check(first?.headers as IncomingHttpHeaders, first?.body ?? '');
      expect(first?.headers.date).not.to.equal(ofTransport.Date);
      expect(first?.headers.connection).not.to.equal('close');
      expect(second?.status, 'on the same connection').to.equal(200);
    });
  });

  it('leave the transport to the mock over HTTP/2', async () => {
    const work = async ({ url, certificate }: { url: string; certificate?: { root: string } | undefined }) => {
      const session = connect(url, { ca: certificate?.root as string });
      const stream = session.request({ ':path': path }).end();
      const [headers] = (await once(stream, 'response')) as [IncomingHttpHeaders];
      check(headers, await text(stream));
      session.close();
    };
    await withMock(work, { https: {} });
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type ClientHttp2Session, connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { eventually } from '../support/run/eventually.ts';

const v3 = '/api/v3/mobile';
const votes = `${v3}/fights/88005/vote`;
const vote = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Sends a request over HTTP/1.1 to a server that it must be able to trust. */
async function send(mock: Mock, path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<Answer> {
  const ca = mock.certificate?.root;
  const sent = request(mock.url + path, { method, headers, agent: false, ...(ca && { ca }) }).end(body || undefined);
  const [reply] = await once(sent, 'response');
  return { status: reply.statusCode, headers: reply.headers, body: await text(reply) };
}

/** Sends a request over a connection of HTTP/2. */
async function ask(
  session: ClientHttp2Session,
  path: string,
  { method = 'GET', headers = {}, body = '' } = {},
): Promise<Answer> {
  const stream = session.request({ ':method': method, ':path': path, ...headers });
  stream.end(body || undefined);
  const [received] = (await once(stream, 'response')) as [IncomingHttpHeaders];
  return { status: Number(received[':status']), headers: received, body: await text(stream) };
}

describe('the mock over TLS', () => {
  let mock: Mock;
  let plain: Mock;
  let session: ClientHttp2Session;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1', https: {}, allowHosts: ['192.168.1.20', 'mock.test', '*'] });
    plain = await startMock({ port: 0, host: '127.0.0.1' });
    session = connectHttp2(mock.url, { ca: mock.certificate?.root as string });
    await once(session, 'connect');
  });
  after(async () => {
    session?.close();
    await mock?.close();
    await plain?.close();
  });

  it('has a certificate for every name of this machine', async () => {
    const { root = '', chain = '', fingerprint, path = '' } = mock.certificate ?? {};
    const [own, authority] = [new X509Certificate(chain), new X509Certificate(root)];
    expect(own.subjectAltName?.split(', ')).to.deep.equal([
      ...['DNS:localhost', 'IP Address:127.0.0.1', 'IP Address:0:0:0:0:0:0:0:1'],
      ...['IP Address:10.0.2.2', 'IP Address:10.0.3.2', 'IP Address:192.168.1.20', 'DNS:mock.test'],
    ]);
    expect([own.ca, authority.ca]).to.deep.equal([false, true]);
    // Key usage (2.5.29.15), critical, with the only bit for signatures of certificates.
    expect(authority.raw.toString('hex')).to.include('0603551d0f0101ff040403020204');
    expect(own.checkIssued(authority)).to.equal(true);
    expect([own.verify(authority.publicKey), authority.verify(authority.publicKey)]).to.deep.equal([true, true]);
    expect(own.keyUsage).to.deep.equal(['1.3.6.1.5.5.7.3.1']);
    // Apple's systems refuse more than 398 days, and a certificate that is not yet valid.
    const days = (Date.parse(own.validTo) - Date.parse(own.validFrom)) / 86_400_000;
    expect(days).to.equal(397);
    expect(Date.parse(own.validFrom)).to.be.below(Date.now() - 80_000_000);
    expect(new X509Certificate(readFileSync(path)).fingerprint256).to.equal(fingerprint);
    expect((await send(mock, `${v3}/events`)).status).to.equal(200);
  });

  it('passes the verification of OpenSSL', () => {
    const { path = '', chain = '' } = mock.certificate ?? {};
    const verify = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', path];
    const { error, stdout, stderr } = spawnSync('openssl', verify, { input: chain, encoding: 'utf8' });
    if (!error) expect(stdout + stderr).to.equal('stdin: OK\n');
  });

  it('replies as without TLS, with https links', async () => {
    for (const [path, more] of [
      [`${v3}/events`, {}],
      [`${v3}/news?limit=2`, {}],
      [`${v3}/fighters/1`, {}],
      [`${v3}/events`, { method: 'HEAD' }],
      [votes, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: vote }],
      ['/', { headers: { accept: 'text/html' } }],
    ] as const) {
      const expected = await fetch(plain.url + path, more as RequestInit);
      const expectedBody = (await expected.text()).replaceAll(plain.url, mock.url);
      for (const { status, headers, body } of [await send(mock, path, more), await ask(session, path, more)]) {
        expect(status, path).to.equal(expected.status);
        expect(body, path).to.equal(expectedBody).and.not.to.include('http://127.0.0.1');
        expect(headers['contract-id'], path).to.equal(expected.headers.get('contract-id') ?? undefined);
        expect(headers.link, path).to.equal(expected.headers.get('link')?.replaceAll(plain.url, mock.url));
        expect(headers).not.to.have.any.keys('transfer-encoding', 'strict-transport-security');
      }
    }
    expect(mock.requests('127.0.0.1').length).to.be.above(8);
  });

  it('refuses malformed requests, and reads bodies on demand', async () => {
    const { port } = new URL(mock.url);
    for (const [headers, status] of [
      ['', 400],
      ['Host: a\r\nHost: b\r\n', 400],
      ['Host: a\r\nTransfer-Encoding: gzip\r\n', 501],
      ['Host: a\r\nExpect: junk\r\n', 417],
    ] as const) {
      const socket = connect({ host: '127.0.0.1', port: Number(port), ca: mock.certificate?.root as string });
      socket.write(`GET ${v3}/events HTTP/1.1\r\n${headers}\r\n`);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      expect(head, headers).to.include('application/problem+json');
      expect(JSON.parse(body), headers).to.include({ status, instance: `${v3}/events` });
    }
    expect((await ask(session, `${v3}/events`, { headers: { expect: 'junk' } })).status).to.equal(417);
    const headers = { expect: '100-continue', 'content-type': 'application/json' };
    const posting = session.request({ ':method': 'POST', ':path': votes, ...headers });
    posting.once('continue', () => posting.end('{"round_num":99}'));
    const [received] = (await once(posting, 'response')) as [IncomingHttpHeaders];
    expect(received[':status']).to.equal(422);
    posting.resume();
    const refused = session.request({ ':method': 'POST', ':path': '/nothing', ...headers });
    refused.once('continue', () => expect.fail('asked for the body of no route'));
    const [answered] = (await once(refused, 'response')) as [IncomingHttpHeaders];
    expect(answered[':status']).to.equal(404);
    refused.close();
  });

  it('serves requests that announce trailers', async () => {
    for (const more of [{}, { expect: '100-continue' }]) {
      const headers = { ...more, trailer: 'checksum' };
      expect((await ask(session, `${v3}/events`, { headers })).status, JSON.stringify(headers)).to.equal(200);
    }
  });

  it('streams events over HTTP/2', async () => {
    const headers = { accept: 'text/event-stream', 'mock-session': 'streams' };
    const stream = session.request({ ':path': `${v3}/fights/88005/votes`, ...headers });
    let received = '';
    // From the beginning: the event of a vote may come before the reply to it.
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      received += chunk;
    });
    const totals = () => [...received.matchAll(/"total_votes":(\d+)/g)].map(([, total]) => Number(total));
    await eventually(() => totals().length > 0, 'the tally is sent');
    const cast = { method: 'POST', headers: { 'mock-session': 'streams', 'content-type': 'application/json' } };
    await ask(session, votes, { ...cast, body: vote });
    await eventually(() => totals().length > 1, 'the vote is sent');
    const [first = 0] = totals();
    expect(totals()).to.deep.equal([first, first + 1]);
    stream.close();
  });

  it('injects faults without ending the connection', async () => {
    for (const fault of ['reset', 'truncate']) {
      const failed = await ask(session, `${v3}/events`, { headers: { prefer: `fault=${fault}` } }).then(
        () => 'a whole reply',
        (error: NodeJS.ErrnoException) => error.code,
      );
      expect([fault, failed]).to.deep.equal([fault, 'ERR_HTTP2_STREAM_ERROR']);
    }
    const dripped = await ask(session, `${v3}/fighters/3107`, { headers: { prefer: 'fault=drip' } });
    expect(JSON.parse(dripped.body).id).to.equal(3107);
    expect((await ask(session, `${v3}/events`)).status).to.equal(200);
  });
});

describe('the certificate of the mock', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-https-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  const startIn = (place: string | undefined, allowHosts: string[] = []) =>
    startMock({ port: 0, host: '127.0.0.1', https: { folder: place }, allowHosts });

  it('is new at each start and removed afterwards', async () => {
    const [one, other] = [await startIn(undefined), await startIn(undefined)];
    const path = one.certificate?.path as string;
    expect(one.certificate?.fingerprint).not.to.equal(other.certificate?.fingerprint);
    expect(readdirSync(join(path, '..'))).to.deep.equal(['root.pem']);
    await one.close();
    await other.close();
    expect(existsSync(join(path, '..'))).to.equal(false);
  });

  it('is stored in a folder, readable by its owner', async () => {
    const place = join(folder, 'kept');
    const fingerprints: (string | undefined)[] = [];
    for (const hosts of [[], [], ['192.168.1.20'], ['192.168.1.20'], []]) {
      const mock = await startIn(place, hosts);
      fingerprints.push(mock.certificate?.fingerprint);
      await mock.close();
    }
    const [first, , second] = fingerprints;
    expect(fingerprints).to.deep.equal([first, first, second, second, second]);
    expect(first).not.to.equal(second);
    expect(readdirSync(place).sort()).to.deep.equal(['root.pem', 'server-key.pem', 'server.pem']);
    if (process.platform !== 'win32') expect(statSync(join(place, 'server-key.pem')).mode & 0o777).to.equal(0o600);
  });

  it('is printed with instructions, and curl trusts it', async () => {
    const main = fileURLToPath(new URL('../../mock/main.ts', import.meta.url));
    const place = join(folder, 'main');
    const args = ['--port', '0', '--https-folder', place, '--no-watch', '--log-format', 'text'];
    const child = spawn(process.execPath, [main, ...args]);
    let output = '';
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      output += chunk;
      if (output.includes('NODE_EXTRA_CA_CERTS')) break;
    }
    const path = join(place, 'root.pem');
    expect(output).to.match(/The mock is ready: https:\/\/localhost:\d+\/api\/v3\/mobile/);
    expect(output).to.include(`SHA-256 ${new X509Certificate(readFileSync(path)).fingerprint256}`);
    expect(output).to.include(`xcrun simctl keychain booted add-root-cert ${path}`);
    const [url = ''] = /https:\/\/localhost:\d+\/api\/v3\/mobile/.exec(output) ?? [];
    const curl = spawnSync('curl', ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--cacert', path, `${url}/events`]);
    if (!curl.error) expect(curl.stdout.toString()).to.equal('200');
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    expect((await closed)[0]).to.equal(0);
  });
});

import 'reflect-metadata';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import * as x509 from '@peculiar/x509';
import { expect } from 'chai';
import { makeCertificate } from '../../mock/tls/certificate.ts';
import { forwardTo } from '../../mock/tls/http2.ts';
import { socketPair } from '../../mock/tls/socket-pair.ts';
import { openCertificate } from '../../mock/tls/stored-certificate.ts';

/** The parts of the mock over TLS, without a connection. */

describe('a certificate of the mock', () => {
  const hosts = ['mock.test', '[::1]', '10.0.2.2'];
  const nowMs = Date.parse('2031-04-05T12:00:00Z');

  it('says whose it is, for whom, how long, and what for', async () => {
    const { root, chain, key } = await makeCertificate(hosts, nowMs);
    const [own, authority] = [new X509Certificate(chain), new X509Certificate(root)];
    expect(authority.subject).to.match(/^CN=Fightcard mock [0-9a-f]{8}$/);
    expect([own.subject, own.issuer, authority.issuer]).to.deep.equal([
      ...['CN=mock.test', authority.subject, authority.subject],
    ]);
    for (const { validFrom, validTo } of [own, authority]) {
      expect([validFrom, validTo]).to.deep.equal(['Apr  4 12:00:00 2031 GMT', 'May  5 12:00:00 2032 GMT']);
    }
    expect(own.subjectAltName).to.equal('DNS:mock.test, IP Address:0:0:0:0:0:0:0:1, IP Address:10.0.2.2');
    expect([own.checkPrivateKey(createPrivateKey(key)), own.checkIssued(authority)]).to.deep.equal([true, true]);
    expect([own.verify(authority.publicKey), authority.verify(authority.publicKey)]).to.deep.equal([true, true]);
    expect(own.publicKey.asymmetricKeyDetails).to.deep.equal({ namedCurve: 'prime256v1' });
    expect(key).to.match(/^-----BEGIN PRIVATE KEY-----\n[^-]+-----END PRIVATE KEY-----\n$/);
    const pem = /^-----BEGIN CERTIFICATE-----\n[^-]+-----END CERTIFICATE-----\n$/;
    expect(root).to.match(pem);
    expect(chain.endsWith(root)).to.equal(true);
    expect(chain.slice(0, -root.length)).to.match(pem);
  });

  it('has these extensions', async () => {
    const { root, chain } = await makeCertificate(hosts, nowMs);
    const extensionsOf = (pem: string) => {
      const certificate = new x509.X509Certificate(pem);
      const read = <T extends x509.Extension>(type: string) => certificate.getExtension(type) as T | null;
      const basic = read<x509.BasicConstraintsExtension>('2.5.29.19');
      const usage = read<x509.KeyUsagesExtension>('2.5.29.15');
      const subject = read<x509.SubjectKeyIdentifierExtension>('2.5.29.14');
      const issuer = read<x509.AuthorityKeyIdentifierExtension>('2.5.29.35');
      return {
        basic: [basic?.ca, basic?.pathLength, basic?.critical],
        usage: [usage?.usages, usage?.critical],
        extended: read<x509.ExtendedKeyUsageExtension>('2.5.29.37')?.usages,
        ...{ subject: subject?.keyId, issuer: issuer?.keyId, count: certificate.extensions.length },
        signed: certificate.signatureAlgorithm,
      };
    };
    const [own, authority] = [extensionsOf(chain), extensionsOf(root)];
    const signed = { name: 'ECDSA', hash: { name: 'SHA-256' } };
    expect(authority).to.deep.equal({
      ...{
        basic: [true, 0, true],
        usage: [x509.KeyUsageFlags.keyCertSign, true],
        extended: undefined,
        count: 3,
        signed,
      },
      ...{ subject: authority.subject, issuer: undefined },
    });
    expect(own).to.deep.equal({
      ...{ basic: [false, undefined, true], usage: [x509.KeyUsageFlags.digitalSignature, true], count: 6, signed },
      ...{ extended: ['1.3.6.1.5.5.7.3.1'], subject: own.subject, issuer: authority.subject },
    });
    expect([own.subject, authority.subject].every((id) => /^[0-9a-f]{40}$/.test(id ?? ''))).to.equal(true);
  });
});

describe('a certificate that is kept', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-kept-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const at = (name: string) => join(folder, name);

  it('is in three files, which only its owner can read, and stays when the mock ends', async () => {
    const place = at('new/place');
    const { path, fingerprint, close, root, chain, key } = await openCertificate(['localhost'], place);
    expect(path).to.equal(join(place, 'root.pem'));
    expect(fingerprint).to.equal(new X509Certificate(root).fingerprint256);
    const read = (name: string) => readFileSync(join(place, name), 'utf8');
    expect(['root.pem', 'server.pem', 'server-key.pem'].map(read)).to.deep.equal([root, chain, key]);
    if (process.platform !== 'win32') {
      for (const name of readdirSync(place)) expect(statSync(join(place, name)).mode & 0o777, name).to.equal(0o600);
    }
    close();
    expect(readdirSync(place).sort()).to.deep.equal(['root.pem', 'server-key.pem', 'server.pem']);
    const written = () => readdirSync(place).map((name) => statSync(join(place, name), { bigint: true }).ctimeNs);
    const before = written();
    const again = await openCertificate(['localhost'], place);
    expect({ ...again, close }).to.deep.equal({ path, fingerprint, close, root, chain, key });
    expect(written(), 'nothing is written again').to.deep.equal(before);
  });

  it('is for its owner only also where another file was in its place, and is gone with a mock that keeps none', async () => {
    for (const name of ['root.pem', 'server.pem', 'server-key.pem']) writeFileSync(at(name), 'x', { mode: 0o644 });
    await openCertificate(['localhost'], folder);
    if (process.platform !== 'win32') {
      for (const name of readdirSync(folder)) expect(statSync(at(name)).mode & 0o777, name).to.equal(0o600);
    }
    const { path, close } = await openCertificate(['localhost']);
    expect(path.startsWith(join(tmpdir(), 'fightcard-mock-https-'))).to.equal(true);
    expect(readdirSync(join(path, '..'))).to.deep.equal(['root.pem']);
    for (let time = 0; time < 2; time++) close();
    expect(existsSync(join(path, '..'))).to.equal(false);
  });

  it('is made again where a file is missing, broken, or of another, or a host is not in it', async () => {
    const hosts = ['localhost', '10.0.2.2', '[::1]'];
    const first = await openCertificate(hosts, folder);
    const other = await makeCertificate(hosts);
    const isKept = async (asked: readonly string[] = hosts) =>
      (await openCertificate(asked, folder)).fingerprint === first.fingerprint;
    const files = { 'root.pem': first.root, 'server.pem': first.chain, 'server-key.pem': first.key };
    const restore = () => {
      for (const [name, content] of Object.entries(files)) writeFileSync(at(name), content);
    };
    expect(await isKept()).to.equal(true);
    const others = { 'root.pem': other.root, 'server.pem': other.chain, 'server-key.pem': other.key };
    rmSync(at('root.pem'));
    expect(await isKept(), 'without a file').to.equal(false);
    restore();
    for (const [name, content] of Object.entries({ ...others, 'server.pem ': 'broken' })) {
      writeFileSync(at(name.trim()), content);
      expect(await isKept(), `${name}: ${content.slice(0, 10)}`).to.equal(false);
      restore();
    }
    for (const [asked, isSo] of [
      [['localhost'], true],
      [['::1', '10.0.2.2'], true],
      [['[::1]'], true],
      [['localhost', 'mock.test'], false],
    ] as const) {
      expect(await isKept(asked), asked.join(' ')).to.equal(isSo);
    }
    restore();
    expect(await isKept(['10.0.2.3'])).to.equal(false);
  });
});

describe('a connection within the process', () => {
  const start = () => socketPair('10.1.2.3');

  it('has two ends, of which each reads what is written at the other', async () => {
    const [near, far] = start();
    expect([near, far].map(({ encrypted, remoteAddress }) => [encrypted, remoteAddress])).to.deep.equal([
      [true, '10.1.2.3'],
      [true, '10.1.2.3'],
    ]);
    const texts = [text(far), text(near)];
    await turn();
    near.write('a');
    near.end('b');
    far.end('c');
    expect(await Promise.all(texts)).to.deep.equal(['ab', 'c']);
    for (const method of ['setTimeout', 'setNoDelay', 'setKeepAlive'] as const) expect(near[method]()).to.equal(near);
  });

  it('is written at the speed at which it is read', async () => {
    const [near, far] = start();
    const written: string[] = [];
    near.write(Buffer.alloc(far.readableHighWaterMark), () => written.push('full'));
    near.write('more', () => written.push('more'));
    await turn();
    expect(written).to.deep.equal([]);
    far.resume();
    await turn();
    expect(written).to.deep.equal(['full', 'more']);
    near.write('last', () => written.push('last'));
    await turn();
    expect([written.at(-1), near.errored]).to.deep.equal(['last', null]);
  });

  it('is lost at both ends', async () => {
    for (const method of ['destroy', 'resetAndDestroy'] as const) {
      const [near, far] = start();
      const closed = once(far, 'close');
      near[method]();
      expect([near.destroyed, far.destroyed]).to.deep.equal([true, false]);
      await closed;
      expect([far.destroyed, near.other, far.other]).to.deep.equal([true, undefined, undefined]);
    }
    const [near, far] = start();
    const failed = once(near, 'error');
    near.destroy(new Error('a mistake'));
    expect((await failed)[0]).to.have.property('message', 'a mistake');
    await turn();
    expect(far.destroyed).to.equal(true);
    const [one, other] = start();
    other.other = undefined;
    other.destroy();
    expect(await new Promise((resolve) => one.write('a', resolve)), 'a write is as good as done').to.equal(null);
    one.other = undefined;
    await new Promise<void>((resolve) => one.end(resolve));
  });
});

describe('a request of HTTP/2', () => {
  class Reply extends Writable {
    readonly heads: unknown[] = [];
    readonly resets: number[] = [];
    readonly headers: Record<string, unknown> = {};
    body = '';
    continued = 0;
    stream = { destroyed: false, close: (code: number) => this.resets.push(code) };
    setHeader = (name: string, value: unknown) => {
      this.headers[name] = value;
    };
    writeHead = (status: number) => this.heads.push(status);
    writeContinue = () => this.continued++;
    override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
      this.body += chunk;
      done();
    }
  }

  const own = { ':path': '/a?b=c', ':method': 'POST', 'x-own': 'yes', connection: 'close', te: 'trailers' };
  const others = { 'keep-alive': 'a', 'proxy-connection': 'b', trailer: 'c', 'transfer-encoding': 'd', upgrade: 'e' };

  /** Sends a request to a server of HTTP/1.1, and waits for what becomes of the reply. */
  async function forward(answer: Parameters<typeof createServer>[1], headers: IncomingHttpHeaders, body = ['a', 'b']) {
    const server = createServer(answer as never);
    const socket = { remoteAddress: '10.1.2.3' };
    const req = Object.assign(Readable.from(body), {
      method: 'POST',
      url: '/a?b=c',
      headers,
      authority: 'mock.test',
      socket,
    });
    const res = new Reply();
    const ended = new Promise((resolve) => {
      res.once('finish', resolve);
      const { close } = res.stream;
      res.stream.close = (code) => {
        resolve(undefined);
        return close(code);
      };
    });
    forwardTo(server)(req as unknown as Http2ServerRequest, res as unknown as Http2ServerResponse);
    await ended;
    return res;
  }

  it('is one of HTTP/1.1 from the same address, and so is its reply', async () => {
    const asked: unknown[] = [];
    const answer: Parameters<typeof createServer>[1] = async (req, res) => {
      asked.push([req.method, req.url, req.headers, req.socket.remoteAddress, await text(req)]);
      res.writeHead(207, { 'X-Reply': 'yes', 'Keep-Alive': 'timeout=1', Upgrade: 'x', 'Set-Cookie': ['a=b', 'c=d'] });
      res.end('the reply');
    };
    const res = await forward(answer, { ...own, ...others, cookie: 'a=b' });
    const sent = { 'x-own': 'yes', te: 'trailers', cookie: 'a=b', host: 'mock.test' };
    const framing = { connection: 'keep-alive', 'transfer-encoding': 'chunked' };
    const [[method, url, headers, ...rest]] = asked as [[string, string, object, ...unknown[]]];
    expect([method, url, rest]).to.deep.equal(['POST', '/a?b=c', ['10.1.2.3', 'ab']]);
    expect({ ...framing, ...headers }).to.deep.equal({ ...framing, ...headers, ...sent });
    expect(Object.keys(headers).sort()).to.deep.equal(Object.keys({ ...sent, ...framing }).sort());
    const { date, ...received } = res.headers;
    expect(received).to.deep.equal({ 'x-reply': 'yes', 'set-cookie': ['a=b', 'c=d'] });
    expect([typeof date, res.heads, res.body, res.resets]).to.deep.equal(['string', [207], 'the reply', []]);
    await forward(answer, { host: 'a.test' });
    expect((asked[1] as [string, string, { host: string }])[2].host).to.equal('a.test');
  });

  it('is reset where the connection ends before the reply, or in the middle of it', async () => {
    expect((await forward((req) => req.socket.destroy(), {})).resets).to.deep.equal([2]);
    const half = await forward((_, res) => {
      res.writeHead(200, { 'Content-Length': '10' });
      res.write('half', () => res.socket?.destroy());
    }, {});
    expect([half.heads, half.resets]).to.deep.equal([[200], [2]]);
  });

  it('may wait for 100 Continue', async () => {
    const server = createServer();
    server.on('checkContinue', (req, res) => {
      res.writeContinue();
      req.resume().once('end', () => res.end());
    });
    const socket = { remoteAddress: '10.1.2.3' };
    const headers = { expect: '100-continue' };
    const req = Object.assign(Readable.from(['a']), { method: 'POST', url: '/', headers, authority: 'a', socket });
    const res = new Reply();
    forwardTo(server)(req as unknown as Http2ServerRequest, res as unknown as Http2ServerResponse);
    await once(res, 'finish');
    expect(res.continued).to.equal(1);
  });
});

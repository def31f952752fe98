import { expect } from 'chai';
import { pagePolicy, problemType, security } from '../expected/headers.ts';
import { type Answer, json, send } from '../http/send.ts';

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
};

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const constant = { ...security, 'content-security-policy': pagePolicy };

function expectHeaders({ headers }: Answer, expected: object, what: string): void {
  const { date: _, connection: __, 'keep-alive': ___, ...own } = headers;
  expect(own, what).to.deep.equal(expected);
}

/** Checks a page or a part of one: every header under its own policy, compression, HEAD, 304, 405 and OPTIONS. */
export async function expectPagePart(url: string, path: string): Promise<number> {
  const plain = await send(url, 'GET', path, html);
  const zipped = await send(url, 'GET', path, { ...html, 'Accept-Encoding': 'gzip' });
  const cached = {
    ...constant,
    'cache-control': 'no-cache',
    vary: path === '/' ? 'Accept, Accept-Encoding' : 'Accept-Encoding',
  };
  for (const answer of [plain, zipped]) {
    expect(answer.status, path).to.equal(200);
    expect(answer.headers.etag, path).to.match(/^"[^"]+"$/);
    const whole = {
      ...cached,
      etag: answer.headers.etag,
      'content-type': types[path.split('.').at(-1) ?? ''] ?? 'text/html; charset=utf-8',
      'content-length': String(answer.body.length),
      ...(answer === zipped && plain.body.length >= 1_024 && { 'content-encoding': 'gzip' }),
    };
    expectHeaders(answer, whole, path);
    const coding: Record<string, string> = answer === zipped ? { 'Accept-Encoding': 'gzip' } : {};
    const head = await send(url, 'HEAD', path, { ...html, ...coding });
    expect([head.status, head.body.length], path).to.deep.equal([200, 0]);
    expectHeaders(head, whole, `HEAD ${path}`);
    const held = await send(url, 'GET', path, { ...html, ...coding, 'If-None-Match': String(answer.headers.etag) });
    expect([held.status, held.body.length], path).to.deep.equal([304, 0]);
    expectHeaders(held, { ...cached, etag: answer.headers.etag }, `304 of ${path}`);
  }
  if (path !== '/') await expectMethods(url, path);
  return zipped.body.length;
}

async function expectMethods(url: string, path: string): Promise<void> {
  const allow = { ...constant, allow: 'GET, HEAD, OPTIONS' };
  const options = await send(url, 'OPTIONS', path);
  expect([options.status, options.body.length], path).to.deep.equal([204, 0]);
  expectHeaders(options, allow, `OPTIONS ${path}`);
  const posted = await send(url, 'POST', path);
  expect([posted.status, json(posted).type], path).to.deep.equal([405, 'urn:problem-type:method-not-allowed']);
  const requestId = posted.headers['x-request-id'];
  expect(requestId, `X-Request-Id of POST ${path}`).to.match(/^[0-9a-f]{32}$/);
  const ofProblem = { 'content-type': problemType, 'content-language': 'en-US', 'cache-control': 'no-store' };
  const length = { 'content-length': String(posted.body.length), 'x-request-id': requestId };
  expectHeaders(posted, { ...allow, ...ofProblem, ...length }, `POST ${path}`);
}

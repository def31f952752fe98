import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import type { Request, Response } from 'express';
import type { MockProblem } from '../../mock/contracts/problems.ts';
import { controlAccess, parseHostName } from '../../mock/control/access.ts';
import type { Injection } from '../../mock/faults/fault-injector.ts';
import { noInjection } from '../../mock/faults/fault-injector.ts';
import { ownLinks, ownPath } from '../../mock/http/base.ts';
import { drip, send, wait } from '../../mock/http/send.ts';
import { sendStream } from '../../mock/http/stream.ts';
import { addTraceHeaders } from '../../mock/http/trace-headers.ts';
import { enterSession } from '../../mock/session/session-path.ts';

/** How the mock sends, and whom it obeys, without a server around it. */

/** A reply that notes what becomes of it. */
class Reply extends EventEmitter {
  readonly notes: unknown[] = [];
  destroyed = false;
  writableNeedDrain = false;
  req: { method: string };
  socket = {
    destroy: () => this.notes.push('destroy'),
    resetAndDestroy: () => this.notes.push('reset'),
    setTimeout: (ms: number) => this.notes.push(`timeout ${ms}`),
  };

  constructor(method = 'GET') {
    super();
    this.req = { method };
  }

  writeHead = (...head: unknown[]) => this.notes.push(head);
  flushHeaders = () => this.notes.push('flush');
  write = (chunk: Buffer | string, then?: () => void) => {
    this.notes.push(String(chunk));
    then?.();
    return true;
  };
  end = (chunk?: Buffer) => this.notes.push(['end', chunk && String(chunk)]);
}

const asServer = (reply: Reply) => reply as unknown as ServerResponse;
const injectionOf = (fault: Injection['fault'], delayMs = 0): Injection => ({ delayMs, fault, rate: undefined });

describe('the mock sends a reply', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
  afterEach(() => mock.timers.reset());

  /** Ends every pause of a reply, which then goes on. */
  const hasten = async (reply: Reply) => {
    while (reply.listenerCount('close') > 0) {
      reply.emit('close');
      await turn();
    }
  };

  it('after its delay, or at once when the client leaves', async () => {
    const reply = new Reply();
    const ended: string[] = [];
    const start = (name: string, delayMs: number) =>
      wait(asServer(reply), injectionOf(undefined, delayMs)).then(() => ended.push(name));
    await start('none', 0);
    expect([ended, reply.listenerCount('close')]).to.deep.equal([['none'], 0]);
    const waiting = start('late', 1);
    expect([ended, reply.listenerCount('close')]).to.deep.equal([['none'], 1]);
    await waiting;
    expect([ended, reply.listenerCount('close')]).to.deep.equal([['none', 'late'], 0]);
    const leaving = start('left', 60_000);
    reply.emit('close');
    await leaving;
    expect([ended.at(-1), reply.listenerCount('close')]).to.deep.equal(['left', 0]);
  });

  it('in sixteen pieces, with a pause between them', async () => {
    const reply = new Reply();
    const dripping = drip(asServer(reply), Buffer.from('x'.repeat(31)));
    expect([reply.notes, reply.listenerCount('close')]).to.deep.equal([['xx'], 1]);
    await hasten(reply);
    await dripping;
    expect(reply.notes).to.deep.equal([...Array.from({ length: 15 }, () => 'xx'), 'x']);
    const short = new Reply();
    const left = drip(asServer(short), Buffer.from('abc'));
    short.destroyed = true;
    await hasten(short);
    await left;
    expect(short.notes, 'a piece is on its way when the client leaves').to.deep.equal(['a', 'b']);
  });

  it('with its fault', async () => {
    const bytes = Buffer.from('abcde');
    for (const [fault, method, body, notes] of [
      [undefined, 'GET', bytes, [['end', 'abcde']]],
      [undefined, 'GET', undefined, [['end', undefined]]],
      ['hang', 'GET', bytes, ['timeout 0']],
      ['reset', 'GET', bytes, ['reset']],
      ['truncate', 'GET', bytes, ['ab', 'destroy']],
      ['truncate', 'GET', Buffer.from('ab'), ['a', 'destroy']],
      ['truncate', 'GET', Buffer.from('a'), ['reset']],
      ['truncate', 'GET', undefined, ['reset']],
      ['truncate', 'HEAD', bytes, ['reset']],
      ['drip', 'HEAD', bytes, [['end', 'abcde']]],
      ['drip', 'GET', undefined, [['end', undefined]]],
      ['drip', 'GET', Buffer.from('ab'), ['a', 'b', ['end', undefined]]],
    ] as const) {
      const reply = new Reply(method);
      send(asServer(reply), body, injectionOf(fault));
      await hasten(reply);
      expect(reply.notes, `${fault} ${method} ${body}`).to.deep.equal(notes);
    }
  });

  it('to a client that has left without a sound', () => {
    for (const fault of ['hang', 'reset', 'truncate'] as const) {
      const reply = new Reply();
      Reflect.set(reply, 'socket', null);
      send(asServer(reply), Buffer.from('ab'), injectionOf(fault));
      expect(reply.notes, fault).to.deep.equal(fault === 'truncate' ? ['a'] : []);
    }
  });

  it('as a stream with its fault', async () => {
    const head = [
      200,
      {
        ...{ 'Content-Type': 'text/event-stream; charset=utf-8', 'Cache-Control': 'no-store' },
        ...{ 'X-Accel-Buffering': 'no', Vary: 'Accept' },
      },
    ];
    const text = 'id: 5\nevent: snapshot\ndata: a\n\n';
    for (const [fault, notes] of [
      [undefined, ['flush', 'timeout 0', text, 'id: 6\nevent: snapshot\ndata: b\n\n']],
      ['hang', ['timeout 0']],
      ['reset', ['reset']],
      ['truncate', ['flush', 'timeout 0', 'id: 5\nevent: sn', 'destroy']],
      ['drip', ['flush', 'timeout 0', 'id']],
    ] as const) {
      const reply = new Reply();
      const state = { version: 5, data: 'a' };
      const sent: number[] = [];
      const source = {
        ...{ now: async () => ({ ...state }), changes: () => state.version, wasSent: () => true },
        sent: ({ version }: { version: number }) => void sent.push(version),
      };
      void sendStream({ headers: {} } as Request, reply as unknown as Response, source, injectionOf(fault));
      await turn();
      Object.assign(state, { version: 6, data: 'b' });
      mock.timers.tick(100);
      await turn();
      expect(reply.notes, fault).to.deep.equal([head, ...notes]);
      const isSent = fault !== 'hang' && fault !== 'reset';
      expect(sent, fault).to.deep.equal(isSent ? [5, ...(fault === undefined ? [6] : [])] : []);
      reply.emit('close');
    }
    expect(noInjection).to.deep.equal({ delayMs: 0, fault: undefined, rate: undefined });
  });
});

describe('the links of a reply', () => {
  const text = '"https://api.example.com/api" "https://img.example.com/a.png" "https://media.example.com/b.mp4"';
  const linked = (host: string | undefined, { pictures = false, socket = {}, url = '/' } = {}) => {
    const req = { headers: host === undefined ? {} : { host }, socket, url } as unknown as IncomingMessage;
    enterSession(req);
    return ownLinks(req, 'http://fallback:1', pictures)(text);
  };
  const with_ = (base: string) => text.replace('https://api.example.com', base);

  it('lead to the host that the client named, in its session', () => {
    for (const host of ['localhost', 'a-b.test:80', '10.0.2.2:4010', '[::1]', '[::FFFF:1.2.3.4]:4010']) {
      expect(linked(host), host).to.equal(with_(`http://${host}`));
    }
    for (const host of [undefined, '', 'a b', 'a:b', 'a/b', '[g]', 'x[::1]', '[::1]x', 'a:1x', 'a@b']) {
      expect(linked(host), host).to.equal(with_('http://fallback:1'));
    }
    expect(linked('a', { socket: { encrypted: true } })).to.equal(with_('https://a'));
    expect(linked('a', { url: '/__session/s/api' })).to.equal(with_('http://a/__session/s'));
    expect(linked('a', { pictures: true })).to.equal(
      '"http://a/api" "http://a/sample/img.example.com/a.png" "http://a/sample/media.example.com/b.mp4"',
    );
  });

  it('are within the session where they are paths', () => {
    const req = { headers: {}, url: '/__session/s/api' } as IncomingMessage;
    enterSession(req);
    const paths = ['/api/a', 'http://b/api'].map((path) => ownPath(req, path));
    expect(paths).to.deep.equal(['/__session/s/api/a', 'http://b/api']);
    expect(ownPath({ headers: {}, url: '/' } as IncomingMessage, '/api/a')).to.equal('/api/a');
  });

  it('have ids of request and trace around them where the client sent some, or something went wrong', () => {
    const id = '0123456789abcdef0123456789abcdef';
    const traceparent = `00-${id}-0123456789abcdef-01`;
    const headersOf = (headers: Record<string, string>, status: number) => {
      const set: [string, string][] = [];
      const heads: unknown[] = [];
      const res = {
        setHeader: (name: string, value: string) => set.push([name, value]),
        writeHead(...head: unknown[]) {
          heads.push([this === res, ...head]);
          return this;
        },
      };
      addTraceHeaders({ headers } as unknown as IncomingMessage, res as unknown as ServerResponse);
      expect(res.writeHead(status, { a: 'b' })).to.equal(res);
      expect(heads).to.deep.equal([[true, status, { a: 'b' }]]);
      return set;
    };
    expect(headersOf({}, 200)).to.deep.equal([]);
    expect(headersOf({ 'x-request-id': id }, 200)).to.deep.equal([['X-Request-Id', id]]);
    const [[name, value] = [], [other, parent] = [], ...rest] = headersOf({ traceparent }, 404);
    expect([name, other, rest]).to.deep.equal(['X-Request-Id', 'traceparent', []]);
    expect(value).to.match(/^[0-9a-f]{32}$/);
    expect(parent).to.match(new RegExp(`^00-${id}-[0-9a-f]{16}-01$`));
  });
});

describe('the mock obeys', () => {
  const asked = (method: string, headers: Record<string, string>, url = '/') => {
    const req = { method, url, headers: { host: 'localhost:4010', ...headers } } as unknown as IncomingMessage;
    enterSession(req);
    return req;
  };
  const verdict = (check: () => void) => {
    try {
      check();
    } catch (error) {
      const { key, errors, more } = error as MockProblem & { more: unknown };
      return [key, errors ?? more];
    }
    return 'obeys';
  };
  const foreign = (parameter: string) => [
    'foreign-caller',
    [
      {
        parameter,
        detail:
          'Must be localhost or another name of this machine; start the mock with --allow-host <name>, such as ' +
          '--allow-host 192.168.1.20, to allow another name.',
      },
    ],
  ];
  const withoutPreflight = [
    'page-without-preflight',
    [
      {
        parameter: 'Mock-Session',
        detail: 'A web page must send `Mock-Session`, or a body of type application/json.',
      },
    ],
  ];
  const untyped = ['unsupported-media-type', { headers: { 'Accept-Post': 'application/json' } }];

  it('the names of this machine, and those that it is told', () => {
    for (const [host, name] of [
      ...[
        ['localhost:4010', 'localhost'],
        ['[0:0::1]:4010', '[::1]'],
        ['127.1', '127.0.0.1'],
        ['Mock.Test.', 'mock.test'],
      ],
      ...['', 'a b', 'a/b', 'a\\b', 'a@b', 'a?b', 'a#b', 'a:99999', ' a', 'a '].map((wrong) => [wrong, undefined]),
    ] as [string, string | undefined][]) {
      expect(parseHostName(host), host).to.equal(name);
    }
    const access = controlAccess(['Mock.Test:4010', 'a b', '192.168.1.20']);
    const own = ['localhost', '127.0.0.1', '127.255.1.9:80', '[::1]:1', '[::ffff:127.0.0.1]', '10.0.2.2', '10.0.3.2'];
    for (const host of [...own, 'mock.test:1', '192.168.1.20']) {
      expect(
        verdict(() => access.check(asked('GET', { host }))),
        host,
      ).to.equal('obeys');
      expect(
        verdict(() => access.check(asked('GET', { origin: `https://${host}` }))),
        host,
      ).to.equal('obeys');
    }
    for (const host of [
      '',
      'mock',
      'localhost.a',
      'a.localhost',
      '1127.0.0.1.a',
      '127.0.0.1.a',
      '[::1:1]',
      '10.0.2.3',
    ]) {
      expect(
        verdict(() => access.check(asked('GET', { host }))),
        host,
      ).to.deep.equal(foreign('Host'));
      const origin = `http://${host}`;
      expect(
        verdict(() => access.check(asked('GET', { origin }))),
        origin,
      ).to.deep.equal(foreign('Origin'));
    }
    const nowhere = { method: 'GET', headers: {} } as IncomingMessage;
    expect(verdict(() => access.check(nowhere))).to.deep.equal(foreign('Host'));
    const open = controlAccess(['*']);
    expect(verdict(() => open.check(nowhere))).to.equal('obeys');
    expect(verdict(() => open.check(asked('GET', { origin: 'null' })))).to.equal('obeys');
  });

  it('a page only after the browser has asked, and a link only of its own site', () => {
    const access = controlAccess([]);
    const origin = 'http://localhost:5173';
    const named = { 'mock-session': 'a' };
    const type = { 'content-type': 'application/json' };
    for (const [method, headers, expected, url] of [
      ...['POST', 'PUT', 'PATCH'].flatMap((method) => [
        [method, {}, 'obeys'],
        [method, { origin }, withoutPreflight],
        [method, { origin, ...named }, 'obeys'],
        [method, named, 'obeys'],
        [method, { origin }, withoutPreflight, '/__session/a/__mock/night'],
        [method, { origin, ...type }, 'obeys'],
        [method, { ...named, 'content-type': 'text/plain' }, untyped],
        [method, { origin, ...named, 'content-type': 'text/plain' }, untyped],
      ]),
      ...['GET', 'HEAD', 'DELETE', 'OPTIONS'].map((method) => [
        method,
        { origin, 'content-type': 'text/plain' },
        'obeys',
      ]),
    ] as [string, Record<string, string>, unknown, string?][]) {
      const what = `${method} ${JSON.stringify(headers)} ${url}`;
      expect(
        verdict(() => access.check(asked(method, headers, url))),
        what,
      ).to.deep.equal(expected);
    }
    const link = (site: string, by = access) => verdict(() => by.checkLink(asked('GET', { 'sec-fetch-site': site })));
    expect(['cross-site', 'none', 'same-site'].map((site) => link(site))).to.deep.equal([
      foreign('Sec-Fetch-Site'),
      'obeys',
      'obeys',
    ]);
    expect(link('cross-site', controlAccess(['*']))).to.equal('obeys');
    expect(verdict(() => access.checkLink(asked('GET', { origin: 'https://page.example' })))).to.deep.equal(
      foreign('Origin'),
    );
  });
});

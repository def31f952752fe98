import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as api from '@opentelemetry/api';
import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { openSpans } from '../../../server/http/spans.ts';
import { send } from '../../support/http/send.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const parentId = '00f067aa0ba902b7';
const sampled = { traceparent: `00-${traceId}-${parentId}-01` };
const client = 'planted-client-00001';

interface RecordedSpan {
  name: string;
  kind: api.SpanKind | undefined;
  attributes: Record<string, unknown>;
  status: api.SpanStatusCode;
  parent: api.SpanContext | undefined;
  context: api.SpanContext;
}

/** Registers a tracer as an SDK does: a span continues the trace of its parent; sampled spans reach `write` when they end. */
function registerTracer(write: (span: RecordedSpan) => void): void {
  const startSpan: api.Tracer['startSpan'] = (name, { kind, attributes } = {}, at = api.ROOT_CONTEXT) => {
    const parent = api.trace.getSpanContext(at);
    const { traceId = randomBytes(16).toString('hex'), traceFlags = api.TraceFlags.SAMPLED } = parent ?? {};
    const context = { traceId, spanId: randomBytes(8).toString('hex'), traceFlags };
    const recorded: RecordedSpan = { name, kind, attributes: { ...attributes }, status: 0, parent, context };
    return Object.assign(api.trace.wrapSpanContext(context), {
      updateName: (to: string) => Object.assign(recorded, { name: to }),
      setAttribute: (key: string, value: unknown) => Object.assign(recorded.attributes, { [key]: value }),
      setStatus: ({ code }: api.SpanStatus) => Object.assign(recorded, { status: code }),
      end: () => traceFlags & api.TraceFlags.SAMPLED && write(recorded),
    }) as api.Span;
  };
  const tracer = { startSpan, startActiveSpan: expect.fail };
  api.trace.setGlobalTracerProvider({ getTracer: () => tracer });
}

describe('spans', () => {
  let spans: RecordedSpan[] = [];
  let night: FightNight;
  before(async () => {
    expect(await openSpans(), 'without a tracer').to.equal(undefined);
    registerTracer((span) => spans.push(span));
    night = await startFightNight({ spans: await openSpans() }, productionDeadlines);
  });
  beforeEach(() => {
    spans = [];
  });
  after(async () => {
    api.trace.disable();
    await night.close();
  });

  const spansOf = async (count: number) => {
    await eventually(() => spans.length === count, `${count} spans`);
    return spans;
  };

  it('name the operation and continue the caller’s trace', async () => {
    const path = `/api/v1/us/events/${ids.pastEvent}`;
    for (const time of ['loaded', 'cached']) {
      spans = [];
      const answer = await send(night.url, 'GET', path, sampled);
      const [span] = await spansOf(1);
      expect(span?.name, time).to.equal('v1.event');
      expect(span?.kind).to.equal(api.SpanKind.SERVER);
      expect(span?.attributes).to.deep.equal({
        ...{ 'http.request.method': 'GET', 'url.scheme': 'http' },
        ...{ 'http.route': '/api/v1/us/events/:id', 'http.response.status_code': 200 },
      });
      expect(span?.parent).to.include({ traceId, spanId: parentId, isRemote: true });
      expect(answer.headers.traceparent).to.equal(`00-${traceId}-${span?.context.spanId}-01`);
    }
  });

  it('give problems their trace id', async () => {
    const answer = await send(night.url, 'GET', '/nowhere');
    const [span] = await spansOf(1);
    expect(span?.name).to.equal('GET');
    expect(span?.parent).to.equal(undefined);
    expect(answer.headers['x-request-id']).to.equal(span?.context.traceId);
    expect(span?.status, 'no error').to.equal(api.SpanStatusCode.UNSET);
    expect(span?.attributes).to.not.have.property('error.type');
  });

  it('are not recorded without the sampled flag', async () => {
    const traceparent = `00-${traceId}-${parentId}-00`;
    const answer = await send(night.url, 'GET', '/api/v1/us/news', { traceparent });
    expect(answer.headers.traceparent).to.match(/^00-4bf92f3577b34da6a3ce929d0e0e4736-[0-9a-f]{16}-00$/);
    await send(night.url, 'GET', '/api/v1/us/alerts');
    expect((await spansOf(1))[0]?.name).to.equal('v1.alerts');
  });

  it('K04: contain nothing that a client wrote', async () => {
    const names = ['User-Agent', 'Cookie', 'X-Forwarded-For', 'baggage', 'tracestate'];
    const headers = Object.fromEntries(names.map((name) => [name, client]));
    const paths = [
      `/api/v3/mobile/fights/${ids.fightInProgress}/round/2/fighter/1/vote/${client}`,
      `/api/v1/us/events/${client}?cursor=${client}`,
      `/${client}`,
    ];
    for (const path of paths) await send(night.url, 'GET', path, { ...headers, ...sampled });
    expect(JSON.stringify(await spansOf(paths.length))).not.to.contain(client);
  });

  it('are errors while Redis is unreachable', async () => {
    const restore = night.useProductionTimeouts();
    process.kill(night.redis.pid, 'SIGSTOP');
    await send(night.url, 'GET', '/api/v1/us/fighters', sampled);
    process.kill(night.redis.pid, 'SIGCONT');
    restore();
    const [span] = await spansOf(1);
    expect(span?.status).to.equal(api.SpanStatusCode.ERROR);
    expect(span?.attributes).to.include({ 'http.response.status_code': 503, 'error.type': '503' });
  });
});

describe('spans of a server process', () => {
  it('are recorded if a preloaded module registers a tracer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-spans-'));
    const [module, file] = [join(folder, 'tracing.mjs'), join(folder, 'spans')];
    writeFileSync(
      module,
      `import { appendFileSync } from 'node:fs';
       import { createRequire } from 'node:module';
       const require = createRequire(${JSON.stringify(new URL('../../../', import.meta.url).href)});
       const { trace } = require('@opentelemetry/api');
       const span = trace.wrapSpanContext({ traceId: '${traceId}', spanId: '${parentId}', traceFlags: 1 });
       span.updateName = (name) => appendFileSync(${JSON.stringify(file)}, name + '\\n');
       trace.setGlobalTracerProvider({ getTracer: () => ({ startSpan: () => span }) });`,
    );
    const server = startServerProcess({ NODE_OPTIONS: `--import=${pathToFileURL(module).href}`, WORKERS: '2' });
    try {
      await send(await server.ready, 'GET', '/api/v1/us/events');
      await server.close();
      expect(readFileSync(file, 'utf8')).to.equal('v1.events\n');
    } finally {
      await server.close();
      rmSync(folder, { recursive: true });
    }
  });
});

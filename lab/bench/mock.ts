/** `npm --prefix lab run bench -- mock`: the mock beside the stock `prism mock`, on the same document. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/run/ports.ts';
import { ask } from './support/answers.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult } from './support/figures.ts';
import type { Loaded } from './support/load.ts';
import { readNodeOptions, startProcess } from './support/process.ts';
import { type Scope, scoped } from './support/scope.ts';
import { type BenchServer, untilReady } from './support/set-up.ts';
import { residentBytes } from './support/usage.ts';
import { runLoad } from './support/wrk.ts';

const bench = 'mock';
const rounds = 3;
const connections = 16;
const headers = { Accept: 'application/json' };
/** One record, a long list, and the largest document. */
const paths = ['/api/v3/mobile/fighters/3107', '/api/v3/mobile/events', '/api/v1/us/fight_metrics/live_event/811'];
const targets = { faster: 5, p99Ratio: 1 / 3, readyMs: 3_000, memoryMB: 200 };

const document = fileURLToPath(new URL('../../contracts/generated/openapi.json', import.meta.url));
const prism = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');

interface Mock extends BenchServer {
  /** Milliseconds from the start of the process to its first answer. */
  readyMs: number;
}

/** Starts a mock on a free port and waits until it answers. */
async function startMock(scope: Scope, args: (port: string) => string[]): Promise<Mock> {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startMs = performance.now();
  const started = await startProcess(scope, {
    ...{ command: process.execPath, args: args(port), core: 'anywhere' },
    env: { SCARF_ANALYTICS: 'false' },
  });
  await untilReady(url, started);
  return { url, pid: started.pid, readyMs: performance.now() - startMs };
}

/** The mock, started as by `npm run mock`. */
const startOurMock = (scope: Scope) =>
  startMock(scope, (port) => [...readNodeOptions('mock'), 'mock/main.ts', '--port', port]);

const startStockMock = (scope: Scope) =>
  startMock(scope, (port) => [prism, 'mock', '--port', port, '--host', '127.0.0.1', document]);

type Best = Pick<Loaded, 'perSecond' | 'p99Ms'>;

/** The best of three rounds in turns, since other load on the machine affects both mocks. */
async function comparePath(path: string, stock: Mock, mock: Mock, seconds: number) {
  const load = (url: string, forSeconds: number) =>
    runLoad({ url, requests: [{ path, headers }], seconds: forSeconds, connections, pinned: false });
  const best = [stock, mock].map((): Best => ({ perSecond: 0, p99Ms: Number.POSITIVE_INFINITY })) as [Best, Best];
  for (const { url } of [stock, mock]) {
    // Stock Prism may need more than a second for its first answer.
    await ask(url, { path, headers });
    await load(url, 1);
  }
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url }] of [stock, mock].entries()) {
      const { perSecond, p99Ms } = await load(url, seconds);
      const before = best[index as 0 | 1];
      best[index as 0 | 1] = {
        perSecond: Math.max(before.perSecond, perSecond),
        p99Ms: Math.min(before.p99Ms, p99Ms),
      };
    }
  }
  return { path, stock: best[0], mock: best[1] };
}

const residentMB = ({ pid }: Mock) => (residentBytes([pid])[0] ?? Number.NaN) / 2 ** 20;

export async function measureMock({ seconds, report }: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const stock = await startStockMock(scope);
    const mock = await startOurMock(scope);
    const rows = [];
    for (const path of paths) {
      report(`the mock and stock Prism, ${path}`);
      rows.push(await comparePath(path, stock, mock, seconds));
    }
    const beside = { bench, against: 'stock prism mock' };
    const alone = { bench, against: '' };
    return {
      ...emptyResult(),
      figures: [
        ...rows.flatMap(({ path, ...best }) => [
          createFigure({
            ...{ ...beside, name: `mock, ${path}`, unit: 'times', value: best.mock.perSecond / best.stock.perSecond },
            target: { value: targets.faster, is: 'least' },
          }),
          createFigure({
            ...{ ...beside, name: `mock, p99 of ${path}`, unit: 'ratio', value: best.mock.p99Ms / best.stock.p99Ms },
            target: { value: targets.p99Ratio, is: 'most' },
          }),
        ]),
        createFigure({
          ...{ ...alone, name: 'mock, ready', value: mock.readyMs, unit: 'ms' },
          ...{
            target: { value: targets.readyMs, is: 'most' },
            note: `stock prism mock ${stock.readyMs.toFixed(0)} ms`,
          },
        }),
        createFigure({
          ...{ ...alone, name: 'mock, memory', value: residentMB(mock), unit: 'MB' },
          target: { value: targets.memoryMB, is: 'most' },
          note: `stock prism mock ${residentMB(stock).toFixed(0)} MB`,
        }),
      ],
      tables: [
        {
          title: `The mock against the stock "prism mock" (wrk, ${connections} connections)`,
          head: ['path', 'mock, requests/s', 'p99 ms', 'stock, requests/s', 'p99 ms'],
          rows: rows.map(({ path, ...best }) => [
            path,
            ...[best.mock, best.stock].flatMap(({ perSecond, p99Ms }) => [perSecond.toFixed(0), p99Ms.toFixed(1)]),
          ]),
          note: 'The best of three rounds in turns on either side.',
        },
      ],
    };
  });
}

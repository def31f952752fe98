import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../support/run/ports.ts';
import { type BenchOptions, type BenchResult, figureOf, nothing } from './support/figures.ts';
import { nodeOptionsOf } from './support/node-options.ts';

/** What one mock did with one path. */
export interface MockMeasure {
  requestsPerSecond: number;
  /** Milliseconds. */
  p99: number;
}

export interface MockBench {
  paths: { path: string; stock: MockMeasure; mock: MockMeasure; faster: number; p99Ratio: number }[];
  /** Milliseconds from the start of the process to its first answer. */
  ready: { stock: number; mock: number };
  /** Resident MiB after everything that was asked. */
  memory: { stock: number; mock: number };
  client: 'wrk' | 'own';
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const document = here('../../contracts/generated/openapi.json');
const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
const wrk = '/usr/bin/wrk';

/** A contract of one thing, of a long list and of the largest document. */
const paths = ['/api/v3/mobile/fighters/3107', '/api/v3/mobile/events', '/api/v1/us/fight_metrics/live_event/811'];
const connections = 16;
const rounds = 3;

const worst: MockMeasure = { requestsPerSecond: 0, p99: Number.POSITIVE_INFINITY };

/** As `npm run mock` starts it, minus the npm around it. */
const mockArguments = (port: number) => [...nodeOptionsOf('mock'), here('../../mock/main.ts'), '--port', String(port)];

interface Running {
  child: ChildProcess;
  url: string;
  readyMs: number;
}

async function start(args: (port: number) => string[]): Promise<Running> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const startMs = performance.now();
  const child = spawn(process.execPath, args(port), {
    stdio: 'ignore',
    env: { ...process.env, SCARF_ANALYTICS: 'false' },
  });
  for (let attempt = 0; attempt < 1_500; attempt++) {
    const reply = await fetch(`${url}/api/v3/mobile/health`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.ok) return { child, url, readyMs: performance.now() - startMs };
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}`);
    await sleep(20);
  }
  throw new Error('it never answered');
}

async function stop({ child }: Running): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

function residentMiB({ child }: Running): number {
  const [, kibibytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

async function measureWithWrk(url: string, seconds: number): Promise<MockMeasure> {
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-H', 'Accept: application/json', url];
  const { stdout } = await promisify(execFile)(wrk, args);
  const [, rate = '0'] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  const [, p99 = '0', unit = 'ms'] = /99%\s+([\d.]+)(us|ms|s)/.exec(stdout) ?? [];
  if (/Non-2xx/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`);
  return { requestsPerSecond: Number(rate), p99: Number(p99) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'ms'] };
}

/** A closed loop of requests over kept connections, where there is no wrk. */
async function measureHere(url: string, seconds: number): Promise<MockMeasure> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const endMs = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const once200 = () =>
    new Promise<void>((resolve, reject) => {
      const startMs = performance.now();
      get(url, { agent, headers: { Accept: 'application/json' } }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`${url} answers ${reply.statusCode}`));
        reply.resume().once('end', () => {
          times.push(performance.now() - startMs);
          resolve();
        });
      }).once('error', reject);
    });
  const loop = async () => {
    while (performance.now() < endMs) await once200();
  };
  await Promise.all(Array.from({ length: connections }, loop));
  agent.destroy();
  times.sort((a, b) => a - b);
  return { requestsPerSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0 };
}

/**
 * The mock beside the stock `prism mock`, on the same document, in turns: each path three times on either, of which
 * the best counts, since what else the machine does falls on both.
 *
 * @param seconds of each of the measurements.
 */
export async function compareMocks(seconds = 3, report: (line: string) => void = () => undefined): Promise<MockBench> {
  const client = existsSync(wrk) ? 'wrk' : 'own';
  const measure = client === 'wrk' ? measureWithWrk : measureHere;
  const stock = await start((port) => [cli, 'mock', '--port', String(port), '--host', '127.0.0.1', document]);
  const mock = await start(mockArguments);
  const best = (one: MockMeasure, other: MockMeasure): MockMeasure => ({
    requestsPerSecond: Math.max(one.requestsPerSecond, other.requestsPerSecond),
    p99: Math.min(one.p99, other.p99),
  });
  try {
    const result: MockBench = {
      paths: [],
      ready: { stock: stock.readyMs, mock: mock.readyMs },
      memory: { stock: 0, mock: 0 },
      client,
    };
    for (const path of paths) {
      report(`the mock and the stock Prism, ${path}`);
      for (const { url } of [stock, mock]) await measure(url + path, 1);
      const measured = { stock: worst, mock: worst };
      for (let round = 0; round < rounds; round++) {
        measured.stock = best(measured.stock, await measure(stock.url + path, seconds));
        measured.mock = best(measured.mock, await measure(mock.url + path, seconds));
      }
      const faster = measured.mock.requestsPerSecond / measured.stock.requestsPerSecond;
      result.paths.push({ path, ...measured, faster, p99Ratio: measured.mock.p99 / measured.stock.p99 });
    }
    result.memory = { stock: residentMiB(stock), mock: residentMiB(mock) };
    return result;
  } finally {
    await Promise.all([stop(stock), stop(mock)]);
  }
}

const wanted = { faster: 5, p99Ratio: 1 / 3, readyMs: 3_000, memoryMB: 200 };

/** The same as figures beside those of the other benches. */
export async function measureMock({ seconds, report }: BenchOptions): Promise<BenchResult> {
  const { paths: rows, ready, memory, client } = await compareMocks(seconds, report);
  const bench = 'mock';
  const against = 'stock prism mock';
  const stock = { bench, against };
  const alone = { bench, against: '' };
  return {
    ...nothing(),
    figures: [
      ...rows.flatMap(({ path, faster, p99Ratio }) => [
        figureOf({
          ...{ ...stock, name: `mock, ${path}`, value: faster, unit: 'times' },
          target: { value: wanted.faster, is: 'least' },
        }),
        figureOf({
          ...{ ...stock, name: `mock, p99 of ${path}`, value: p99Ratio, unit: 'ratio' },
          target: { value: wanted.p99Ratio, is: 'most' },
        }),
      ]),
      figureOf({
        ...{
          ...alone,
          name: 'mock, ready',
          value: ready.mock,
          unit: 'ms',
          target: { value: wanted.readyMs, is: 'most' },
        },
        note: `stock prism mock ${ready.stock.toFixed(0)} ms`,
      }),
      figureOf({
        ...{ ...alone, name: 'mock, memory', value: memory.mock, unit: 'MB' },
        ...{ target: { value: wanted.memoryMB, is: 'most' }, note: `stock prism mock ${memory.stock.toFixed(0)} MB` },
      }),
    ],
    tables: [
      {
        title: `The mock against the stock "prism mock" (${client}, ${connections} connections)`,
        head: ['path', 'mock, requests/s', 'p99 ms', 'stock, requests/s', 'p99 ms'],
        rows: rows.map(({ path, mock, stock: prism }) => [
          ...[path, mock.requestsPerSecond.toFixed(0), mock.p99.toFixed(1)],
          ...[prism.requestsPerSecond.toFixed(0), prism.p99.toFixed(1)],
        ]),
        note: 'Of three rounds in turns the best counts on either side.',
      },
    ],
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(JSON.stringify(await compareMocks()));

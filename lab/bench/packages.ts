/**
 * `npm --prefix lab run bench -- packages`: the mock in one file beside other mocks, each as its own package from the registry: what an
 * installation brings, how soon it answers, and how much memory it has then.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/support/run/ports.ts';
import { ask } from './support/answers.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult } from './support/figures.ts';
import { startProcess } from './support/process.ts';
import { type Scope, scoped } from './support/scope.ts';
import { median } from './support/statistics.ts';
import { residentBytes } from './support/usage.ts';

const bench = 'packages';
const starts = 5;
const requests = 200;
const readyTimeoutMs = 30_000;
const targets = { tarballMB: 10, readyMs: 3_000, memoryMB: 200, installMs: 15_000 };

const root = fileURLToPath(new URL('../../', import.meta.url));
const document = join(root, 'contracts/generated/openapi.json');
const events = '/api/v3/mobile/events';

/** A mock as users install it. */
interface Contestant {
  name: string;
  /** What npm installs: a file, or a package with its version. */
  spec: string;
  /** Below `node_modules`, and its arguments. */
  program: string;
  args: (port: string) => string[];
  /** A path that it answers with 200. */
  path: string;
}

/** json-server reads no document; it gets a list of events as its database. */
async function contestants(scope: Scope): Promise<Contestant[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-packages-'));
  scope.defer(() => rmSync(folder, { recursive: true, force: true }));
  execFileSync(process.execPath, ['scripts/run.js', 'scripts/pack.ts', '--out', folder], { cwd: root });
  const [file = ''] = readdirSync(folder);
  const database = join(folder, 'db.json');
  writeFileSync(database, JSON.stringify({ events: [{ id: 7001 }, { id: 7000 }, { id: 7002 }] }));
  return [
    {
      ...{ name: 'fightcard-mock', spec: join(folder, file), program: 'fightcard-mock/bin/fightcard-mock.cjs' },
      ...{ path: events, args: (port) => ['--port', port] },
    },
    {
      ...{ name: '@stoplight/prism-cli', spec: '@stoplight/prism-cli@5.16.0' },
      ...{ program: '@stoplight/prism-cli/dist/index.js', path: events },
      args: (port) => ['mock', '--port', port, '--host', '127.0.0.1', document],
    },
    {
      ...{ name: '@mockoon/cli', spec: '@mockoon/cli@9.9.0', program: '@mockoon/cli/bin/run.js', path: events },
      args: (port) => ['start', '--data', document, '--port', port],
    },
    {
      ...{ name: 'json-server', spec: 'json-server@0.17.4', program: 'json-server/lib/cli/bin.js', path: '/events' },
      args: (port) => ['--host', '127.0.0.1', '--port', port, database],
    },
  ];
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

interface Measured extends Contestant {
  installMs: number;
  /** Bytes on disk, and packages. */
  bytes: number;
  packages: number;
  readyMs: number;
  memoryBytes: number;
}

function install(scope: Scope, { spec }: Contestant) {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-packages-'));
  scope.defer(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'package.json'), '{}');
  const startMs = performance.now();
  // Without a cache, as on a machine that has never had it.
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--cache', join(folder, 'cache'), spec];
  execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
  const installMs = performance.now() - startMs;
  const modules = join(folder, 'node_modules');
  const lock = execFileSync('npm', ['ls', '--all', '--parseable'], { cwd: folder }).toString().trim().split('\n');
  return { modules, installMs, bytes: sizeOf(modules), packages: lock.length - 1 };
}

/** Starts it once. @returns milliseconds until its first answer, and its memory after some more. */
async function startOnce(scope: Scope, modules: string, { program, args, path }: Contestant) {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const startMs = performance.now();
  const started = await startProcess(scope, {
    ...{ command: process.execPath, args: [join(modules, program), ...args(port)], core: 'anywhere' },
    env: { SCARF_ANALYTICS: 'false', HOME: tmpdir() },
  });
  const answers = () => ask(url, { path }).catch(() => undefined);
  while ((await answers())?.status !== 200) {
    const isLate = performance.now() - startMs > readyTimeoutMs;
    if (started.hasEnded() || isLate) throw new Error(`${program} does not answer: ${started.stderr()}`);
    await sleep(10);
  }
  const readyMs = performance.now() - startMs;
  for (let sent = 0; sent < requests; sent++) await answers();
  const [memoryBytes = Number.NaN] = residentBytes([started.pid]);
  await started.stop();
  return { readyMs, memoryBytes };
}

async function measure(scope: Scope, contestant: Contestant): Promise<Measured> {
  const { modules, ...installed } = install(scope, contestant);
  const runs = [];
  for (let start = 0; start < starts; start++) runs.push(await startOnce(scope, modules, contestant));
  return {
    ...{ ...contestant, ...installed },
    readyMs: median(runs.map(({ readyMs }) => readyMs)),
    memoryBytes: median(runs.map(({ memoryBytes }) => memoryBytes)),
  };
}

const mega = (bytes: number) => bytes / 2 ** 20;

export async function measurePackages({ report }: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const all: Measured[] = [];
    for (const contestant of await contestants(scope)) {
      report(contestant.spec);
      all.push(await measure(scope, contestant));
    }
    const [mock] = all as [Measured];
    const figure = (name: string, unit: 'MB' | 'ms', value: number, most: number) =>
      createFigure({ ...{ bench, against: '', name, unit, value }, target: { value: most, is: 'most' } });
    return {
      ...emptyResult(),
      figures: [
        figure('packed mock, its file', 'MB', mega(statSync(mock.spec).size), targets.tarballMB),
        figure('packed mock, installation', 'ms', mock.installMs, targets.installMs),
        figure('packed mock, first answer', 'ms', mock.readyMs, targets.readyMs),
        figure('packed mock, memory', 'MB', mega(mock.memoryBytes), targets.memoryMB),
      ],
      tables: [
        {
          title: `The mock in one file beside the packages of other mocks (Node ${process.versions.node})`,
          head: ['package', 'packages', 'installed, MB', 'installation, s', 'first answer, ms', 'memory, MB'],
          rows: all.map(({ spec, name, packages, bytes, installMs, readyMs, memoryBytes }) => [
            name === mock.name ? name : spec,
            String(packages),
            mega(bytes).toFixed(1),
            (installMs / 1_000).toFixed(1),
            readyMs.toFixed(0),
            mega(memoryBytes).toFixed(0),
          ]),
          note: `The median of ${starts} starts; the memory after ${requests} requests. Installed with an empty cache; all but ours come from the registry.`,
        },
      ],
    };
  });
}

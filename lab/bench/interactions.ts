/** `npm --prefix lab run bench -- interactions`: what more interactions cost, in the generated document and in the mock. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interactions } from '../../contracts/interactions/index.ts';
import type { Interaction } from '../../contracts/interactions/interaction.ts';
import { openApiDocument } from '../../contracts/openapi/build.ts';
import { ask } from './support/answers.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult, WrongAnswers } from './support/figures.ts';
import { fighterPath } from './support/paths.ts';
import { startBaseline } from './support/process.ts';
import { runLoad } from './support/run-load.ts';
import { type Scope, scoped } from './support/scope.ts';
import { residentBytes } from './support/usage.ts';

const bench = 'interactions';
const count = 1_000;
const headers = { Accept: 'application/json' };

/** The interactions of the repository, repeated under other names up to the requested number. */
const repeated = (wanted: number): Interaction[] =>
  Array.from({ length: wanted }, (_, index) => {
    const interaction = interactions[index % interactions.length] as Interaction;
    const round = Math.floor(index / interactions.length);
    return round === 0 ? interaction : { ...interaction, receiving: `${interaction.receiving}, ${round + 1}` };
  });

interface Cost {
  buildMs: number;
  documentMB: number;
  readyMs: number;
  residentMB: number;
  perSecond: number;
}

async function measureCost(scope: Scope, contracts: readonly Interaction[], seconds: number): Promise<Cost> {
  const buildStartMs = performance.now();
  const text = JSON.stringify(openApiDocument(contracts), null, 2);
  const buildMs = performance.now() - buildStartMs;
  const folder = await mkdtemp(join(tmpdir(), 'fightcard-bench-'));
  scope.defer(() => rm(folder, { recursive: true }));
  const document = join(folder, 'openapi.json');
  await writeFile(document, text);
  const startMs = performance.now();
  const { pid, ready: url } = await startBaseline<string>(scope, 'mock-of.ts', { document });
  const request = { path: fighterPath, headers };
  const { status } = await ask(url, request);
  const readyMs = performance.now() - startMs;
  if (status !== 200) throw new WrongAnswers(`${fighterPath} answers ${status}`);
  const { perSecond } = await runLoad({ url, requests: [request], seconds, connections: 16, pinned: false });
  const residentMB = (residentBytes([pid])[0] ?? Number.NaN) / 2 ** 20;
  return { buildMs, documentMB: text.length / 1e6, readyMs, residentMB, perSecond };
}

export async function measureInteractions({ seconds, report }: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const rows: [number, Cost][] = [];
    // The first build compiles what the others find compiled.
    openApiDocument(interactions);
    for (const wanted of [interactions.length, count]) {
      report(`${wanted} interactions`);
      rows.push([wanted, await measureCost(scope, repeated(wanted), seconds)]);
    }
    const [[, now], [, then]] = rows as [[number, Cost], [number, Cost]];
    return {
      ...emptyResult(),
      figures: [
        createFigure({
          ...{ bench, name: `mock with ${count} interactions, requests per second`, unit: 'ratio' },
          ...{ against: `${interactions.length} interactions`, value: then.perSecond / now.perSecond },
        }),
        createFigure({
          ...{
            bench,
            name: `mock with ${count} interactions, memory`,
            against: '',
            unit: 'MB',
            value: then.residentMB,
          },
          target: { value: 200, is: 'most' },
        }),
      ],
      tables: [
        {
          title: 'What more interactions cost',
          head: ['interactions', 'document built, ms', 'document, MB', 'mock ready, ms', 'memory, MB', 'requests/s'],
          rows: rows.map(([wanted, cost]) => [
            ...[wanted, cost.buildMs].map((value) => value.toFixed(0)),
            cost.documentMB.toFixed(1),
            ...[cost.readyMs, cost.residentMB, cost.perSecond].map((value) => value.toFixed(0)),
          ]),
          note: 'Consumer tests and verification take as much time for each further interaction as for one of today.',
        },
      ],
    };
  });
}

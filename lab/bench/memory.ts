/** `npm --prefix lab run bench -- memory`: the memory of a primary, and of a worker, idle and with everything cached. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from './support/answers.ts';
import { type BenchOptions, type BenchResult, createFigure, emptyResult, WrongAnswers } from './support/figures.ts';
import { fighterPath, listPath } from './support/paths.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';
import { familyOf, proportionalBytes, residentBytes } from './support/usage.ts';

const bench = 'memory';
const eventsPath = '/api/v3/mobile/events';
const codings = ['identity', 'gzip', 'br'];
const settleMs = 2_000;
const atOnce = 16;
const primaryTarget = { value: 60, is: 'most' } as const;

/** Memory of the server's largest process in MB; with several processes, a worker. */
const largest = (pid: number) => Math.max(...residentBytes(familyOf(pid))) / 2 ** 20;

/** Requests everything, each in three encodings. Throws `WrongAnswers`. */
async function askForAll(url: string): Promise<{ answers: number; bytes: number }> {
  let answers = 0;
  let bytes = 0;
  const get = async (path: string, coding: string) => {
    const { status, body } = await ask(url, { path, headers: { 'accept-encoding': coding } });
    if (status !== 200) throw new WrongAnswers(`${path} answers ${status}`);
    answers++;
    bytes += body.length;
    return body;
  };
  const lists = [listPath, eventsPath];
  const paths: string[] = [...lists];
  for (const path of lists) {
    const records = JSON.parse((await get(path, 'identity')).toString()) as { id: number }[];
    paths.push(...records.map(({ id }) => `${path}/${id}`));
  }
  const waiting = paths.flatMap((path) => codings.map((coding) => [path, coding] as const));
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await get(...next);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { answers, bytes };
}

export async function measureMemory(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const { url, pid } = await setUp.serve();
    await sleep(settleMs);
    const idle = largest(pid);
    if (!Number.isFinite(idle))
      return { ...emptyResult(), notes: ['Memory is read from /proc, which this system does not have.'] };
    const { pid: primary } = await setUp.serve({ core: 'anywhere', env: { WORKERS: '2', ADMIN_PORT: 'off' } });
    await sleep(settleMs);
    const [ofPrimary = 0] = residentBytes([primary]);
    const [shareOfPrimary = 0] = proportionalBytes([primary]);
    options.report('asking for every fighter and event in three encodings');
    const { answers, bytes } = await askForAll(url);
    await sleep(settleMs);
    const full = largest(pid);
    const again = await ask(url, { path: fighterPath });
    if (again.status !== 200) throw new WrongAnswers(`${fighterPath} answers ${again.status}`);
    const about = { bench, against: '', unit: 'MB' as const };
    const requested = `${answers} answers of ${(bytes / 1e6).toFixed(1)} MB in all`;
    return {
      ...emptyResult(),
      figures: [
        createFigure({ ...about, name: 'primary of two workers', value: ofPrimary / 2 ** 20, target: primaryTarget }),
        createFigure({
          ...{ ...about, name: 'the same, of shared pages only its part' },
          ...{ value: shareOfPrimary / 2 ** 20, target: primaryTarget },
        }),
        createFigure({ ...about, name: 'worker, idle', value: idle, target: { value: 130, is: 'most' } }),
        createFigure({
          ...{ ...about, name: 'worker, 735 fighters and 472 events in three encodings' },
          ...{ value: full, target: { value: 200, is: 'most' }, note: requested },
        }),
      ],
      notes: [`Memory: resident memory of a worker after ${requested}.`],
    };
  });
}

/** `npm --prefix lab run bench -- lists`: all fighters in one compressed answer of some 400 KB. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask, expectSame } from './support/answers.ts';
import { httpContestant, startBare } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, emptyResult, WrongAnswers } from './support/figures.ts';
import { listPath } from './support/paths.ts';
import { runRounds } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setUpBench } from './support/set-up.ts';

const bench = 'lists';
const ours = 'fightcard';
const decompress = { gzip: gunzipSync, br: brotliDecompressSync };

/** As many as the archive has. */
const fighters = 735;

export async function measureLists(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const setUp = await setUpBench(scope, options);
    const server = await setUp.serve();
    const whole = await ask(server.url, { path: listPath });
    const count = (JSON.parse(whole.body.toString()) as unknown[]).length;
    if (count !== fighters) throw new WrongAnswers(`${listPath} has ${count} fighters, not ${fighters}`);
    const result = emptyResult();
    for (const coding of ['gzip', 'br'] as const) {
      const request = { path: listPath, headers: { 'Accept-Encoding': coding } };
      const expected = await ask(server.url, request);
      const { headers, body } = expected;
      if (headers['content-encoding'] !== coding) throw new WrongAnswers(`${ours} does not send ${coding}`);
      expectSame(ours, { ...expected, body: decompress[coding](body) }, { ...expected, body: whole.body });
      const bare = await startBare(scope, [expected]);
      const checks = [{ request, expected, sameness: 'headers and bytes' as const }];
      const measured = await runRounds(
        [
          httpContestant({ ...server, name: ours, requests: [request], checks }),
          httpContestant({
            name: 'bare node:http',
            url: bare.urls[0] ?? '',
            pid: bare.pid,
            requests: [request],
            checks,
          }),
        ],
        options,
      );
      const name = `list of ${fighters} fighters, ${coding}`;
      result.notes.push(...measured.notes);
      result.rows.push(...measured.rows(bench, `${name}, ${(expected.body.length / 1024).toFixed(0)} KB`));
      result.figures.push(
        compare(measured, ours, 'bare node:http', {
          bench,
          name,
          against: 'bare node:http, precompressed',
          target: 0.93,
        }),
      );
    }
    return result;
  });
}

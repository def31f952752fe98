/** `npm run bench -- lists`: all fighters in one answer of some 400 KB, compressed. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { ask, expectSame } from './support/answers.ts';
import { httpContestant, startBare } from './support/contestants.ts';
import { type BenchOptions, type BenchResult, compare, nothing, WrongAnswers } from './support/figures.ts';
import { listPath } from './support/paths.ts';
import { startPlainExpress } from './support/plain-data.ts';
import { runCourse } from './support/rounds.ts';
import { scoped } from './support/scope.ts';
import { setStage } from './support/set-up.ts';

const bench = 'lists';
const ours = 'fightcard';
const decompress = { gzip: gunzipSync, br: brotliDecompressSync };

/** 735 of the archive. */
const fighters = 735;

export async function measureLists(options: BenchOptions): Promise<BenchResult> {
  return scoped(bench, async (scope) => {
    const stage = await setStage(scope, options);
    const server = await stage.serve();
    const plain = await startPlainExpress(scope, stage.redis, server);
    const whole = await ask(server.url, { path: listPath });
    const count = (JSON.parse(whole.body.toString()) as unknown[]).length;
    if (count !== fighters) throw new WrongAnswers(`${listPath} has ${count} fighters, not ${fighters}`);
    const result = nothing();
    for (const coding of ['gzip', 'br'] as const) {
      const request = { path: listPath, headers: { 'Accept-Encoding': coding } };
      const expected = await ask(server.url, request);
      const made = await ask(plain.url, request);
      for (const [who, { headers, body }] of [[ours, expected] as const, ['plain Express', made] as const]) {
        if (headers['content-encoding'] !== coding) throw new WrongAnswers(`${who} does not send ${coding}`);
        expectSame(who, { ...expected, body: decompress[coding](body) }, { ...expected, body: whole.body });
      }
      const bare = await startBare(scope, [expected]);
      const asked = [{ request, expected, sameness: 'headers and bytes' as const }];
      const course = await runCourse(
        [
          httpContestant({ ...server, name: ours, requests: [request], asked }),
          httpContestant({
            name: 'bare node:http',
            url: bare.urls[0] ?? '',
            pid: bare.pid,
            requests: [request],
            asked,
          }),
          httpContestant({
            ...{ ...plain, name: 'plain Express + compression', redisPids: [stage.redis.pid] },
            ...{ requests: [request], asked: [{ request, expected: made }] },
          }),
        ],
        options,
      );
      const name = `list of ${fighters} fighters, ${coding}`;
      const others = 'plain Express + compression';
      result.notes.push(...course.notes);
      result.rows.push(...course.rows(bench, `${name}, ${(expected.body.length / 1024).toFixed(0)} KB`));
      result.figures.push(
        compare(course, ours, 'bare node:http', {
          bench,
          name,
          against: 'bare node:http, precompressed',
          target: 0.93,
        }),
        compare(course, ours, others, { bench, name, against: others, unit: 'times' }),
      );
    }
    return result;
  });
}

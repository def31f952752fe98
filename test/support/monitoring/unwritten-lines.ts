import { sendRaw } from '../http/raw.ts';
import { eventually } from '../run/eventually.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { scrape, sumOf } from './scrape.ts';

/** The lines of a log that stand for more than themselves say for how many they were not written. */
const unwrittenIn = (output: string) =>
  [...output.matchAll(/^\{.*"times":(\d+)/gm)].reduce((sum, [, times]) => sum + Number(times) - 1, 0);

/**
 * Sends requests that cannot be parsed, each with a line of the log, until another stands for some.
 *
 * @throws {Error} unless the metrics count exactly the lines that were not written.
 */
export async function expectUnwrittenCounted(server: ServerProcess, url: string, admin: string): Promise<void> {
  const fail = () => sendRaw(url, 'GET /nowhere HTTP/1.1\r\nno header\r\n\r\n');
  await eventually(async () => {
    await Promise.all(Array.from({ length: 60 }, fail));
    return unwrittenIn(server.output()) > 0;
  }, 'one line stands for several');
  const counted = async (reason: string) =>
    sumOf(await scrape(admin), 'fightcard_log_lines_suppressed_total', { reason });
  const isExact = async () => (await counted('repeated')) === unwrittenIn(server.output());
  await eventually(isExact, `the metrics count the lines that were not written`);
  if ((await counted('output')) !== 0) throw new Error('The output took every line, and the metrics say otherwise.');
}

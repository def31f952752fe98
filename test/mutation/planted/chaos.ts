import type { PlantedFault } from './fault.ts';

const checker = 'test/contracts/chaos/checker.test.ts';
const documents = 'test/contracts/chaos/documents.test.ts';
const torn = 'test/server/store/torn-tail.test.ts';
const output = 'test/server/processes/standard-output.test.ts';
const shutdown = 'test/server/processes/shutdown.test.ts';

/** `title, file, from, to, test`. */
type Row = readonly [title: string, file: string, from: string, to: string, test: string];

const rows: readonly Row[] = [
  [
    'A 503 that promises that nothing is counted may count',
    'test/chaos/checker/fates.ts',
    "problem === 'service-unavailable' ? 'refused' : 'unknown'",
    "'unknown'",
    checker,
  ],
  [
    'A vote without an answer may replace a later one that was acknowledged',
    'test/chaos/checker/registers.ts',
    '(lateness[write.kind] ?? 0)',
    '(lateness[write.kind] ?? Number.POSITIVE_INFINITY)',
    checker,
  ],
  [
    'A stored tally may have more votes than are stored',
    'test/chaos/checker/counts.ts',
    'if (stored === right) return [];',
    'if (stored >= right) return [];',
    checker,
  ],
  [
    'A tally may lack what was acknowledged long before',
    'test/chaos/checker/counts.ts',
    'if (number < least)',
    'if (number < 0)',
    checker,
  ],
  [
    'A failover excuses what was lost at any time',
    'test/chaos/checker/fates.ts',
    'completedMs >= fromMs && completedMs <= toMs',
    'completedMs >= fromMs || completedMs <= toMs',
    checker,
  ],
  [
    'A reply may have parts of two snapshots',
    'test/chaos/checker/documents.ts',
    'new Set(values).size > 1',
    'new Set(values).size > 2',
    documents,
  ],
  [
    'A stream may leave snapshots out',
    'test/chaos/checker/documents.ts',
    'event.eventId === before.eventId + 1',
    'event.eventId > before.eventId',
    documents,
  ],
  [
    'An error 500 is no error',
    'test/chaos/checker/answers.ts',
    'if (status === null) return true;',
    'if (status === null || status === 500) return true;',
    documents,
  ],
  [
    'Half of a transaction stays in the log of the embedded Redis',
    'server/store/redis/embedded/launch.ts',
    '  await removeTornTransaction(folder.manifest);\n',
    '  void removeTornTransaction;\n',
    torn,
  ],
  [
    'What a changed bit looks like is removed from the log, as if the end of Redis had torn it',
    'server/store/redis/embedded/torn-transaction.ts',
    'isInside && rest.length > 0 &&',
    'isInside &&',
    torn,
  ],
  [
    'A changed length removes all that was written since, as if the end of Redis had torn one write',
    'server/store/redis/embedded/torn-transaction.ts',
    " && !anotherCommand.test(rest.toString('latin1'))",
    '',
    torn,
  ],
  [
    'A line that a full disk does not take is an uncaught error',
    'server/processes/start.ts',
    'createLog(config.logLevel, output, forPeople, unwritten)',
    'createLog(config.logLevel, process.stdout, forPeople, unwritten)',
    shutdown,
  ],
  [
    'The process does not end while the reader of its log stands still',
    'server/processes/standard-output.ts',
    'this.#file = openWithoutWaiting(file);',
    'this.#file = file;\n    void openWithoutWaiting;',
    output,
  ],
  [
    'A line that cannot be written is tried forever',
    'server/processes/standard-output.ts',
    "error?.code === 'EAGAIN'",
    'error',
    output,
  ],
  [
    'Lines wait without a bound while nobody reads them',
    'server/processes/standard-output.ts',
    'if (this.#waiting.length + line.length > mostWaiting) {',
    'if (line.length > mostWaiting) {',
    output,
  ],
  [
    'A signal waits for workers that only load their modules',
    'server/processes/worker-handle.ts',
    'if (this.#hasStarted) this.#send(message);\n    else this.kill();',
    'this.#send(message);',
    shutdown,
  ],
  [
    'A worker that dies while FEED_KEYS_FILE is wrong is not replaced',
    'server/processes/serve.ts',
    '? formatFeedKeys(keys) : undefined',
    '? undefined : undefined',
    'test/server/processes/workers.test.ts',
  ],
  [
    'A worker that cannot be started without a file descriptor ends the server',
    'server/processes/connection-handover.ts',
    '  if (!process.send) return;\n',
    '',
    'test/server/processes/refusals.test.ts',
  ],
  [
    'The admin port ends with a worker whose numbers cannot be read at that moment',
    'server/monitoring/admin/sources.ts',
    '      // Without a free file descriptor none can be read; the next reader tries again.',
    "      throw new Error('it cannot be read');",
    'test/server/monitoring/recorder.test.ts',
  ],
  [
    'An audit repairs the figures of a live generation that is gone, to none',
    'server/content/audit.ts',
    'if (!(await inspect.exists())) return;',
    'await inspect.exists();',
    'test/server/content/audit.test.ts',
  ],
  [
    'An audit takes a counter of generations that is behind for right',
    'server/store/content/inspection.ts',
    'if (Number(last ?? 0) < highest) {',
    'if (last === null && highest < 0) {',
    'test/server/content/audit.test.ts',
  ],
];

/** Lies of the checker of histories, and about what it has found. */
export const planted: readonly PlantedFault[] = rows.map(([title, file, from, to, test]) => ({
  ...{ title, file, from, to, test },
}));

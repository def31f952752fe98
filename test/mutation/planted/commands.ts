/** Commands and their exit codes; content under kills; a cache that grows. */
import type { PlantedFault } from './fault.ts';

/** Columns: title, file, text, text in its place, test. */
const rows: readonly [title: string, file: string, from: string, to: string, test: string][] = [
  [
    'npm run content ends with 0 whatever its verb says',
    'scripts/content.ts',
    'process.exitCode = code;',
    'process.exitCode = 0;',
    'test/server/content/command.test.ts',
  ],
  [
    'a publish that nobody reads of ends with an error',
    'scripts/run.js',
    'goOnWithoutReader();\n',
    '',
    'test/server/content/command.test.ts',
  ],
  [
    'the mock ends where nobody reads its log any more',
    'mock/command.ts',
    '  goOnWithoutReader();\n',
    '',
    'test/mock/main.test.ts',
  ],
  [
    'npm run coverage ends with 0 in spite of gaps',
    'test/provider/coverage.ts',
    'process.exitCode = exitCode;',
    'process.exitCode = 0;',
    'test/contracts/evidence.test.ts',
  ],
  [
    'a command writes a file before it reads its arguments',
    'scripts/house.ts',
    'const readmePath =',
    "writeFileSync('planted', '');\nconst readmePath =",
    'test/contracts/commands.test.ts',
  ],
  [
    'each read of a snapshot is of the generation that is live by then',
    'server/store/content/content.ts',
    "this.askAt(generation || '', what",
    "this.askAt(generation && '', what",
    'test/server/content/kills.test.ts',
  ],
  [
    'a publisher does not register what it writes, so that nothing removes it after a kill',
    'server/store/content/publish.ts',
    'redis.multi().sadd(written, ...fields.keys());',
    'redis.multi();',
    'test/server/content/kills.test.ts',
  ],
  [
    'the response cache remembers every unknown id',
    'server/cache/response-cache.ts',
    'if (since === this.#contentChanges) this.#notFound?.set(target,',
    'Object.assign(this.#notFound ?? {}, { [target]: value });\n    if (since === this.#contentChanges) this.#notFound?.set(target,',
    'test/server/cache/bounded.test.ts',
  ],
];

export const planted: readonly PlantedFault[] = rows.map(([title, file, from, to, test]) => ({
  ...{ title, file, from, to, test },
}));

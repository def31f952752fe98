import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { clientTable } from '../../client/client.ts';
import { familyNames } from '../../families.ts';
import { version } from '../../version.ts';
import type { Endpoint } from '../endpoints.ts';
import type { Declaration } from '../model.ts';
import type { ProblemKind } from '../problems.ts';
import { clientFile } from './client.ts';
import { endpointsFile, endpointValues, problemsFile, problemValues } from './endpoints.ts';
import { typeScriptFile } from './types.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Runs where an application's own code runs: what is newer than this is left to its own tools. */
const target = 'es2020';

/** One member in a line, as its changes are read. */
const written = (values: Record<string, object>) =>
  `{\n${Object.entries(values)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('')}}`;

/**
 * The client as JavaScript: the one that the contracts are tested with, on a table in place of the contracts. Node refuses
 * TypeScript below `node_modules`, and tools differ in what they make of it there.
 */
function bundle(endpoints: readonly Endpoint[], problems: readonly ProblemKind[], format: 'esm' | 'cjs', head: string) {
  const tables = Object.fromEntries(familyNames.map((family) => [family, clientTable(family)]));
  const contents = `import { methodsOf } from './contracts/client/methods.ts';
import { checkOptions } from './contracts/client/sender.ts';
export { nextPage, ProblemError } from './contracts/client/methods.ts';
const tables = ${written(tables)};
export function createClient(given) {
  checkOptions(given);
  const { family, ...options } = given;
  return methodsOf(tables[family], options);
}
export const endpoints = ${written(endpointValues(endpoints))};
export const problemTypes = ${written(problemValues(problems))};
`;
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root, sourcefile: 'fightcard-kit', loader: 'js' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format,
    target,
    platform: 'neutral',
    banner: { js: `// ${head}` },
    // Its errors are thrown; a warning would be printed by every test.
    logLevel: 'silent',
  });
  return outputFiles[0]?.text as string;
}

/** For modules and for `require`, which Jest still is; without `exports`, older tools read `main` and `types`. */
const about = {
  name: 'fightcard-kit',
  version,
  description: 'Client, types, endpoints and problems of a fight-sports API',
  license: 'MIT',
  main: './index.js',
  module: './index.mjs',
  types: './index.d.ts',
  exports: {
    '.': {
      import: { types: './index.d.mts', default: './index.mjs' },
      require: { types: './index.d.ts', default: './index.js' },
      default: './index.mjs',
    },
    './package.json': './package.json',
  },
  sideEffects: false,
  files: ['*.js', '*.mjs', '*.d.ts', '*.d.mts'],
};

/** The files of the npm package by name. It depends on nothing. */
export function typeScriptPackage(
  declarations: readonly Declaration[],
  endpoints: readonly Endpoint[],
  problems: readonly ProblemKind[],
  head: string,
): Map<string, string> {
  const parts = ['types', 'endpoints', 'problems', 'client'];
  return new Map([
    ['package.json', `${JSON.stringify(about, null, 2)}\n`],
    ['index.js', bundle(endpoints, problems, 'cjs', head)],
    ['index.mjs', bundle(endpoints, problems, 'esm', head)],
    ['index.d.ts', `// ${head}\n\n${parts.map((part) => `export * from './${part}.js';\n`).join('')}`],
    ['index.d.mts', `// ${head}\n\nexport * from './index.js';\n`],
    ['types.d.ts', typeScriptFile(declarations, head)],
    ['endpoints.d.ts', endpointsFile(endpoints, head)],
    ['problems.d.ts', problemsFile(problems, head)],
    ['client.d.ts', clientFile(endpoints, head)],
  ]);
}

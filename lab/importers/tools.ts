import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A tool of others that reads the OpenAPI document, in the version that was tried. */
export interface Tool {
  package: string;
  version: string;
  /**
   * Imports a document, and compiles what it makes if that is source.
   *
   * @param folder where the tool is installed; it writes there.
   * @returns the ids or names of the operations that it found.
   * @throws {Error} with the tool's own words when it refuses the document or its output does not compile.
   */
  read(document: string, folder: string): Promise<string[]>;
}

/** @throws {Error} with what the program printed when it ends with another code than 0. */
function run(folder: string, program: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
}

const compiler = createRequire(import.meta.url)
  .resolve('typescript/package.json')
  .replace('package.json', 'bin/tsc');

/** Compiles a file as the strictest application would; a wrong use beside it must not compile. */
function compile(folder: string, file: string, { use, misuse }: { use: string; misuse: string }): void {
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'esnext', '--moduleResolution', 'bundler'];
  const check = (source: string) => {
    writeFileSync(join(folder, 'use.ts'), source);
    const rest = ['--lib', 'esnext,dom', '--types', '', '--allowImportingTsExtensions', file, 'use.ts'];
    run(folder, compiler, ...options, ...rest);
  };
  check(use);
  try {
    check(misuse);
  } catch {
    return;
  }
  throw new Error(`${file}: a wrong use compiles too`);
}

const namesIn = (folder: string, file: string, pattern: RegExp) =>
  [...readFileSync(join(folder, file), 'utf8').matchAll(pattern)].map(([, name = '']) => name);

const types: Tool = {
  package: 'openapi-typescript',
  version: '7.13.0',
  async read(document, folder) {
    run(folder, 'node_modules/openapi-typescript/bin/cli.js', document, '-o', 'types.ts');
    const head = "import type { components, paths } from './types.ts';\ntype Fight = components['schemas']['Fight'];\n";
    const reply = "paths['/api/v3/mobile/fighters/{id}']['get']['responses'][200]['content']['application/json']";
    compile(folder, 'types.ts', {
      use: `${head}export const reach: Fight['fighter1reach'] = null;\nexport const name = (of: ${reply}): string => of.last_name;\n`,
      misuse: `${head}export const id: Fight['id'] = null;\nexport type Reply = ${reply};\n`,
    });
    return namesIn(folder, 'types.ts', /^ {4}(v[13]_\w+): \{$/gm);
  },
};

const client: Tool = {
  package: 'orval',
  version: '8.38.0',
  async read(document, folder) {
    const output = { target: 'client.ts', client: 'fetch', mode: 'single' };
    const config = `export default ${JSON.stringify({ fightcard: { input: document, output } })};\n`;
    writeFileSync(join(folder, 'orval.config.mjs'), config);
    run(folder, 'node_modules/orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs');
    const head = "import { v3Fighter } from './client.ts';\nexport const load = async (id: string) => {\n";
    compile(folder, 'client.ts', {
      use: `${head}  const reply = await v3Fighter(id);\n  return reply.status === 200 ? reply.data.last_name : reply.status;\n};\n`,
      misuse: `${head}  const reply = await v3Fighter(id);\n  return reply.data.last_name;\n};\n`,
    });
    return namesIn(folder, 'client.ts', /^export const (\w+) = async /gm);
  },
};

interface Item {
  item?: Item[];
  items?: Item[];
  request?: { method: string; url: string | { path: string[] } };
}

/** The requests of a collection, in folders or not. */
const requestsIn = ({ item, items, request }: Item): string[] => [
  ...(request
    ? [`${request.method} ${typeof request.url === 'string' ? request.url : request.url.path.join('/')}`]
    : []),
  ...(item ?? items ?? []).flatMap(requestsIn),
];

const required = (folder: string, name: string) => createRequire(join(folder, 'package.json'))(name);

const postman: Tool = {
  package: 'openapi-to-postmanv2',
  version: '6.3.3',
  async read(document, folder) {
    const { convertV2 } = required(folder, 'openapi-to-postmanv2');
    const input = { type: 'string', data: readFileSync(document, 'utf8') };
    return new Promise((resolve, reject) => {
      convertV2(
        input,
        {},
        (error: Error | null, made: { result: boolean; reason?: string; output: { data: Item }[] }) => {
          if (error || !made.result) reject(error ?? new Error(made.reason));
          else resolve(made.output.flatMap(({ data }) => requestsIn(data)));
        },
      );
    });
  },
};

const bruno: Tool = {
  package: '@usebruno/converters',
  version: '0.23.0',
  async read(document, folder) {
    const { openApiToBruno } = required(folder, '@usebruno/converters');
    return requestsIn(await openApiToBruno(JSON.parse(readFileSync(document, 'utf8'))));
  },
};

export const tools: Readonly<Record<string, Tool>> = { 'openapi-typescript': types, orval: client, postman, bruno };

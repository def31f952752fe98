import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleFolder, bundleMock, leastNode } from './bundle.ts';

/** What the mock reads while it runs, at the places where it stands in this repository. */
const read = [
  'contracts/generated/openapi.json',
  'contracts/generated/asyncapi.json',
  'common/media/files',
  'common/pages/board',
  'common/pages/catalogue',
  'common/pages/control',
  'common/pages/docs',
  'common/pages/shared',
  'LICENSE',
];

/** The texts and types of the package by their files in this repository. */
const written = new Map([
  ['scripts/pack/README.md', 'README.md'],
  ['scripts/pack/index.d.ts', 'index.d.ts'],
  ['mock/README.md', 'GUIDE.md'],
  ['mock/RECIPES.md', 'RECIPES.md'],
]);

/** The packages whose files pages load, and which files. */
const bundled = [
  { name: 'swagger-ui-dist', files: ['swagger-ui-bundle.js', 'swagger-ui.css', 'LICENSE', 'NOTICE'] },
  { name: 'preact', files: ['dist/preact.mjs', 'LICENSE'] },
];

/** Syntax of the first Nodes that know `import()`: an older Node must understand the sentence that refuses it. */
const program = `#!/usr/bin/env node
'use strict';
if (Number(process.versions.node.split('.')[0]) < ${leastNode}) {
  process.stderr.write('fightcard-mock needs Node ${leastNode} or newer, and this is ' + process.versions.node + '.\\n');
  process.exit(1);
}
import('../${bundleFolder}/mock.js');
`;

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;

interface Package {
  name: string;
  version: string;
  license?: string;
  /** As some old packages write it. */
  licenses?: { type: string }[];
}

/** The folders of packages that some files belong to, in the order of their paths. */
const packageFolders = (files: readonly string[]): string[] =>
  [...new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []))].sort();

/**
 * The licences of packages, which must be distributed with them.
 *
 * @param folders of the packages, from `root`.
 */
function writeLicences(root: string, folders: readonly string[]): string {
  const parts = folders.map((folder) => {
    const path = join(root, folder);
    const about = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Package;
    const licence = about.license ?? about.licenses?.[0]?.type ?? 'no licence named';
    const files = readdirSync(path).filter((file) => /^(?:licen[cs]e|notice|copying)/i.test(file));
    const texts = files.map((file) => readFileSync(join(path, file), 'utf8').trim());
    return [`${about.name} ${about.version} (${licence})`, ...texts].join('\n\n');
  });
  return `The packed mock contains these packages:\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Copies these files of a package, without its dependencies: one of them counts installations. @returns its version. */
function addPackage(root: string, folder: string, { name, files }: (typeof bundled)[number]): string {
  const source = join(root, 'node_modules', name);
  const target = join(folder, 'node_modules', name);
  for (const file of files) cpSync(join(source, file), join(target, file));
  const { version, license, main } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), json({ name, version, license, main }));
  return version as string;
}

/** Writes the package of the mock into a new folder. It needs no other package, and runs nothing when it is installed. */
export async function writePackage(root: string, folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const { inputs } = await bundleMock(root, folder);
  for (const path of read) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.endsWith('tsconfig.json'),
    });
  }
  for (const [file, name] of written) cpSync(join(root, file), join(folder, name));
  writeFileSync(join(folder, 'bin/fightcard-mock.cjs'), program, { mode: 0o755 });
  writeFileSync(join(folder, 'LICENSES.txt'), writeLicences(root, packageFolders(Object.keys(inputs))));
  const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const dependencies = Object.fromEntries(bundled.map((one) => [one.name, addPackage(root, folder, one)]));
  const about = {
    name: 'fightcard-mock',
    version,
    description: 'Mock of a fight-sports API: every reply follows the contracts',
    license,
    type: 'module',
    exports: {
      '.': { types: './index.d.ts', default: `./${bundleFolder}/start.js` },
      './package.json': './package.json',
    },
    bin: { 'fightcard-mock': 'bin/fightcard-mock.cjs' },
    engines: { node: `>=${leastNode}` },
    files: ['bin', bundleFolder, 'contracts', 'common', 'LICENSES.txt', ...written.values()],
    dependencies,
    bundleDependencies: Object.keys(dependencies),
  };
  writeFileSync(join(folder, 'package.json'), json(about));
}

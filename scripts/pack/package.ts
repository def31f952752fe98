import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Bundled, bundle, bundleFolder } from './bundle.ts';

/** A package with one program, which has its name. */
interface Packed extends Bundled {
  description: string;
  /** The files that it reads while it runs, at their paths in this repository. */
  read: string[];
  /** Its documents and types, by their paths in this repository. */
  written: Record<string, string>;
  /** The packages whose files pages load, and which files. */
  bundled: { name: string; files: string[] }[];
  exports?: object;
}

/** What the mock needs while it runs. */
const readByMock = [
  'contracts/generated/openapi.json',
  'contracts/generated/asyncapi.json',
  'common/media/files',
  'common/pages/board',
  'common/pages/catalogue',
  'common/pages/control',
  'common/pages/shared',
  'LICENSE',
];

const bundledByMock = [
  { name: 'preact', files: ['dist/preact.mjs', 'LICENSE'] },
  { name: 'uqr', files: ['dist/index.mjs', 'LICENSE'] },
];

const packed = {
  'fightcard-mock': {
    description: 'Mock of a fight-sports API: every reply follows the contracts',
    entries: { main: 'mock/packed.ts', start: 'mock/start.ts' },
    leastNode: 20,
    read: readByMock,
    written: {
      'scripts/pack/README.md': 'README.md',
      'scripts/pack/index.d.ts': 'index.d.ts',
      'mock/README.md': 'GUIDE.md',
      'mock/RECIPES.md': 'RECIPES.md',
    },
    bundled: bundledByMock,
    exports: {
      '.': { types: './index.d.ts', default: `./${bundleFolder}/start.js` },
      './package.json': './package.json',
    },
  },
  'fightcard-verify': {
    description: 'Verifies the pacts of an app on the mock of a fight-sports API',
    entries: { main: 'test/provider/packed.ts' },
    // That of Pact's verifier.
    leastNode: 22,
    installed: ['@pact-foundation/pact-core'],
    read: [...readByMock, 'scripts/verify/page/page.css', 'test/support/pact/verifier.js'],
    written: {},
    bundled: bundledByMock,
  },
} satisfies Record<string, Packed>;

type PackageName = keyof typeof packed;
export const packageNames = Object.keys(packed) as PackageName[];

/** Syntax of the first Nodes that know `import()`: an older Node must understand the sentence that refuses it. */
const starter = (name: string, leastNode: number) => `#!/usr/bin/env node
'use strict';
if (Number(process.versions.node.split('.')[0]) < ${leastNode}) {
  process.stderr.write('${name} needs Node ${leastNode} or newer, and this is ' + process.versions.node + '.\\n');
  process.exit(1);
}
import('../${bundleFolder}/main.js');
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
  return `This package contains these packages:\n\n${parts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Copies these files of a package, without its dependencies: one of them counts installations. @returns its version. */
function addPackage(root: string, folder: string, { name, files }: Packed['bundled'][number]): string {
  const source = join(root, 'node_modules', name);
  const target = join(folder, 'node_modules', name);
  for (const file of files) cpSync(join(source, file), join(target, file));
  const { version, license, main } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), json({ name, version, license, main }));
  return version as string;
}

/** Points the links of a document to the files of the package; a link to any other file becomes its text. */
const adaptLinks = (text: string, from: string, written: Record<string, string>): string =>
  text.replace(/\[([^\]]+)\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g, (link, words, target, anchor = '') => {
    const copy = written[join(from, target)];
    if (copy !== undefined) return `[${words}](${copy}${anchor})`;
    return Object.values(written).includes(target) ? link : words;
  });

/** Writes a package into a new folder. It runs nothing when it is installed. */
export async function writePackage(root: string, name: PackageName, folder: string): Promise<void> {
  const { description, read, written, bundled, exports, ...program }: Packed = packed[name];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const { inputs } = await bundle(root, folder, program);
  for (const path of read) {
    cpSync(join(root, path), join(folder, path), {
      recursive: true,
      filter: (file) => !file.endsWith('tsconfig.json'),
    });
  }
  for (const [file, copy] of Object.entries(written)) {
    const text = readFileSync(join(root, file), 'utf8');
    writeFileSync(join(folder, copy), copy.endsWith('.md') ? adaptLinks(text, dirname(file), written) : text);
  }
  writeFileSync(join(folder, `bin/${name}.cjs`), starter(name, program.leastNode), { mode: 0o755 });
  writeFileSync(join(folder, 'LICENSES.txt'), writeLicences(root, packageFolders(Object.keys(inputs))));
  const { version, license, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const inside = bundled.map((one) => [one.name, addPackage(root, folder, one)]);
  const installed = (program.installed ?? []).map((one) => [one, devDependencies[one]]);
  const about = {
    ...{ name, version, description, license, type: 'module' },
    ...(exports && { exports }),
    bin: { [name]: `bin/${name}.cjs` },
    engines: { node: `>=${program.leastNode}` },
    files: ['bin', bundleFolder, ...read, 'LICENSES.txt', ...Object.values(written)],
    dependencies: Object.fromEntries([...inside, ...installed]),
    bundleDependencies: bundled.map((one) => one.name),
  };
  writeFileSync(join(folder, 'package.json'), json(about));
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** The folder of the bundle in the package. */
export const bundleFolder = 'dist';

/** `mock/reply/prism-packages.ts` for the bundle: the same packages, which esbuild finds only by their names. */
const prismPackages = `
export const loadPrism = () => require('@stoplight/prism-http');
export const loadReader = () => ({ ...require('@stoplight/http-spec/oas3/operation'), ...require('@stoplight/json') });
`;

/** More modules that are different in a package, by their place. */
const replaced: Record<string, string> = {
  'scripts/verify/command.ts': "export const verifyCommand = 'fightcard-verify';",
  'test/provider/server-target.ts':
    "export const serverTarget = () => { throw new Error('this package has no server'); };",
};

/** Resolves our own files as if each still stood at its place, which is where the package has what they read. */
function keepPlaces(root: string): Plugin {
  const folderOfPrism = dirname(createRequire(join(root, 'package.json')).resolve('@stoplight/prism-http'));
  return {
    name: 'keep-places',
    setup({ onLoad, onResolve, resolve }) {
      // All languages of the package of words take 5 MB.
      onResolve({ filter: /^@faker-js\/faker$/ }, ({ path, kind, resolveDir }) =>
        resolve(`${path}/locale/en`, { kind, resolveDir }),
      );
      // Its other form loads its parts where esbuild cannot see it.
      onResolve({ filter: /^jsonc-parser$/ }, ({ path, kind, resolveDir }) =>
        resolve(`${path}/lib/esm/main.js`, { kind, resolveDir }),
      );
      onLoad({ filter: /\/(?:mock|contracts|common|scripts|test)\/.*\.ts$/ }, ({ path }) => {
        const place = relative(root, path).replaceAll('\\', '/');
        if (place === 'mock/reply/prism-packages.ts') return { contents: prismPackages, resolveDir: folderOfPrism };
        if (replaced[place] !== undefined) return { contents: replaced[place] };
        const own = `new URL('../${place}', import.meta.url).href`;
        return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', own), loader: 'ts' };
      });
    },
  };
}

export interface Bundled {
  /** The files that it starts with, by the names of their bundles. */
  entries: Record<string, string>;
  /** The oldest Node that runs it. */
  leastNode: number;
  /** Packages that are installed with it instead of bundled. */
  installed?: string[];
}

/**
 * Bundles a program with all it imports: JavaScript, since Node refuses TypeScript below `node_modules`.
 *
 * @param folder of the package; the bundles of the entries, and their parts, are in `dist`.
 * @returns what is in the bundle.
 */
export async function bundle(
  root: string,
  folder: string,
  { entries, leastNode, installed = [] }: Bundled,
): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    external: installed,
    outdir: join(folder, bundleFolder),
    bundle: true,
    platform: 'node',
    target: `node${leastNode}`,
    format: 'esm',
    splitting: true,
    // Names of functions and classes stay readable in what a user reports.
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // For packages that are no modules and load those of Node.
    banner: { js: "import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);" },
    plugins: [keepPlaces(root)],
  });
  return metafile;
}

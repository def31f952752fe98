import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';

/** The oldest Node that runs the packed mock. */
export const leastNode = 20;

/** The folder of the bundle in the package. */
export const bundleFolder = 'dist';

/** `mock/reply/prism-packages.ts` for the bundle: the same packages, which esbuild finds only by their names. */
const prismPackages = `
export const loadPrism = () => require('@stoplight/prism-http');
export const loadReader = () => ({ ...require('@stoplight/http-spec/oas3/operation'), ...require('@stoplight/json') });
`;

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
      onLoad({ filter: /\/(?:mock|contracts|common)\/.*\.ts$/ }, ({ path }) => {
        const place = relative(root, path).replaceAll('\\', '/');
        if (place === 'mock/reply/prism-packages.ts') return { contents: prismPackages, resolveDir: folderOfPrism };
        const own = `new URL('../${place}', import.meta.url).href`;
        return { contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', own), loader: 'ts' };
      });
    },
  };
}

/**
 * Bundles the mock with all it imports: JavaScript, since Node refuses TypeScript below `node_modules`.
 *
 * @param folder of the package; the bundle is `mock.js`, `start.js` for programs, and their parts in `dist`.
 * @returns what is in the bundle.
 */
export async function bundleMock(root: string, folder: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      { in: 'mock/packed.ts', out: 'mock' },
      { in: 'mock/start.ts', out: 'start' },
    ],
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

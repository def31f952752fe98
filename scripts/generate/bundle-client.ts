import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Bundles the client of the kit. The syntax is one that every application's toolchain can run. */
export function bundleClient(contents: string, format: 'esm' | 'cjs', head: string): string {
  const { outputFiles } = buildSync({
    stdin: { contents, resolveDir: root, sourcefile: 'fightcard-kit', loader: 'js' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format,
    target: 'es2020',
    platform: 'neutral',
    banner: { js: `// ${head}` },
    // Errors are thrown; warnings would be printed by every test.
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}

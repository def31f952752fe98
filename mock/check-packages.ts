import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Packages that only HTTPS needs. */
const ofHttps = ['@peculiar/x509', 'reflect-metadata'];

const require = createRequire(import.meta.url);

function isMissing(name: string): boolean {
  try {
    require.resolve(name);
    return false;
  } catch (error) {
    // A package for `import` alone has another code.
    return (error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND';
  }
}

/** Ends with one sentence if packages are missing, before anything that needs them is loaded. */
export function checkPackages(args: readonly string[]): void {
  const file = new URL('../package.json', import.meta.url);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
  const hasHttps = args.some((arg) => arg.startsWith('--https'));
  const needed = Object.keys({ ...dependencies, ...optionalDependencies });
  const missing = needed.filter((name) => (hasHttps || !ofHttps.includes(name)) && isMissing(name));
  if (missing.length === 0) return;
  console.error(`Packages are not installed: ${missing.join(', ')}; install them with: npm ci --omit=dev`);
  process.exit(1);
}

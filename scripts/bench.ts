/** `npm run bench`: side-by-side measurements, each with its baseline in the same run. */
import { parseArgs } from 'node:util';

interface Bench {
  run(options: { json?: boolean; sizes?: readonly number[] }): Promise<unknown>;
}

const benches: Record<string, () => Promise<Bench>> = {
  content: () => import('../test/bench/content.ts'),
  mock: () => import('../test/bench/mock.ts'),
};

const help = `Measures side by side and prints ratios; test/bench/README.md says what each figure is.

  npm run bench -- content [--sizes 1000,100000] [--json]
  npm run bench -- mock [--json]

  --sizes  articles in the archives of the content bench (1000,100000,1000000)
  --json   print figures only, as JSON
  --help   this text
`;

function fail(message: string): never {
  process.stderr.write(`${message}\nnpm run bench -- --help lists the benches.\n`);
  process.exit(2);
}

function commandLine() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { sizes: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean' } },
    });
  } catch (error) {
    return fail((error as Error).message);
  }
}

const { values, positionals } = commandLine();
const [name, ...others] = positionals;
if (values.help) process.stdout.write(help);
else if (!name || others.length > 0) fail('Name one bench.');
else if (!Object.hasOwn(benches, name)) fail(`There is no bench "${name}".`);
else {
  const sizes = values.sizes?.split(',').map(Number);
  if (sizes?.some((size) => !Number.isSafeInteger(size) || size < 1)) fail('--sizes takes whole numbers from 1.');
  const bench = await benches[name]?.();
  await bench?.run({ ...(values.json && { json: true }), ...(sizes && { sizes }) });
}

/** `npm run mock:prism`: the stock Prism, as its package starts it, on the contracts. mock/README.md has the differences. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Arguments, choice, flag, integer, runCommand, text } from '../common/cli/arguments.ts';

const help = `Starts the stock Prism CLI on the contracts; npm run mock also has states, sessions and votes.

  npm run mock:prism [-- --port 4011 --dynamic …]

  --port            port to listen on; the environment variable PORT does the same (4011)
  --host            address to listen on (127.0.0.1)
  --dynamic         generates replies from the schemas, not from the examples
  --seed            the same seed gives the same replies
  --ignoreExamples  answers as if the document had no examples
  --json-schema-faker-fillProperties
                    adds members that no schema names
  --errors          answers a request that breaks the document with an error
  --verboseLevel    trace, debug, info, warn, error, fatal or silent (info)
  --help            this text
`;

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

const options = {
  port: { ...text, short: 'p' },
  host: text,
  seed: text,
  verboseLevel: { ...text, short: 'v' },
  dynamic: { ...flag, short: 'd' },
  ignoreExamples: flag,
  errors: flag,
  cors: flag,
  'json-schema-faker-fillProperties': flag,
} as const;

async function main({ port = process.env.PORT?.trim() || undefined, ...values }: Arguments<typeof options>['values']) {
  const cli = createRequire(import.meta.url).resolve('@stoplight/prism-cli/dist/index.js');
  const document = fileURLToPath(new URL('../contracts/generated/openapi.prism.json', import.meta.url));
  choice('verboseLevel', values.verboseLevel, levels);
  const given = Object.entries({ port: integer('port', port, 0, 65_535, 4011), ...values });
  const prism = spawn(
    process.execPath,
    [cli, 'mock', ...given.map(([name, value]) => `--${name}=${value}`), document],
    { stdio: 'inherit', env: { ...process.env, SCARF_ANALYTICS: 'false' } },
  );
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => prism.kill(signal));
  prism.once('exit', (code) => process.exit(code ?? 0));
}

await runCommand({ name: 'npm run mock:prism', help, options }, main);

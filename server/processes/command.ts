import { flag, runCommand } from '../../common/cli/arguments.ts';
import { version } from '../../contracts/version.ts';
import { settings } from '../config.ts';

const help = `Starts the Fightcard server.

  npm start -- [--no-sample]

  --no-sample    leave an empty store empty; by default, but never in production, the sample content and its recorded
                 feed are published there
  --version      print the version of the server
  --help         this text

Environment variables:
${Object.values(settings)
  .map(({ name, kind, fallback, meaning }) => [name.padEnd(22), meaning, kind.takes, fallback] as const)
  .map(([name, meaning, takes, fallback]) => `  ${name}  ${meaning}\n${' '.repeat(26)}${takes} (default: ${fallback})`)
  .join('\n')}

Ends with 0 after SIGTERM or SIGINT, 1 when it cannot start or continue, 2 when called wrongly.
`;

/** Exits with one sentence, or one line per error. */
function exit(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const options = { 'no-sample': flag, version: flag } as const;

export function main(): void {
  runCommand({ name: 'npm start', help, options }, async (values) => {
    if (values.version) {
      process.stdout.write(`${version}\n`);
      return;
    }
    // Loaded here, since the help needs nothing of it.
    const { start } = await import('./start.ts');
    await start(values);
  }).catch(async (error: unknown) => {
    const { describeStartupError } = await import('./startup-error.ts');
    exit(describeStartupError(error));
  });
}

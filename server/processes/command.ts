import { asksForHelp, flag, runCommand } from '../../common/cli/arguments.ts';
import { version } from '../../contracts/version.ts';
import { settings } from '../config.ts';

const help = `Starts the Fightcard server.

  npm start -- [--no-sample]

  --no-sample    do not publish the sample content and its recorded feed to an empty store; the default in production
  --version      print the version
  --help         print this text

Environment variables:
${Object.values(settings)
  .map(
    ({ name, kind, help, fallback }) =>
      `  ${name.padEnd(22)}  ${help}\n${' '.repeat(26)}${kind.takes} (default: ${fallback})`,
  )
  .join('\n')}

Exit codes: 0 after SIGTERM or SIGINT, 1 if it cannot start or continue, 2 for wrong arguments.
`;

function exit(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

const options = { 'no-sample': flag, version: flag } as const;

/** A setting that was passed as an option, such as `--port`. */
function findSettingInOptions(): string | undefined {
  const names = process.argv.slice(2).map((arg) => /^--([a-z-]+)/.exec(arg)?.[1]?.replaceAll('-', '_').toUpperCase());
  return Object.values(settings).find(({ name }) => names.includes(name))?.name;
}

export function main(): void {
  const setting = findSettingInOptions();
  if (setting !== undefined && !asksForHelp(process.argv)) {
    process.stderr.write(`Settings are environment variables: set ${setting}.\nnpm start -- --help lists them.\n`);
    process.exitCode = 2;
    return;
  }
  runCommand({ name: 'npm start', help, options }, async (values) => {
    if (values.version) {
      process.stdout.write(`${version}\n`);
      return;
    }
    // Imported late, so that --help is fast.
    const { start } = await import('./start.ts');
    await start(values);
  }).catch(async (error: unknown) => {
    const { describeStartupError } = await import('./startup-error.ts');
    exit(describeStartupError(error));
  });
}

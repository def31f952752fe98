/** `npm run coverage`: which cells of operation × contract × mock × server are verified. */
import { fileURLToPath } from 'node:url';
import { BadArguments, flag, runCommand } from '../../common/cli/arguments.ts';

const help = `Shows which operation is covered by contracts, and verified on the mock and on the server.

  npm run coverage [-- --json]
  npm run coverage -- reliability [--json]

  reliability  what the tests show of faults, attacks and load: each id of test/reliability/README.md with its test, or
               the reason why it has none. Exits with 1 when an id has neither or both, or is in a title only
  --json       rows and gaps as JSON
  --help       this text

Verified counts come from the last "npm test -- provider": of requests, of messages, and of other teams' pacts (in
test/mock/pacts, or in the folder that PACTS names).

Exit codes: 0 every cell is verified, 1 a cell is empty, 2 called wrongly, 3 unknown: nothing was verified, or something that
the proof rests on has changed since (contracts, pacts, server, mock, set-ups, the lock file). It names what.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

const command = { name: 'npm run coverage', help, options: { json: flag }, names: 'a part' };
await runCommand(command, async ({ json = false }, [part, ...more]) => {
  if (more.length > 0) throw new BadArguments('Name one part at most.');
  if (part !== undefined && part !== 'reliability') {
    throw new BadArguments(`There is no part "${part}"; the nearest is reliability.`);
  }
  // Loaded here, since the help needs nothing of it.
  const { stdout, stderr, exitCode } = part
    ? (await import('../reliability/catalogue.ts')).reportReliability(root, json)
    : (await import('./coverage-report.ts')).reportCoverage(root, json);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
});

/** `npm run coverage`: which cells of operation × contract × mock × server are verified. */
import { fileURLToPath } from 'node:url';
import { flag, runCommand } from '../../contracts/command-line/arguments.ts';

const help = `Shows which operation is covered by contracts, and verified on the mock and on the server.

  npm run coverage [-- --json]

  --json  rows and gaps as JSON
  --help  this text

Verified counts come from the last "npm run test:provider": of requests, of messages, and of other teams' pacts (in
test/mock/pacts, or in the folder that PACTS names). Exits with 1 when a cell is empty, and when anything that the proof
rests on has changed since: contracts, pacts, server, mock, set-ups, the lock file. It names what.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

await runCommand({ name: 'npm run coverage', help, options: { json: flag } }, async ({ json = false }) => {
  // Loaded here, since the help needs nothing of it.
  const { reportCoverage } = await import('./coverage-report.ts');
  const { stdout, stderr, exitCode } = reportCoverage(root, json);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
});

/** `npm run coverage`: which cells of operation × contract × mock × server are verified. */
import { fileURLToPath } from 'node:url';
import { BadArguments, flag, runCommand, text } from '../../common/cli/arguments.ts';

const help = `Shows which operation is covered by contracts, and verified on the mock and on the server.

  npm run coverage [-- --json] [--report <folder>]
  npm run coverage -- reliability [--json]

  reliability  what the tests show of faults, attacks and load: each id of test/reliability/README.md with its test, or
               the reason why it has none. Exits with 1 when an id has neither or both, or is in a title only
  --json       rows and gaps as JSON
  --report     writes index.html, verdict.json (CTRF), junit.xml, summary.md, badge.json (Shields) to this folder, also if a cell is
               empty. In GitHub Actions also annotations and the summary of the step
  --help       this text

Verified counts come from the last "npm test -- provider": of requests, of messages, and of other teams' pacts (in
test/mock/pacts, or in the folder that PACTS names).

Exit codes: 0 every cell is verified, 1 a cell is empty, 2 called wrongly, 3 unknown: nothing was verified, or something that
the proof rests on has changed since (contracts, pacts, server, mock, set-ups, the lock file), 4 a
report cannot be written. It names what. 1 wins over 4, 4 over 3.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

const command = { name: 'npm run coverage', help, options: { json: flag, report: text }, names: 'a part' };
await runCommand(command, async ({ json = false, report: folder }, [part, ...more]) => {
  if (more.length > 0) throw new BadArguments('Name one part at most.');
  if (part !== undefined && part !== 'reliability') {
    throw new BadArguments(`There is no part "${part}"; the nearest is reliability.`);
  }
  // Loaded here, since the help needs nothing of it.
  if (part !== undefined) {
    if (folder !== undefined)
      throw new BadArguments('There is no report of reliability; use --json, or omit the part.');
    const { reportReliability } = await import('../reliability/catalogue.ts');
    const { stdout, stderr, exitCode } = reportReliability(root, json);
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = exitCode;
    return;
  }
  const { prepareReports, writeReports } = await import('../../scripts/verify/report.ts');
  if (folder !== undefined) prepareReports(folder, process.env);
  const { reportCoverage } = await import('./coverage-report.ts');
  const { stdout, stderr, exitCode, verdict } = reportCoverage(root, json);
  process.stdout.write(stdout);
  process.stderr.write(stderr);
  process.exitCode = exitCode;
  if (folder === undefined) return;
  // GitHub reads annotations from both; the standard output may be JSON.
  for (const line of writeReports(folder, verdict(), { tool: 'npm run coverage', env: process.env }))
    process.stderr.write(`${line}\n`);
});

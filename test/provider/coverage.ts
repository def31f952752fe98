/** `npm run coverage`: which cells of operation × contract × mock × server are verified. */
import { fileURLToPath } from 'node:url';
import { BadArguments, flag, runCommand, text } from '../../common/cli/arguments.ts';
import { endedEarly, exitCodes } from '../../scripts/verify/verdict.ts';

const help = `Shows which operations are covered by contracts, and verified on the mock and on the server. Run "npm test -- provider"
first.

  npm run coverage [-- --json] [--report <folder>] [--since <commit>]
  npm run coverage -- reliability [--json]

  reliability  the tests for each fault, attack and load of test/reliability/README.md, or the reason why there is none;
               exits with 1 if one has neither, or both, or only a title
  --json       rows and gaps as JSON
  --report     also writes index.html, verdict.json (CTRF), junit.xml, summary.md and badge.json (Shields) to this
               folder; in GitHub Actions also annotations and the summary of the step
  --since      also lists the unannounced changes of the contracts since this commit, such as the base of a pull
               request. Run "npm run generate" and "npm test -- consumer" first
  --help       this text

A change needs an announcement if a reply accepts more, a request accepts less, or a contract, header, matcher or fact of
the sample world was removed or changed. Additions and another order need none. To announce it, put "!" into the subject
of the commit ("feat(contracts)!: …"), and a line into contracts/CHANGELOG.md with the name in backticks: a schema
(\`Fighter\`), a member (\`Fighter.rank\`), an operation (\`GET /api/v3/mobile/news\` or \`v3_news\`), a parameter, a header,
the description of an interaction, \`interaction descriptions\` for many at once, or \`sample world\`.

Pacts of other teams are those of test/mock/pacts, or of the folder that PACTS names.

Exit codes: 0 every cell is verified, 1 a cell is empty or a change is unannounced, 2 wrong arguments, 3 unknown: not
verified yet, or a file that the result depends on has changed (it names the file), 4 a report cannot be written. 1 wins
over 4, 4 over 3.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

const options = { json: flag, report: text, since: text } as const;
const command = { name: 'npm run coverage', help, options, names: 'a part' };

await runCommand(command, async ({ json = false, report: folder, since }, [part, ...more]) => {
  if (more.length > 0) throw new BadArguments('Name one part at most.');
  if (part !== undefined && part !== 'reliability') {
    throw new BadArguments(`unknown part "${part}"; expected reliability.`);
  }
  // Loaded here, since the help needs nothing of it.
  if (part !== undefined) {
    if (folder !== undefined || since !== undefined)
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
  const { git } = await import('../../scripts/git.ts');
  const { unannouncedSince } = await import('../../scripts/ratchet/judge.ts');
  if (since !== undefined && git(root, 'rev-parse', '--verify', '--quiet', `${since}^{commit}`) === undefined)
    throw new BadArguments(`unknown commit "${since}"; name one that "git log" lists.`);
  const { reportCoverage } = await import('./coverage-report.ts');
  const startedMs = Date.now();
  const report = () => {
    const changes = since === undefined ? undefined : unannouncedSince(root, since);
    if (since !== undefined && !changes) throw new Error(`there are no generated contracts now, or in ${since}`);
    const { stdout, stderr, exitCode, verdict } = reportCoverage(root, json, changes);
    process.stdout.write(stdout);
    process.stderr.write(stderr);
    process.exitCode = exitCode;
    return folder === undefined ? undefined : verdict();
  };
  const judge = () => {
    try {
      return report();
    } catch (error) {
      const { message, stack } = error as Error;
      process.stderr.write(`${stack ?? message}\n`);
      process.exitCode = exitCodes.unknown;
      return endedEarly(error as Error, startedMs);
    }
  };
  const verdict = judge();
  if (folder === undefined || verdict === undefined) return;
  // GitHub reads annotations from both; the standard output may be JSON.
  for (const line of writeReports(folder, verdict, { tool: 'npm run coverage', env: process.env }))
    process.stderr.write(`${line}\n`);
});

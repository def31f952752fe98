/** `npm run verify`: verifies the pacts of a team on the mock and on the server. */
import '../support/setup/environment.ts';
import { BadArguments, CommandFailed, choice, flag, text } from '../../common/cli/arguments.ts';
import type { BrokerPact } from '../../scripts/broker/pacts.ts';
import type { ReadFile } from '../../scripts/verify/pact-files.ts';
import { exitCodes } from '../../scripts/verify/verdict.ts';
import { targetNames } from '../support/pact/coverage.ts';
import { runVerification, runVerifyCommand, say } from './run-verification.ts';

const help = `Replays pacts of your app on the mock and on the real server, with Pact's own verifier.

  npm run verify -- <file | folder | address> … [--consumer <name>] [--on mock|server] [--report <folder>]
  npm run verify -- --broker [<address>] [--publish]

  --consumer  only the pacts of this consumer
  --on        only the mock, or only the server (which starts its own Redis); default: both
  --report    also writes index.html, verdict.json (CTRF), junit.xml, summary.md and badge.json (Shields) to this folder;
              in GitHub Actions also annotations and the summary of the step
  --broker    the pacts that a Pact Broker selects: those of main branches, of the branch with the same name, deployed or
              released, and work in progress; default: the broker at PACT_BROKER_BASE_URL. If PACT_URL is set, only
              that pact
  --publish   sends the results on the server to the broker, for the git commit and its branch; needs CI=true and a
              clean tree. A pact gets a result only if all its interactions were replayed
  --help      this text

Folders are read with their subfolders. a.json:12 verifies only the interaction around line 12. The server is verified with an
empty cache and with a filled one. A pending interaction never fails; the pact of an app that is deployed or released is
never pending.

PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD, are the credentials of the broker.

Exit codes: 0 every interaction is kept, 1 one is broken or a file is damaged, 2 wrong arguments, 3 unknown: an interaction
was not replayed, or there is none, 4 a report cannot be written, or the broker cannot be read or refuses results,
130 interrupted. 1 wins over 4, 4 over 3.
`;

// The address after --broker may be omitted, which parseArgs cannot express.
const at = process.argv.indexOf('--broker', 2);
if (at > 0 && !/^https?:/i.test(process.argv[at + 1] ?? '')) process.argv[at] = '--broker=';

await runVerifyCommand(
  {
    name: 'npm run verify',
    help,
    options: { on: text, consumer: text, report: text, broker: text, publish: flag },
    names: 'a pact file',
  },
  async (values, names) => {
    const { env } = process;
    const { prepareReports } = await import('../../scripts/verify/report.ts');
    const { consumer, report } = values;
    // First: those of an earlier run must not stay, and may lie in a folder of pacts.
    if (report !== undefined) prepareReports(report, env);
    if (names.length === 0 && values.broker === undefined && !env.PACT_URL)
      throw new BadArguments('Say which pacts to verify: npm run verify -- <pact file or folder>.');
    const on = choice('on', values.on, targetNames);
    // Loaded when needed: the help needs nothing of it.
    const { findSources, hasPlace, readBrokerPacts, withStatus } = await import('../../scripts/broker/pacts.ts');
    const { branch, publishableVersion } = await import('../../scripts/broker/provider-version.ts');
    const { isPublishable, publishResults } = await import('../../scripts/broker/publish.ts');
    const sources = findSources(names, values.broker, env);
    if (values.publish) {
      if (on === 'mock') throw new BadArguments('--publish needs results of the server; omit "--on mock".');
      if (sources.addresses.some(hasPlace))
        throw new BadArguments('--publish needs whole pacts; omit the line after the address.');
      if (sources.broker === undefined && sources.addresses.length === 0)
        throw new BadArguments('--publish needs pacts of a broker: pass --broker, or the address of a pact.');
    }
    const version = values.publish ? publishableVersion(env) : undefined;
    const { findPactFiles } = await import('../../scripts/verify/pact-files.ts');
    const found = sources.paths.flatMap(findPactFiles);
    const ofBroker = new Map<ReadFile, BrokerPact>();
    const { verdict, files } = await runVerification(
      async (readPact) => {
        const { pacts, findings } = await readBrokerPacts(sources, branch(env), env);
        if (values.publish && pacts.length > 0 && !pacts.some(isPublishable))
          throw new BadArguments('--publish needs pacts of a broker; these addresses have no link for results.');
        for (const pact of pacts) ofBroker.set(withStatus(readPact(pact), pact), pact);
        return { files: [...found.map(readPact), ...ofBroker.keys()], findings };
      },
      { tool: 'npm run verify', report, consumer, on, env },
    );
    if (version === undefined) return;
    const targets = verdict.targets.filter((target) => target !== 'mock');
    const published = verdict.files.map((file, index) => [file, ofBroker.get(files[index] as ReadFile)] as const);
    try {
      for await (const line of publishResults(published, { version, branch: branch(env), targets, env })) say([line]);
    } catch (error) {
      if (!(error instanceof CommandFailed) || process.exitCode !== exitCodes.broken) throw error;
      throw new CommandFailed(error.message, exitCodes.broken);
    }
  },
);

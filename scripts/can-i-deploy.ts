/** `npm run can-i-deploy`: asks the Pact Broker whether a version may be deployed to an environment. */
import { BadArguments, CommandFailed, flag, runCommand, text } from '../common/cli/arguments.ts';
import { provider } from '../contracts/families.ts';
import { isObject } from '../mock/contracts/pacts/matching-rules.ts';
import { brokerAddress, connect, wordsIn } from './broker/client.ts';
import { commit } from './broker/provider-version.ts';
import { exitCodes } from './verify/verdict.ts';

const help = `Asks the Pact Broker whether a version works with everything that is recorded in an environment.

  npm run can-i-deploy -- --to <environment> [--application <name>] [--version <version>] [--first] [--json]

  --to           name of an environment of the broker
  --application  name in the broker (${provider})
  --version      version in the broker (the git commit)
  --first        first deployment: "yes" although nothing is recorded in the environment that it works with
  --json         the answer as JSON
  --help         this text

PACT_BROKER_BASE_URL is the address of the broker. Credentials are PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and
PACT_BROKER_PASSWORD.

Exit codes: 0 yes, 1 no: a verification failed, 2 wrong arguments or an unknown environment, 3 unknown: never verified, or
nothing is recorded in the environment (without --first), 4 the broker cannot be read.
`;

interface Summary {
  deployable: boolean | null;
  reason: string;
  success: number;
  failed: number;
  unknown: number;
}

type Judged = [exitCode: number, word: string, advice?: string];

/** The broker says yes if there is nothing to compare with, which proves nothing. */
function judge({ deployable, success, failed }: Summary, isFirst: boolean): Judged {
  if (deployable === true && (success > 0 || isFirst)) return [exitCodes.kept, 'Yes'];
  if (deployable) {
    const record = 'Record deployments and releases with the official client; for a first deployment, pass --first.';
    return [exitCodes.unknown, 'Unknown', `Nothing that it works with is recorded there. ${record}`];
  }
  if (failed > 0) return [exitCodes.broken, 'No'];
  return [exitCodes.unknown, 'Unknown', 'Publish the verification: npm run verify -- --broker --publish.'];
}

const options = { to: text, application: text, version: text, first: flag, json: flag } as const;
await runCommand({ name: 'npm run can-i-deploy', help, options }, async (values) => {
  const { to, application = provider, version = commit(), first = false, json = false } = values;
  if (!to) throw new BadArguments('Say where to deploy: --to <environment>.');
  if (!version) throw new BadArguments('There is no git commit here; pass --version <version>.');
  if (!application) throw new BadArguments('--application needs a value.');
  const base = brokerAddress('PACT_BROKER_BASE_URL', process.env.PACT_BROKER_BASE_URL);
  const { request, failure } = connect(base, process.env);
  // As the official client asks. Before version 2.120, the broker's link for this question compares an app only with the
  // latest of several versions of its provider that are in the environment; "cvpv" compares it with each.
  const asked = { 'q[][pacticipant]': application, 'q[][version]': version, latestby: 'cvpv', environment: to };
  // Without a limit the broker looks at the last 100 results only, and may not see one that failed.
  const limit = '100000';
  const address = `${base.replace(/\/*$/, '/')}matrix?${new URLSearchParams({ ...asked, limit })}`;
  const { url, status, body } = await request('GET', address, undefined, [400]);
  if (status === 400)
    throw new CommandFailed(`The broker says: ${wordsIn(body) || 'the request is wrong'}.`, exitCodes.wrongCall);
  const summary = body.summary as Summary | undefined;
  if (!isObject(summary) || !Number.isInteger(summary.success) || !Number.isInteger(summary.failed)) {
    throw failure(url, 'the reply has no "summary" with "success" and "failed"', 'update the broker');
  }
  const [exitCode, word, advice] = judge(summary, first);
  const { reason, success, failed, unknown } = summary;
  const answer = { application, version, environment: to, answer: word.toLowerCase(), exitCode };
  process.stdout.write(
    json
      ? `${JSON.stringify({ ...answer, success, failed, unknown, reason, ...(advice && { advice }) }, null, 2)}\n`
      : [
          `${word}: ${application} ${version} to ${to}: ${success} succeeded, ${failed} failed, ${unknown} unknown.`,
          ...[reason, advice].filter((line) => line).map((line) => `  ${line?.replaceAll('\n', '\n  ')}`),
          '',
        ].join('\n'),
  );
  process.exitCode = exitCode;
}).catch((error: Error) => {
  process.stderr.write(`Cannot read the broker: ${error.stack ?? error.message}\n`);
  process.exitCode = exitCodes.unknown;
});

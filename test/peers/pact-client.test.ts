/**
 * The official client of the Pact Broker decides what the double of the broker, and `npm run can-i-deploy`, have to
 * say. With PACT_BROKER_OFFICIAL=<address of an empty Pact Broker> it runs against that broker.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pactProgram } from '../support/broker/client.ts';
import { startBroker } from '../support/broker/double.ts';
import { listen } from '../support/http/listen.ts';
import { startProgram } from '../support/run/start-program.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = join(root, 'contracts/generated/pacts');
const gateProgram = join(root, 'scripts/can-i-deploy.ts');

interface Row {
  title: string;
  /** Of `pact`; a space separates arguments. */
  command: string;
  code: number;
  says: string;
  /** Exit code of `npm run can-i-deploy` for the same question. */
  gate?: number;
}

const publish = (pacts: string, version: string, branch = 'main') =>
  `broker publish ${pacts} --consumer-app-version ${version} --branch ${branch}`;
const about = (application: string, version: string) => `--pacticipant ${application} --version ${version}`;
const canDeploy = (application: string, version: string, to = 'production') =>
  `broker can-i-deploy ${about(application, version)} --to-environment ${to}`;
const verify = (version: string, ...options: string[]) =>
  [
    `verifier --provider-name fight-sports-api --hostname 127.0.0.1 --port {port} --publish`,
    `--provider-version ${version} --provider-branch main --enable-pending`,
    ...options,
  ].join(' ');
const mainBranch = '--consumer-version-selectors {"mainBranch":true}';
const live = '--consumer-version-selectors {"deployedOrReleased":true}';
const inProduction = '--environment production';
const changed = 'Cannot change the content of the pact for';

const rows: Row[] = [
  {
    title: 'publishes a pact',
    command: publish('ios.json', 'ios-1.0'),
    ...{ code: 0, says: 'Pact successfully published for corner-ios version ios-1.0 and provider fight-sports-api.' },
  },
  {
    title: 'publishes the same pact again',
    command: publish('ios.json', 'ios-1.0'),
    ...{ code: 0, says: 'Pact successfully republished for corner-ios version ios-1.0' },
  },
  {
    title: 'does not change a published pact',
    command: publish('ios-with-reach.json', 'ios-1.0'),
    ...{ code: 1, says: `${changed} corner-ios version ios-1.0` },
  },
  {
    title: 'publishes the pact of another app',
    command: publish('android.json', 'android-1.0'),
    ...{ code: 0, says: 'Created corner-android version android-1.0 with branch main' },
  },
  {
    title: 'publishes the pact of a branch',
    command: publish('ios-with-reach.json', 'ios-1.1-dev', 'feat/reach'),
    ...{ code: 0, says: 'Created corner-ios version ios-1.1-dev with branch feat/reach' },
  },
  {
    title: 'may not deploy to an unknown environment',
    command: canDeploy('corner-ios', 'ios-1.0'),
    ...{ code: 1, says: "Environment with name 'production' does not exist", gate: 2 },
  },
  {
    title: 'creates an environment',
    command: 'broker create-environment --name production --production',
    ...{ code: 0, says: 'Created production environment in the Pact Broker' },
  },
  {
    title: 'may not deploy a provider that verified nothing',
    command: canDeploy('fight-sports-api', 'p1'),
    ...{ code: 1, says: 'No pacts or verifications have been published for version p1 of fight-sports-api', gate: 3 },
  },
  {
    title: 'may not deploy an app before its provider',
    command: canDeploy('corner-ios', 'ios-1.0'),
    ...{ code: 1, says: 'no version is currently recorded as deployed/released in this environment', gate: 3 },
  },
  {
    title: 'verifies pending pacts and the work in progress',
    command: verify('p1', mainBranch, live, '--include-wip-pacts-since 2020-01-01'),
    ...{ code: 0, says: 'There were 1 non-fatal pact failures on pending pacts' },
  },
  {
    title: 'may deploy a provider where nothing is recorded',
    command: canDeploy('fight-sports-api', 'p1'),
    // Nothing proves the answer, so ours needs --first.
    ...{ code: 0, says: 'There are no missing dependencies', gate: 3 },
  },
  {
    title: 'records a deployment',
    command: `broker record-deployment ${about('fight-sports-api', 'p1')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded deployment of fight-sports-api version p1 to production environment' },
  },
  {
    title: 'records a release',
    command: `broker record-release ${about('corner-ios', 'ios-1.0')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded release of corner-ios version ios-1.0 to production environment' },
  },
  {
    title: 'may deploy an app that its provider verified',
    command: canDeploy('corner-ios', 'ios-1.0'),
    ...{ code: 0, says: 'All required verification results are published and successful', gate: 0 },
  },
  {
    title: 'may not deploy an app that its provider breaks',
    command: canDeploy('corner-ios', 'ios-1.1-dev'),
    ...{ code: 1, says: 'the version of fight-sports-api currently in production (p1) failed', gate: 1 },
  },
  {
    title: 'exits with 0 for a no as JSON',
    command: `${canDeploy('corner-ios', 'ios-1.1-dev')} --output json`,
    ...{ code: 0, says: '"deployable":false', gate: 1 },
  },
  {
    title: 'may merge what the main branch keeps',
    command: `broker can-i-merge ${about('corner-ios', 'ios-1.0')}`,
    ...{ code: 0, says: 'All required verification results are published and successful' },
  },
  {
    title: 'may not merge what the main branch breaks',
    command: `broker can-i-merge ${about('corner-ios', 'ios-1.1-dev')}`,
    ...{ code: 1, says: 'the latest version of fight-sports-api from branch main (p1) failed' },
  },
  {
    title: 'records the release of a second version',
    command: `broker record-release ${about('corner-ios', 'ios-1.1-dev')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded release of corner-ios version ios-1.1-dev' },
  },
  {
    title: 'may not deploy a provider that breaks one version',
    command: canDeploy('fight-sports-api', 'p1'),
    ...{ code: 1, says: 'one of the versions of corner-ios currently in production (ios-1.1-dev)', gate: 1 },
  },
  {
    title: 'exits with 0 for a broken, pending, released app',
    command: verify('p1', live),
    ...{ code: 0, says: 'There were 1 non-fatal pact failures on pending pacts' },
  },
  {
    title: 'does not record an unknown version',
    command: `broker record-deployment ${about('fight-sports-api', 'never-seen')} ${inProduction}`,
    ...{ code: 1, says: '404 Not Found' },
  },
  {
    title: 'may not deploy an unknown version to live apps',
    command: canDeploy('fight-sports-api', 'p9'),
    ...{ code: 1, says: 'No pacts or verifications have been published for version p9', gate: 3 },
  },
  {
    title: 'records the end of support',
    command: `broker record-support-ended ${about('corner-ios', 'ios-1.1-dev')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded support ended for' },
  },
  {
    title: 'may deploy a provider after the end of support',
    command: canDeploy('fight-sports-api', 'p1'),
    ...{ code: 0, says: 'All required verification results are published and successful', gate: 0 },
  },
  {
    title: 'fails for a pact that was kept before',
    command: `${verify('p2', live)} --base-path /without-names`,
    ...{ code: 1, says: 'Actual map is missing the following keys: last_name' },
  },
  {
    title: 'may not deploy the provider that failed',
    command: canDeploy('fight-sports-api', 'p2'),
    ...{ code: 1, says: 'version p2 of fight-sports-api failed', gate: 1 },
  },
  {
    title: 'records the end of a deployment',
    command: `broker record-undeployment --pacticipant fight-sports-api ${inProduction}`,
    ...{ code: 0, says: 'Undeployed fight-sports-api from' },
  },
  {
    title: 'verifies a third version of the provider',
    command: verify('p3', live),
    ...{ code: 0, says: 'has a matching body' },
  },
  {
    title: 'records a provider that breaks the live app',
    command: `broker record-release ${about('fight-sports-api', 'p2')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded release of fight-sports-api version p2' },
  },
  {
    title: 'records a later provider beside it',
    command: `broker record-release ${about('fight-sports-api', 'p3')} ${inProduction}`,
    ...{ code: 0, says: 'Recorded release of fight-sports-api version p3' },
  },
  {
    title: 'may not deploy an app that one provider breaks',
    command: canDeploy('corner-ios', 'ios-1.0'),
    ...{ code: 1, says: 'one of the versions of fight-sports-api currently in production (p2) failed', gate: 1 },
  },
  {
    title: 'creates a webhook',
    command: [
      'broker create-webhook https://api.github.com/repos/o/fightcard/dispatches --request POST --data {"event_type":"a"}',
      '--provider fight-sports-api --contract-requiring-verification-published --description verifies-pacts',
    ].join(' '),
    ...{ code: 0, says: '"description":"verifies-pacts"' },
  },
  {
    title: 'may not deploy an unknown application',
    command: canDeploy('nobody', '1'),
    ...{ code: 1, says: 'Pacticipant nobody not found', gate: 2 },
  },
  {
    title: 'publishes requests and messages in one command',
    command: publish(`${folder} ${folder}/messages`, '1'),
    ...{ code: 0, says: 'Pact successfully published for mobile-us version 1' },
  },
  {
    title: 'does not add messages in a second command',
    command: publish(`${folder}/messages`, '1'),
    ...{ code: 1, says: `${changed} mobile-` },
  },
];

/** A pact of a fighter, and of one more interaction if the app shows the reach, which the provider lacks. */
function pactOf(app: string, hasReach = false) {
  const matchers = (match: string) => ({ combine: 'AND', matchers: [{ match }] });
  const interaction = (description: string, more = {}) => ({
    description,
    providerStates: [{ name: 'a fighter exists', params: { id: 3107 } }],
    request: { method: 'GET', path: '/api/v3/mobile/fighters/3107' },
    response: {
      status: 200,
      headers: { 'Content-Type': 'application/json' },
      body: { id: 1, last_name: 'x', ...more },
      matchingRules: { body: { '$.id': matchers('integer'), '$.last_name': matchers('type') } },
    },
  });
  return {
    consumer: { name: app },
    provider: { name: 'fight-sports-api' },
    interactions: [
      interaction('a fighter'),
      ...(hasReach ? [interaction('a fighter with a reach', { reach_cm: 180 })] : []),
    ],
    metadata: { pactSpecification: { version: '3.0.0' } },
  };
}

describe('the official client of the Pact Broker', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'fightcard-broker-'));
  const variables = Object.entries(process.env).filter(([name]) => !name.startsWith('PACT_'));
  let broker: { url: string; close: () => Promise<void> };
  let provider: Awaited<ReturnType<typeof listen>>;

  before(async () => {
    const official = process.env.PACT_BROKER_OFFICIAL;
    broker = official ? { url: official, close: async () => {} } : await startBroker();
    provider = await listen((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(request.url?.startsWith('/without-names') ? { id: 1 } : { id: 1, last_name: 'x' }));
    });
    const pacts = {
      ios: pactOf('corner-ios'),
      android: pactOf('corner-android'),
      'ios-with-reach': pactOf('corner-ios', true),
    };
    for (const [name, pact] of Object.entries(pacts)) writeFileSync(join(cwd, `${name}.json`), JSON.stringify(pact));
  });
  after(async () => {
    await Promise.all([broker.close(), provider.close()]);
    rmSync(cwd, { recursive: true });
  });

  async function run(file: string, args: string[]) {
    const env = { ...Object.fromEntries(variables), PACT_DO_NOT_TRACK: 'true', PACT_BROKER_BASE_URL: broker.url };
    const { out, err, code } = await startProgram(file, args, { cwd, env }).result;
    return { code, out: out + err };
  }

  for (const { title, command, code, says, gate } of rows) {
    it(title, async () => {
      const args = command.replace('{port}', new URL(provider.url).port).split(' ');
      const result = await run(pactProgram, args);
      expect(result.out).to.contain(says);
      expect(result.code, result.out).to.equal(code);
      if (gate === undefined) return;
      const [, , , application = '', , version = '', , to = ''] = args;
      const ours = await run(process.execPath, [
        gateProgram,
        '--application',
        application,
        '--version',
        version,
        '--to',
        to,
      ]);
      expect(ours.code, ours.out).to.equal(gate);
    });
  }

  it('leaves all interactions of both folders in the broker', async () => {
    const expected: Record<string, number> = {};
    for (const name of globSync('**/*.json', { cwd: folder })) {
      const { consumer, interactions } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      expected[consumer.name] = (expected[consumer.name] ?? 0) + interactions.length;
    }
    const published: Record<string, number> = {};
    for (const name of Object.keys(expected)) {
      const reply = await fetch(`${broker.url}/pacts/provider/fight-sports-api/consumer/${name}/version/1`);
      published[name] = ((await reply.json()) as { interactions: unknown[] }).interactions.length;
    }
    expect(published).to.deep.equal(expected);
    expect(published['mobile-es-us']).to.be.at.least(303);
  });
});

/** From a first pact to a deployment: runs the commands of the guide, of the workflows and of the action, in their order. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { pactProgram } from '../support/broker/client.ts';
import { startBroker } from '../support/broker/double.ts';
import { readText, readYaml, root } from '../support/deploy/files.ts';
import { copyRepository } from '../support/run/copy-repository.ts';
import { freePorts } from '../support/run/ports.ts';
import { startProgram } from '../support/run/start-program.ts';

interface Step {
  if?: string;
  run?: string;
  env?: Record<string, string>;
}
interface Workflow {
  jobs: Record<string, { env?: Record<string, string>; steps: Step[] }>;
}

const guide = 'test/CONTRACT-CI.md';
const blocks = [...readText(guide).matchAll(/^## (.+)$|```sh\n([\s\S]*?)```/gm)].reduce<Record<string, string[]>>(
  (all, [, title, code]) => {
    if (title) all[title] = [];
    else
      Object.values(all)
        .at(-1)
        ?.push(code as string);
    return all;
  },
  {},
);
/** Stands for npx, which would ask a registry. */
const npx = `#!/usr/bin/env bash
while :; do case $1 in --yes | --no | --) shift ;; -p) shift 2 ;; --package) [ -f "$2" ] || exit 1; shift 2 ;; *) break ;; esac; done
program=$1; shift
case $program in
  *fightcard-mock*) exec node "$PACKAGES/fightcard-mock/bin/fightcard-mock.cjs" "$@" ;;
  *fightcard-verify*) exec node "$PACKAGES/fightcard-verify/bin/fightcard-verify.cjs" "$@" ;;
  pact) exec "$PACT" "$@" ;;
esac
exit 127
`;

describe('contracts in CI', function () {
  this.timeout(0);
  let folder: string;
  let app: string;
  let repository: string;
  let port = 0;
  /** Two versions of the provider: the first is deployed. */
  let [deployed, main] = ['', ''];
  let broker: Awaited<ReturnType<typeof startBroker>>;

  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      ...{ cwd, encoding: 'utf8', stdio: 'pipe' },
    }).trim();

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-contract-ci-'));
    [app, repository] = [join(folder, 'app'), join(folder, 'fightcard')];
    const [found = 0] = await freePorts(1);
    port = found;
    execFileSync(process.execPath, ['scripts/run.js', 'scripts/pack.ts', '--out', folder], { cwd: root });
    for (const name of ['fightcard-mock', 'fightcard-verify']) {
      mkdirSync(join(folder, name));
      execFileSync('tar', ['xzf', `${name}-0.1.0.tgz`, '-C', name, '--strip-components', '1'], { cwd: folder });
    }
    mkdirSync(join(folder, 'node_modules'));
    // What npm would install with the package.
    const dependencies = ['@pact-foundation', 'pino', 'check-types', 'detect-libc', 'node-gyp-build', 'underscore'];
    for (const name of [...dependencies, 'pino-pretty'])
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
    mkdirSync(join(folder, 'bin'));
    const programs = {
      npx,
      kubectl: '#!/bin/sh\ncat "$KUBECONFIG" >/dev/null && echo "$*" >>"$RUNNER_TEMP/kubectl.log"\n',
    };
    for (const [name, code] of Object.entries(programs)) {
      writeFileSync(join(folder, 'bin', name), code);
      chmodSync(join(folder, 'bin', name), 0o755);
    }
    for (const place of [app, repository]) {
      mkdirSync(place);
      git(place, 'init', '--quiet', '--initial-branch', 'main');
    }
    git(app, 'commit', '--quiet', '--allow-empty', '--message', 'start');
    copyRepository(repository);
    writeFileSync(join(repository, '.git/info/exclude'), 'node_modules\n');
    git(repository, 'add', '.');
    for (const message of ['first', 'second']) {
      git(repository, 'commit', '--quiet', '--allow-empty', '--message', message);
      [deployed, main] = [main, git(repository, 'rev-parse', 'HEAD')];
    }
    broker = await startBroker();
  });
  after(async () => {
    await broker?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a script as a step of a job does. Neither what it prints nor its reports may have a secret. */
  async function run(cwd: string, script: string, env: Record<string, string> = {}) {
    const { PATH, NODE_COMPILE_CACHE = '' } = process.env;
    const { out, err, code } = await startProgram(
      'bash',
      ['-c', `set -eo pipefail; trap 'kill $(jobs -p) 2>/dev/null || :' EXIT\n${script}`],
      {
        cwd,
        env: {
          ...{ PATH: [join(folder, 'bin'), dirname(process.execPath), PATH].join(delimiter), NODE_COMPILE_CACHE },
          ...{
            HOME: folder,
            RUNNER_TEMP: folder,
            PACKAGES: folder,
            PACT: pactProgram,
            CI: 'true',
            PACT_DO_NOT_TRACK: 'true',
          },
          ...{ PACT_BROKER_BASE_URL: broker.url, PACT_BROKER_TOKEN: 'hidden-token' },
          ...{ GITHUB_SHA: main, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main', GITHUB_REPOSITORY: 'o/fightcard' },
          ...env,
        },
      },
    ).result;
    const reports = ['.data/contracts', 'fightcard-verify'].flatMap((name) => {
      try {
        const found = readdirSync(join(cwd, name), { recursive: true, withFileTypes: true });
        return found.filter((one) => one.isFile()).map((one) => readFileSync(join(one.parentPath, one.name), 'utf8'));
      } catch {
        return [];
      }
    });
    expect([out, err, ...reports].join('\n')).not.to.include('hidden-');
    return { code, out: out + err };
  }

  async function succeed(cwd: string, script: string, env?: Record<string, string>): Promise<string> {
    const { code, out } = await run(cwd, script, env);
    expect(code, `${script}\n${out}`).to.equal(0);
    return out;
  }

  /** Runs the steps of a job until one fails. @param values of the expressions. */
  async function runJob(file: string, name: string, values: Record<string, string>, env: Record<string, string> = {}) {
    const all: Record<string, string> = {
      'vars.PACT_BROKER_BASE_URL': broker.url,
      'secrets.PACT_BROKER_TOKEN': 'hidden-token',
      ...values,
    };
    const resolved = (expression: string) => {
      expect(all, file).to.have.property(expression);
      return all[expression] as string;
    };
    const filled = (given: Record<string, string> = {}) =>
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          value.replace(/\$\{\{ (.+?) \}\}/g, (_, expression) => resolved(expression)),
        ]),
      );
    const [workflow] = readYaml<Workflow>(`.github/workflows/${file}`);
    const job = workflow?.jobs[name];
    let output = '';
    for (const step of job?.steps ?? []) {
      // The packages are installed.
      if (!step.run || /^sudo apt-get|^npm ci$/.test(step.run) || (step.if && !resolved(step.if))) continue;
      const { code, out } = await run(repository, step.run, { ...filled(job?.env), ...filled(step.env), ...env });
      output += out;
      if (code !== 0) return { code, out: output };
    }
    return { code: 0, out: output };
  }

  const [tryOut = '', release = ''] = blocks['App team'] ?? [];
  const appLines = tryOut
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'));
  const [environment = '', webhook = ''] = blocks.Platform ?? [];
  const [changes = '', byHand = ''] = blocks.Backend ?? [];
  const contractsYml = readText('.github/workflows/contracts.yml').replaceAll('npm run --silent', 'npm run');
  const results = () => broker.published.results.map(({ providerVersion, success }) => ({ providerVersion, success }));
  const isDispatch = "github.event_name == 'repository_dispatch'";
  const isPublishing = "github.event_name != 'pull_request' || ''";
  const onTag = { GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v0.1.0' };
  const deploy = (first: string) =>
    runJob(
      'deploy.yml',
      'deploy',
      {
        ...{ 'inputs.environment': 'production', "inputs.first || ''": first },
        'secrets.KUBECONFIG': 'hidden-kubeconfig',
      },
      onTag,
    );
  const kubectlLog = () => readFileSync(join(folder, 'kubectl.log'), 'utf8');

  it('begin with an environment', async () => {
    await succeed(repository, environment);
    expect(broker.published.environments[0]).to.include({ name: 'production', production: true });
  });

  it('are unknown in a pull request before the first pact', async () => {
    const { code, out } = await runJob('contracts.yml', 'broker', {
      ...{ [isDispatch]: '', [isPublishing]: '', 'github.event.client_payload.pact_url': '' },
    });
    expect(out).to.include('Unknown: the broker has no pact with fight-sports-api');
    expect(code).to.equal(3);
  });

  it('take an app to a published pact with five commands', async () => {
    expect(appLines).to.have.length.at.most(6);
    const out = await succeed(app, appLines.slice(0, -1).join('\n').replaceAll('4010', String(port)));
    expect(out).to.include('Kept: 1 of 1 interactions on mock.\nThis package has only the mock of fightcard 0.1.0.');
    expect(broker.published.pacts.map(({ consumer }) => consumer)).to.deep.equal(['corner-ios']);
  });

  it('verify the pact of a webhook on the version that it names', async () => {
    await succeed(repository, webhook, { DISPATCH_TOKEN: 'hidden-dispatch' });
    const hook = broker.published.webhooks[0] as {
      events: unknown;
      request: { url: string; headers: Record<string, string>; body: { client_payload: Record<string, string> } };
    };
    expect(hook.events).to.deep.equal([{ name: 'contract_requiring_verification_published' }]);
    expect(hook.request.url).to.equal('https://api.github.com/repos/o/fightcard/dispatches');
    const { pact_url: url, sha } = hook.request.body.client_payload;
    expect([url, sha]).to.deep.equal(['pactUrl', 'providerVersionNumber'].map((name) => `\${pactbroker.${name}}`));
    const pactUrl = `${broker.url}/pacts/provider/fight-sports-api/consumer/corner-ios/version/${git(app, 'rev-parse', 'HEAD')}`;
    const { code, out } = await runJob('contracts.yml', 'broker', {
      ...{ [isDispatch]: 'true', [isPublishing]: 'true', 'github.event.client_payload.pact_url': pactUrl },
      'github.event.client_payload.sha || github.sha': deployed,
    });
    expect(code, out).to.equal(0);
    expect(results()).to.deep.equal([{ providerVersion: deployed, success: true }]);
  });

  it('do not deploy another image than that of the tag', async () => {
    await succeed(repository, 'sed -i "s/newTag: .*/newTag: 0.0.9/" deploy/kubernetes/kustomization.yaml');
    const { code } = await deploy('true');
    git(repository, 'checkout', '--quiet', '.');
    expect(code).to.equal(1);
    expect(kubectlLog).to.throw();
  });

  it('do not deploy what nothing proves', async () => {
    const { code, out } = await deploy('');
    expect(out).to.include('for a first deployment, pass --first');
    expect(code).to.equal(3);
    expect(kubectlLog).to.throw();
  });

  it('ask, deploy and record', async () => {
    const { code, out } = await deploy('true');
    expect(code, out).to.equal(0);
    expect(kubectlLog()).to.equal(
      'apply -k deploy/kubernetes\n-n fightcard rollout status deployment/fightcard --timeout 15m\n',
    );
    expect(broker.published.recorded[0]).to.include({ kind: 'deployed', version: deployed });
    expect(readdirSync(folder)).not.to.include('kubeconfig');
  });

  it('let an app release what the deployed version keeps', async () => {
    expect(
      await succeed(app, (appLines.at(-1) as string).replace('60 --retry-interval 10', '1 --retry-interval 1')),
    ).to.include('All required verification results are published');
    await succeed(app, release);
    expect(broker.published.recorded[1]).to.include({ kind: 'released', application: 'corner-ios' });
  });

  it('publish the results of main', async () => {
    git(repository, 'checkout', '--quiet', 'main');
    const out = await succeed(repository, changes);
    expect(out).to.include('Yes: fight-sports-api');
    expect(results().at(-1)).to.deep.equal({ providerVersion: main, success: true });
    await succeed(repository, byHand);
    expect(broker.published.recorded.at(-1)).to.include({ kind: 'deployed', version: main });
    const published = changes.split('\n')[0]?.replace(' --publish', ' ');
    expect(contractsYml).to.include(published);
  });

  it('verify the pacts in git without a broker', async () => {
    const [command = ''] = blocks['Without a broker'] ?? [];
    cpSync(join(app, 'pacts'), join(repository, 'pacts/corner-ios/1.0'), { recursive: true });
    const out = await succeed(repository, command, { PACT_BROKER_BASE_URL: '' });
    expect(out).to.include('server, warm cache: 1 of 1 interactions kept');
    expect(contractsYml).to.include(command.trim());
  });

  describe('verify action', () => {
    const verify = (pacts: string, env: Record<string, string> = {}) => {
      writeFileSync(join(folder, 'output'), '');
      return run(app, `bash '${root}.github/actions/verify/verify'`, {
        ...{ PACTS: pacts, PACKAGE: '../fightcard-verify-0.1.0.tgz', GITHUB_OUTPUT: join(folder, 'output'), ...env },
      });
    };
    const output = () => readFileSync(join(folder, 'output'), 'utf8');

    it('gives every input to its script', () => {
      const [action] = readYaml<{ inputs: object; runs: { steps: Step[] } }>('.github/actions/verify/action.yml');
      const read = Object.values(action?.runs.steps[0]?.env ?? {}).join();
      for (const name of Object.keys(action?.inputs ?? {})) expect(read).to.include(`\${{ inputs.${name} }}`);
    });

    it('says what is broken, and that it has only the mock', async () => {
      const file = join(app, 'pacts/corner-ios.json');
      const broken = readFileSync(file, 'utf8')
        .replace('"status": 200', '"status": 201')
        .replace('"status":200', '"status":201');
      writeFileSync(join(app, 'broken.json'), broken);
      const summary = join(folder, 'summary.md');
      const { code, out } = await verify('pacts\nbroken.json\n', { GITHUB_STEP_SUMMARY: summary });
      expect(out).to.match(/repeat {2}fightcard-verify broken\.json:\d+/);
      expect(code).to.equal(1);
      expect(output()).to.equal('verdict=broken\nreport=fightcard-verify\n');
      expect(readFileSync(summary, 'utf8')).to.match(
        /^## Broken: 1 of 2 [\s\S]*This package has only the mock of fightcard 0\.1\.0\./,
      );
    });

    it('does not pass without an interaction', async () => {
      const { code } = await verify('pacts', { CONSUMER: 'corner-tv', REPORT: 'reports' });
      expect(code).to.equal(3);
      expect(output()).to.equal('verdict=unknown\nreport=reports\n');
    });

    it('knows nothing without its package', async () => {
      const { code } = await verify('broken.json', { PACKAGE: './none.tgz' });
      expect(code).to.equal(3);
      expect(output()).to.equal('verdict=unknown\nreport=fightcard-verify\n');
    });

    it('says what it is missing', async () => {
      const { code, out } = await verify('');
      expect(out).to.include('Name the pacts: with: { pacts: <file or folder> }.');
      expect(code).to.equal(2);
    });
  });
});

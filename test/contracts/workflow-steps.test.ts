import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { readYaml, root } from '../support/deploy/files.ts';

interface Step {
  run?: string;
  uses?: string;
  if?: string;
  with?: Record<string, unknown>;
  'continue-on-error'?: unknown;
}
interface Job {
  if?: string;
  needs?: string | string[];
  'continue-on-error'?: unknown;
  strategy?: { 'fail-fast'?: boolean; matrix: { include?: unknown; mode?: unknown } };
  steps: Step[];
}
interface Workflow {
  on: Record<string, unknown>;
  jobs: Record<string, Job>;
}

const files = readdirSync(`${root}.github/workflows`).sort();
const workflows = new Map(
  files.map((file) => [file.replace('.yml', ''), readYaml<Workflow>(`.github/workflows/${file}`)[0] as Workflow]),
);
const jobOf = (name: string): Job => {
  const [workflow = '', job = ''] = name.split(' ');
  return workflows.get(workflow)?.jobs[job] as Job;
};

/** What only prepares: packages, folders, logins. */
const isPreparation = (run: string) => /^(sudo )?apt-get|^npm ci$|^git config|^docker login/.test(run);

/** The commands that prove or publish something, by job: a step that goes, or is run with less, is missed by nobody else. */
const proofs: Record<string, string[]> = {
  'arrival nodes': ['npm run pack', 'bash .ci/arrival .data/pack/fightcard-mock-*.tgz 20 22 24'],
  'chaos chaos': [
    'for control in no-log late-sync counts-again; do npm run --silent chaos -- --control "$control"; done',
    `npm run --silent chaos -- \${ARGUMENTS:---minutes 30} --on \${{ matrix.mode }} --seed \${{ github.run_number }}`,
  ],
  'chaos figures': [
    'npm run --silent figures -- --only power,restarts,kills,starts,outage --count 10 --minutes 1',
    'npm run --silent figures -- --only fuzz --count 50000',
    'npm run --silent figures -- --only idle --count 5000',
  ],
  'ci test': ['bash .ci/run'],
  'importers importers': ['npm run --silent importers'],
  'kit swift': ['npm run --silent kit -- --compile swift'],
  'redis test': ['npm test -- server provider'],
  'release files': [
    `test "v$(npm pkg get version | tr -d '"')" = "$GITHUB_REF_NAME"`,
    'bash .ci/release release',
    'bash .ci/arrival release/fightcard-mock-*.tgz 20 22 24',
    'gh release create "$GITHUB_REF_NAME" --verify-tag --notes-file release/CHANGELOG.md release/*',
  ],
  'supply-chain audit': [
    'npm audit --omit=dev --omit=optional',
    'npm audit --audit-level=high',
    'npm audit signatures',
  ],
  'supply-chain deployment': [
    'docker build --check .',
    'docker compose config --quiet',
    'docker compose -f compose.mock.yaml config --quiet',
    'kubectl kustomize deploy/kubernetes > /dev/null',
    'docker compose up --build --wait --wait-timeout 300',
    'docker compose -f compose.mock.yaml up --build --wait --wait-timeout 300',
    'curl --fail --silent --show-error http://127.0.0.1:8080/api/v1/us/health http://127.0.0.1:4010/api/v1/us/health',
    'docker compose logs --tail 100',
    'docker compose -f compose.mock.yaml logs --tail 100',
    'bash deploy/pin-images && git diff',
  ],
};

/** Ways to be green although a command failed. */
const isForgiving = (run: string) => /\|\|\s*(true|exit 0|echo)\b|\|\|\s*:|;\s*(true|exit 0)\s*$|set \+e/m.test(run);

describe('the steps of the workflows', () => {
  for (const [name, commands] of Object.entries(proofs)) {
    it(`of ${name} are these, as they are`, () => {
      const runs = jobOf(name).steps.flatMap(({ run }) => (run === undefined || isPreparation(run) ? [] : [run]));
      // A version of a program is printed for the reader of the log.
      expect(runs.filter((run) => !run.includes('--version'))).to.deep.equal(commands);
    });
  }

  it('ask for a reply of the mock on each system, and fail without', () => {
    const runs = jobOf('arrival systems').steps.map(({ run }) => run);
    expect(runs).to.include('curl --fail --silent --show-error "$URL/" "$URL/api/v3/mobile/events"');
  });

  it('fail when a command does: no step may fail, and none is left out but by these conditions', () => {
    const conditions: string[] = [];
    for (const [workflow, { jobs }] of workflows) {
      for (const [job, { steps, ...more }] of Object.entries(jobs)) {
        expect([more['continue-on-error'], more.if], `${workflow} ${job}`).to.deep.equal([undefined, undefined]);
        for (const step of steps) {
          expect(step['continue-on-error'], `${workflow} ${job}`).to.equal(undefined);
          expect(isForgiving(step.run ?? ''), `${workflow} ${job}: ${step.run}`).to.equal(false);
          if (step.if !== undefined) conditions.push(step.if);
        }
      }
    }
    expect([...new Set(conditions)].sort()).to.deep.equal(['always()', 'failure()', "matrix.mode == 'one'"]);
    expect(conditions.filter((one) => one.startsWith('matrix'))).to.have.lengthOf(1);
    const forgiving = ['a || true', 'a ||:', 'a || echo it failed', 'a; exit 0', 'set +e\na'];
    expect(forgiving.map(isForgiving), 'control').to.deep.equal([true, true, true, true, true]);
  });

  it('begin with each change and each night where that is said', () => {
    const events = [...workflows].map(([name, { on }]) => `${name}: ${Object.keys(on).join(' ')}`);
    expect(events).to.deep.equal([
      'arrival: schedule workflow_dispatch',
      'chaos: schedule workflow_dispatch',
      'ci: push pull_request',
      'importers: push schedule workflow_dispatch',
      'kit: push schedule workflow_dispatch',
      'redis: push schedule workflow_dispatch',
      'release: push',
      'supply-chain: push pull_request schedule',
    ]);
    for (const [name, { on }] of workflows) {
      const [{ cron = '' } = {}] = (on.schedule ?? []) as { cron: string }[];
      if (on.schedule) expect(cron, name).to.match(/^\d+ \d+ \* \* \*$/);
    }
  });

  it('have the commits that the ratchet compares, and every mode and version', () => {
    const depth = (name: string) => jobOf(name).steps.find(({ uses = '' }) => uses.includes('checkout'))?.with;
    expect(depth('ci test')).to.deep.equal({ 'fetch-depth': 200 });
    expect(depth('release files')).to.deep.equal({ 'fetch-depth': 0 });
    expect(jobOf('chaos chaos').strategy).to.deep.equal({
      'fail-fast': false,
      matrix: { mode: ['one', 'sentinel', 'cluster'] },
    });
    expect(jobOf('kit swift').strategy?.matrix.include).to.deep.equal([
      ...[{ image: 'swift:5.9' }, { image: 'swift:6.0' }, { image: 'swift:6.1' }],
    ]);
    expect(jobOf('kit kotlin').strategy?.matrix.include).to.deep.equal([
      ...[{ serialization: '1.7.3' }, { serialization: '1.9.0' }],
    ]);
  });
});

/** What would fail only where the server is deployed, and what would make its model lie. */
import type { PlantedFault } from './fault.ts';

const kubernetes = 'test/server/deploy/kubernetes.test.ts';
const model = 'test/server/simulation/model.test.ts';
const sandbox = 'test/server/deploy/sandbox.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'the shell around Redis gets the signals, and Redis none',
    file: 'compose.yaml',
    from: 'exec redis-server --dir',
    to: 'redis-server --dir',
    test: 'test/server/deploy/compose.test.ts',
  },
  {
    title: 'Kubernetes kills a pod while it drains',
    file: 'deploy/kubernetes/server.yaml',
    from: 'terminationGracePeriodSeconds: 40',
    to: 'terminationGracePeriodSeconds: 15',
    test: kubernetes,
  },
  {
    title: 'the autoscaler asks for a metric that no server shows',
    file: 'deploy/kubernetes/adapter-rules.yaml',
    from: 'seriesQuery: fightcard_stream_readers{',
    to: 'seriesQuery: fightcard_streams{',
    test: kubernetes,
  },
  {
    title: 'a misspelt member of a manifest, which Kubernetes drops',
    file: 'deploy/kubernetes/server.yaml',
    from: 'enableServiceLinks: false',
    to: 'enableServiceLinks: false\n      hostnetwork: false',
    test: kubernetes,
  },
  {
    title: 'the image of the mock lacks a file',
    file: 'Dockerfile',
    from: 'COPY scripts/run.js scripts/run.js\n',
    to: '',
    test: sandbox,
  },
  {
    title: 'a server that can write no counters ends with a stack',
    file: 'server/monitoring/folder.ts',
    from: '    } catch {\n      if (folder',
    to: '    } catch (error) {\n      if (error) throw error;\n      if (folder',
    test: sandbox,
  },
  {
    title: 'a digest that no registry gave is written',
    file: 'deploy/pin-images',
    from: '  if [[ ! $digest =~ ^sha256:[0-9a-f]{64}$ ]]; then',
    to: '  if [[ -z $digest ]]; then',
    test: 'test/server/deploy/images.test.ts',
  },
  {
    title: 'the list of packages leaves out what a development dependency needs too',
    file: '.github/workflows/supply-chain.yml',
    from: '      - run: npm pkg delete devDependencies optionalDependencies\n',
    to: '',
    test: 'test/contracts/workflows.test.ts',
  },
  {
    title: 'an alert that misleads is no failure of a drill',
    file: 'test/support/drills/run-drill.ts',
    from: 'alerts.includes(alert) && !alerts.some((other) => not.includes(other))',
    to: 'alerts.includes(alert)',
    test: 'test/server/monitoring/alerts.test.ts',
  },
  {
    title: 'the model forgets ballots that are given up',
    file: 'test/simulation/model.ts',
    from: '      this.outcome[how]++;\n',
    to: '',
    test: model,
  },
  {
    title: 'the model lets no ballot wait at a worker',
    file: 'test/simulation/model.ts',
    from: 'let startMs = Math.max(worker.freeMs, first.atMs);',
    to: 'let startMs = first.atMs;',
    test: model,
  },
  {
    title: 'a dead master of the model answers',
    file: 'test/simulation/model.ts',
    from: 'if (atMs >= core.diesMs && atMs < core.backMs) {',
    to: 'if (atMs > core.diesMs && atMs < core.diesMs) {',
    test: model,
  },
  {
    title: 'the model counts a ballot that has waited too long at a master',
    file: 'test/simulation/model.ts',
    from: 'const deadlineMs = 200;',
    to: 'const deadlineMs = 2_000;',
    test: model,
  },
];

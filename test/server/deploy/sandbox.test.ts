import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedReceived, ids, world } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { readYaml } from '../../support/deploy/files.ts';
import { buildImage } from '../../support/deploy/image.ts';
import type { Manifest } from '../../support/deploy/kubernetes.ts';
import { runSandboxed, type Sandboxed } from '../../support/deploy/sandbox.ts';
import { send, sendPatiently } from '../../support/http/send.ts';
import { scrape, sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePorts } from '../../support/run/ports.ts';

interface Container {
  env: { name: string; value?: string }[];
  volumeMounts: { mountPath: string; readOnly?: boolean }[];
}
interface Pod {
  spec: { template: { spec: { containers: [Container]; terminationGracePeriodSeconds: number } } };
}

const deployment = readYaml<Manifest>('deploy/kubernetes/server.yaml').find(
  ({ kind }) => kind === 'Deployment',
) as unknown as Pod;
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const writable = container.volumeMounts.flatMap(({ mountPath, readOnly }) => (readOnly ? [] : [mountPath]));

const feedKey = 'a-key-of-the-sandbox-of-some-length';

describe('in a read-only container without privileges,', () => {
  let redis: TestNode;

  before(async () => {
    redis = await startRedis();
    const opened = await openStore(redis.url, { buckets: 9 });
    await publishRecords(opened.store, world);
    for (const update of feedReceived) await opened.store.live.update(update);
    opened.close();
  });
  after(() => redis.close());

  const isHealthy = (image: ReturnType<typeof buildImage>, port: number) => {
    const [, ...args] = image.image.healthCheck;
    const env = { PORT: String(port) };
    // Docker's --timeout of 2 s, and time for a busy machine.
    return spawnSync(join(image.folder, 'bin/node'), args, { env, timeout: 20_000 }).status === 0;
  };

  describe('the server', () => {
    let image: ReturnType<typeof buildImage>;
    let ports: number[];
    let running: Sandboxed;
    const url = () => `http://127.0.0.1:${ports[0]}`;
    const admin = () => `http://127.0.0.1:${ports[1]}`;

    /** That of the Deployment, but for its addresses and ports. */
    const environment = () => {
      const given = container.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
      const here = {
        ...{ REDIS_URL: redis.url, PORT: String(ports[0]), ADMIN_PORT: String(ports[1]) },
        ...{ FEED_KEYS_FILE: join(image.folder, 'feed-keys'), NODE_COMPILE_CACHE: join(image.folder, 'compiled') },
      };
      return { ...image.image.env, ...Object.fromEntries(given), ...here } as Record<string, string>;
    };
    const start = (writable: string[]) => {
      const [, ...args] = image.image.command;
      const app = join(image.folder, 'app');
      return runSandboxed([join(image.folder, 'bin/node'), ...args], {
        cwd: app,
        env: environment(),
        writable,
        closed: app,
      });
    };
    const status = (path: string) =>
      fetch(admin() + path).then(
        (reply) => reply.status,
        () => 0,
      );

    before(async () => {
      image = buildImage('server');
      const feedKeys = join(image.folder, 'feed-keys');
      writeFileSync(feedKeys, `sandbox:${digestOf(feedKey).toString('hex')}\n`);
      chmodSync(feedKeys, 0o644);
      ports = await freePorts(2);
      running = start(writable);
      const ready = eventually(async () => (await status('/readyz')) === 200, 'it is ready');
      const ended = running.ended.then((code) => {
        throw new Error(`it ended with ${code}: ${running.output()}`);
      });
      await Promise.race([ready, ended]);
    });
    after(async () => {
      running?.child.kill('SIGKILL');
      await running?.ended;
      image?.remove();
    });

    it('is ready and healthy', async () => {
      expect(writable).to.deep.equal(['/dev/shm']);
      expect(await status('/livez')).to.equal(200);
      expect(isHealthy(image, ports[0] ?? 0)).to.equal(true);
      expect(isHealthy(image, 1), 'control').to.equal(false);
      await eventually(() => running.output().includes('"msg":"ready"'), 'the log says that it is ready');
      expect(running.output()).to.not.match(/"level":(40|50|60)/);
    });

    it('takes a vote and a live update', async () => {
      const vote = {
        ...{ round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'client-of-sandbox-000000' },
      };
      const update = { sequence: 1, FMLiveFeed: { EventID: '4711' } };
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
      for (const [path, body] of [
        [`/api/v3/mobile/fights/${ids.fightInProgress}/vote`, vote],
        ['/api/v1/us/fight_metrics/update_live_event', update],
      ] as const) {
        expect((await sendPatiently(url(), 'POST', path, headers, JSON.stringify(body))).status).to.be.oneOf([
          200, 201,
        ]);
      }
      const created = async () => sumOf(await scrape(admin()), 'fightcard_ballots_total', { verdict: 'created' });
      await eventually(async () => (await created()) === 1, 'a count');
      expect(sumOf(await scrape(admin()), 'fightcard_workers_ready')).to.equal(2);
    });

    it('K18: has a software bill of materials', () => {
      const app = join(image.folder, 'app');
      const npm = (command: string) =>
        execFileSync('npm', command.split(' '), { cwd: app, encoding: 'utf8', stdio: 'pipe' });
      const list = () => {
        const sbom = JSON.parse(npm('sbom --loglevel error --sbom-format cyclonedx --sbom-type application')) as {
          components: { purl: string }[];
        };
        return new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\/|@[^@]+$/g, '')));
      };
      npm('pkg delete devDependencies optionalDependencies');
      const names = image.packages.map((path) => path.slice(path.lastIndexOf('node_modules/') + 13));
      expect([...list()])
        .to.have.members([...new Set(names)])
        .and.include.members(['express', 'ioredis', 'pino']);
      rmSync(join(app, 'node_modules/express'), { recursive: true });
      expect(list, 'control').to.throw('missing: express');
    });

    it('drains and ends within its grace period', async () => {
      const startMs = performance.now();
      running.child.kill('SIGTERM');
      await eventually(async () => (await status('/readyz')) === 503, 'it is no longer ready');
      expect((await send(url(), 'GET', '/api/v1/us/news')).status).to.equal(200);
      expect(await running.ended).to.equal(0);
      expect((performance.now() - startMs) / 1_000).to.be.below(pod.terminationGracePeriodSeconds);
    });

    it('reports a missing folder for its counters', async () => {
      const refused = start([]);
      expect(await refused.ended).to.equal(1);
      expect(refused.output()).to.match(
        /^Metrics need a few KiB in \/dev\/shm or \/tmp, and neither can be written: .*ADMIN_PORT=off\.$/m,
      );
      expect(refused.output()).to.not.match(/\n\s+at /);
    });
  });

  describe('the mock', () => {
    let image: ReturnType<typeof buildImage>;
    before(() => {
      image = buildImage('mock');
    });
    after(() => image.remove());

    for (const [title, options] of [
      ['answers without a writable folder', []],
      ['is healthy despite injected delays and faults', ['--delay', '60000', '--fault-rate', '1']],
    ] as const) {
      it(title, async () => {
        const [port = 0] = await freePorts(1);
        const [, ...args] = image.image.command;
        const app = join(image.folder, 'app');
        const running = runSandboxed([join(image.folder, 'bin/node'), ...args, ...options], {
          ...{ cwd: app, env: { ...image.image.env, PORT: String(port) }, writable: [], closed: app },
        });
        try {
          const isReady = () => running.output().includes('"msg":"ready"');
          await eventually(() => isReady() || running.child.exitCode !== null, 'the mock is ready');
          expect(isReady(), running.output()).to.equal(true);
          expect(isHealthy(image, port)).to.equal(true);
          if (options.length > 0) return;
          expect((await send(`http://127.0.0.1:${port}`, 'GET', '/api/v3/mobile/events')).status).to.equal(200);
        } finally {
          running.child.kill('SIGTERM');
          await running.ended;
        }
      });
    }

    it('does not start without a package (control)', async () => {
      const app = join(image.folder, 'app');
      rmSync(join(app, 'node_modules/express'), { recursive: true });
      const [, ...args] = image.image.command;
      const command = [join(image.folder, 'bin/node'), ...args];
      const incomplete = runSandboxed(command, { cwd: app, env: {}, writable: [], closed: app });
      expect(await incomplete.ended).to.equal(1);
      expect(incomplete.output()).to.include('Packages are not installed: express');
      const open = runSandboxed(command, { cwd: app, env: {}, writable: ['/var/tmp'], closed: '/var/tmp/' });
      expect(await open.ended).to.equal(97);
    });
  });
});

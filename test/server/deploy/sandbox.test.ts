import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedReceived, ids, world } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { readYaml } from '../../support/deploy/files.ts';
import { buildImage } from '../../support/deploy/image.ts';
import type { Manifest } from '../../support/deploy/kubernetes.ts';
import { runSandboxed, type Sandboxed } from '../../support/deploy/sandbox.ts';
import { send } from '../../support/http/send.ts';
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
interface Service {
  read_only: boolean;
  tmpfs?: string[];
}

const deployment = readYaml<Manifest>('deploy/kubernetes/server.yaml').find(
  ({ kind }) => kind === 'Deployment',
) as unknown as Pod;
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const writable = container.volumeMounts.flatMap(({ mountPath, readOnly }) => (readOnly ? [] : [mountPath]));

const feedKey = 'a-key-of-the-sandbox-of-some-length';

describe('in a container with a read-only file system, no rights and no capabilities,', () => {
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

    it('is ready and healthy, with the environment and the writable folders of the Deployment', async () => {
      expect(writable).to.deep.equal(['/dev/shm']);
      expect(await status('/livez')).to.equal(200);
      expect(isHealthy(image, ports[0] ?? 0)).to.equal(true);
      expect(isHealthy(image, 1), 'control').to.equal(false);
      await eventually(() => running.output().includes('"msg":"ready"'), 'the log says that it is ready');
      expect(running.output()).to.not.match(/"level":(40|50|60)/);
    });

    /** As clients do: again after 503, which a busy machine may answer. */
    async function post(path: string, headers: Record<string, string>, body: string): Promise<number> {
      let status = 503;
      const isAnswered = async () => {
        status = (await send(url(), 'POST', path, headers, body)).status;
        return status !== 503;
      };
      await eventually(isAnswered, `an answer to POST ${path}`);
      return status;
    }

    it('takes a vote and a live update, and counts them in both workers', async () => {
      const body = {
        round_num: 2,
        fighter_statid: ids.fightInProgressFighter1Statid,
        client_id: 'client-of-sandbox-000000',
      };
      const json = { 'Content-Type': 'application/json' };
      const vote = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
      expect(await post(vote, json, JSON.stringify(body))).to.be.oneOf([200, 201]);
      const update = JSON.stringify({ sequence: 1, FMLiveFeed: { EventID: '4711' } });
      const headers = { ...json, Authorization: `Bearer ${feedKey}` };
      const posted = await post('/api/v1/us/fight_metrics/update_live_event', headers, update);
      expect(posted).to.be.oneOf([200, 201]);
      await eventually(
        async () => sumOf(await scrape(admin()), 'fightcard_ballots_total', { verdict: 'created' }) === 1,
        'a count',
      );
      expect(sumOf(await scrape(admin()), 'fightcard_workers_ready')).to.equal(2);
    });

    it('writes the files of its counters, and nothing else', () => {
      const shared = readdirSync(`/proc/${running.child.pid}/root/dev/shm`);
      expect(shared).to.have.lengthOf(1);
      expect(shared[0]).to.match(/^fightcard-metrics-\d+-\d+-\w+$/);
    });

    it('has the command for content, which works there too', async () => {
      const app = join(image.folder, 'app');
      const command = [join(image.folder, 'bin/node'), 'scripts/run.js', 'scripts/content.ts', 'list', '--json'];
      const listed = runSandboxed(command, { cwd: app, env: environment(), writable, closed: app });
      expect(await listed.ended, listed.output()).to.equal(0);
      expect(listed.output()).to.include('"number":1,"isLive":true');
    });

    it('K18: has a list of all its packages, made as the workflow makes it', () => {
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

    it('drains after SIGTERM and ends in order, within the time that Kubernetes gives', async () => {
      const startMs = performance.now();
      running.child.kill('SIGTERM');
      await eventually(async () => (await status('/readyz')) === 503, 'it is no longer ready');
      expect((await send(url(), 'GET', '/api/v1/us/news')).status).to.equal(200);
      expect(await running.ended).to.equal(0);
      expect((performance.now() - startMs) / 1_000).to.be.below(pod.terminationGracePeriodSeconds);
    });

    it('says in a sentence that it needs a folder for its counters, where there is none', async () => {
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

    it('answers from its contracts, and needs no writable folder at all', async () => {
      const { mock } = readYaml<{ services: Record<string, Service> }>('compose.mock.yaml')[0]?.services ?? {};
      expect([mock?.read_only, mock?.tmpfs]).to.deep.equal([true, undefined]);
      const [port = 0] = await freePorts(1);
      const [, ...args] = image.image.command;
      const app = join(image.folder, 'app');
      const env = { ...image.image.env, PORT: String(port) };
      const running = runSandboxed([join(image.folder, 'bin/node'), ...args], {
        cwd: app,
        env,
        writable: [],
        closed: app,
      });
      try {
        const said = () => running.output().includes('"msg":"ready"') || running.child.exitCode !== null;
        await eventually(said, 'the mock is ready');
        expect(running.output()).to.include('"msg":"ready"');
        expect(isHealthy(image, port)).to.equal(true);
        expect((await send(`http://127.0.0.1:${port}`, 'GET', '/api/v3/mobile/events')).status).to.equal(200);
      } finally {
        running.child.kill('SIGTERM');
        await running.ended;
      }
    });

    it('is healthy, whatever delays and faults its replies get', async () => {
      const [port = 0] = await freePorts(1);
      const [, ...args] = image.image.command;
      const options = ['--delay', '60000', '--fault-rate', '1'];
      const running = runSandboxed([join(image.folder, 'bin/node'), ...args, ...options], {
        ...{ cwd: join(image.folder, 'app'), env: { ...image.image.env, PORT: String(port) } },
        ...{ writable: [], closed: join(image.folder, 'app') },
      });
      try {
        await eventually(() => running.output().includes('"msg":"ready"'), 'the mock is ready');
        expect(isHealthy(image, port)).to.equal(true);
      } finally {
        running.child.kill('SIGTERM');
        await running.ended;
      }
    });

    it('is stopped by a package that the image lacks, and by a folder that can be written (control)', async () => {
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

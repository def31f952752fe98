import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedReceived, world } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { type Manifest, readYaml } from '../../support/deploy/files.ts';
import { buildImage } from '../../support/deploy/image.ts';
import { runSandboxed, type Sandboxed } from '../../support/deploy/sandbox.ts';
import { valueAt } from '../../support/deploy/values.ts';
import { vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { sendPatiently } from '../../support/http/send.ts';
import { scrape, sumOf } from '../../support/monitoring/scrape.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePorts } from '../../support/run/ports.ts';

interface Container {
  env: { name: string; value?: string }[];
  volumeMounts: { mountPath: string; readOnly?: boolean }[];
}

const deployment = readYaml<Manifest>('deploy/kubernetes/server.yaml').find(({ kind }) => kind === 'Deployment');
const container = valueAt(deployment, 'spec.template.spec.containers.0') as Container;
const writable = container.volumeMounts.flatMap(({ mountPath, readOnly }) => (readOnly ? [] : [mountPath]));
const feedKey = 'a-key-of-the-sandbox-of-some-length';
type Built = ReturnType<typeof buildImage>;

/** Runs the command of an image. */
function run(image: Built, env: Record<string, string>, writable: string[], options: readonly string[] = []) {
  const [, ...args] = image.image.command;
  const app = join(image.folder, 'app');
  const command = [join(image.folder, 'bin/node'), ...args, ...options];
  return runSandboxed(command, { cwd: app, env: { ...image.image.env, ...env }, writable, closed: app });
}

function isHealthy(image: Built, port: number): boolean {
  const [, ...args] = image.image.healthCheck;
  const env = { PORT: String(port) };
  // Docker's --timeout of 2 s, and time for a busy machine.
  return spawnSync(join(image.folder, 'bin/node'), args, { env, timeout: 20_000 }).status === 0;
}

describe('in a read-only container without privileges,', () => {
  describe('the server', () => {
    let redis: TestNode;
    let image: Built;
    let ports: number[];
    let running: Sandboxed;
    const url = () => `http://127.0.0.1:${ports[0]}`;
    const admin = () => `http://127.0.0.1:${ports[1]}`;

    /** With the environment of the Deployment, but for its addresses and ports. */
    const start = (writable: string[]) => {
      const given = container.env.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
      const here = {
        ...{ REDIS_URL: redis.url, PORT: String(ports[0]), ADMIN_PORT: String(ports[1]) },
        ...{ FEED_KEYS_FILE: join(image.folder, 'feed-keys'), NODE_COMPILE_CACHE: join(image.folder, 'compiled') },
      };
      return run(image, { ...Object.fromEntries(given), ...here }, writable);
    };
    const status = (path: string) =>
      fetch(admin() + path).then(
        (reply) => reply.status,
        () => 0,
      );

    before(async () => {
      redis = await startRedis();
      const opened = await openStore(redis.url, { buckets: 9 });
      await publishRecords(opened.store, world);
      for (const update of feedReceived) await opened.store.live.update(update);
      opened.close();
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
      await redis?.close();
    });

    it('is healthy, and takes a vote and a live update', async () => {
      expect(writable).to.deep.equal([]);
      expect(await status('/livez')).to.equal(200);
      expect(isHealthy(image, ports[0] ?? 0)).to.equal(true);
      expect(isHealthy(image, 1), 'control').to.equal(false);
      await eventually(() => running.output().includes('"msg":"ready"'), 'the log says that it is ready');
      expect(running.output()).to.not.match(/"level":(40|50|60)/);
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
      for (const [path, body] of [
        [votePath, vote('client-of-sandbox-000000')],
        ['/api/v1/us/fight_metrics/update_live_event', { sequence: 1, FMLiveFeed: { EventID: '4711' } }],
      ] as const) {
        const reply = await sendPatiently(url(), 'POST', path, headers, JSON.stringify(body));
        expect(reply.status, path).to.be.oneOf([200, 201]);
      }
      const created = async () => sumOf(await scrape(admin()), 'fightcard_ballots_total', { verdict: 'created' });
      await eventually(async () => (await created()) === 1, 'a count');
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
  });

  describe('the mock', () => {
    let image: Built;
    before(() => {
      image = buildImage('mock');
    });
    after(() => image.remove());

    it('is healthy without a writable folder, despite injected faults', async () => {
      const [port = 0] = await freePorts(1);
      const running = run(image, { PORT: String(port) }, [], ['--delay', '60000', '--fault-rate', '1']);
      try {
        const isReady = () => running.output().includes('"msg":"ready"');
        await eventually(() => isReady() || running.child.exitCode !== null, 'the mock is ready');
        expect(isReady(), running.output()).to.equal(true);
        expect(isHealthy(image, port)).to.equal(true);
      } finally {
        running.child.kill('SIGTERM');
        await running.ended;
      }
    });

    it('does not start without a package (control)', async () => {
      rmSync(join(image.folder, 'app/node_modules/express'), { recursive: true });
      const incomplete = run(image, {}, []);
      expect(await incomplete.ended).to.equal(1);
      expect(incomplete.output()).to.include("Cannot find package 'express'");
    });
  });
});

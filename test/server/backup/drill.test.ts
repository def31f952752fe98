import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { backUp } from '../../../server/backup/backup.ts';
import { restore } from '../../../server/backup/restore.ts';
import { audit } from '../../../server/content/audit.ts';
import type { Store } from '../../../server/store/index.ts';
import { fillStore, keepWriting, twinKeys, voterOf } from '../../support/fixtures/busy-store.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { readPath, tallyPath } from '../../support/fixtures/vote-requests.ts';
import { send } from '../../support/http/send.ts';
import { startCluster } from '../../support/redis/cluster.ts';
import { connectPatiently, openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startTestServer, uncached } from '../../support/server/server.ts';

const voters = 60;
const signal = new AbortController().signal;
const progress = () => undefined;

interface Running {
  url: string;
  close(): Promise<void>;
}

const starts = { 'one Redis': startRedis, 'a Cluster': () => startCluster() } as const;

/** Every path that can be read, and the votes of each client. */
const paths = [
  ...operations.filter(({ method }) => method === 'GET').map(samplePath),
  ...Array.from({ length: voters }, (_, n) => readPath(voterOf(n))),
  ...Array.from({ length: voters }, (_, n) => readPath(voterOf(n), ids.fightInProgressFighter2Statid)),
  tallyPath,
].filter((path) => !path.endsWith('/health'));

/** What a server answers on a store: status, ETag and body of each path. */
async function answersOn(store: Store): Promise<Record<string, unknown>> {
  const server = await startTestServer(store, uncached);
  const agent = new Agent({ keepAlive: true });
  try {
    const answers: Record<string, unknown> = {};
    for (const path of paths) {
      const { status, headers, body } = await send(server.url, 'GET', path, {}, undefined, agent);
      answers[path] = { status, etag: headers.etag, body: body.toString('utf8') };
    }
    return answers;
  } finally {
    agent.destroy();
    await server.close();
  }
}

const findErrors = async (store: Store) =>
  (await audit(store, { repair: false, progress })).findings.filter(({ level }) => level === 'error');

const titlesOfTwins = async (store: Store) => {
  const read = twinKeys.map(async ([collection, key]) => {
    const record = await store.content.get(collection, key);
    return (record as unknown as { title: { en_US: string } }).title.en_US;
  });
  return Promise.all(read);
};

for (const [from, to] of [
  ['one Redis', 'a Cluster'],
  ['a Cluster', 'one Redis'],
] as const) {
  describe(`a backup of ${from}, restored to ${to}`, () => {
    let folder: string;
    let source: Running;
    let target: Running;
    let filled: TestStore;
    let restored: TestStore | undefined;
    let files = 0;
    const newFile = () => join(folder, `${++files}.backup`);
    const toFile = (client = filled.connections.bulk) => {
      const file = newFile();
      return backUp({ client, file, signal, progress }).then((result) => ({ ...result, file }));
    };

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'fightcard-backup-'));
      [source, target] = await Promise.all([starts[from](), starts[to]()]);
      filled = await openStore(source.url);
      await fillStore(filled.store, voters);
    });
    after(async () => {
      restored?.close();
      filled?.close();
      await Promise.all([source?.close(), target?.close()]);
      await rm(folder, { recursive: true, force: true });
    });
    afterEach(() => {
      restored?.close();
      restored = undefined;
    });

    /** Restores a file to the target, whatever is there, and opens the store as a server does. */
    async function open(file: string): Promise<Store> {
      const { connections } = await connectPatiently(target.url);
      await restore({ client: connections.bulk, file, signal, progress, replace: true });
      connections.close();
      restored = await openStore(target.url);
      return restored.store;
    }

    it('I13: gives the same answer to every request', async () => {
      const expected = await answersOn(filled.store);
      expect(
        Object.values(expected).filter((answer) => (answer as { status: number }).status === 200),
      ).to.have.length.above(voters + 50);
      const { file } = await toFile();
      const store = await open(file);
      const answers = await answersOn(store);
      for (const path of paths) expect(answers[path], path).to.deep.equal(expected[path]);
      expect(await findErrors(store)).to.deep.equal([]);
      const numbers = async (of: Store) =>
        (await of.content.generations.list()).map(({ number, kind, isLive }) => ({ number, kind, isLive }));
      expect(await numbers(store)).to.deep.equal(await numbers(filled.store));
      const history = (of: Store) => of.live.follow(ids.liveEventStatid, undefined, 0);
      expect(await history(store)).to.deep.equal(await history(filled.store));
    });

    it('I13: during writes has every acknowledged vote and consistent content', async () => {
      const writer = keepWriting(filled.store, { pauseMs: 20, content: true });
      let file: string;
      let acknowledged: string[];
      try {
        await eventually(() => writer.acknowledged().length >= 30, 'thirty votes');
        acknowledged = writer.acknowledged();
        file = (await toFile()).file;
      } finally {
        await writer.stop();
      }
      const store = await open(file);
      const fight = { fightId: ids.fightInProgress, roundNumber: 2 };
      for (const clientId of acknowledged) {
        const sides = [ids.fightInProgressFighter1Statid, ids.fightInProgressFighter2Statid];
        const found = await Promise.all(
          sides.map((fighterStatid) => store.votes.find({ ...fight, clientId, fighterStatid })),
        );
        expect(found.filter(Boolean), clientId).to.have.length(1);
      }
      expect(await findErrors(store)).to.deep.equal([]);
      const [news, alert] = await titlesOfTwins(store);
      expect(news).to.equal(alert);
    });
  });
}

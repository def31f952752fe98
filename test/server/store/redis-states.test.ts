import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import pino from 'pino';
import { ids } from '../../../contracts/world/ids.ts';
import { json, send } from '../../support/http/send.ts';
import { startNode, type TestNode } from '../../support/redis/nodes.ts';
import { productionDeadlines } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { scaled } from '../../support/run/scale.ts';
import { type Night, startNightAt } from '../../support/server/fight-night.ts';

const v3 = '/api/v3/mobile';
const statid = ids.fightInProgressFighter1Statid;
/** What the server knows, and what Redis asks for later. */
const [password, otherPassword] = ['first-secret-of-the-test', 'second-secret-of-the-test'];

/** Makes a Redis answer every command of the service with an error, and ends that. */
interface State {
  id: string;
  title: string;
  settings?: string[];
  credentials?: string;
  begin(redis: TestNode, own: Redis): Promise<unknown>;
  end(redis: TestNode, own: Redis): Promise<unknown>;
}

/** Disconnects the service, which then comes back as a stranger. */
const disconnectAll = async (own: Redis) => {
  for (const type of ['NORMAL', 'PUBSUB']) await own.call('CLIENT', 'KILL', 'TYPE', type, 'SKIPME', 'yes');
};

const states: State[] = [
  {
    ...{ id: 'F14', title: 'BUSY, for a script that does not end' },
    async begin({ port }, own) {
      await own.config('SET', 'busy-reply-threshold', '50');
      const blocker = new Redis(port, { maxRetriesPerRequest: 0, retryStrategy: () => null });
      reasonOf(blocker.eval('while true do end', 0)).then(() => blocker.disconnect());
      const isBusy = async () => (await reasonOf(own.ping())).includes('BUSY');
      await eventually(isBusy, 'Redis is busy');
    },
    end: (_, own) => own.call('SCRIPT', 'KILL'),
  },
  {
    ...{ id: 'F16', title: 'NOPERM to every script' },
    begin: (_, own) => own.call('ACL', 'SETUSER', 'default', '-evalsha', '-eval'),
    end: (_, own) => own.call('ACL', 'SETUSER', 'default', '+@all'),
  },
  {
    ...{ id: 'F16', title: 'WRONGPASS, for a changed password' },
    ...{ settings: [`requirepass ${password}`], credentials: `:${password}@` },
    async begin(_, own) {
      await own.config('SET', 'requirepass', otherPassword);
      await disconnectAll(own);
    },
    end: (_, own) => own.config('SET', 'requirepass', password),
  },
  {
    ...{ id: 'F13', title: 'LOADING, after a kill' },
    // A millisecond for each command of its log; it looks at connections after every 1,024.
    settings: ['key-load-delay 1000'],
    async begin(redis, own) {
      const filler = own.pipeline();
      for (let nth = 0; nth < 4_000; nth++) filler.set('filler of the test', nth);
      await filler.exec();
      await redis.kill();
      // Resolves once it has loaded.
      redis.start().catch(() => undefined);
    },
    end: (redis) => redis.start(),
  },
];

for (const { id, title, settings = [], credentials = '', begin, end } of states) {
  describe(`a Redis that answers ${title}`, () => {
    let redis: TestNode;
    let own: Redis;
    let night: Night;
    const logged: string[] = [];

    before(async () => {
      redis = await startNode(await freePort(), ['appendonly yes', 'appendfsync always', 'save ""']);
      own = new Redis(redis.port, { maxRetriesPerRequest: 0, retryStrategy: () => 50 });
      own.on('error', () => undefined);
      for (const line of settings) {
        const [name = '', value = ''] = line.split(' ');
        await own.config('SET', name, value);
      }
      await own.config('REWRITE');
      const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) });
      night = await startNightAt(redis.url.replace('//', `//${credentials}`), { log }, productionDeadlines);
    });
    after(async () => {
      await night?.close();
      own?.disconnect();
      await redis?.close();
    });

    const clientOf = (nth: number) => `state-client-${String(nth).padStart(8, '0')}`;
    const vote = (nth: number) => {
      const body = JSON.stringify({ round_num: 2, fighter_statid: statid, client_id: clientOf(nth) });
      const headers = { 'Content-Type': 'application/json' };
      return send(night.url, 'POST', `${v3}/fights/${ids.fightInProgress}/vote`, headers, body);
    };
    const isStored = async (nth: number) => {
      const ballot = { fightId: ids.fightInProgress, roundNumber: 2, fighterStatid: statid, clientId: clientOf(nth) };
      return (await night.store.votes.find(ballot)) !== undefined;
    };

    it(`${id}: refuses votes, serves cached reads and recovers`, async () => {
      const cached = await send(night.url, 'GET', `${v3}/fighters`);
      expect(cached.status).to.equal(200);
      expect((await vote(0)).status).to.equal(201);
      const restore = night.useProductionTimeouts();
      await begin(redis, own);
      await eventually(async () => (await vote(1)).status === 503, 'a vote is refused');
      const fates = new Map<number, string>();
      for (let nth = 2; nth < 2 + scaled(12); nth++) {
        const answer = await vote(nth);
        expect(answer.status).to.be.oneOf([201, 503]);
        fates.set(nth, answer.status === 201 ? 'counted' : String(json(answer).type));
        const read = await send(night.url, 'GET', `${v3}/fighters`);
        expect([read.status, read.body.equals(cached.body)]).to.deep.equal([200, true]);
        const missed = await send(night.url, 'GET', `${v3}/news/${nth}`);
        expect(missed.status).to.be.oneOf([404, 503]);
        expect((await send(night.url, 'GET', `${v3}/health`)).status).to.equal(200);
      }
      expect([...fates.values()].filter((fate) => fate !== 'counted')).not.to.deep.equal([]);
      await end(redis, own);
      restore();
      await eventually(async () => (await vote(1_000_000)).status === 201, 'votes are taken again');
      // Its connections come back one after the other.
      const isOk = async () => json(await send(night.url, 'GET', `${v3}/health`)).status === 'ok';
      await eventually(isOk, 'health is ok again');
      await sleep(productionDeadlines.deadlineMs);
      for (const [nth, fate] of [[0, 'counted'] as const, ...fates]) {
        if (fate === 'urn:problem-type:outcome-unknown') continue;
        expect(await isStored(nth), `${nth} was ${fate}`).to.equal(fate === 'counted');
      }
      const log = logged.join('');
      expect(log).not.to.match(/secret-of-the-test|state-client-/);
      expect(log, 'the log says that Redis refuses').to.include('service-unavailable');
    });
  });
}

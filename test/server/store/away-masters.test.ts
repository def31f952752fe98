import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { nameAwayMasters } from '../../../server/store/name-away-masters.ts';
import { parseAddress } from '../../../server/store/redis/connection/address.ts';
import { describeAwayMasters } from '../../../server/store/redis/connection/away-masters.ts';
import { StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { StoreRefused } from '../../../server/store/schema/open-store.ts';
import { type FalseRedis, startFalseRedis } from '../../support/redis/false-redis.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { replaceTimers } from '../../support/run/replace-timers.ts';

describe('a master of a Cluster', () => {
  let redis: TestNode;
  const nodes: FalseRedis[] = [];
  before(async () => {
    redis = await startRedis();
  });
  afterEach(async () => {
    for (const node of nodes.splice(0)) await node.close();
  });
  after(() => redis.close());

  async function startFalse(lie: FalseRedis['lie']): Promise<FalseRedis & { port: string }> {
    const node = await startFalseRedis(redis.port);
    nodes.push(node);
    node.lie = lie;
    return Object.assign(node, { port: new URL(node.url).port });
  }

  it('that is away is named behind the error of a command', async () => {
    const slots = '*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:1\r\n';
    const asked = await startFalse(({ name }) => (name === 'cluster' ? { bytes: slots } : undefined));
    const url = `redis+cluster://127.0.0.1:${asked.port}`;
    for (const [error, said] of [
      [new StoreRefused('Run it again, or not.. \n'), 'Run it again, or not'],
      [new StoreUnavailable('it is. slow'), 'The store is not available: it is. slow'],
    ] as const) {
      expect(await nameAwayMasters(error, url)).to.equal(error);
      expect(error.message).to.equal(`${said}. The master 127.0.0.1:1 of the Cluster does not answer.`);
    }
    const other = new Error('other');
    expect([await nameAwayMasters(other, url), other.message]).to.deep.equal([other, 'other']);
  });

  it('that loads its data for longer than two seconds is named as one that does not answer', async () => {
    const info = 'loading:1\r\nloading_eta_seconds:1\r\n';
    const loading = await startFalse(({ name }) =>
      name === 'info' ? { bytes: `$${info.length}\r\n${info}\r\n` } : undefined,
    );
    const slots = `*1\r\n*3\r\n:0\r\n:16383\r\n*2\r\n$9\r\n127.0.0.1\r\n:${loading.port}\r\n`;
    const asked = await startFalse(({ name }) => (name === 'cluster' ? { bytes: slots } : undefined));
    const waits: { run: () => void; ms: number | undefined }[] = [];
    const restore = replaceTimers('setTimeout', 'connection/away-masters.ts', (run, ms) => waits.push({ run, ms }));
    try {
      let said: string | undefined;
      const described = describeAwayMasters(parseAddress(`redis+cluster://127.0.0.1:${asked.port}`)).then((text) => {
        said = text;
      });
      await eventually(() => loading.names.has('info'), 'the master is asked');
      expect([waits.map(({ ms }) => ms), said]).to.deep.equal([[2_000, 2_000], undefined]);
      for (const { run } of waits) run();
      await turn();
      expect(said).to.equal(`master 127.0.0.1:${loading.port} of the Cluster does not answer`);
      await described;
    } finally {
      restore();
    }
  });
});

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import pino from 'pino';
import { type EmbeddedRedis, openEmbeddedRedis } from '../../../server/embedded/embedded.ts';
import { openFight } from '../../support/redis/ballots.ts';
import { mountDisk } from '../../support/redis/disk.ts';
import { embeddedState, lostOf, startVoters } from '../../support/redis/embedded.ts';
import { openStore, productionDeadlines, type TestStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
import { scaled } from '../../support/run/scale.ts';

describe('the embedded Redis when it ends', () => {
  let dataDir: string;
  let redis: EmbeddedRedis;
  let opened: TestStore;
  let lines: { msg: string; last?: string; reason?: string; downMs?: number }[];
  const open = async (options: { dataDir?: string } = {}) => {
    lines = [];
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
    redis = await openEmbeddedRedis({ dataDir, log, ...options });
    opened = await openStore(redis.url, productionDeadlines);
    const fightId = await openFight(opened);
    opened.useProductionTimeouts();
    return fightId;
  };
  const kill = async () => process.kill((await embeddedState(dataDir)).pid, 'SIGKILL');
  const close = async () => {
    opened.close();
    await redis.close();
  };
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-kills-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('F01, G05: loses no vote when it is killed', async () => {
    const fightId = await open();
    const voters = startVoters(opened, fightId);
    await voters.next();
    const kills = scaled(10);
    for (let killed = 0; killed < kills; killed++) {
      await sleep((killed % 7) * 5);
      await kill();
      await voters.next();
    }
    await voters.stop();
    const { acknowledged } = voters;
    const result = await lostOf(opened, fightId, acknowledged);
    await close();
    expect(result).to.deep.equal({ lost: 0, differences: 0 });
    const logged = (msg: string) => lines.filter((line) => line.msg === msg);
    const ended = logged('the embedded Redis ended: it is started again');
    expect(ended).to.have.length(kills);
    expect(logged('the embedded Redis runs again')).to.have.length(kills);
    expect(lines).to.have.length(2 * kills);
    expect((await readdir(dataDir)).sort()).to.deep.equal(['redis', 'redis.json']);
  });

  it('F01 (control): loses votes without a log', async () => {
    const fightId = await open();
    await opened.connections.writes.config('SET', 'appendonly', 'no');
    const voters = startVoters(opened, fightId);
    await voters.next();
    await kill();
    await voters.stop();
    const { lost } = await lostOf(opened, fightId, voters.acknowledged);
    await close();
    expect(lost).to.be.above(0);
  });

  it('F12: loses no vote when the disk is full', async () => {
    const disk = await mountDisk(65_536);
    const fightId = await open({ dataDir: disk.path });
    const voters = startVoters(opened, fightId);
    await voters.next();
    for (let fills = scaled(2); fills > 0; fills--) {
      const before = lines.length;
      await disk.fill();
      const isLogged = () => lines.slice(before).some(({ msg }) => msg.startsWith('the embedded Redis ended'));
      await eventually(isLogged, 'a line about the end of Redis');
      await disk.empty();
      await voters.next();
    }
    await voters.stop();
    const { acknowledged } = voters;
    const result = await lostOf(opened, fightId, acknowledged);
    await close();
    const leftovers = (await readdir(disk.path)).filter((name) => !['redis', 'redis.json'].includes(name));
    await disk.close();
    expect(result).to.deep.equal({ lost: 0, differences: 0 });
    expect(leftovers).to.deep.equal([]);
    expect(lines.map(({ last }) => last).join()).to.match(/Short write|No space left on device/);
  });
});

import { expect } from 'chai';
import { ids } from '../../../contracts/world/index.ts';
import { json, send } from '../../support/http/send.ts';
import { embeddedState, redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

interface Line {
  msg?: string;
  redis?: number;
  signal?: string;
  downMs?: number;
}

describe('npm start, when its Redis is killed', () => {
  for (const workers of ['1', '2']) {
    it(`F01: takes votes again without a restart, and logs it, with WORKERS=${workers}`, async () => {
      const server = startServerProcess({ WORKERS: workers, RATE_WRITES: '0' });
      const url = await server.ready;
      const path = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
      let clients = 0;
      const vote = async () => {
        const client = `client-of-${workers}-${String(++clients).padStart(6, '0')}`;
        const body = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: client };
        const headers = { 'Content-Type': 'application/json' };
        return (await send(url, 'POST', path, headers, JSON.stringify(body))).status;
      };
      await eventually(async () => [200, 201].includes(await vote()), 'a vote');
      const { pid } = await embeddedState(server.dataDir);
      process.kill(pid, 'SIGKILL');
      const killedMs = performance.now();
      const lines = () =>
        server
          .output()
          .split('\n')
          .filter((line) => line.startsWith('{') && line.endsWith('}'))
          .map((line): Line => JSON.parse(line));
      await eventually(() => lines().some(({ msg }) => msg === 'the embedded Redis runs again'), 'a line of log');
      await eventually(async () => [200, 201].includes(await vote()), 'a vote');
      console.log(`      votes back after ${Math.round(performance.now() - killedMs)} ms`);
      const health = async () => json(await send(url, 'GET', '/api/v1/us/health')).status;
      await eventually(async () => (await health()) === 'ok', 'health is ok');
      const logged = lines().filter(({ msg }) => msg?.startsWith('the embedded Redis'));
      expect(logged.map(({ msg }) => msg)).to.deep.equal([
        'the embedded Redis ended: it is started again',
        'the embedded Redis runs again',
      ]);
      expect(logged[0]).to.include({ redis: pid, signal: 'SIGKILL' });
      expect(logged[1]?.downMs).to.be.a('number');
      expect(redisServersOn(server.dataDir)).to.deep.equal(process.platform === 'linux' ? [logged[1]?.redis] : []);
      server.child.kill('SIGTERM');
      expect(await server.ended).to.equal(0);
      expect(redisServersOn(server.dataDir)).to.deep.equal([]);
      await server.close();
    });
  }
});

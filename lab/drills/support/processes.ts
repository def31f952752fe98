import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../test/support/run/eventually.ts';
import { counted, type Drill, hang, livez, logged, readyz } from './drill.ts';

export const ofWorkers: readonly Drill[] = [
  {
    alert: 'WorkersDie',
    does: 'kills two workers, one after the other',
    on: 'two workers',
    not: ['RedisAway', 'EventLoopStandsStill', 'Overloaded'],
    async make(machine) {
      for (let kills = 0; kills < 2; kills++) {
        const [pid = 0] = machine.workers();
        process.kill(pid, 'SIGKILL');
        const isReplaced = () => machine.workers().length === 2 && !machine.workers().includes(pid);
        await eventually(isReplaced, 'another worker');
      }
      return async () => undefined;
    },
    look: logged(/a worker ended/, 'signal'),
  },
  {
    alert: 'EventLoopStandsStill',
    does: 'suspends a worker',
    on: 'two workers',
    not: ['WorkersDie', 'WorkersMissing', 'NotReady', 'RedisAway'],
    async make(machine) {
      const [pid = 0] = machine.workers();
      process.kill(pid, 'SIGSTOP');
      return async () => process.kill(pid, 'SIGCONT');
    },
    async look(machine) {
      await eventually(async () => (await livez(machine)) !== 'ok', '/livez has noticed');
      return `/livez: ${await livez(machine)}`;
    },
  },
  {
    alert: 'EventLoopLate',
    does: 'suspends a worker for 0.4 s, again and again',
    on: 'two workers',
    not: ['WorkersDie', 'WorkersMissing', 'NotReady', 'RedisAway'],
    async make(machine) {
      const [pid = 0] = machine.workers();
      for (let times = 0; times < 12; times++) {
        process.kill(pid, 'SIGSTOP');
        await sleep(400);
        process.kill(pid, 'SIGCONT');
        await machine.get('/api/v1/us/events');
        await sleep(100);
      }
      return async () => undefined;
    },
    look: counted(/^fightcard_requests_total/),
  },
  {
    alert: 'WorkersMissing',
    does: 'suspends Redis and kills a worker, whose successor waits for Redis',
    on: 'two workers',
    not: ['NotReady', 'WorkersDie'],
    async make(machine) {
      const end = await hang(machine);
      process.kill(machine.workers()[0] ?? 0, 'SIGKILL');
      return end;
    },
    look: logged(/a worker ended/, 'signal'),
  },
];

export const ofServers: readonly Drill[] = [
  {
    alert: 'NotReady',
    does: 'stops the server, which drains',
    on: 'one process',
    not: ['NotScraped'],
    async make(machine) {
      machine.server.child.kill('SIGTERM');
      return async () => {
        await machine.killServer();
        await machine.startServer();
      };
    },
    look: async (machine) => `/readyz: ${await readyz(machine)}`,
  },
  {
    alert: 'NotScraped',
    does: 'kills the server',
    on: 'one process',
    not: ['NotReady', 'WorkersMissing', 'RedisAway'],
    async make(machine) {
      await machine.killServer();
      return () => machine.startServer();
    },
    look: (machine) => livez(machine).then(String, () => '/livez: no answer'),
  },
];

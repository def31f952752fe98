import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { counted, type Drill, hang, kill, logged } from './drill.ts';

export const ofRedis: readonly Drill[] = [
  {
    alert: 'RedisTimesOut',
    does: 'suspends Redis',
    on: 'two workers',
    not: ['WorkersDie', 'NotReady', 'RedisRefusesWrites'],
    async make(machine) {
      const end = await hang(machine);
      assert.equal((await machine.vote()).status, 503);
      assert.equal((await machine.get('/api/v1/us/news')).status, 503);
      return end;
    },
    look: counted(/^fightcard_redis_commands_total.*timeout/),
  },
  {
    alert: 'RedisRefusesWrites',
    does: 'makes Redis require a replica that it does not have',
    on: 'two workers',
    not: ['RedisAway', 'RedisTimesOut'],
    async make({ redis }) {
      await redis.client.config('SET', 'min-replicas-to-write', '1');
      return () => redis.client.config('SET', 'min-replicas-to-write', '0');
    },
    look: ({ redis }) => redis.client.set('probe', '1').then(String, (error: Error) => `SET probe 1: ${error.message}`),
  },
  {
    alert: 'RedisReconnects',
    does: 'ends all connections to Redis, six times',
    on: 'two workers',
    not: ['RedisRefusesWrites', 'NotReady', 'WorkersDie'],
    async make({ redis, watch }) {
      for (let times = 0; times < 6; times++) {
        await redis.client.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
        await sleep(700);
      }
      await watch.look();
      return async () => undefined;
    },
    look: counted(/^fightcard_redis_reconnects_total/),
  },
  {
    alert: 'RedisAway',
    does: 'kills Redis',
    on: 'two workers',
    not: ['RedisTimesOut', 'RedisRefusesWrites', 'NotReady'],
    make: kill,
    async look(machine) {
      await machine.vote();
      return logged(/service-unavailable/, 'err', 'requests')(machine);
    },
  },
  {
    alert: 'StaleReplies',
    does: 'kills Redis while clients read what is cached',
    on: 'two workers',
    not: ['RedisRefusesWrites', 'NotReady'],
    async make(machine) {
      for (let times = 0; times < 20; times++) await machine.get('/api/v1/us/events');
      const end = await kill(machine);
      for (let times = 0; times < 200; times++) await machine.get('/api/v1/us/events');
      return end;
    },
    look: counted(/^fightcard_redis_up|^fightcard_cache_lookups_total.*stale/),
  },
  {
    alert: 'VotesFail',
    does: 'kills Redis and casts a vote',
    on: 'two workers',
    not: ['ContractMisfit', 'Overloaded'],
    async make(machine) {
      const end = await kill(machine);
      assert.equal((await machine.vote()).status, 503);
      return end;
    },
    look: counted(/^fightcard_(ballots_total.*(not_counted|unknown|broken)|problems_total.*unavailable)/),
  },
];

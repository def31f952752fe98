import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { eventually } from '../../../test/support/run/eventually.ts';
import { counted, type Drill, logged } from './drill.ts';
import type { Machine } from './machine.ts';

const eventId = 4_711;

/** Breaks a stored fighter, and mends it by publishing. */
const damageFighter = (text: string) => async (machine: Machine) => {
  const { client } = machine.redis;
  for (const key of await client.keys('{content}:*:fighters*')) {
    if ((await client.type(key)) === 'hash') await client.hset(key, String(ids.champion), text);
  }
  // 429 until the limit of an earlier drill is over.
  const status = async () => (await machine.get(`/api/v1/us/fighters/${ids.champion}`)).status;
  await eventually(async () => (await status()) === 500, 'the reply');
  return () => publishRecords(machine.opened.store, world);
};

const silent = async ({ redis: { client } }: Machine, seconds: number) => {
  const changed = Date.now() - seconds * 1_000;
  await client.hset(keys.live(String(eventId)), { onair: '1', changed: String(changed) });
  await client.zadd(keys.liveEvents, changed, String(eventId));
};

export const ofContent: readonly Drill[] = [
  {
    alert: 'ContractMisfit',
    does: 'writes a fighter into Redis that does not fit its schema',
    on: 'one process',
    not: ['RedisAway', 'Overloaded'],
    make: damageFighter('{"id":"none","nickname":7}'),
    look: logged(/does not fit its schema/, 'err'),
  },
  {
    alert: 'InternalErrors',
    does: 'writes a fighter into Redis that is not JSON',
    on: 'one process',
    not: ['RedisAway', 'Overloaded'],
    make: damageFighter('{"id"'),
    look: logged(/internal-error/, 'level', 'route', 'err'),
  },
  {
    alert: 'FeedSilent',
    does: 'lets the event on air get no update for 90 s',
    on: 'one process',
    not: ['ContentOld', 'RedisAway'],
    async make(machine) {
      await silent(machine, 90);
      return () => silent(machine, 0);
    },
    look: async (machine) =>
      (await counted(/^fightcard_requests_total.*update_live_event/)(machine)) ||
      'fightcard_requests_total has no v1.fight_metrics_update_live_event: nothing comes',
  },
  {
    alert: 'ContentOld',
    does: 'dates the content eight days back, and starts the server',
    on: 'one process',
    not: ['FeedSilent'],
    async make(machine) {
      const { client } = machine.redis;
      const live = await client.get(keys.content.live);
      await client.hset(keys.content.about(Number(live)), 'time', String(Date.now() - 8 * 86_400_000));
      await machine.killServer();
      await machine.startServer();
      return () => publishRecords(machine.opened.store, world);
    },
    look: counted(/^fightcard_content_published_timestamp_seconds/),
  },
];

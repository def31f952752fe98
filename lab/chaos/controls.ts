/** Runs in which something is wrong on purpose: the checker must name it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bucketOf } from '../../server/store/ballots/buckets.ts';
import { keys } from '../../server/store/keys.ts';
import { buckets } from '../../test/support/redis/ballots.ts';
import type { Anomaly } from './checker/anomaly.ts';
import { promiseOf } from './checker/fates.ts';
import { votedFight } from './clients/ballots.ts';
import type { Recorder } from './history/recorder.ts';
import type { RunOptions } from './run.ts';
import { openOne } from './system/one.ts';
import type { System } from './system/system.ts';

interface Control {
  shows: string;
  /** What the checker must find. */
  expected: Anomaly['kind'];
  run: Pick<RunOptions, 'open' | 'faults' | 'meddle'>;
}

/** Counts a vote once more whenever its answer is missing, as a client library would that repeats an `HINCRBY`. */
async function countAgain({ redis: [redis] }: System, { operations }: Recorder, isOver: () => boolean): Promise<void> {
  for (let next = 0; !isOver(); await sleep(20)) {
    for (; next < operations.length; next++) {
      const one = operations[next];
      if (one?.kind !== 'vote' || promiseOf(one) !== 'unknown') continue;
      const [round = '', client = ''] = one.register.split(':').slice(1);
      const { tally } = keys.bucket(votedFight.fightId, bucketOf(client, buckets));
      await redis?.client.hincrby(tally, `${round}:${one.value}`, 1).catch(() => 0);
    }
  }
}

/** Switches the append-only log off after every start; what was there before the first is kept. */
export async function withoutLog({ redis: [redis] }: System, _: Recorder, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await sleep(50)) await redis?.client.config('SET', 'appendonly', 'no').catch(() => undefined);
}

export const controls = {
  'no-log': {
    shows: 'Redis without an append-only log loses power',
    expected: 'lost',
    run: { open: (prepare) => openOne(prepare), faults: ['power lost'], meddle: withoutLog },
  },
  'late-sync': {
    shows: 'Redis that syncs its log once a second loses power',
    expected: 'lost',
    run: { open: (prepare) => openOne(prepare, { settings: ['appendfsync everysec'] }), faults: ['power lost'] },
  },
  'counts-again': {
    shows: 'a vote without an answer is counted once more',
    expected: 'doubled',
    run: {
      open: (prepare) => openOne(prepare),
      faults: ['redis paused', 'client connections cut', 'worker paused'],
      meddle: countAgain,
    },
  },
} as const satisfies Record<string, Control>;

export type ControlName = keyof typeof controls;

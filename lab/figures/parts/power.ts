import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openEmbeddedRedis } from '../../../server/embedded/embedded.ts';
import { openFight } from '../../../test/support/redis/ballots.ts';
import { embeddedState, lostOf, startVoters } from '../../../test/support/redis/embedded.ts';
import { openStore, productionDeadlines } from '../../../test/support/redis/redis.ts';
import { buildFaultyMachine } from '../../chaos/system/faulty-machine.ts';
import { describeTimes, formatCount, type Part, type PartOptions, repeat, type Shown, sentencesOf } from './part.ts';

/** What some power losses did. */
export interface PowerLosses {
  count: number;
  acknowledged: number;
  /** Acknowledged votes that are not stored. */
  lost: number;
  /** Tallies that are not the sum of the stored votes. */
  differences: number;
  /** From a power loss to the next acknowledged vote, in milliseconds. */
  backMs: number[];
}

/** How often the control has its log synced by Redis, instead of before each answer. */
const syncsLate = ['appendfsync', 'everysec'] as const;
/** What is not synced yet must have had time to be acknowledged. */
const longestPauseMs = { embedded: 30, late: 300 };

/**
 * Starts the embedded Redis on a machine whose power fails, lets clients vote, and cuts the power again and again. A
 * Redis that was killed is started again by the code of the service.
 *
 * @param isLate takes the sync before each answer away.
 */
async function losePower(options: PartOptions, isLate: boolean): Promise<PowerLosses> {
  const machine = await buildFaultyMachine();
  const dataDir = await mkdtemp(join(tmpdir(), 'fightcard-power-'));
  // The embedded Redis has the environment of this process, now and whenever it is started again.
  Object.assign(process.env, machine.environment);
  try {
    const redis = await openEmbeddedRedis({ dataDir });
    const pidOf = async () => (await embeddedState(dataDir)).pid;
    let pid = await pidOf();
    const endRedis = () => process.kill(pid, 'SIGKILL');
    process.on('exit', endRedis);
    const opened = await openStore(redis.url, productionDeadlines);
    const setLate = () => opened.connections.writes.config('SET', ...syncsLate).catch(() => undefined);
    const settingLate = isLate ? setInterval(setLate, 20) : undefined;
    const fightId = await openFight(opened);
    opened.useProductionTimeouts();
    const voters = startVoters(opened, fightId);
    await voters.next();
    const backMs: number[] = [];
    await repeat(options, 'power losses', async (nth) => {
      await sleep(((nth % 7) / 7) * (isLate ? longestPauseMs.late : longestPauseMs.embedded));
      pid = await pidOf();
      process.kill(pid, 'SIGKILL');
      backMs.push(await voters.next());
    });
    clearInterval(settingLate);
    await voters.stop();
    const { acknowledged } = voters;
    const found = await lostOf(opened, fightId, acknowledged);
    process.off('exit', endRedis);
    opened.close();
    await redis.close();
    return { count: options.count, acknowledged: acknowledged.size, backMs, ...found };
  } finally {
    for (const name of Object.keys(machine.environment)) delete process.env[name];
    machine.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export function judgePower(own: PowerLosses, control: PowerLosses): Shown {
  const { count, acknowledged, lost, differences, backMs } = own;
  return {
    figure: `${formatCount(count)} power losses, ${formatCount(acknowledged)} votes acknowledged: ${formatCount(lost)} lost, ${differences} tallies differ; votes again after ${describeTimes(backMs)}`,
    control: `\`appendfsync everysec\`, ${formatCount(control.count)} power losses: ${formatCount(control.lost)} of ${formatCount(control.acknowledged)} votes lost`,
    faults: sentencesOf(
      [lost > 0, `${lost} acknowledged votes are lost.`],
      [differences > 0, `${differences} tallies differ from the stored votes.`],
      [acknowledged < count, `Only ${acknowledged} votes were acknowledged, so some power losses could lose nothing.`],
      [control.lost === 0, 'The control, which syncs once a second, lost nothing: the power losses are none.'],
    ),
  };
}

const controlCount = 10;

export const power: Part = {
  ...{ name: 'power', unit: 'power losses', count: 300 },
  claim: 'A loss of power loses no acknowledged vote of the embedded Redis (F01, G05)',
  async run(options) {
    const own = await losePower(options, false);
    return judgePower(own, await losePower({ ...options, count: controlCount }, true));
  },
};

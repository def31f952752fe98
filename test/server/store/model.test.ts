import { expect } from 'chai';
import fc from 'fast-check';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { NightModel } from '../../support/fixtures/night-model.ts';
import {
  beginFights,
  card,
  compareScores,
  compareTally,
  nightSteps,
  type Real,
  rawEvent,
} from '../../support/fixtures/night-steps.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import type { Answer } from '../../support/http/send.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis } from '../../support/redis/redis.ts';
import { scaled } from '../../support/run/scale.ts';
import { startTestServer, uncached } from '../../support/server/server.ts';

// 300 with TEST_SCALE=7.5.
const sequences = scaled(40);
const mostCommands = 40;
const nights = 2 * sequences;

describe('a night of random posts, votes, scorecards and reads', function () {
  this.timeout(300_000 * Math.ceil(sequences / 300));
  let redis: TestNode;
  /** By whether rounds stay open for two hours after they end. */
  const pools = new Map<boolean, ClientPool[]>();
  const closeAll: (() => Promise<void>)[] = [];
  before(async () => {
    redis = await startRedis();
    for (const graceful of [false, true, false, true]) {
      const opened = await openStore(redis.url, {
        roundGraceSeconds: graceful ? 7_200 : 0,
        changesPerTenSeconds: 0,
      });
      if (pools.size === 0) {
        await publishRecords(opened.store, {
          ...world,
          events: Array.from({ length: nights }, (_, night) => rawEvent(night)),
        });
      }
      const server = await startTestServer(opened.store, uncached);
      const pool = openClientPool(server.url, 9);
      pools.set(graceful, [...(pools.get(graceful) ?? []), pool]);
      closeAll.push(async () => {
        await pool.close();
        await server.close();
        opened.close();
      });
    }
  });
  after(async () => {
    for (const close of closeAll) await close();
    await redis.close();
  });

  it(`A14: agrees with the model in ${sequences} random sequences`, async () => {
    const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
    console.log(`model: seed ${seed} (SEED=${seed} runs it again)`);
    let night = 0;
    let runs = 0;
    let comparisons = 0;
    const answers = new Map<string, Answer[]>();
    const commands = fc.commands(nightSteps, { maxCommands: mostCommands, size: 'max' });
    // Else most votes of a short night find no open round.
    const begun = fc.constantFrom(true, true, true, false);
    await fc.assert(
      fc.asyncProperty(fc.boolean(), begun, commands, async (graceful, hasBegun, steps) => {
        runs++;
        const model = new NightModel(card(night % nights), graceful);
        let turn = 0;
        const servers = pools.get(graceful) as ClientPool[];
        const real: Real = {
          night: night++ % nights,
          pool: () => servers[turn++ % servers.length] as ClientPool,
          compared: () => {
            comparisons++;
          },
          answered(kind, answer) {
            answers.set(kind, [...(answers.get(kind) ?? []), answer]);
          },
        };
        if (hasBegun) await beginFights(model, real);
        await fc.asyncModelRun(() => ({ model, real }), steps);
        for (const fight of model.fights) await compareTally(model, real, fight);
        await compareScores(model, real);
      }),
      // More runs than nights would find data of an earlier run.
      {
        numRuns: sequences,
        seed,
        interruptAfterTimeLimit: 280_000 * Math.ceil(sequences / 300),
        markInterruptAsFailure: true,
      },
    );
    console.log(`model: ${runs} sequences, ${comparisons} steps compared, 0 disagreements`);
    expect(runs).to.equal(sequences);
    // Guards against trivial sequences, in which no round ever opens or closes.
    for (const [kind, given] of answers) {
      console.log(`model: ${kind} ${JSON.stringify(countStatuses(given))}`);
      expect(countStatuses(given)).to.include.keys('200', '201', '409', '422');
    }
  });
});

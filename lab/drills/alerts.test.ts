import { expect } from 'chai';
import { alertRules } from '../../test/support/monitoring/rules.ts';
import type { Drill } from './support/drill.ts';
import { drills } from './support/index.ts';
import { Machine, type ServerKind } from './support/machine.ts';
import { runDrill } from './support/run-drill.ts';

/**
 * Faults that are made, and the alert that names each: from the metrics alone, with the rules of deploy/monitoring. Without
 * the fault no alert may be pending, which each test sees first.
 */
describe('alert rules: a server with', () => {
  for (const kind of ['two workers', 'one process'] satisfies ServerKind[]) {
    describe(kind, () => {
      let machine: Machine;
      before(async () => {
        machine = await Machine.start(kind);
      });
      after(() => machine?.close());

      for (const drill of drills.filter(({ on }) => on === kind)) {
        it(`is named by ${drill.alert} when somebody ${drill.does}`, async () => {
          const { seconds, pending } = await runDrill(machine, drill);
          console.log(`      ${drill.alert} ${seconds} s after the fault began; pending: ${pending.join(', ')}`);
        });
      }

      if (kind === 'one process') {
        it('is not named without a fault, by a wrong alert, or where the runbook sees nothing (control)', async () => {
          const drill: Drill = {
            ...{ alert: 'RedisAway', does: 'nothing', on: kind, not: [] },
            make: async () => async () => undefined,
            look: async () => 'something',
          };
          const failure = (changes: Partial<Drill>) =>
            runDrill(machine, { ...drill, ...changes }, 3_000).then(String, (error: Error) => error.message);
          const make = async () => {
            await machine.redis.kill();
            return () => machine.redis.start();
          };
          expect(await failure({ make, look: async () => '' })).to.equal(
            'where the runbook says to look, there is nothing',
          );
          expect(await failure({ make, not: ['RedisAway'] })).to.equal('misleading alerts: RedisAway');
          expect(await failure({})).to.match(/^after 3 s the alerts are: (none|EventLoopLate|SlowRequests)/);
        });
      }
    });
  }

  it('has a drill for each alert, and none for another', () => {
    const alerts = drills.map(({ alert }) => alert);
    expect(alerts).to.have.members(alertRules.map(({ alert }) => alert));
    expect(new Set(alerts).size).to.equal(alerts.length);
  });
});

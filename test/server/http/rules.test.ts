import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { describeRules } from '../../support/suites/rules.ts';

describe('the server', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());
  describeRules('server', () => night.url);
});

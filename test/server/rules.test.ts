import { type FightNight, startFightNight } from '../support/fight-night.ts';
import { describeRules } from '../support/rules.ts';

describe('the server', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());
  describeRules('server', () => night.url);
});

import { expect } from 'chai';
import { toLimited, toRefusal } from '../../../server/store/ballots/ballot-result.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';

const verdict = { code: 0, left: 0, resetMs: 1_001, createdMs: 0, openedMs: 5_000, closesMs: 9_000 };
const changes = { limit: 10, windowMs: 10_000, left: 0, resetMs: 1_001 };

describe('toLimited and toRefusal', () => {
  it('round the wait up to whole seconds', () => {
    const waits = [0, 1, 999, 1_000, 1_001, 9_999].map((resetMs) => {
      const limited = { ...verdict, code: -4, resetMs };
      const refused = toRefusal(limited, toLimited(limited, defaultStoreSettings));
      return refused?.outcome === 'limited' ? refused.retryAfterSeconds : undefined;
    });
    expect(waits).to.deep.equal([1, 1, 1, 1, 2, 10]);
  });

  it('report a closed round and the remaining changes', () => {
    const limited = toLimited(verdict, defaultStoreSettings);
    expect(limited).to.deep.equal({ changes });
    expect(toLimited(verdict, { ...defaultStoreSettings, changesPerTenSeconds: 0 })).to.deep.equal({});
    expect(toRefusal({ ...verdict, code: -3 }, limited)).to.deep.equal({
      ...{ outcome: 'closed', openedMs: 5_000, closesMs: 9_000, changes },
    });
    expect(toRefusal({ ...verdict, code: -2 }, limited)).to.deep.equal({ outcome: 'not-opened', changes });
    for (const code of [1, 2, 3, 4]) expect(toRefusal({ ...verdict, code }, limited)).to.equal(undefined);
  });
});

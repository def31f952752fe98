import { expect } from 'chai';
import { operations } from '../../../contracts/operations.ts';
import type { Context } from '../../../server/handlers/types.ts';
import { ServedOperation } from '../../../server/http/served-operation.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const alert = {
  ...{ id: 7, title: 'A title', message: 'A message', url: null, event_id: null },
  ...{ created: '2031-04-05T22:00:00Z', expires: null },
};

describe('ServedOperation', () => {
  it('names the first row that violates the schema', async () => {
    const operation = operations.find(({ id }) => id === 'v1.alerts');
    if (!operation) throw new Error('there is no such operation');
    const served = new ServedOperation(operation, async () => [], {} as Context);
    expect(await served.serialize([alert, alert])).to.equal(JSON.stringify([alert, alert]));
    const wrong = { ...alert, title: 7 };
    for (const [rows, place] of [
      [[wrong, alert], '#/0/title: '],
      [[alert, alert, wrong, wrong], '#/2/title: '],
    ] as const) {
      const refusal = await reasonOf(served.serialize(rows));
      expect(refusal).to.include(`Error: the reply of v1.alerts does not fit its schema: ${place}`);
    }
  });
});

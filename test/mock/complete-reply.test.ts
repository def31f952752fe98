import { expect } from 'chai';
import type { Contract } from '../../mock/contracts/contract.ts';
import { Records } from '../../mock/contracts/pacts/complete-reply.ts';

describe('the record that an object of a pact means', () => {
  const rows = [
    { event_id: 7, statid: 5, name: 'One' },
    { event_id: 8, statid: 6, name: 'Other' },
  ];
  const success = { kind: 'success', reply: { body: { rows } } } as unknown as Contract;
  const records = new Records([
    success,
    { kind: 'problem', reply: { body: { statid: 1, name: 'None' } } } as unknown as Contract,
  ]);
  const like = { event_id: 0, statid: 0, name: '' };

  it('is that with the same ids, as far as the pact has them', () => {
    expect(records.find({ event_id: null, statid: 6 }, like)).to.deep.equal(rows[1]);
    expect(records.find({ event_id: '7' }, like)).to.deep.equal(rows[0]);
  });

  it('is none where one of its ids is of another, where it has none, and among other members', () => {
    for (const said of [{ event_id: 7, statid: 6 }, { name: 'One' }, { event_id: null }]) {
      expect(records.find(said, like), JSON.stringify(said)).to.equal(undefined);
    }
    expect(records.find({ statid: 1 }, { statid: 0, name: '' }), 'only replies of success have records').to.equal(
      undefined,
    );
  });
});

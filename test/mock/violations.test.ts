import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

describe('what Prism misses', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  for (const [title, query, parameter, detail] of [
    ['a limit without a value', 'limit=', 'limit', 'Must be an integer from 1 to 500.'],
    ['a limit without a sign of equality', 'limit', 'limit', 'Must be an integer from 1 to 500.'],
    ['a cursor that names no place', 'cursor=bQ', 'cursor', 'Must be a string that matches ^[A-Za-z0-9_-]{1,512}$.'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const answer = await send(mock.url, 'GET', `/api/v1/us/events?${query}`);
      expect(answer.status).to.equal(400);
      expect(json(answer).errors).to.deep.equal([{ parameter, detail }]);
    });
  }
});

import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

describe('the mock without a state', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const v3 = '/api/v3/mobile';

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await send(mock.url, 'GET', path, headers);
    return { status: answer.status, body: json(answer) };
  };

  for (const list of ['fights', 'media', 'highlights']) {
    it(`has no ${list} of event 7099`, async () => {
      const plain = await ask(`${v3}/events/7099/${list}`);
      expect([plain.status, plain.body.type]).to.deep.equal([404, 'urn:problem-type:event-not-found']);
      const Prefer = 'state="an event without fights or media exists"';
      expect(await ask(`${v3}/events/7099/${list}`, { Prefer })).to.deep.equal({ status: 200, body: [] });
    });
  }

  it('has the feed of the past event', async () => {
    const { body } = await ask('/api/v1/us/fight_metrics');
    const past = body.find((row: { event_id: number }) => row.event_id === 7000);
    expect(past).to.include({ statid: 804, live_event_url: `${mock.url}/api/v1/us/fight_metrics/live_event/804` });
    for (const prefix of [v3, '/api/v1/us']) {
      const scoring = await ask(`${prefix}/events/round_scoring/7000`);
      expect(scoring.body.fights[0]?.current_round).to.equal(2);
    }
  });
});

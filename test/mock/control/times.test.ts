import { expect } from 'chai';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

const news = '/api/v3/mobile/news';
const down = 'the store does not answer';

describe('a state for some replies', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (session: string, path = news, headers = {}, method = 'GET', body?: string) =>
    send(mock.url, method, `/__session/${session}${path}`, headers, body);
  const statuses = async (session: string, count: number) => {
    const answers = [];
    for (let nth = 0; nth < count; nth++) answers.push((await ask(session)).status);
    return answers;
  };

  it('is set by Prefer, on any route', async () => {
    const first = await ask('preferred', news, { Prefer: `state="${down}"; times=2` });
    expect(first.status).to.equal(503);
    expect(first.headers['preference-applied']).to.equal(`state="${down}", times=2`);
    expect(await statuses('preferred', 3)).to.deep.equal([503, 200, 200]);
    expect(await statuses('another', 1)).to.deep.equal([200]);
    const elsewhere = await ask('chat', '/api/v3/mobile/chat', { Prefer: 'state="there is no such fighter"; times=1' });
    expect(elsewhere.status).to.equal(200);
    const fighter = '/api/v3/mobile/fighters/3107';
    expect([(await ask('chat', fighter)).status, (await ask('chat', fighter)).status]).to.deep.equal([404, 200]);
  });

  it('is set by PUT, and shows how many are left', async () => {
    const body = JSON.stringify({ state: down, times: 3 });
    const put = await ask('put', '/__mock/state', { 'Content-Type': 'application/json' }, 'PUT', body);
    expect(json(put)).to.include({ state: down, times: 3 });
    await ask('put');
    expect(json(await ask('put', '/__mock/state'))).to.deep.equal({ session: 'put', state: down, times: 2 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('put')));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 503, 503]);
    expect(json(await ask('put', '/__mock/state')).state).to.equal(null);
  });

  it('is set by a link', async () => {
    await ask('link', '/__state/the-store-does-not-answer?times=1');
    expect(await statuses('link', 2)).to.deep.equal([503, 200]);
    expect((await ask('link', '/__state/the-store-does-not-answer?times=0')).status).to.equal(400);
  });

  for (const [prefer, parameter] of [
    ['times=2', 'Prefer: times'],
    [`state="${down}"; times=0`, 'Prefer: times'],
    [`state="${down}"; times=many`, 'Prefer: times'],
    ['state="the store dances"; times=2', 'Prefer: state'],
  ] as const) {
    it(`refuses Prefer: ${prefer}`, async () => {
      const answer = await ask('refused', news, { Prefer: prefer });
      expect([answer.status, json(answer).errors[0].parameter]).to.deep.equal([422, parameter]);
    });
  }
});

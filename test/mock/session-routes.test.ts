import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';

const votePath = '/api/v3/mobile/fights/88005/vote';
const vote = (clientId: string, fighterStatid = 1803) => ({
  ...{ round_num: 2, fighter_statid: fighterStatid, client_id: clientId },
});

describe('/__mock/session', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (method: string, path: string, session: string, body?: unknown) =>
    fetch(mock.url + path, {
      method,
      headers: { 'Mock-Session': session, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('restores state, votes and scorecards', async () => {
    const place = { fightId: 88005, roundNumber: 2, clientId: 'client-000000000001' };
    const saved = {
      state: { state: 'there is no content' },
      votes: [{ ...place, fighterStatid: 1803, createdMs: 1 }],
      scorecards: [{ ...place, fighter1Score: 10, fighter2Score: 8 }],
    };
    const put = await ask('PUT', '/__mock/session', 'whole', saved);
    expect(await put.json()).to.deep.equal({ session: 'whole', votes: 1, scorecards: 1 });
    const read = await ask('GET', '/__mock/session', 'whole');
    expect(await read.json()).to.deep.equal({ session: 'whole', ...saved });
  });

  it('makes changes available again', async () => {
    const cast = async (times: number) => {
      for (let nth = 0; nth < times; nth++) {
        const { status } = await ask('POST', votePath, 'again', vote('client-000000000002', 1803 + (nth % 2)));
        if (status === 429) return nth;
      }
      return times;
    };
    expect(await cast(40)).to.be.within(2, 39);
    await ask('PUT', '/__mock/session', 'again', { state: null, votes: [], scorecards: [] });
    expect(await cast(2)).to.equal(2);
  });

  it('keeps votes whose bodies arrive late', async () => {
    const headers = { 'Content-Type': 'application/json', 'Mock-Session': 'late', Expect: '100-continue' };
    /** Sends its body when the mock has read everything else. */
    const open = async (nth: number) => {
      const sent = request(mock.url + votePath, { method: 'POST', headers });
      sent.flushHeaders();
      await once(sent, 'continue');
      return async () => {
        sent.end(JSON.stringify(vote(`late-client-00000${nth}`)));
        const [reply] = (await once(sent, 'response')) as [IncomingMessage];
        reply.resume();
        return reply.statusCode;
      };
    };
    const stored = async () =>
      ((await (await ask('GET', '/__mock/session', 'late')).json()) as { votes: [] }).votes.length;
    const votes = [await open(1), await open(2), await open(3)];
    for (const finish of votes) expect(await finish()).to.equal(201);
    expect(await stored()).to.equal(3);

    const finish = await open(4);
    await ask('DELETE', '/__mock/session', 'late');
    expect(await finish()).to.equal(201);
    expect(await stored(), 'after a reset').to.equal(1);
  });

  it('shares no night with other sessions', async () => {
    await ask('POST', '/__mock/night', 'by-night', { seed: 7 });
    const matchOf = async (session: string) =>
      (await ask('GET', '/api/v3/mobile/fights/88005/votes', session)).headers.get('Contract-Match');
    expect([await matchOf('by-night'), await matchOf('by-day')]).to.deep.equal(['live', 'exact']);
    await ask('DELETE', '/__mock/session', 'by-night');
  });
});

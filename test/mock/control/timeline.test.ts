import { expect } from 'chai';
import type { Timeline } from '../../../common/pages/control-wire.ts';
import { type Mock, startMock } from '../../../mock/start.ts';
import { json, send } from '../../support/http/send.ts';

describe('GET /__mock/night/timeline', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const ask = (method: string, path: string, body?: unknown) =>
    send(mock.url, method, `/__session/night${path}`, { 'Content-Type': 'application/json' }, JSON.stringify(body));

  it('is that of the default night before one is started', async () => {
    const stopped: Timeline = json(await ask('GET', '/__mock/night/timeline'));
    await ask('POST', '/__mock/night', {});
    expect(json(await ask('GET', '/__mock/night/timeline'))).to.deep.equal(stopped);
  });

  it('has the rounds that a night can seek, in order', async () => {
    await ask('POST', '/__mock/night', { seed: 7, speed: 0.1 });
    await ask('PATCH', '/__mock/night', { pause: true });
    const { durationMs, fights }: Timeline = json(await ask('GET', '/__mock/night/timeline'));
    const times = fights.flatMap(({ fromMs, toMs, rounds, finish }) => [
      fromMs,
      ...rounds.flatMap((round) => [round.fromMs, round.toMs]),
      finish.atMs,
      toMs,
    ]);
    expect(times).to.deep.equal(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).to.be.below(durationMs);
    for (const { id, rounds } of fights) {
      for (const { round, fromMs, seek } of rounds) {
        const night = json(await ask('POST', '/__mock/night/seek', { seek }));
        expect(night, seek).to.include({ fight: id, round, at: Math.floor(fromMs / 1000) });
      }
    }
  });

  it('ends fights as the results of the night do', async () => {
    await ask('POST', '/__mock/night', { seed: 7 });
    const { durationMs, fights }: Timeline = json(await ask('GET', '/__mock/night/timeline'));
    await ask('POST', '/__mock/night/seek', { seek: durationMs / 1000 });
    type Shown = { statid: number; ending_round_number: string; ending_time: string };
    const shown: Shown[] = json(await ask('GET', '/api/v3/mobile/events/7001/fights'));
    for (const { id, finish } of fights) {
      const { ending_round_number, ending_time } = shown.find(({ statid }) => String(statid) === id) ?? {};
      expect([ending_round_number, ending_time], id).to.deep.equal([String(finish.round), finish.time]);
    }
    for (const { finish, fighters } of fights) if (finish.winner) expect(fighters).to.include(finish.winner);
  });
});

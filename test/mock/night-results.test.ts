import { expect } from 'chai';
import { replySchema } from '../../contracts/operations.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { EventFeed } from '../../contracts/schemas/metrics.ts';
import { findMismatches } from '../../contracts/schemas/validation/mismatches.ts';
import { type Mock, startMock } from '../../mock/start.ts';

type Row = Record<string, unknown>;

/** Night 7: 6416 ends first, then 6415, 6413, 6412 and last 6411. */
const seed = 7;
/** Seconds of the night: when the results are announced. */
const first = { official: 551 };
const second = { official: 2_101 };
const end = 6_000;

describe('results of a fight night on the mock', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const control = async (method: string, path: string, body?: object) => {
    const headers = { 'Mock-Session': 'night', 'Content-Type': 'application/json' };
    const reply = await fetch(mock.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    expect(reply.status, path).to.be.below(300);
    return reply;
  };
  const at = async (seek: number) => {
    await control('POST', '/__mock/night', { seed });
    await control('POST', '/__mock/night/pause');
    await control('POST', '/__mock/night/seek', { seek });
  };
  async function read<T>(route: RouteName, path: string, family: 'v3' | 'v1' = 'v3', match = 'live'): Promise<T> {
    const url = `${mock.url}/api/${family === 'v3' ? 'v3/mobile' : 'v1/us'}${path}`;
    const reply = await fetch(url, { headers: { 'Mock-Session': 'night' } });
    expect([reply.status, reply.headers.get('contract-match')], path).to.deep.equal([200, match]);
    const body = (await reply.json()) as T;
    expect(findMismatches(replySchema(route, family), body, 'en'), path).to.deep.equal([]);
    return body;
  }
  /** Reads the end of a fight. */
  const endOf = (fight: Row | undefined) => {
    const { Method, EndingRound, EndingTime, Submission, Scores = [] } = (fight?.result ?? {}) as Row;
    return {
      winner: fight?.fighter1_is_winner ? 1 : fight?.fighter2_is_winner ? 2 : null,
      ended: [fight?.ending_round_number ?? null, fight?.ending_time],
      result: [Method, EndingRound, EndingTime, Submission],
      scores: (Scores as Row[]).map(({ JudgeLastName, WinnerScore, LoserScore }) => [
        JudgeLastName,
        WinnerScore,
        LoserScore,
      ]),
    };
  };
  const upcoming = {
    ...{ winner: null, ended: [null, ''], result: [null, null, '', null] },
  };
  const fightsAt = async (seconds: number, path = '/events/7001', family: 'v3' | 'v1' = 'v3') => {
    await at(seconds);
    const event = await read<{ event_status: string; fights: Row[] }>('event', path, family);
    return {
      status: event.event_status,
      fight: (statid: number) => endOf(event.fights.find((one) => one.statid === statid)),
    };
  };

  it('are missing before they are announced', async () => {
    const { status, fight } = await fightsAt(first.official - 1);
    expect(status).to.equal('LIVE');
    for (const statid of [6411, 6412, 6413, 6415, 6416]) {
      const { scores: _, ...rest } = fight(statid);
      expect(rest, String(statid)).to.deep.equal(upcoming);
    }
  });

  it('appear with their announcement', async () => {
    const { fight } = await fightsAt(first.official);
    expect(fight(6416)).to.deep.equal({
      ...{ winner: 1, ended: ['1', '3:41'], result: ['Submission', '1', '3:41', 'Guillotine Choke'] },
      scores: [],
    });
    expect(fight(6415).winner).to.equal(null);

    const later = await fightsAt(second.official, '/events/7001', 'v1');
    expect(later.fight(6415)).to.deep.equal({
      ...{ winner: 1, ended: ['3', '5:00'], result: ['Decision - Split', '3', '5:00', null] },
      scores: [
        ['Jurado', '29', '28'],
        ['Tarjeta', '28', '29'],
        ['Puntos', '29', '28'],
      ],
    });
  });

  it('match the feed at the end', async () => {
    const { status, fight } = await fightsAt(end);
    expect(status).to.equal('POST_EVENT');
    const summary = [6416, 6415, 6413, 6412, 6411].map((statid) => {
      const { winner, ended, result } = fight(statid);
      return [statid, winner, ...ended, result[0], result[3]];
    });
    expect(summary).to.deep.equal([
      [6416, 1, '1', '3:41', 'Submission', 'Guillotine Choke'],
      [6415, 1, '3', '5:00', 'Decision - Split', null],
      [6413, 2, '3', '5:00', 'Decision - Unanimous', null],
      [6412, 1, '2', '0:55', 'Submission', 'Arm Triangle Choke'],
      [6411, 1, '2', '1:37', 'KO/TKO', null],
    ]);
    const feed = await read<EventFeed>('fight_metrics_live_event', '/fight_metrics/live_event/811', 'v1');
    for (const { FightID, Status, EndingRoundNum, Fighters } of feed.FMLiveFeed.Fights) {
      const own = fight(Number(FightID));
      expect([Status, EndingRoundNum], FightID).to.deep.equal(['closed', own.ended[0]]);
      expect(Fighters.findIndex(({ Outcome }) => Outcome === 'Win') + 1, FightID).to.equal(own.winner);
    }
  });

  it('leave other events unchanged', async () => {
    await at(end);
    await read('event', '/events/7000', 'v3', 'exact');
    await read('event_fights', '/events/7000/fights', 'v3', 'exact');
    const unknown = await fetch(`${mock.url}/api/v3/mobile/events/5`, { headers: { 'Mock-Session': 'night' } });
    expect(unknown.status).to.equal(404);
    await control('DELETE', '/__mock/night');
    const { event_status } = await read<Row>('event', '/events/7001', 'v3', 'exact');
    expect(event_status).to.equal('LIVE');
  });
});

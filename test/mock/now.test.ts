import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { urlOf } from '../../contracts/interactions/interaction.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const v3 = '/api/v3/mobile';
const now = '2027-03-06T01:30:20Z';
/** A date or a time of day in any form. */
const date =
  /\d{4}-\d\d-\d\dT[\d:]+Z|\d{4}[-/]\d\d[-/]\d\d( \d\d:\d\d:\d\d)?|\d\d:\d\d:\d\d \d\d\/\d\d\/\d{4}|\d\d:\d\d:\d\d/g;

describe('the mock with --now', () => {
  let plain: Mock;
  let moved: Mock;
  before(async () => {
    plain = await startMock({ port: 0, host: '127.0.0.1' });
    moved = await startMock({ port: 0, host: '127.0.0.1', now: new Date(now) });
  });
  after(async () => {
    await plain.close();
    await moved.close();
  });

  const asked = ({ url }: Mock, path: string, headers: Record<string, string> = {}, body?: object) => {
    const type = body && { 'Content-Type': 'application/json' };
    return send(url, body ? 'POST' : 'GET', path, { ...type, ...headers }, body && JSON.stringify(body));
  };
  const eventsOf = async (mock: Mock) => json(await asked(mock, `${v3}/events`)) as Record<string, string>[];
  const hours = (event: Record<string, string> | undefined) => Date.parse(event?.event_dategmt ?? '') / 3_600_000;

  it('moves every date of every contract, and nothing else', async () => {
    const wrong: string[] = [];
    let dates = 0;
    for (const interaction of interactions) {
      const { route, request, receiving } = interaction;
      const headers = { ...request.headers, Prefer: `example="${receiving}"`, Host: 'mock.test' };
      const path = urlOf(interaction);
      const body = request.body as string | undefined;
      const ask = ({ url }: Mock) =>
        send(url, routeOf(route).method, path, headers, typeof body === 'object' ? JSON.stringify(body) : body);
      const [before, after] = (await Promise.all([ask(plain), ask(moved)])).map(({ body: bytes }) => `${bytes}`);
      const [old, fresh] = [before, after].map((text = '') => text.match(date) ?? []);
      dates += old?.length ?? 0;
      const isMoved = old?.every((text, index) => text !== fresh?.[index] && fresh?.[index]?.length === text.length);
      if (!isMoved || before?.replace(date, '') !== after?.replace(date, '')) wrong.push(`${path} ${receiving}`);
    }
    expect(wrong).to.deep.equal([]);
    expect(dates).to.be.above(750);
  });

  it('has a live event today, and as many hours between events', async () => {
    const [before, after] = await Promise.all([plain, moved].map(eventsOf));
    const [next, live, past] = after ?? [];
    expect(live?.event_date).to.equal('2027-03-06T00:00:00Z');
    expect([live?.event_dategmt, live?.end_event_dategmt]).to.deep.equal([
      '2027-03-06T00:52:00Z',
      '2027-03-06T06:52:00Z',
    ]);
    expect(hours(next)).to.be.above(Date.parse(now) / 3_600_000);
    expect([hours(next) - hours(live), hours(live) - hours(past)]).to.deep.equal([
      hours(before?.[0]) - hours(before?.[1]),
      hours(before?.[1]) - hours(before?.[2]),
    ]);
  });

  it('agrees in content and feed about the start', async () => {
    const { FMLiveFeed } = json(await asked(moved, '/api/v1/us/fight_metrics/live_event/811'));
    expect(FMLiveFeed).to.include({ Date: '2027-03-06', GMT: '2027-03-06T00:52Z', EventStart: '00:52:00' });
    expect(FMLiveFeed).to.include({ Time: '19:52:00', Timestamp: '2027/03/06 01:30:10', EventEnd: '' });
  });

  it('dates a vote now, and a closed round before', async () => {
    const vote = (round_num: number) =>
      asked(moved, `${v3}/fights/88005/vote`, {}, { round_num, fighter_statid: 1803, client_id: 'now-client-000001' });
    expect(json(await vote(2)).created).to.match(/^2027-03-06T01:3\d:\d\dZ$/);
    expect(json(await vote(1)).closed_at).to.equal('2027-03-06T01:30:00Z');
  });

  it('finds the next page of a list', async () => {
    const { headers } = await asked(moved, `${v3}/news?limit=2`);
    const next = new URL(/<(.*?)>/.exec(headers.link ?? '')?.[1] ?? '');
    const [first, second] = json(await asked(moved, next.pathname + next.search));
    const whole = json(await asked(moved, `${v3}/news`));
    expect([first, second]).to.deep.equal(whole.slice(2, 4));
  });

  it('moves the night with the event', async () => {
    const headers = { 'Mock-Session': 'night' };
    await asked(moved, '/__mock/night', headers, { from: 'R2', speed: 0.1 });
    const { clock } = json(await asked(moved, '/__mock/night', headers));
    const { FMLiveFeed } = json(await asked(moved, '/api/v1/us/fight_metrics/live_event/811', headers));
    expect(FMLiveFeed).to.include({ GMT: '2027-03-06T00:52Z' });
    expect(Date.parse(`${FMLiveFeed.Timestamp}Z`)).to.be.within(Date.parse(clock) - 60_000, Date.parse(clock));
  });

  it('leaves own replies as they are', async () => {
    const headers = { 'Mock-Session': 'own' };
    const health = { ...json(await asked(plain, `${v3}/health`)), time: '2040-01-01T00:00:00Z' };
    await asked(moved, '/__mock/replies', headers, { operation: 'v3.health', status: 200, body: health });
    expect(json(await asked(moved, `${v3}/health`, headers))).to.deep.equal(health);
  });

  it('exports a pact with the dates of the contracts', async () => {
    const pacts = [plain, moved].map(async (mock) => {
      const headers = { 'Mock-Session': 'pact' };
      for (const path of ['/events', '/live', '/news/90211']) await asked(mock, v3 + path, headers);
      return (await asked(mock, '/__mock/pact?consumer=corner-ios', headers)).body.toString();
    });
    const [before, after] = await Promise.all(pacts);
    expect(after).to.equal(before);
    expect(after).to.include('2031-04-05T23:00:00Z');
  });

  it('refuses an invalid date at the start', async () => {
    const error = await startMock({ port: 0, now: new Date('yesterday') }).catch((thrown: Error) => thrown);
    expect(error).to.be.instanceOf(RangeError).with.property('message').that.contains('expected one such as');
  });
});

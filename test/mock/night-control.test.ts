import { mock } from 'node:test';
import { expect } from 'chai';
import type { MockProblem } from '../../mock/contracts/problems.ts';
import { controlAccess } from '../../mock/control/access.ts';
import { control } from '../../mock/control/control.ts';
import type { ContractSet } from '../../mock/reply/contract-set.ts';
import { RequestLog } from '../../mock/session/request-log.ts';
import { Sessions } from '../../mock/session/sessions.ts';
import { handle } from './handled.ts';

/** The control routes of a night, on a clock that stands still. */
describe('a night is controlled', () => {
  let sessions: Sessions;
  beforeEach(() => {
    mock.method(performance, 'now', () => 0);
    sessions = new Sessions();
  });
  afterEach(() => mock.reset());

  const inSession = { 'mock-session': 'a' };
  const ask = async (method: string, url: string, body?: unknown, headers: Record<string, string> = inSession) => {
    const handler = control({
      ...{ contractSet: () => ({}) as ContractSet, sessions, requestLog: new RequestLog(), access: controlAccess([]) },
    });
    const asked = { method, url, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const { status, text } = await handle(handler, asked);
    return [status, text === '' ? undefined : JSON.parse(text)];
  };
  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => undefined,
      ({ key, errors }: MockProblem) => [key, errors],
    );
  const begun = {
    ...{ seed: 1, speed: 60, voters: 500, state: 'playing', at: 0, clock: '2031-04-05T23:00:00Z', event: '811' },
    ...{ fight: null, round: null, open: [] },
  };
  const none = [
    'unknown-night',
    [{ pointer: '#', detail: 'No fight night is running; start one with POST /__mock/night.' }],
  ];

  it('for all clients without a session, or for one session', async () => {
    const [status, body] = await ask('POST', '/night', {});
    expect([status, body]).to.deep.equal([201, { ...begun, ends_at: body.ends_at }]);
    expect(body.ends_at).to.be.above(1_000);
    expect(await ask('GET', '/night')).to.deep.equal([200, body]);
    expect(await ask('GET', '/night', undefined, {})).to.deep.equal([200, { state: 'stopped' }]);
    expect(await ask('GET', '/night', undefined, { 'mock-session': 'b' })).to.deep.equal([200, { state: 'stopped' }]);
    const [, shared] = await ask('POST', '/night', { seed: 7, speed: 10, voters: 4 }, {});
    expect(shared).to.deep.equal({ ...begun, seed: 7, speed: 10, voters: 4, ends_at: 5_693 });
    expect(await ask('GET', '/night', undefined, {})).to.deep.equal([200, shared]);
    const other = { 'mock-session': 'b' };
    expect(await ask('GET', '/night', undefined, other), 'the night that its replies follow').to.deep.equal([
      200,
      shared,
    ]);
    const detail = 'This session has no fight night of its own; start one with POST /__mock/night.';
    expect(await refusal(ask('POST', '/night/stop', undefined, other))).to.deep.equal([
      'unknown-night',
      [{ pointer: '#', detail }],
    ]);
    expect(await ask('POST', '/night/stop', undefined, {})).to.deep.equal([200, { ...shared, state: 'stopped' }]);
    expect([sessions.night, (await ask('GET', '/night'))[0]]).to.deep.equal([undefined, 200]);
    expect(await ask('DELETE', '/night')).to.deep.equal([204, undefined]);
    for (const [method, url] of [
      ...[
        ['DELETE', '/night'],
        ['PATCH', '/night'],
        ['POST', '/night/pause'],
      ],
      ...[
        ['POST', '/night/play'],
        ['POST', '/night/seek'],
        ['POST', '/night/stop'],
      ],
    ] as [string, string][]) {
      expect(await refusal(ask(method, url)), `${method} ${url}`).to.deep.equal(none);
    }
  });

  it('names the sessions that were dropped for it', async () => {
    sessions.change = () => ['b', 'c'];
    expect((await ask('POST', '/night', {}))[1]).to.deep.include({ dropped: ['b', 'c'], seed: 1 });
  });

  it('by pausing, playing, seeking and another speed', async () => {
    const [, body] = await ask('POST', '/night', { seed: 7, from: 'R2' });
    const open = [{ fight: '6415', round: 2 }];
    const night = { ...body, at: 1_306, clock: '2031-04-05T23:21:46Z', fight: '6415', round: 2, open };
    expect(body).to.deep.equal(night);
    const paused = { ...night, state: 'paused' };
    for (const [method, url, change, expected] of [
      ['POST', '/night/pause', undefined, paused],
      ['GET', '/night', undefined, paused],
      ['POST', '/night/play', undefined, night],
      ['PATCH', '/night', { pause: true }, paused],
      ['PATCH', '/night', {}, paused],
      ['PATCH', '/night', { speed: 0.1 }, { ...paused, speed: 0.1 }],
      ['PATCH', '/night', { pause: false, speed: 3_600 }, { ...night, speed: 3_600 }],
      ['POST', '/night/seek', { speed: 60, seek: 1_306 }, night],
      ['PATCH', '/night', { seek: 'R2' }, night],
    ] as const) {
      expect(await ask(method, url, change), `${url} ${JSON.stringify(change)}`).to.deep.equal([200, expected]);
    }
    const [, start] = await ask('POST', '/night/seek', { seek: 0 });
    expect(start).to.include({ at: 0, clock: '2031-04-05T23:00:00Z' });
    expect((await ask('POST', '/night/seek', { seek: 1.5 }))[1].at).to.equal(1);
  });

  it('within these bounds', async () => {
    const speed = 'Must be a number from 0.1 to 3600.';
    const voters = 'Must be an integer from 0 to 100000.';
    const seed = 'Must be an integer from 0 to 4294967295.';
    const written = 'A round is written R2, or 6415:R2 with the FightID before it; not x.';
    for (const [body, pointer, detail] of [
      ...[
        [{ speed: 0.09 }, 'speed', speed],
        [{ speed: 3_600.1 }, 'speed', speed],
        [{ speed: '1' }, 'speed', speed],
      ],
      ...[
        [{ voters: -1 }, 'voters', voters],
        [{ voters: 100_001 }, 'voters', voters],
        [{ voters: 1.5 }, 'voters', voters],
      ],
      ...[
        [{ seed: -1 }, 'seed', seed],
        [{ seed: 4_294_967_296 }, 'seed', seed],
        [{ seed: 0.5 }, 'seed', seed],
      ],
      ...[
        [{ from: 2 }, 'from', 'Must be a string.'],
        [{ from: 'x' }, 'from', written],
      ],
      [{ pace: 1 }, 'pace', 'Is not a known member.'],
    ] as [object, string, string][]) {
      const expected = ['unknown-night', [{ pointer: `#/${pointer}`, detail }]];
      expect(await refusal(ask('POST', '/night', body)), JSON.stringify(body)).to.deep.equal(expected);
    }
    for (const body of [
      { speed: 0.1, voters: 0, seed: 0 },
      { speed: 3_600, voters: 100_000, seed: 4_294_967_295 },
    ]) {
      const [status, night] = await ask('POST', '/night', body);
      expect([status, night]).to.deep.equal([201, { ...night, ...body }]);
    }
    for (const [body, pointer, detail] of [
      [{ pause: 1 }, 'pause', 'Must be true or false.'],
      [{ speed: 0 }, 'speed', speed],
      [{ seek: 'x' }, 'seek', written],
      [{ seek: -1 }, 'seek', 'Must be a number of at least 0 or a string.'],
      [{ seek: true }, 'seek', 'Must be a number of at least 0 or a string.'],
      [{ at: 1 }, 'at', 'Is not a known member.'],
    ] as const) {
      const expected = ['unknown-night', [{ pointer: `#/${pointer}`, detail }]];
      expect(await refusal(ask('PATCH', '/night', body)), JSON.stringify(body)).to.deep.equal(expected);
    }
  });
});

import type { IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { ballotsOf } from '../../contracts/rules/ballots.ts';
import { answerQuestion } from '../../mock/control/question.ts';
import { NightPlayer } from '../../mock/night/night.ts';
import { logEntry } from '../../mock/session/log-lines.ts';
import { Sessions } from '../../mock/session/sessions.ts';

/** Sessions, lines about requests and answers about them, without a mock around them. */

const requestOf = (session?: string | string[]) =>
  ({
    headers: session === undefined ? {} : { 'mock-session': session },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as IncomingMessage;

const nightOf = (seed: number) => new NightPlayer({ speed: 1, seed, voters: 0 });

describe('the sessions of a mock', () => {
  it('are named with the last used first', () => {
    const sessions = new Sessions();
    for (const name of ['a', 'b', 'c']) sessions.change(name, () => undefined);
    expect(sessions.names).to.deep.equal(['c', 'b', 'a']);
    sessions.find('a');
    expect(sessions.names).to.deep.equal(['a', 'c', 'b']);
    sessions.change('b', () => undefined);
    expect(sessions.names).to.deep.equal(['b', 'a', 'c']);
  });

  it('drop nothing when one of them changes again or is deleted', () => {
    const sessions = new Sessions();
    expect([1, 2].map(() => sessions.change('a', () => undefined))).to.deep.equal([[], []]);
    sessions.delete('a');
    expect([sessions.has('a'), sessions.wasDropped('a')]).to.deep.equal([false, false]);
    expect(sessions.change('b', () => undefined)).to.deep.equal([]);
  });

  it('are a thousand at most, of which the one that was used the longest ago is dropped', () => {
    const sessions = new Sessions();
    for (let number = 1; number <= 1_000; number++) {
      expect(sessions.change(`s${number}`, () => undefined)).to.deep.equal([]);
    }
    sessions.find('s1');
    expect(sessions.change('one more', () => undefined)).to.deep.equal(['s2']);
    expect(['s1', 's2', 's3'].map(sessions.wasDropped)).to.deep.equal([false, true, false]);
  });

  it('have their own night rather than the shared one', () => {
    const sessions = new Sessions();
    const [shared, own] = [nightOf(1), nightOf(2)];
    sessions.night = shared;
    sessions.change('own', (session) => Object.assign(session, { night: own }));
    expect(sessions.nightOf(sessions.find('own'))).to.equal(own);
    expect(sessions.nightOf(sessions.find('none'))).to.equal(shared);
  });

  it('get the same replies as any other until they have a state, a ballot or a night', () => {
    const sessions = new Sessions();
    const isUntouched = (session?: string | string[]) => sessions.isUntouched(requestOf(session));
    const vote = { fightId: 1, roundNumber: 1, clientId: 'a', fighterStatid: 1, createdMs: 0 };
    sessions.change('plain', () => undefined);
    sessions.change('state', (session) => Object.assign(session, { state: { state: 'there is no content' } }));
    sessions.change('ballot', (session) => Object.assign(session, { ballots: ballotsOf([vote], []) }));
    sessions.change('night', (session) => Object.assign(session, { night: nightOf(1) }));
    const asked = ['plain', 'unused', 'state', 'ballot', 'night', 'no name', ['a', 'b']].map(isUntouched);
    expect(asked).to.deep.equal([true, true, false, false, false, false, false]);
    expect(isUntouched()).to.equal(true);
    sessions.change('127.0.0.1', (session) => Object.assign(session, { state: { state: 'there is no content' } }));
    expect(isUntouched()).to.equal(false);
    sessions.night = nightOf(1);
    expect(isUntouched('plain')).to.equal(false);
  });
});

describe('the line of a request', () => {
  it('has method, path, status, contract, match and faults; programs get the same by name', () => {
    const lines: unknown[][] = [];
    const log = (...line: unknown[]) => void lines.push(line);
    const plain = { session: 'a', method: 'GET', path: '/api/v1/us/news' };
    const whole = { status: 200, contract: 'f57ac3d774c0', match: 'exact', weather: '300 ms, drip' } as const;
    logEntry(log, { number: 7, at: 'now', ...plain, ...whole });
    logEntry(log, { number: 8, at: 'now', ...plain });
    expect(lines).to.deep.equal([
      ['GET /api/v1/us/news 200 f57ac3d774c0 exact 300 ms, drip', { ...plain, ...whole }],
      ['GET /api/v1/us/news -', plain],
    ]);
  });
});

describe('an answer about requests', () => {
  it('shows the last twenty of those that it counts, out of all that were looked at', () => {
    const entries = Array.from({ length: 50 }, (_, number) => ({
      ...{ number, at: '', session: 'a', method: number % 2 === 0 ? 'GET' : 'POST', path: `/${number}` },
    }));
    const { requests, ...answer } = answerQuestion(entries, new URLSearchParams('method=POST&times=25'));
    expect(answer).to.deep.equal({ answer: 'yes', count: 25, times: '25', of: 50 });
    expect(requests.map(({ number }) => number)).to.deep.equal(Array.from({ length: 20 }, (_, nth) => 11 + 2 * nth));
  });
});

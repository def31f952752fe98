import { expect } from 'chai';
import { MockProblem, problemHeaders } from '../../mock/contracts/problems.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { send } from '../support/http/send.ts';

describe('a problem that only the mock has', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  for (const path of ['/api/v3/mobile/events', '/api/v1/us/events']) {
    it(`is in English at ${path}`, async () => {
      for (const [name, value, type, title] of [
        ['Prefer', 'stat=1', 'unknown-preference', 'Unknown preference'],
        ['Prefer', 'state="the moon is full"', 'unknown-preference', 'Unknown preference'],
        ['Prefer', 'code=418', 'unknown-preference', 'Unknown preference'],
        ['Mock-Session', 'a b', 'malformed-session', 'Malformed session'],
      ] as const) {
        const { status, headers, body } = await send(mock.url, 'GET', path, { [name]: value });
        const problem = JSON.parse(body.toString());
        expect(problem).to.include({ type: `urn:mock-problem-type:${type}`, title, status: 422 });
        expect(problem.errors[0].detail).to.match(/^(Must be|A name)/);
        expect(headers['content-language']).to.equal('en-US');
        expect(status).to.equal(422);
      }
    });
  }

  it('has a name of its own among errors', () => {
    const { name, message } = new MockProblem('unknown-state', []);
    expect([name, message]).to.deep.equal(['MockProblem', 'unknown-state']);
  });
});

describe('a problem of every route', () => {
  it('has the headers that say how to go on', () => {
    expect(problemHeaders).to.deep.equal({
      'feed-key-required': { 'WWW-Authenticate': 'Bearer' },
      'too-many-requests': { 'Retry-After': '2' },
      'service-unavailable': { 'Retry-After': '2' },
      'outcome-unknown': { 'Retry-After': '2' },
    });
  });
});

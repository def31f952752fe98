import { expect } from 'chai';
import { Problem } from '../../common/wire/problem.ts';
import { refusals as knownRefusals, type RefusalKey, refusalOf } from '../../common/wire/refusals.ts';
import {
  bodyProblems,
  commonProblems,
  problems as knownProblems,
  type ProblemKey,
  problemDetails,
} from '../../contracts/problems.ts';
import { languages, problemType, security } from '../support/expected/headers.ts';
import { problems, refusals } from '../support/expected/problems.ts';
import { problemsOfEveryPost, problemsOfEveryRoute } from '../support/expected/routes.ts';

const families = [
  ['v3', 'es'],
  ['v1', 'en'],
  [undefined, 'en'],
] as const;

describe('problems', () => {
  it('are those of the wire specification', () => {
    expect(Object.keys(knownProblems)).to.have.members(Object.keys(problems));
    expect([...commonProblems]).to.have.members([...problemsOfEveryRoute]);
    expect([...bodyProblems]).to.have.members([...problemsOfEveryPost]);
  });

  it('have no stack', () => {
    const frames = ({ stack = '' }: Error) => stack.split('\n').filter((line) => line.startsWith('    at '));
    const problem = new Problem('voting-closed');
    expect(problem).to.be.instanceOf(Error);
    expect([problem.name, problem.message]).to.deep.equal(['Problem', 'voting-closed']);
    expect(frames(problem)).to.deep.equal([]);
    expect(frames(new Error('control'))).to.not.deep.equal([]);
  });

  for (const [key, expected] of Object.entries(problems)) {
    it(`${key} has its status and texts`, () => {
      for (const [family, language] of families) {
        const [title, detail] = expected[language];
        expect(problemDetails(key as ProblemKey, family, '/x')).to.deep.equal({
          ...{ type: `urn:problem-type:${key}`, title, status: expected.status, detail, instance: '/x' },
        });
      }
      expect(new Problem(key as ProblemKey).status).to.equal(expected.status);
    });
  }

  it('put extensions after the standard members', () => {
    const errors = [{ parameter: 'limit', detail: 'Must be an integer.' }];
    const details = problemDetails('invalid-request', 'v1', '/x', { errors, closed_at: '2031-04-05T00:00:00Z' });
    expect(Object.keys(details)).to.deep.equal([
      ...['type', 'title', 'status', 'detail', 'instance', 'errors', 'closed_at'],
    ]);
    expect(details).to.deep.include({ errors, closed_at: '2031-04-05T00:00:00Z' });
  });
});

describe('refusals before routing', () => {
  it('are those of the specification', () => {
    expect(Object.keys(knownRefusals)).to.have.members(Object.keys(refusals));
  });

  for (const [key, expected] of Object.entries(refusals)) {
    it(`${key} has its status, texts and headers`, () => {
      for (const [target, family, language] of [
        ['/api/v3/mobile/news?limit=1', 'v3', 'es'],
        ['/api/v1/us/news?limit=1', 'v1', 'en'],
        ['/elsewhere', 'v1', 'en'],
        [undefined, 'v1', 'en'],
      ] as const) {
        const { status, headers, body } = refusalOf(key as RefusalKey, target);
        const [title, detail] = expected[language];
        expect(status).to.equal(expected.status);
        expect(JSON.parse(body)).to.deep.equal({
          ...{ type: `urn:problem-type:${key}`, title, status, detail },
          instance: target?.replace(/\?.*/, '') ?? '/',
        });
        const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : []));
        expect(Object.fromEntries(pairs)).to.deep.equal({
          ...security,
          'content-language': languages[family],
          'content-type': problemType,
          'cache-control': 'no-store',
          'content-length': String(Buffer.byteLength(body)),
        });
      }
    });
  }
});

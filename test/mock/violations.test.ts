import { expect } from 'chai';
import { Type } from 'typebox';
import type { PrismViolation } from '../../mock/reply/prism.ts';
import { wordBody, wordParameters } from '../../mock/reply/violations.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

describe('what Prism misses', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  for (const [title, query, parameter, detail] of [
    ['a limit without a value', 'limit=', 'limit', 'Must be an integer from 1 to 500.'],
    ['a limit without a sign of equality', 'limit', 'limit', 'Must be an integer from 1 to 500.'],
    ['a cursor that names no place', 'cursor=bQ', 'cursor', 'Must be a string that matches ^[A-Za-z0-9_-]{1,512}$.'],
  ] as const) {
    it(`refuses ${title}`, async () => {
      const answer = await send(mock.url, 'GET', `/api/v1/us/events?${query}`);
      expect(answer.status).to.equal(400);
      expect(json(answer).errors).to.deep.equal([{ parameter, detail }]);
    });
  }
});

const found = (path: string): PrismViolation => ({ path: path.split('/'), code: 'pattern', message: 'of Prism' });

describe('wordParameters', () => {
  const ours = ['id', 'limit'].map((parameter) => ({ parameter, detail: `our ${parameter}` }));
  for (const [title, violations, expected] of [
    ['our words in our order', [found('query/limit'), found('path/id')], ours],
    ['nothing that Prism accepts', [found('path/id')], ours.slice(0, 1)],
    ['nothing of the body', [found('body/limit'), found('body')], []],
    ['the words of Prism without a schema', [found('query/a/b')], [{ parameter: 'a', detail: 'of Prism' }]],
  ] as const) {
    it(`returns ${title}`, () => {
      const request = { method: 'get', url: { path: '/', query: { limit: '600' } } } as const;
      expect(wordParameters(violations, ours, request, () => undefined, 'es')).to.deep.equal(expected);
    });
  }
});

describe('wordBody', () => {
  const schema = Type.Object({ a: Type.Integer(), ab: Type.Integer() });
  const [a, ab] = ['#/a', '#/ab'].map((pointer) => ({ pointer, detail: 'Must be an integer.' }));
  for (const [path, expected] of [
    ['body', [a, ab]],
    ['body/a', [a]],
    ['body/ab', [ab]],
    ['body/d e', [{ pointer: '#/d%20e', detail: 'of Prism' }]],
  ] as const) {
    it(`words ${path}`, () => {
      expect(wordBody([found(path)], { a: 'x', ab: 'x' }, schema, 'en')).to.deep.equal(expected);
    });
  }
});

import { expect } from 'chai';
import { cutPage } from '../../mock/reply/paging.ts';

describe('cutPage', () => {
  const rows = [{ id: 7002 }, { id: 1 }];
  const page = (body: object[]) => ({ body, headers: {} });
  for (const [title, list, values, expected] of [
    ['no cursor among unknown rows', rows, { cursor: '2000' }, undefined],
    ['the first row', rows, { limit: 1 }, page([{ id: 7002 }])],
    ['all rows without a limit', rows.slice(0, 1), {}, page([{ id: 7002 }])],
    ['no rows of an empty list', [], { limit: 1 }, page([])],
    ['no rows behind the last', rows.slice(0, 1), { limit: 1, cursor: '2000' }, page([])],
  ] as [string, object[], Record<string, string | number>, unknown][]) {
    it(`returns ${title}`, () => {
      expect(cutPage('events', '/a', list as Record<string, unknown>[], values)).to.deep.equal(expected);
    });
  }

  it('limits pages to a hundred rows', () => {
    const many = (id: number) => Array.from({ length: 101 }, () => ({ id }));
    expect(cutPage('news', '/api/v3/mobile/news', many(90211), {})?.body).to.have.length(100);
    expect(cutPage('fighters', '/api/v3/mobile/fighters', many(3107), {})?.body).to.have.length(101);
  });
});

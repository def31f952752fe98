import { expect } from 'chai';
import { contractWith, indexWith, useCatalogue } from '../../support/browser/catalogue-run.ts';
import type { Part } from '../../support/browser/catalogue-tree.ts';

const operation = (id: string, more: object = {}) => ({
  ...{ id: `v1.${id}`, family: 'v1', paths: [`/api/v1/us/${id}s`], contracts: [] },
  ...more,
});

describe('the list of the catalogue', () => {
  const of = useCatalogue();
  const start = async (routes: object[] = indexWith().routes) => {
    of.run.answers['/catalogue/index.json'] = indexWith({ routes });
    await of.run.start();
    return of.run;
  };
  const search = (query: string) => {
    const { page } = of.run;
    page.tag('search').value = query;
    page.tag('search').fire('input');
    const links = page.tag('list').querySelectorAll('a');
    return [page.text('found'), ...links.map((link) => link.getAttribute('href'))];
  };

  it('has the routes by subject, each with its languages, and no subject without routes', async () => {
    const { page } = await start();
    expect(page.text('list')).to.equal('TalesGETtalees enBallotsPOSTballoten');
    expect(page.rows('list')).to.deep.equal([
      '<h2 class="tag" title="What is told">Tales</h2>',
      [
        '<ul><li><a href="#v3.tale" data-route="tale"><span class="method">GET</span>',
        '<span class="name">tale</span><span class="soft">es en</span></a></li></ul>',
      ].join(''),
      '<h2 class="tag" title="What fans say">Ballots</h2>',
      [
        '<ul><li><a href="#v1.ballot" data-route="ballot"><span class="method">POST</span>',
        '<span class="name">ballot</span><span class="soft">en</span></a></li></ul>',
      ].join(''),
    ]);
  });

  it('finds a route by each of its words, and a contract by each of its own', async () => {
    const contracts = [
      contractWith('0a0', {
        ...{ receiving: 'Campeón nuevo', status: 404, problem: 'not-found', url: '/api/v1/us/arena?page=7' },
        states: [
          { name: 'an archive', params: { pages: 8 } },
          { name: 'no event', params: {} },
        ],
      }),
      contractWith('0b0'),
    ];
    const tale = { name: 'chronicle', tag: 'Tales', summary: 'Ends with José', method: 'GET' };
    await start([
      {
        ...tale,
        operations: [operation('saga', { contracts }), operation('edda', { paths: ['/y/first', '/y/last'] })],
      },
      {
        ...tale,
        name: 'ballot',
        tag: 'Ballots',
        summary: 'Casts one',
        method: 'POST',
        operations: [operation('cast')],
      },
    ]);
    const route = ['1 route', '#v1.saga'];
    const contract = ['1 route, 1 contract', '#v1.saga', '#0a0'];
    const rows: [query: string, found: unknown[]][] = [
      ...['chronicle', 'TALES', 'jose', 'josé', 'get', 'v1.edda', '/y/first', 'y/last', ' get  ends '].map(
        (query): [string, unknown[]] => [query, route],
      ),
      ...['0a0', 'campeon', 'NUEVO', '404', 'not-found', 'arena?page=7', 'archive', 'no event', 'jose 404'].map(
        (query): [string, unknown[]] => [query, contract],
      ),
      ['', ['2 routes', '#v1.saga', '#v1.cast']],
      ['  ', ['2 routes', '#v1.saga', '#v1.cast']],
      ['v1', ['2 routes', '#v1.saga', '#v1.cast']],
      ['list', ['1 route, 1 contract', '#v1.saga', '#0b0']],
      ['us/0', ['0 routes']],
      ['post', ['1 route', '#v1.cast']],
      ['/api/0b0', ['1 route, 1 contract', '#v1.saga', '#0b0']],
      ['api 0', ['1 route, 2 contracts', '#v1.saga', '#0a0', '#0b0']],
      // Words that two lines would form together, a word that is in one only, and what no search is for.
      ...['chronicletales', '0a0campeon', 'x', '404 cast', 'get post', 'undefined', '8', 'x404', '200x'].map(
        (query): [string, unknown[]] => [query, ['0 routes']],
      ),
    ];
    for (const [query, found] of rows) expect(search(query), query).to.deep.equal(found);
  });

  it('has below a route the contracts that were found, six at most', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => contractWith(`c${at}`, { receiving: 'none', status: 499 }));
    const item = (at: number) => `<li><a href="#c${at}"><span class="status s4">499</span> none</a></li>`;
    const rows: [count: number, found: string, more: string][] = [
      [6, '1 route, 6 contracts', ''],
      [7, '1 route, 7 contracts', '<li class="soft">and 1 more</li>'],
    ];
    for (const [count, found, more] of rows) {
      const contracts = many(count);
      const { page } = await start([
        {
          ...{ name: 'tale', tag: 'Tales', summary: '', method: 'GET' },
          operations: [
            operation('saga', { contracts: contracts.slice(0, 2) }),
            operation('edda', { contracts: contracts.slice(2) }),
          ],
        },
      ]);
      expect(search('499')[0]).to.equal(found);
      expect(page.rows('list')[1]).to.equal(
        [
          '<ul><li><a href="#v1.saga" data-route="tale"><span class="method">GET</span><span class="name">tale</span>',
          `<span class="soft">en en</span></a><ul class="hits">${[0, 1, 2, 3, 4, 5].map(item).join('')}${more}</ul></li></ul>`,
        ].join(''),
      );
    }
  });

  it('is gone through with the arrows, from the search downwards and back', async () => {
    const { page, said } = await start();
    const links = page.tag('list').querySelectorAll('a');
    const [tale, ballot] = links as [Part, Part];
    const rows: [from: Part, key: string, isPrevented: boolean, said: string[]][] = [
      [page.tag('search'), 'ArrowDown', true, ['focus a GETtalees en']],
      [tale, 'ArrowDown', true, ['focus a POSTballoten']],
      [ballot, 'ArrowDown', true, []],
      [ballot, 'ArrowUp', true, ['focus a GETtalees en']],
      [tale, 'ArrowUp', true, ['focus input#search']],
      [page.tag('search'), 'ArrowUp', true, []],
      [tale, 'Enter', false, []],
      [tale, 'ArrowLeft', false, []],
    ];
    for (const [from, key, isPrevented, focused] of rows) {
      page.activeElement = from;
      expect([from.fire('keydown', { key }).isPrevented, said()], `${from.textContent} ${key}`).to.deep.equal([
        ...[isPrevented, focused],
      ]);
    }
  });

  it('does not mark a route that is no longer shown', async () => {
    const { page, follow } = await start();
    const marks = () =>
      page
        .tag('list')
        .querySelectorAll('a')
        .map((link) => link.getAttribute('aria-current'));
    await follow('#tale');
    expect(marks()).to.deep.equal(['page', null]);
    await follow('#ballot');
    expect(marks()).to.deep.equal([null, 'page']);
    await follow('');
    expect(marks()).to.deep.equal([null, null]);
  });
});

import { expect } from 'chai';
import { contractWith, indexWith, useCatalogue } from '../../support/browser/catalogue-run.ts';

const focused = (name: string) => `focus h2 ${name} {"preventScroll":true}`;

/** A route without contracts in its English operation. */
const route = (name: string, more: object = {}) => ({
  ...{ name, tag: 'Tales', summary: 'All of them', method: 'GET' },
  operations: [
    { id: `v3.${name}`, family: 'v3', paths: ['/api/v3/us/tale', '/api/v3/us/tale/{page}'], contracts: [] },
    { id: `v1.${name}`, family: 'v1', paths: ['/api/v1/us/tale'], contracts: [] },
  ],
  ...more,
});

describe('the page of the catalogue', () => {
  const of = useCatalogue();
  const start = async (hash = '', more: object = {}) => {
    of.run.answers['/catalogue/index.json'] = indexWith(more);
    await of.run.start(hash);
    return of.run;
  };
  /** What the page shows, besides its parts. */
  const view = () => {
    const { page } = of.run;
    const current = page.querySelectorAll('[aria-current]').map((link) => link.getAttribute('aria-current'));
    return [page.title, page.body.dataset.view, page.querySelectorAll('h2').at(-1)?.textContent, ...current];
  };

  it('begins with all operations, and says what they are, in the session that it was opened under', async () => {
    const { page, asked, said } = await start();
    expect(asked).to.deep.equal([['/catalogue/index.json']]);
    expect(view()).to.deep.equal(['Fightcard', 'list', 'Operations and their contracts']);
    expect(said()).to.deep.equal([]);
    expect([page.text('host'), page.text('found'), page.tag('failure').hidden]).to.deep.equal([
      ...['The mock', '2 routes', true],
    ]);
    expect(page.querySelectorAll('header a').map(({ html }) => html)).to.deep.equal([
      '<a href="/__session/mine/">Fightcard</a>',
      '<a href="/__session/mine/docs">Reference</a>',
      '<a href="/__session/mine/openapi.json">OpenAPI</a>',
    ]);
    expect(page.rows('main')).to.deep.equal([
      '<h2 tabindex="-1">Operations and their contracts</h2>',
      '<p>Every reply of this mock follows the contracts, which the real server is verified to keep.</p>',
      [
        '<p>2 routes: 1 in Spanish, 2 in English. Each form of a path in a language is an operation: ',
        '4 operations with 4 contracts.</p>',
      ].join(''),
      [
        '<dl><dt>Español, version 3</dt><dd><code>http://localhost:4010/__session/mine/api/v3/us</code></dd>',
        '<dt>English, version 1</dt><dd><code>http://localhost:4010/__session/mine/api/v1/us</code></dd></dl>',
      ].join(''),
      [
        '<p class="soft keys">Press <kbd>/</kbd> to search, <kbd>↓</kbd> and <kbd>↑</kbd>',
        ' to move through what was found, <kbd>Enter</kbd> to open it.</p>',
      ].join(''),
    ]);
  });

  it('says on a server that its answers are those of now', async () => {
    const { page } = await start('', { host: 'server', routes: [] });
    expect(page.text('host')).to.equal('The server');
    expect(page.rows('main')[1]).to.equal(
      '<p>This server is verified to keep every contract here. A request is answered with what it holds now.</p>',
    );
  });

  it('shows a route with its operations in both languages', async () => {
    const { page } = await start('#story', { routes: [route('story', { deprecated: 'Ends in May.' })] });
    const section = (id: string, title: string, ...paths: string[]) =>
      [
        `<section id="${id}" class="operation" aria-labelledby="${id}-title"><h3 id="${id}-title">${title}</h3>`,
        '<ul class="paths">',
        ...paths.map((path) => `<li><span class="method">GET</span> <code>${path}</code></li>`),
        '</ul><p class="soft">0 contracts</p></section>',
      ].join('');
    expect(page.rows('main')).to.deep.equal([
      '<a class="back" href="#list">All operations</a>',
      '<h2 tabindex="-1">story</h2>',
      '<p>All of them</p>',
      '<p class="deprecated">Ends in May.</p>',
      [
        '<div class="columns">',
        section('v3.story', 'Español · version 3', '/api/v3/us/tale', '/api/v3/us/tale/{page}'),
        section('v1.story', 'English · version 1', '/api/v1/us/tale'),
        '</div>',
      ].join(''),
    ]);
    expect(of.run.said()).to.deep.equal([focused('story'), 'scroll to 0,0']);
  });

  it('shows a route that stays without a warning', async () => {
    const { page } = await start('#story', { routes: [route('story')] });
    const texts = page
      .tag('main')
      .querySelectorAll('p')
      .map(({ textContent }) => textContent);
    expect(texts).to.deep.equal(['All of them', '0 contracts', '0 contracts']);
  });

  it('follows the address to a route, an operation and a contract, and back to the list', async () => {
    const { page, follow } = await start();
    const open = () => page.querySelectorAll('details').flatMap((tag) => (tag.open ? tag.id : []));
    const steps: [hash: string, said: string[], shown: unknown[], open: string[]][] = [
      ['#tale', [focused('tale'), 'scroll to 0,0'], ['tale · Fightcard', 'route', 'tale', 'page'], ['aa1', 'bb1']],
      [
        '#aa2',
        ['focus summary 404 a list', 'scroll details#aa2 {"block":"start"}'],
        ['tale · Fightcard', 'route', 'tale', 'page'],
        ['aa1', 'aa2', 'bb1'],
      ],
      // The skip link.
      ['#main', [], ['tale · Fightcard', 'route', 'tale', 'page'], ['aa1', 'aa2', 'bb1']],
      ['#v1.ballot', [focused('ballot'), 'scroll to 0,0'], ['ballot · Fightcard', 'route', 'ballot', 'page'], ['cc1']],
      [
        '#list',
        [focused('Operations and their contracts'), 'scroll to 0,0'],
        ['Fightcard', 'list', 'Operations and their contracts'],
        [],
      ],
      [
        '#bb1',
        ['focus summary 200 a list', 'scroll details#bb1 {"block":"start"}'],
        ['tale · Fightcard', 'route', 'tale', 'page'],
        ['bb1'],
      ],
    ];
    for (const [hash, said, shown, opened] of steps) {
      expect(await follow(hash), hash).to.deep.equal(said);
      expect(view(), hash).to.deep.equal(shown);
      expect(open(), hash).to.deep.equal(opened);
    }
    const current = page.tag('list').querySelectorAll('[aria-current]');
    expect(current.map((link) => link.getAttribute('data-route'))).to.deep.equal(['tale']);
  });

  it('keeps what was opened in a route while the address stays in it', async () => {
    const { page, follow } = await start('#tale');
    const before = page.querySelectorAll('section');
    await follow('#v3.tale');
    expect(page.querySelectorAll('section').map((tag, at) => tag === before[at])).to.deep.equal([true, true]);
  });

  it('scrolls to an operation only on a narrow screen, where another stands above it', async () => {
    const { follow, page } = await start('', { routes: [route('story'), route('saga')] });
    const top = [focused('story'), 'scroll to 0,0'];
    expect(await follow('#v1.story'), 'wide').to.deep.equal(top);
    of.run.isNarrow = true;
    const second = [focused('story'), 'scroll section#v1.story {"block":"start"}'];
    expect(await follow('#v1.story')).to.deep.equal(second);
    expect(await follow('#v3.story')).to.deep.equal(top);
    expect(await follow('#story')).to.deep.equal(top);
    expect(await follow('#nowhere')).to.deep.equal([focused('Operations and their contracts'), 'scroll to 0,0']);
    expect(page.title).to.equal('Fightcard');
  });

  it('leaves the focus where it is when it is opened at an address that it does not have', async () => {
    await start('#nowhere');
    expect(of.run.said()).to.deep.equal([]);
    expect(view()).to.deep.equal(['Fightcard', 'list', 'Operations and their contracts']);
  });

  it('brings the slash to the search, also from a narrow screen on which a route hides it', async () => {
    const { page, said } = await start();
    const press = (key: object, part = page.body) => [part.fire('keydown', key).isPrevented, ...said()];
    const found = ['focus input#search', 'select input#search'];
    expect(press({ key: '/' })).to.deep.equal([true, ...found]);
    for (const key of [{ key: 'a' }, ...['ctrlKey', 'metaKey', 'altKey'].map((name) => ({ key: '/', [name]: true }))]) {
      expect(press(key), JSON.stringify(key)).to.deep.equal([false]);
    }
    expect(press({ key: '/' }, page.tag('search')), 'while typing').to.deep.equal([false]);
    page.hiddenParts = ['search'];
    expect(press({ key: '/' }), 'in the list').to.deep.equal([true, ...found]);
    await of.run.follow('#tale');
    expect(press({ key: '/' }), 'hidden').to.deep.equal([true, 'hash ""', ...found]);
    page.hiddenParts = [];
    expect(press({ key: '/' }), 'beside a route').to.deep.equal([true, ...found]);
  });

  it('filters the list as the reader types, and still marks the route that is shown', async () => {
    of.run.page.tag('search').value = 'ballot';
    const { page } = await start('#tale');
    const links = () =>
      page
        .tag('list')
        .querySelectorAll('a')
        .map((link) => [...link.attributes].join(' '));
    expect(links()).to.deep.equal(['href,#v1.ballot data-route,ballot']);
    page.tag('search').value = 'tale';
    page.tag('search').fire('input');
    expect(links()).to.deep.equal(['href,#v3.tale data-route,tale aria-current,page']);
  });

  it('writes the contract that is opened into the address', async () => {
    const routes = [
      route('story', {
        operations: [
          { id: 'v1.story', family: 'v1', paths: [], contracts: [contractWith('dd1'), contractWith('dd2')] },
        ],
      }),
    ];
    const { page, said } = await start('#story', { routes });
    said();
    const [first, second] = page.querySelectorAll('summary');
    second?.fire('click');
    expect(said()).to.deep.equal(['address [null,"","#dd2"]']);
    first?.fire('click');
    page.querySelectorAll('h3')[0]?.fire('click');
    page.tag('main').fire('click');
    expect(said(), 'one that is open, and others').to.deep.equal([]);
  });

  it('says why it cannot be shown', async () => {
    const { page } = of.run;
    await of.run.start();
    const failure = () => [page.text('failure'), page.tag('failure').hidden];
    expect(failure()).to.deep.equal(['The catalogue could not be loaded: 404 Not Found', false]);
    of.run.answers['/catalogue/index.json'] = () => Promise.reject(new Error('no network'));
    await of.run.start();
    expect(failure()).to.deep.equal(['The catalogue could not be loaded: no network', false]);
  });
});

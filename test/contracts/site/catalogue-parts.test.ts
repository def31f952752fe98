import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { expect } from 'chai';
import { replaceTimers } from '../../support/run/replace-timers.ts';

/** An element as far as the catalogue builds it: what a browser would be told. */
class Built {
  readonly attributes: Record<string, string> = {};
  readonly listeners: Record<string, () => unknown> = {};
  readonly name: string;
  children: (Built | string)[] = [];
  open = false;
  constructor(name: string) {
    this.name = name;
  }
  setAttribute(name: string, value: string) {
    this.attributes[name] = value;
  }
  append(...children: (Built | string)[]) {
    this.children.push(...children);
  }
  replaceChildren(...children: (Built | string)[]) {
    this.children = children;
  }
  hasChildNodes() {
    return this.children.length > 0;
  }
  addEventListener(name: string, listener: () => unknown) {
    this.listeners[name] = listener;
  }
  get textContent(): string {
    return this.children.map((child) => (child instanceof Built ? child.textContent : child)).join('');
  }
  set textContent(text: string) {
    this.children = [text];
  }
  /** This element and those in it. */
  get all(): Built[] {
    return [this, ...this.children.flatMap((child) => (child instanceof Built ? child.all : []))];
  }
}

describe('the parts of the catalogue', () => {
  let byId: (id: string) => Built;
  let element: (name: string, attributes?: object, ...children: unknown[]) => Built;
  let routeParts: (index: object, route: object) => Built[];
  let contractElement: (contract: object, place: object) => Built;
  let showList: (index: object, query: string) => void;
  let jsonBlock: (value: unknown, label: string, language?: string) => Built;
  const page: Record<string, Built> = { list: new Built('nav'), found: new Built('p') };
  const selected: unknown[] = [];
  let restoreTimers: () => void;
  before(async () => {
    Object.assign(globalThis, {
      document: {
        createElement: (name: string) => new Built(name),
        getElementById: (id: string) => page[id],
      },
      location: { origin: 'http://localhost:4010', pathname: '/__session/mine/' },
      getSelection: () => ({ selectAllChildren: (of: unknown) => selected.push(of) }),
    });
    // The label of a button would be put back later.
    restoreTimers = replaceTimers('setTimeout', 'catalogue/contract.js', () => undefined);
    const folder = '../../../contracts/site/catalogue/';
    ({ byId, element, jsonBlock } = await import(`${folder}elements.js`));
    ({ contractElement } = await import(`${folder}contract.js`));
    ({ showList } = await import(`${folder}list.js`));
    ({ routeParts } = await import(`${folder}route.js`));
  });
  after(() => {
    restoreTimers?.();
    for (const name of ['document', 'location', 'getSelection']) Reflect.deleteProperty(globalThis, name);
  });

  it('have an attribute that is true without a value, and none that is false', () => {
    const box = element('input', { type: 'checkbox', checked: true, disabled: false });
    expect(box.attributes).to.deep.equal({ type: 'checkbox', checked: '' });
  });

  it('are only on the page that has them', () => {
    expect(() => byId('nowhere')).to.throw('the page has no #nowhere');
  });

  it('show JSON with its kinds of token, as a region with a name, and very long JSON without', () => {
    const shown = (of: Built) => {
      const [code] = of.children as Built[];
      const tokens = code?.children.map((one) =>
        one instanceof Built ? [one.attributes.class, one.textContent] : one,
      );
      return [of.name, of.attributes, code?.name, code?.attributes, tokens];
    };
    const about = { tabindex: '0', role: 'region', 'aria-label': 'Reply' };
    expect(shown(jsonBlock({ a: [1, null, 'x: 2'] }, 'Reply', 'es-US'))).to.deep.equal([
      ...['pre', about, 'code', { lang: 'es-US' }],
      [
        ...['{\n  ', ['key', '"a"'], ': [\n    ', ['number', '1'], ',\n    ', ['word', 'null']],
        ...[',\n    ', ['string', '"x: 2"'], '\n  ]\n}'],
      ],
    ]);
    const short = 'x'.repeat(79_992);
    expect(shown(jsonBlock([short], 'Reply')).at(-1)).to.deep.equal(['[\n  ', ['string', `"${short}"`], '\n]']);
    const long = `${short}x`;
    expect(shown(jsonBlock([long], 'Reply'))).to.deep.equal(['pre', about, 'code', {}, [`[\n  "${long}"\n]`]]);
  });

  it('are, for each operation, a section that is named by its heading', () => {
    const operation = { id: 'v1.news', family: 'v1', paths: ['/api/v1/us/news'], contracts: [] };
    const index = { host: 'mock', families: { v1: { language: 'en-US' } } };
    const [section, heading] = routeParts(index, { name: 'news', method: 'GET', operations: [operation] })
      .flatMap((part) => part.all)
      .filter(({ name }) => name === 'section' || name === 'h3');
    expect(section?.attributes).to.deep.equal({
      ...{ id: 'v1.news', class: 'operation' },
      'aria-labelledby': 'v1.news-title',
    });
    expect(heading?.attributes).to.deep.equal({ id: 'v1.news-title' });
    expect(heading?.children).to.deep.equal(['English · version 1']);
  });

  it('select the curl command of a contract where a page cannot use the clipboard, as without https', async () => {
    const contract = { id: '0123456789ab', receiving: 'a list', status: 200, states: [], url: '/api', headers: {} };
    const place = { host: 'mock', method: 'GET', operation: { id: 'v1.news' }, language: 'en-US' };
    const details = contractElement(contract, place);
    details.open = true;
    details.listeners.toggle?.();
    const copy = details.all.find(({ textContent }) => textContent === 'Copy');
    await copy?.listeners.click?.();
    expect(copy?.textContent).to.equal('Selected');
    expect(selected.map((one) => (one as Built).textContent)).to.deep.equal([
      "curl -i 'http://localhost:4010/__session/mine/api'",
    ]);
  });

  it('are, of a contract, its state, request and reply, which is loaded once', async () => {
    const reply = { headers: { 'Content-Type': 'text/plain', Date: 'now' }, body: [1] };
    const replies: Record<string, object> = { '0123456789ab': reply, ba9876543210: {} };
    const fetch = mock.method(globalThis, 'fetch', async () => Response.json(replies));
    const shown = async (id: string, more: object) => {
      const contract = { id, receiving: 'a list', status: 404, url: '/api', headers: {}, ...more };
      const operation = { id: 'v1.media' };
      const details = contractElement(contract, { host: 'server', method: 'GET', operation, language: 'en-US' });
      details.open = true;
      details.listeners.toggle?.();
      for (let turns = 0; turns < 20; turns++) await turn();
      const [, content] = details.children as Built[];
      return content?.children.map((part) => {
        const { name, attributes, all, textContent } = part as Built;
        const labels = all.flatMap((one) => one.attributes['aria-label'] ?? []);
        return [name, ...Object.values(attributes), textContent, ...labels].join(' | ');
      });
    };
    const states = [
      { name: 'an archive', params: { pages: 2, of: 'news' } },
      { name: 'no event', params: {} },
    ];
    const rest = ['h4 | Reply in the contract'];
    const request =
      "pre | 0 | region | Request as curl | curl -i 'http://localhost:4010/__session/mine/api' | Request as curl";
    const buttons = ['p | buttons | Try it on this serverCopy', 'div | answer | status | '];
    try {
      expect(await shown('0123456789ab', { states, problem: 'not-found' })).to.deep.equal([
        ...['h4 | Given', 'ul | an archive (pages 2, of news)no event', 'h4 | Request', request, ...buttons, ...rest],
        'p | line | 404 problem not-found',
        'div | Content-Type: text/plain\nDate: now[\n  1\n] | Headers of the reply | Reply',
        'p | soft | Contract-Id 0123456789ab',
      ]);
      expect(await shown('ba9876543210', { states: [] })).to.deep.equal([
        ...['h4 | Given', 'ul | ', 'h4 | Request', request, ...buttons, ...rest],
        ...['p | line | 404', 'div | No body.', 'p | soft | Contract-Id ba9876543210'],
      ]);
      expect(fetch.mock.calls.map((call) => call.arguments)).to.deep.equal([['/catalogue/v1.media.json']]);
    } finally {
      fetch.mock.restore();
    }
  });

  it('list the first six contracts of a route that a search finds, and say how many more there are', () => {
    const contracts = Array.from({ length: 8 }, (_, n) => ({
      ...{ id: `id-${n}`, receiving: `missing ${n}`, status: 404, states: [], url: '/api' },
    }));
    const operation = { id: 'v1.news', family: 'v1', paths: ['/api/v1/us/news'], contracts };
    const route = { name: 'news', tag: 'News', summary: 'All news', method: 'GET', operations: [operation] };
    const other = { ...route, name: 'media', operations: [] };
    showList({ tags: { News: 'What is new' }, routes: [route, other] }, '404');
    const texts = page.list?.all.filter(({ name }) => name === 'li').map(({ textContent }) => textContent);
    expect(texts?.slice(1)).to.deep.equal([
      ...['404 missing 0', '404 missing 1', '404 missing 2', '404 missing 3', '404 missing 4', '404 missing 5'],
      'and 2 more',
    ]);
    expect(page.found?.textContent).to.equal('1 route, 8 contracts');
    for (const query of ['xget', 'xnews', 'xmissing', 'newsall']) {
      showList({ tags: { News: 'What is new' }, routes: [route, other] }, query);
      expect(page.found?.textContent, query).to.equal('0 routes');
    }
    const inBoth = { ...route, operations: [{ ...operation, family: 'v3', contracts: [] }, operation] };
    showList({ tags: { News: 'What is new' }, routes: [inBoth] }, '');
    const about = page.list?.all
      .filter(({ name }) => name === 'a')
      .map(({ attributes, all }) => [
        ...[attributes, all.slice(1).map((part) => [part.attributes.class, part.textContent])],
      ]);
    expect(about).to.deep.equal([
      [
        { href: '#v1.news', 'data-route': 'news' },
        [
          ['method', 'GET'],
          ['name', 'news'],
          ['soft', 'es en'],
        ],
      ],
    ]);
  });
});

import { expect } from 'chai';
import { replaceTimers } from '../support/run/replace-timers.ts';

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
  let element: (name: string, attributes?: object, ...children: unknown[]) => Built;
  let routeParts: (index: object, route: object) => Built[];
  let contractElement: (contract: object, place: object) => Built;
  let showList: (index: object, query: string) => void;
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
    const folder = '../../contracts/site/catalogue/';
    ({ element } = await import(`${folder}elements.js`));
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
  });
});

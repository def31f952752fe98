/** The catalogue as it runs, without a browser: on a host that answers as a test says, with a clock that stands. */
import { CataloguePage, catalogueScript, Details, Input, type Listener, type Part } from './catalogue-tree.ts';
import { setGlobals } from './page-tree.ts';

type Answer = object | (() => Response | Promise<Response>);

let runs = 0;

/** Lets everything that is ready happen. */
export const settled = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A function for the scripts of the catalogue; all else has that of Node. */
const forScripts =
  (own: (...args: never[]) => unknown, replacement: (...args: never[]) => unknown) =>
  (...args: never[]) =>
    new Error().stack?.includes('/site/catalogue/') ? replacement(...args) : own(...args);

/** What each test has of a browser, and of its host. */
export class CatalogueRun {
  readonly page = new CataloguePage();
  /** Answers by address: a body of JSON, or a function that replies. Any other is 404. */
  readonly answers: Record<string, Answer> = {};
  readonly asked: unknown[][] = [];
  /** What scripts wait for. */
  readonly timers: [run: () => void, ms: number][] = [];
  readonly copied: string[] = [];
  /** Fails where a function, is not there where undefined. */
  clipboard: object | undefined = { writeText: async (text: string) => this.copied.push(text) };
  isNarrow = false;
  milliseconds = 5;
  readonly #restores: (() => void)[];
  #hash = '';

  constructor() {
    const { page } = this;
    const run = this;
    const { fetch, setTimeout: later } = globalThis;
    const globals = {
      ...{ document: page, HTMLDetailsElement: Details, HTMLInputElement: Input },
      location: {
        ...{ origin: 'http://localhost:4010', pathname: '/__session/mine/' },
        get hash() {
          return run.#hash;
        },
        set hash(hash: string) {
          page.said.push(`hash "${hash}"`);
          run.#hash = hash;
        },
      },
      history: { replaceState: (...args: unknown[]) => page.said.push(`address ${JSON.stringify(args)}`) },
      navigator: {
        get clipboard() {
          return run.clipboard;
        },
      },
      getSelection: () => ({ selectAllChildren: (part: Part) => page.say('select all of', part) }),
      matchMedia: (query: string) => ({ matches: this.isNarrow && query === '(max-width: 60rem)' }),
      scrollTo: (...place: number[]) => page.said.push(`scroll to ${place}`),
      addEventListener: (name: string, listener: Listener) => page.listen(name, listener),
      fetch: forScripts(fetch, async (...args: [string]) => {
        this.asked.push(args);
        this.milliseconds += 7.4;
        const answer = this.answers[args[0]] ?? (() => new Response(null, { status: 404, statusText: 'Not Found' }));
        return typeof answer === 'function' ? answer() : Response.json(answer);
      }),
      setTimeout: forScripts(later, (...timer: [() => void, number]) => this.timers.push(timer)),
    };
    const { timeout } = AbortSignal;
    const now = performance.now.bind(performance);
    this.#restores = [
      setGlobals(globals),
      setGlobals({ now: forScripts(now, () => this.milliseconds) }, performance),
      setGlobals({ timeout: forScripts(timeout.bind(AbortSignal), (ms: number) => ({ endsAfter: ms })) }, AbortSignal),
    ];
  }

  /** Loads the scripts at an address. */
  async start(hash = ''): Promise<void> {
    this.#hash = hash;
    await import(`${catalogueScript('catalogue.js')}?${++runs}`);
    await settled();
  }

  /** Follows a link in the page. @returns what happened to focus and place */
  follow = async (hash: string): Promise<string[]> => {
    this.#hash = hash;
    this.page.body.fire('hashchange');
    await settled();
    return this.said();
  };

  /** What was said since this was asked last. */
  said = () => this.page.said.splice(0);

  /** The button with just this text. */
  part = (text: string): Part => {
    const found = this.page.querySelectorAll('button').find(({ textContent }) => textContent === text);
    if (!found) throw new Error(`the page has no button "${text}"`);
    return found;
  };
  press = async (text: string): Promise<void> => {
    this.part(text).fire('click');
    await settled();
  };

  close(): void {
    for (const restore of this.#restores) restore();
  }
}

/** Registers hooks that give each test a browser. */
export function useCatalogue() {
  const of = {} as { run: CatalogueRun };
  beforeEach(() => {
    of.run = new CatalogueRun();
  });
  afterEach(() => of.run.close());
  return of;
}

/** A contract as the catalogue lists it; `more` replaces members. */
export const contractWith = (id: string, more: object = {}) => ({
  ...{ id, receiving: 'a list', status: 200, states: [], url: `/api/${id}`, headers: {} },
  ...more,
});

/** An index of two routes with three operations; `more` replaces members. */
export const indexWith = (more: object = {}) => ({
  host: 'mock',
  links: [
    ['/docs', 'Reference'],
    ['/openapi.json', 'OpenAPI'],
  ],
  families: { v3: { prefix: '/api/v3/us', language: 'es-US' }, v1: { prefix: '/api/v1/us', language: 'en-US' } },
  tags: { Tales: 'What is told', Rest: 'Nothing', Ballots: 'What fans say' },
  routes: [
    {
      ...{ name: 'tale', tag: 'Tales', summary: 'All tales', method: 'GET', deprecated: 'Ends in May.' },
      operations: [
        {
          ...{ id: 'v3.tale', family: 'v3', paths: ['/api/v3/us/tale', '/api/v3/us/tale/{page}'] },
          contracts: [contractWith('aa1'), contractWith('aa2', { status: 404, problem: 'not-found' })],
        },
        { id: 'v1.tale', family: 'v1', paths: ['/api/v1/us/tale'], contracts: [contractWith('bb1')] },
      ],
    },
    {
      ...{ name: 'ballot', tag: 'Ballots', summary: 'Casts one', method: 'POST' },
      operations: [{ id: 'v1.ballot', family: 'v1', paths: ['/api/v1/us/ballot'], contracts: [contractWith('cc1')] }],
    },
  ],
  ...more,
});

import { expect } from 'chai';
import { replaceTimers } from '../../support/run/replace-timers.ts';

interface Following {
  close(): void;
}
type Asker = (url: string) => () => Promise<unknown>;
type Follow = (url: string, onSnapshot: (body: unknown) => void, onState: (state: string) => void) => Following;

// Not checked together with the tests: it is a program for browsers.
const module = new URL('../../../server/pages/board/follow.js', import.meta.url).href;
const { asker, follow } = (await import(module)) as { asker: Asker; follow: Follow };

const { clearTimeout: clear } = globalThis;

/** A stream that the test opens, feeds and breaks. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static all: Stream[] = [];
  readyState = 1;
  readonly url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Stream.all.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
  /** The stream was refused: the browser does not open it again. */
  refuse() {
    this.readyState = Stream.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
}

/** Everything that the page uses of a browser. */
class Page {
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  readonly window = new EventTarget();
  readonly asked: [url: string, ifNoneMatch: string | null][] = [];
  readonly options: object[] = [];
  /** Answers of the service, in order; undefined: no connection. */
  answers: (Response | undefined)[] = [];
  waiting: { run: () => void; ms: number | undefined } | undefined;

  readonly globals = {
    document: this.document,
    EventSource: Stream,
    addEventListener: this.window.addEventListener.bind(this.window),
    removeEventListener: this.window.removeEventListener.bind(this.window),
    fetch: async (url: string, options: { headers: Record<string, string> }) => {
      this.asked.push([url, new Headers(options.headers).get('If-None-Match')]);
      this.options.push(options);
      const answer = this.answers.shift();
      if (!answer) throw new TypeError('fetch failed');
      return answer;
    },
    clearTimeout: (timer: unknown) => {
      if (timer === this) this.waiting = undefined;
      else clear(timer as NodeJS.Timeout);
    },
  };

  readonly setTimeout = (run: () => void, ms?: number) => {
    this.waiting = { run, ms };
    return this;
  };

  /** What the page waits for, in ms; then it happens. */
  async pass(): Promise<number | undefined> {
    const { waiting } = this;
    this.waiting = undefined;
    waiting?.run();
    await settled();
    return waiting?.ms;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the board follows a route', () => {
  const own = new Map<string, PropertyDescriptor | undefined>();
  let restoreTimeouts: () => void;
  let page: Page;
  let states: string[];
  let snapshots: unknown[];
  let following: Following;
  beforeEach(() => {
    page = new Page();
    Stream.all = [];
    for (const [name, value] of Object.entries(page.globals)) {
      own.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
    }
    restoreTimeouts = replaceTimers('setTimeout', 'board/follow.js', page.setTimeout);
    [states, snapshots] = [[], []];
    following = follow(
      '/live',
      (body) => snapshots.push(body),
      (state) => states.push(state),
    );
  });
  afterEach(() => {
    following.close();
    restoreTimeouts();
    for (const [name, before] of own) {
      if (before) Object.defineProperty(globalThis, name, before);
      else Reflect.deleteProperty(globalThis, name);
    }
  });

  const stream = () => Stream.all.at(-1) as Stream;
  const unchanged = () => new Response(null, { status: 304 });
  const refused = (status: number, headers = {}) => new Response('{}', { status, headers });

  it('by its stream, which the browser opens again when it breaks', () => {
    stream().dispatchEvent(new Event('open'));
    stream().dispatchEvent(new MessageEvent('snapshot', { data: '{"n":1}' }));
    stream().dispatchEvent(new Event('error'));
    expect([stream().url, states, snapshots]).to.deep.equal(['/live', ['live', 'reconnecting'], [{ n: 1 }]]);
    expect([Stream.all.length, page.asked.length]).to.deep.equal([1, 0]);
  });

  it('by questions that no cache of the browser answers, each for at most 10 s, with the ETag of the last answer', async () => {
    const { timeout } = AbortSignal;
    const after = (ms: number) => `after ${ms} ms` as unknown as AbortSignal;
    AbortSignal.timeout = after;
    try {
      const ask = asker('/asked');
      page.answers = [
        Response.json({ n: 1 }, { headers: { ETag: '"a"', 'Retry-After': 'soon' } }),
        refused(503),
        unchanged(),
      ];
      expect([await ask(), await ask(), await ask()]).to.deep.equal([
        { status: 200, retrySeconds: 0, body: { n: 1 } },
        { status: 503, retrySeconds: 0, body: undefined },
        { status: 304, retrySeconds: 0, body: undefined },
      ]);
    } finally {
      AbortSignal.timeout = timeout;
    }
    const options = (headers: object) => ({
      ...{ headers: { Accept: 'application/json', ...headers }, cache: 'no-store', signal: 'after 10000 ms' },
    });
    const [first, again] = [options({}), options({ 'If-None-Match': '"a"' })];
    expect(page.options).to.deep.equal([first, again, again]);
  });

  it('by polls every 2 s when the stream is refused, with the ETag, and tries the stream again after 15', async () => {
    page.answers = [Response.json({ n: 1 }, { headers: { ETag: '"a"' } }), ...Array.from({ length: 30 }, unchanged)];
    stream().refuse();
    await settled();
    const waits: (number | undefined)[] = [];
    while (Stream.all.length === 1 && waits.length < 40) waits.push(await page.pass());
    expect(waits).to.deep.equal(Array.from({ length: 15 }, () => 2_000));
    expect(page.asked).to.deep.equal([['/live', null], ...Array.from({ length: 15 }, () => ['/live', '"a"'])]);
    expect([snapshots, [...new Set(states)]]).to.deep.equal([[{ n: 1 }], ['polling']]);
  });

  it('more slowly while there is nothing, and as slowly as the service asks', async () => {
    page.answers = [refused(404), refused(503, { 'Retry-After': '7' }), refused(404, { 'Retry-After': '1' })];
    stream().refuse();
    await settled();
    expect([await page.pass(), await page.pass(), await page.pass()]).to.deep.equal([5_000, 7_000, 5_000]);
    expect(states).to.deep.equal(['missing', 'reconnecting', 'missing', 'reconnecting']);
    expect(await page.pass(), 'after no answer').to.equal(2_000);
  });

  it('by the stream again as soon as an answer comes after a failure', async () => {
    page.answers = [undefined, unchanged()];
    stream().refuse();
    await settled();
    expect(await page.pass()).to.equal(2_000);
    expect([states, Stream.all.length, page.waiting]).to.deep.equal([['reconnecting', 'polling'], 2, undefined]);
  });

  it('not while the page is hidden, nor once it is closed', async () => {
    const [first] = Stream.all;
    page.document.hidden = true;
    page.document.dispatchEvent(new Event('visibilitychange'));
    expect([first?.readyState, Stream.all.length]).to.deep.equal([2, 1]);
    page.document.hidden = false;
    page.document.dispatchEvent(new Event('visibilitychange'));
    page.window.dispatchEvent(new Event('online'));
    expect([Stream.all.length, Stream.all[1]?.readyState]).to.deep.equal([3, 2]);
    page.answers = [Response.json({ n: 1 })];
    stream().refuse();
    following.close();
    await settled();
    expect([snapshots, states, page.waiting], 'an answer that comes later').to.deep.equal([[], [], undefined]);
    page.document.dispatchEvent(new Event('visibilitychange'));
    page.window.dispatchEvent(new Event('online'));
    expect(Stream.all.length).to.equal(3);
  });
});

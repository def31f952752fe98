import { mock } from 'node:test';
import { expect } from 'chai';
import { Representation } from '../../../server/cache/representation.ts';
import type { CachedValue } from '../../../server/cache/tagged-cache-types.ts';
import type { FromWorker, SharedReply } from '../../../server/processes/messages.ts';
import { ReplySharing, type ShareSettings } from '../../../server/processes/reply-sharing.ts';
import { SharedReplies } from '../../../server/processes/shared-replies.ts';

const about = { type: 'application/json', headers: ['Cache-Control', 'max-age=5'] };
const nowMs = 1_900_000_000_000;

/** Millisecond by millisecond, since timers set others. */
function pass(ms: number): void {
  for (let passed = 0; passed < ms; passed++) mock.timers.tick(1);
}

/** A worker that caches what the test says, and its messages to the primary. */
function worker(settings: Partial<ShareSettings> = {}) {
  const cached = new Map<string, CachedValue<Representation>>();
  const messages: FromWorker[] = [];
  let acknowledge = () => {};
  const sharing = new ReplySharing({
    send(message, sent) {
      messages.push(message);
      if (message.kind === 'replies') acknowledge = sent;
    },
    peek: (key) => cached.get(key),
    settings: { maxBytes: 1_000_000, ...settings },
  });
  return {
    ...{ sharing, cached, acknowledge: () => acknowledge() },
    /** Caches a reply of so many bytes. */
    load(key: string, bytes = 2, more: { isUnbounded?: boolean } = {}) {
      cached.set(key, { value: new Representation(Buffer.alloc(bytes, 'x'), about), loadedMs: 7, ...more });
      sharing.onLoad(key);
    },
    /** The messages since then: the keys of replies, and those that are gone. */
    sent: () =>
      messages
        .splice(0)
        .map((message) =>
          message.kind === 'replies'
            ? [message.replies.map(({ key }) => key).join(), ...message.gone.map((key) => `-${key}`)].join(' ')
            : `recall ${'key' in message ? message.key : ''}`,
        ),
    messages,
  };
}

describe('when a worker shares its replies', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: nowMs }));
  afterEach(() => {
    mock.reset();
  });

  it('a new one is sent after 100 ms with all that is known of it, and those that are gone', () => {
    const { load, sharing, messages } = worker();
    load('/a');
    pass(60);
    load('/b', 3, { isUnbounded: true });
    sharing.onRemove('/gone');
    pass(39);
    expect(messages).to.deep.equal([]);
    pass(1);
    expect(messages).to.deep.equal([
      {
        kind: 'replies',
        replies: [
          { key: '/a', body: 'xx', ...about, loadedMs: 7, isUnbounded: false },
          { key: '/b', body: 'xxx', ...about, loadedMs: 7, isUnbounded: true },
        ],
        gone: ['/gone'],
      },
    ]);
  });

  it('the next ones wait until those are written, for as long as the rate says, and as all do', () => {
    const { load, sharing, acknowledge, sent } = worker({ bytesPerSecond: 1_000 });
    load('/a', 500);
    load('/u', 250, { isUnbounded: true });
    pass(100);
    expect(sent()).to.deep.equal(['/a,/u']);
    load('/b', 0);
    pass(2_000);
    expect(sent(), 'not written yet').to.deep.equal([]);
    acknowledge();
    sharing.onRemove('/gone');
    // One byte of an unbounded kind counts as four.
    pass(1_500 + 99);
    expect(sent()).to.deep.equal([]);
    pass(1);
    expect(sent()).to.deep.equal(['/b -/gone']);
    acknowledge();
    pass(2_000);
    expect(sent(), 'each once').to.deep.equal([]);
  });

  it('nothing is planned once nothing waits, and something while anything does', () => {
    const rows: [what: string, change: (of: ReturnType<typeof worker>) => void, sent: string[]][] = [
      ['nothing', () => undefined, []],
      ['of both kinds', ({ load }) => [load('/b'), load('/u', 2, { isUnbounded: true })], ['/b,/u']],
      ['one, and one that is gone', ({ load, sharing }) => [load('/b'), sharing.onRemove('/c')], ['/b -/c']],
      [
        'unbounded, and gone',
        ({ load, sharing }) => [load('/u', 2, { isUnbounded: true }), sharing.onRemove('/c')],
        ['/u -/c'],
      ],
      ['one that is gone', ({ sharing }) => sharing.onRemove('/c'), [' -/c']],
    ];
    for (const [what, change, expected] of rows) {
      const own = worker();
      own.load('/a', 0);
      pass(100);
      expect(own.sent()).to.deep.equal(['/a']);
      change(own);
      own.acknowledge();
      let planned = 0;
      const { setTimeout: original } = globalThis;
      const plan = (...args: Parameters<typeof setTimeout>) => {
        planned++;
        return original(...args);
      };
      Object.assign(globalThis, { setTimeout: plan });
      pass(500);
      expect(own.sent(), what).to.deep.equal(expected);
      Object.assign(globalThis, { setTimeout: original });
      expect(planned, what).to.equal(expected.length);
    }
  });

  it('the same one is sent again after five seconds, also at once after the clock was set back', () => {
    const { load, acknowledge, sent, messages } = worker();
    load('/a', 0);
    pass(100);
    acknowledge();
    load('/a', 0);
    pass(4_999);
    expect(sent(), 'and no empty message').to.deep.equal(['/a']);
    pass(100);
    expect(sent()).to.deep.equal(['/a']);
    acknowledge();
    const now = mock.method(Date, 'now', () => nowMs);
    load('/a', 0);
    pass(200);
    expect(sent(), 'the clock was set back').to.deep.equal(['/a']);
    acknowledge();
    load('/a', 0);
    pass(200);
    expect(messages, 'in the same millisecond').to.deep.equal([]);
    now.mock.mockImplementation(() => nowMs + 4_999);
    pass(200);
    expect(messages).to.deep.equal([]);
    now.mock.mockImplementation(() => nowMs + 5_000);
    pass(200);
    expect(sent()).to.deep.equal(['/a']);
  });

  it('a message takes replies until it has 256 KiB, of unbounded kinds a quarter of that', () => {
    const rows: [sizes: number[], isUnbounded: boolean, sent: string[]][] = [
      [[131_072, 131_072, 1], false, ['0,1', '2']],
      [[131_072, 131_071, 1], false, ['0,1,2']],
      [[65_536, 1], true, ['0', '1']],
      [[65_535, 1], true, ['0,1']],
    ];
    for (const [sizes, isUnbounded, expected] of rows) {
      const { load, acknowledge, sent } = worker();
      for (const [key, bytes] of sizes.entries()) load(String(key), bytes, { isUnbounded });
      pass(100);
      acknowledge();
      pass(1_000);
      expect(sent(), `${sizes}`).to.deep.equal(expected);
    }
  });

  it('one that is no longer cached is not sent, nor asked for again', () => {
    const { load, cached, sent } = worker();
    load('/a');
    load('/b');
    cached.delete('/a');
    pass(100);
    expect(sent()).to.deep.equal(['/b']);
    cached.clear();
    const other = worker();
    other.load('/a');
    other.cached.clear();
    pass(1_000);
    expect(other.sent()).to.deep.equal([]);
    other.sharing.onRemove('/a');
    pass(100);
    expect(other.sent(), 'that it is gone').to.deep.equal([' -/a']);
  });
});

describe('when a worker asks for the reply of another', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout', 'Date'], now: nowMs }));
  afterEach(() => mock.timers.reset());

  const reply = (key: string): SharedReply => ({ key, body: 'xx', ...about, loadedMs: 7, isUnbounded: true });

  it('it waits for 300 ms, and a late answer is none', async () => {
    const { sharing, sent } = worker();
    let answer: unknown = 'none yet';
    const asked = sharing.fetch('/a').then((given) => {
      answer = given;
    });
    pass(299);
    await Promise.resolve();
    expect(answer).to.equal('none yet');
    pass(1);
    await asked;
    expect(answer).to.equal(undefined);
    sharing.recalled('/a', reply('/a'));
    sharing.fetch('/a');
    expect(sent()).to.deep.equal(['recall /a', 'recall /a']);
  });

  it('the answer has all that is known, and its time limit does not end a later request', async () => {
    const { sharing } = worker();
    const first = sharing.fetch('/a');
    expect(sharing.fetch('/a')).to.equal(first);
    pass(200);
    sharing.recalled('/a', reply('/a'));
    const { value, ...others } = (await first) as CachedValue<Representation>;
    expect(others).to.deep.equal({ loadedMs: 7, isUnbounded: true });
    expect([value.identity.bytes.toString(), value.type, value.headers]).to.deep.equal(['xx', ...Object.values(about)]);
    const second = sharing.fetch('/a');
    pass(150);
    sharing.recalled('/a', reply('/a'));
    expect((await second)?.loadedMs).to.equal(7);
  });

  it('it remembers up to ten thousand that nobody has, all of them until a second after the first', () => {
    const { sharing, sent } = worker();
    for (let nth = 0; nth <= 10_000; nth++) sharing.recalled(String(nth), undefined);
    for (const key of ['0', '9999', '10000']) sharing.fetch(key);
    expect(sent()).to.deep.equal(['recall 10000']);
    pass(1_000);
    sharing.recalled('a', undefined);
    pass(500);
    sharing.recalled('b', undefined);
    pass(500);
    sharing.recalled('c', undefined);
    pass(999);
    for (const key of ['a', 'b', 'c']) sharing.fetch(key);
    expect(sent()).to.deep.equal(['recall a', 'recall b']);
  });
});

describe('the replies that a primary has', () => {
  const reply = (key: string, more: Partial<SharedReply> = {}): SharedReply => ({
    ...{ key, body: '"x"', ...about, loadedMs: 5, isUnbounded: false },
    ...more,
  });

  it('are given as they came, and the newer one stays; of the same age the last', () => {
    const replies = new SharedReplies(1_000_000);
    replies.add(reply('/a'));
    expect(replies.find('/a')).to.deep.equal(reply('/a'));
    replies.add(reply('/a', { loadedMs: 4, body: 'older' }));
    replies.add(reply('/a', { loadedMs: 4, body: 'older', isUnbounded: true }));
    expect(replies.find('/a')).to.deep.equal(reply('/a'));
    replies.add(reply('/a', { body: 'same' }));
    expect(replies.find('/a')).to.deep.equal(reply('/a', { body: 'same' }));
    replies.add(reply('/a', { loadedMs: 6, isUnbounded: true }));
    replies.add(reply('/b'));
    expect(replies.find('/a')).to.deep.equal(reply('/a', { loadedMs: 6, isUnbounded: true }));
    expect([replies.count, replies.bytes]).to.deep.equal([2, 2 * (1_024 + 2 + 3)]);
    for (const key of ['/a', '/b']) replies.remove(key);
    expect([replies.count, replies.bytes, replies.find('/a'), replies.find('/b')]).to.deep.equal([
      ...[0, 0, undefined, undefined],
    ]);
  });

  it('have room for these bytes, and for an eighth more of unbounded kinds, rounded up', () => {
    const each = 1_024 + 1 + 3;
    const replies = new SharedReplies(2 * each);
    for (const key of ['a', 'b', 'c']) replies.add(reply(key));
    expect([replies.find('a'), replies.count]).to.deep.equal([undefined, 2]);
    for (const [bytes, count] of [
      [8 * each, 1],
      [8 * each - 7, 1],
      [8 * each - 8, 0],
    ] as const) {
      const few = new SharedReplies(bytes);
      for (const key of ['a', 'b']) few.add(reply(key, { isUnbounded: true }));
      expect(few.count, `${bytes}`).to.equal(count);
    }
  });
});

import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import timers from 'node:timers/promises';
import { expect } from 'chai';
import { feedReceived } from '../../../contracts/world/index.ts';
import { publishSample } from '../../../server/processes/publish-sample.ts';
import { PublishInProgress, type Store, StoreUnavailable } from '../../../server/store/index.ts';
import { sleepFor } from '../../support/run/replace-timers.ts';

describe('the sample that a server publishes', () => {
  let slept: unknown[];
  beforeEach(() => {
    slept = [];
    mock.method(
      timers,
      'setTimeout',
      sleepFor('processes/publish-sample.ts', async (ms) => slept.push(ms)),
    );
    syncBuiltinESMExports();
  });
  afterEach(() => {
    mock.reset();
    syncBuiltinESMExports();
  });

  /** A store that is empty until it has been published to, which fails at first so many times. */
  function open(failures: number, fail: () => Error) {
    const happened: unknown[] = [];
    let [isEmpty, attempts] = [true, 0];
    let text = '';
    const store = {
      content: {
        isEmpty: async () => isEmpty,
        async publish(names: string[], entries: AsyncIterable<unknown>, options: object) {
          if (++attempts <= failures) throw fail();
          happened.push(['publish', names.includes('fighters'), options]);
          for await (const batch of entries) {
            text += JSON.stringify(batch);
            if (text.includes('img.example.com')) break;
          }
          isEmpty = false;
        },
      },
      live: {
        joinFights: async () => happened.push('join'),
        update: async (update: unknown) => happened.push(update),
      },
    };
    return {
      store: store as unknown as Store,
      happened,
      text: () => text,
      attempts: () => attempts,
      fill: () => (isEmpty = false),
    };
  }
  const inProgress = () => new PublishInProgress('Another publish is under way.');
  const run = async (of: Store, pictures?: string) => {
    const lines: string[] = [];
    const failure = await publishSample(of, { pictures, report: (line) => lines.push(line) }).catch(
      (error: Error) => `${error.name}: ${error.message}`,
    );
    return { lines, failure };
  };
  const published = [['publish', true, { who: 'server' }], 'join', ...feedReceived];

  it('has all content and the recorded feed, with the addresses of the contracts or of this server', async () => {
    const one = open(0, inProgress);
    expect(await run(one.store)).to.deep.equal({ lines: [], failure: undefined });
    expect(one.happened).to.deep.equal(published);
    expect(one.text()).to.include('https://img.example.com/').and.not.include('/sample/');
    const other = open(0, inProgress);
    await run(other.store, 'http://10.0.2.2:8080');
    expect(other.happened).to.deep.equal(published);
    expect(other.text()).to.include('http://10.0.2.2:8080/sample/img.example.com/').and.not.include('https://img');
    expect(slept).to.deep.equal([]);
  });

  it('is not published where there is content, also of another server meanwhile', async () => {
    const filled = open(0, inProgress);
    filled.fill();
    expect(await run(filled.store)).to.deep.equal({ lines: [], failure: undefined });
    expect(filled.happened).to.deep.equal([]);
    const other = open(9, () => {
      other.fill();
      return inProgress();
    });
    expect((await run(other.store)).failure).to.equal(undefined);
    expect([other.attempts(), other.happened, slept]).to.deep.equal([1, [], [500]]);
  });

  it('waits for another publish for half a minute, and says so every five seconds', async () => {
    const { store, happened, attempts } = open(59, inProgress);
    const { lines, failure } = await run(store);
    expect([failure, attempts()]).to.deep.equal([undefined, 60]);
    expect(happened).to.deep.equal(published);
    expect(slept).to.deep.equal(Array(59).fill(500));
    expect(lines).to.deep.equal(Array(6).fill('Another publish is under way. The sample waits for it.'));
    const twice = open(11, inProgress);
    expect((await run(twice.store)).lines, 'the first and the eleventh').to.have.length(2);
    slept = [];
    const late = open(60, inProgress);
    expect((await run(late.store)).failure).to.equal('PublishInProgress: Another publish is under way.');
    expect([late.attempts(), slept.length]).to.deep.equal([60, 59]);
  });

  it('does not wait after any other error, and says for what it waits while the store is away', async () => {
    const broken = open(1, () => new TypeError('x'));
    expect(await run(broken.store)).to.deep.equal({ lines: [], failure: 'TypeError: x' });
    expect([broken.attempts(), slept]).to.deep.equal([1, []]);
    const away = open(0, inProgress);
    let asked = 0;
    away.store.content.isEmpty = async () => {
      if (++asked <= 8) throw new StoreUnavailable('it is loading');
      return false;
    };
    expect((await run(away.store)).lines).to.deep.equal(['The store is not available: it is loading: waiting.']);
  });
});

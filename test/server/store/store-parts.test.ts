import { expect } from 'chai';
import { readHeader } from '../../../server/store/backup/read-store.ts';
import { RestoredStore } from '../../../server/store/backup/write-store.ts';
import { createGenerations } from '../../../server/store/content/generations.ts';
import { createInspector } from '../../../server/store/content/inspect.ts';
import { createPublisher } from '../../../server/store/content/publish.ts';
import { createRawReader } from '../../../server/store/content/raw-reader.ts';
import { createStore, type StoreSettings } from '../../../server/store/index.ts';
import { clearEvent } from '../../../server/store/live/clear-event.ts';
import { nameAwayMasters } from '../../../server/store/name-away-masters.ts';
import type { RedisClient } from '../../../server/store/redis/connection/client.ts';
import { StoreFault, StoreUnavailable } from '../../../server/store/redis/errors.ts';
import { openStoreSchema, StoreRefused } from '../../../server/store/schema/open-store.ts';
import { defaultStoreSettings } from '../../../server/store/settings.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const own = { schema: 3, least: 2 };
const malformed = 'StoreUnavailable: The store is not available: its reply is malformed';

/** A store of recorded clients, and who was asked what. */
function recordStore(answer: Answer, settings: Partial<StoreSettings> = {}, isCluster = false) {
  const asked: unknown[][] = [];
  const clientOf = (who: string) =>
    recordClient(
      (name, args) => {
        asked.push([who, name, ...args]);
        return answer(name, args);
      },
      { isCluster },
    ).client;
  const store = createStore({
    reads: clientOf('reads'),
    writes: clientOf('writes'),
    ballotConnection: clientOf('ballots'),
    bulk: clientOf('bulk'),
    settings,
  });
  return { store, asked };
}

describe('the parts of the store', () => {
  const answers: Answer = (name) => (name === 'readTime' ? 1_700_000_000_000 : name === 'set' ? 'OK' : [1, 2, 1, 8]);

  it('are asked for the time, and written to for a minute, to know that Redis answers', async () => {
    const { store, asked } = recordStore(answers);
    await store.ping();
    expect(asked.sort()).to.deep.equal([
      ['ballots', 'readTime', ['{05cc}:pinged']],
      ['reads', 'readTime', ['{05cc}:pinged']],
      ['writes', 'readTime', ['{05cc}:pinged']],
      ['writes', 'set', '{05cc}:pinged', '1', 'PX', 60_000],
    ]);
  });

  it('are asked on each master of a Cluster that has buckets', async () => {
    const { store, asked } = recordStore(answers, { buckets: 3 }, true);
    await store.ping();
    const keys = [...new Set(asked.map(([, name, key]) => (name === 'set' ? key : (key as string[])[0])))];
    expect(keys).to.deep.equal(['{05cc}:pinged', '{0bku}:pinged', '{056i}:pinged']);
    expect(asked).to.have.length(12);
  });

  it("read content by the requests' connection, and unparsed by that of tools", async () => {
    const { store, asked } = recordStore(() => [7, null]);
    await store.content.get('news', 1);
    await store.content.raw().get('news', ['1']);
    expect(asked.map(([who]) => who)).to.deep.equal(['reads', 'bulk']);
  });

  it('do not answer where one of these answers is another', async () => {
    for (const [wrong, answer] of [
      ['set', 'QUEUED'],
      ['set', null],
      ['readTime', 'now'],
    ] as const) {
      const { store } = recordStore((name, args) => (name === wrong ? answer : answers(name, args)));
      expect(await reasonOf(store.ping())).to.equal(malformed);
    }
  });

  it('enter the store with the schema and the buckets of the settings, and learn both clocks', async () => {
    for (const [settings, buckets] of [
      [{}, '8'],
      [{ buckets: 5 }, '5'],
    ] as const) {
      const { store, asked } = recordStore(answers, settings);
      await store.prepare();
      expect(asked).to.deep.equal([
        ['writes', 'openStore', ['votes:buckets', '{votes:buckets}:schema'], '2', '1', buckets],
        ['writes', 'readTime', ['votes:buckets']],
        ['ballots', 'readTime', ['votes:buckets']],
      ]);
    }
  });
});

describe('a tool that reads or writes the store', () => {
  const tools: Record<string, (client: RedisClient) => Promise<unknown> | AsyncGenerator> = {
    'lists generations': (client) => createGenerations(client, defaultStoreSettings).list(),
    'changes records': (client) => createGenerations(client, defaultStoreSettings).remove('news', ['1'], 'Ann'),
    'restores a generation': (client) => createGenerations(client, defaultStoreSettings).rollBack(1, 'Ann'),
    'compares generations': (client) => createGenerations(client, defaultStoreSettings).diff(1, 2),
    'reads a generation': (client) => createRawReader(client, 1).get('news', ['1']),
    publishes: (client) => createPublisher(client, defaultStoreSettings)(['news'], []),
    'inspects content': (client) => createInspector(client).exclusively(false, async () => undefined),
    'inspects tallies': (client) => createInspector(client).tallies(false),
    'clears an event': (client) => clearEvent({ bulk: client, buckets: 8 }, 801, []),
    'begins a backup': (client) => readHeader(client),
    'begins a restore': (client) => new RestoredStore(client).begin(false, new AbortController().signal),
  };
  for (const [what, use] of Object.entries(tools)) {
    it(`connects before it ${what}`, async () => {
      for (const status of ['wait', 'end']) {
        const { client, asked } = recordClient(() => new Error('refused'), { status });
        const work = use(client);
        expect(await reasonOf('next' in work ? work.next() : work)).to.match(/^StoreUnavailable: .* refused$/);
        expect(asked).to.deep.equal([['connect']]);
      }
    });
  }
});

describe('a server that enters a store', () => {
  const enter = (reply: unknown) => reasonOf(openStoreSchema(recordClient(() => reply).client, 8, own));

  it('says in a sentence why it may not', async () => {
    for (const [reply, said] of [
      [[1, 3, 2, 8], 'done'],
      [
        [-1, 5, 4, 8],
        'StoreRefused: The data in this Redis ask for a server with store schema 4 or newer, and this server has 3: start the newer server again, or restore a backup from before the upgrade into an empty Redis (npm run restore).',
      ],
      [
        [-2, 1, 1, 8],
        'StoreRefused: The data in this Redis have store schema 1, and this server, which has 3, takes 2 or newer: start a server with store schema 2 on them first, then this one.',
      ],
      [
        [-3, 3, 2, 8],
        'StoreRefused: A restore into this Redis has not ended, so data are missing: run it again to its end (npm run restore).',
      ],
      [
        [-4, 3, 2, 16],
        'StoreRefused: Votes in this Redis are spread over 16 buckets, but the setting says 8: set it to 16, since votes would not be found otherwise.',
      ],
      [
        [-5, 0, 0, 0],
        'StoreRefused: The keys votes:buckets and {votes:buckets}:schema in this Redis are broken, so it is not known who may use its data: restore a backup into an empty Redis (npm run restore).',
      ],
    ] as const) {
      expect(await enter(reply)).to.equal(said);
    }
  });

  it('does not trust a reply that the script cannot give', async () => {
    for (const reply of [null, 'OK', [], [1], [1, 3, 2], [1, 3, 2, 8, 9], [0, 3, 2, 8], [2, 3, 2, 8], [-6, 3, 2, 8]]) {
      expect(await enter(reply), JSON.stringify(reply)).to.equal(malformed);
    }
  });
});

describe('an error of a command that names the masters that are away', () => {
  const url = 'redis+cluster://127.0.0.1:1';

  it('is the same where none is known to be away, or it has another reason', async () => {
    const errors = [new StoreRefused('No server has used it. '), new StoreUnavailable('no answer'), new Error('other')];
    for (const error of errors) {
      const { message } = error;
      for (const address of [undefined, 'redis://127.0.0.1:1', url]) {
        expect(await nameAwayMasters(error, address)).to.equal(error);
        expect(error.message).to.equal(message);
      }
    }
  });

  it('is not looked into where no command would have asked Redis', async () => {
    expect(await nameAwayMasters('no error', 'no address')).to.equal('no error');
    expect(await reasonOf(nameAwayMasters(new StoreFault('x'), 'no address'))).to.match(/^BadAddress: /);
  });
});

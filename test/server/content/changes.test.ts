import { expect } from 'chai';
import fc from 'fast-check';
import { collections, type Records } from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { audit } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import type { Entry } from '../../../server/store/content/record-encoding.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';

const nothing = Object.fromEntries(Object.keys(collections).map((name) => [name, []])) as unknown as Records;
const fighter = (id: number, more: object = {}) => collections.fighters.normalise(rawFighter(id, more));
const entry = (record: ReturnType<typeof fighter>): Entry => ({ collection: 'fighters', record });

describe('put, remove and rollback in the store', () => {
  let redis: TestNode;
  let opened: TestStore;
  before(async () => {
    redis = await startRedis();
  });
  after(() => redis.close());
  beforeEach(async () => {
    await redis.client.flushall();
    opened = await openStore(redis.url);
  });
  afterEach(() => opened.close());

  /** Every read of fighters. */
  async function seen(reader: Pick<TestStore['store']['content'], 'list' | 'first' | 'names' | 'many'>) {
    const pages: unknown[] = [];
    for (const reversed of [false, true]) {
      let after: string | undefined;
      do {
        const page = await reader.list('fighters', undefined, {
          limit: 3,
          reversed,
          ...(after !== undefined && { after }),
        });
        pages.push(page);
        after = page.next;
      } while (after !== undefined);
    }
    return {
      pages,
      holders: await reader.list('fighters', 'title_holders'),
      statids: await reader.names('fighters', 'statid'),
      first: await reader.first('fighters', ['statid:1', 'statid:2', 'title_holders', 'statid:99']),
      many: await reader.many('fighters', [1, 2, 3, 4, 5, 6, 7, 8]),
    };
  }

  it('read the same as the same content in memory', async () => {
    const { generations } = opened.store.content;
    const change = fc.oneof(
      fc.record({
        put: fc.uniqueArray(
          fc.record({
            id: fc.integer({ min: 1, max: 8 }),
            last_name: fc.constantFrom('Añil', 'Zorro', 'b😀', 'Ábaco'),
            statid: fc.constantFrom(null, 1, 2, 3),
            title_holder: fc.boolean(),
          }),
          { selector: ({ id }) => id, minLength: 1, maxLength: 3 },
        ),
      }),
      fc.record({ remove: fc.uniqueArray(fc.integer({ min: 1, max: 8 }).map(String), { minLength: 1, maxLength: 2 }) }),
      fc.record({ rollBack: fc.nat({ max: 5 }) }),
    );
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        await publishRecords(opened.store, { fighters: [rawFighter(1), rawFighter(2, { statid: 2 }), rawFighter(3)] });
        let state = new Map([fighter(1), fighter(2, { statid: 2 }), fighter(3)].map((one) => [String(one.id), one]));
        const start = (await generations.list())[0]?.number ?? 0;
        const history = [{ number: start, state, reader: opened.store.content.snapshot() }];
        await history[0]?.reader.get('fighters', 1);
        for (const one of changes) {
          state = new Map(state);
          let number: number;
          if ('put' in one) {
            const records = one.put.map(({ id, ...more }) => fighter(id, more));
            for (const record of records) state.set(String(record.id), record);
            number = (await generations.put(records.map(entry), 'test')).generation;
          } else if ('remove' in one) {
            for (const key of one.remove) state.delete(key);
            number = (await generations.remove('fighters', one.remove, 'test')).generation;
          } else {
            const target = history[one.rollBack % history.length];
            state = target?.state ?? state;
            number = (await generations.rollBack(target?.number, 'test')).generation;
          }
          const reader = opened.store.content.snapshot();
          await reader.get('fighters', 1);
          history.push({ number, state, reader });
        }
        for (const { state: records, reader } of history) {
          const memory = memoryReader({ ...nothing, fighters: [...records.values()] });
          expect(await seen(reader)).to.deep.equal(await seen(memory));
          compared++;
        }
        expect(await seen(opened.store.content)).to.deep.equal(
          await seen(memoryReader({ ...nothing, fighters: [...state.values()] })),
        );
        expect((await audit(opened.store)).findings.filter(({ level }) => level === 'error')).to.deep.equal([]);
      }),
      { numRuns: 40, seed: 4 },
    );
    console.log(`        ${compared} generations read while later ones changed the same records`);
  });

  it('roll back over a publish', async () => {
    const { generations } = opened.store.content;
    await publishRecords(opened.store, { fighters: [rawFighter(1), rawFighter(2)] });
    const put = await generations.put([entry(fighter(3))], 'test');
    await publishRecords(opened.store, { fighters: [rawFighter(9)], events: [rawEvent(1)] });
    const later = (await generations.list())[0]?.number ?? 0;
    expect((await generations.rollBack(put.generation, 'test')).collections).to.deep.equal(['events', 'fighters']);
    expect((await opened.store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([1, 2, 3]);
    expect((await opened.store.content.list('events')).records).to.deep.equal([]);
    await generations.rollBack(put.generation - 1, 'test');
    expect((await opened.store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([1, 2]);
    await generations.rollBack(later, 'test');
    expect((await opened.store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([9]);
    expect((await generations.list()).length).to.equal(6);
  });

  it('do not change a generation that is still being read', async () => {
    const { content } = opened.store;
    await publishRecords(opened.store, { fighters: [rawFighter(1), rawFighter(2), rawFighter(3)] });
    const [before] = await content.generations.list();
    const reader = content.raw(before?.number);
    const page = await reader.page('fighters', { limit: 10 });
    await content.generations.put([entry(fighter(1, { statid: 77 })), entry(fighter(4))], 'test');
    await content.generations.remove('fighters', ['2'], 'test');
    // The fighters stay through these, and their changes since the dropped generation are not to be undone any more.
    for (let publish = 1; publish <= 3; publish++) await publishRecords(opened.store, { news: [] });
    expect((await content.generations.list()).map(({ kind }) => kind)).to.deep.equal(['publish', 'publish', 'publish']);
    expect(await reader.page('fighters', { limit: 10 })).to.deep.equal(page);
  });
});

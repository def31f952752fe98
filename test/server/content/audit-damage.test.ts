import { expect } from 'chai';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import { audit } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';

describe('content audit', () => {
  const fresh = useFreshStore();

  it('finds keys of another type, checks what it can, and repairs those that records give', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    const told = async (repair = false) =>
      (await audit(store, { repair })).findings.map(
        ({ kind, where, says, repaired }) => `${kind}: ${where} ${says}${repaired ? ' (repaired)' : ''}`,
      );
    await publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1, { statid: 811 })] });
    for (const [key, must] of [
      ['{content}:1:events:list:all', 'zset'],
      ['{content}:1:events:list:statid', 'zset'],
      ['{content}:1:events:lists', 'set'],
    ]) {
      await writes.set(key ?? '', 'x');
      const says = `is a string in Redis, must be a ${must}`;
      expect(await told()).to.deep.equal([`index: ${key} ${says}: remove it; until then events is not checked`]);
      expect((await told(true))[0]).to.equal(`index: ${key} ${says} (repaired)`);
      expect(await told(), key).to.deep.equal([]);
    }
    expect((await store.content.list('events', 'statid:811')).records.map(({ id }) => id)).to.deep.equal([1]);
    await writes.rename('{content}:1:events', 'events');
    await writes.zadd('{content}:1:events', 1, '1');
    const events = 'index: {content}:1:events is a zset in Redis, must be a hash';
    for (const repair of [false, true]) {
      expect(await told(repair)).to.deep.equal([`${events}: remove it; until then events is not checked`]);
    }
    await writes.rename('events', '{content}:1:events');
    for (const [key, must] of [
      ['{content}:live:1:about', 'hash'],
      ['{content}:live:1', 'hash'],
      ['{content}:written', 'set'],
      ['{content}:generations', 'zset'],
      ['{content}:live', 'string'],
    ]) {
      await writes.rename(key ?? '', 'before');
      await writes.lpush(key ?? '', 'x');
      const says = `is a list in Redis, must be a ${must}: remove it; until then content is not checked`;
      expect(await told(), key).to.deep.equal([`index: ${key} ${says}`]);
      await writes.rename('before', key ?? '');
    }
    const { tally, scores } = keys.bucket(88_001, 0);
    await writes.set(tally, 'x');
    await writes.set(scores(2), 'x');
    const unread = 'cannot be read: WRONGTYPE Operation against a key holding the wrong kind of value';
    const bucket = /\{(.*)\}/.exec(tally)?.[1];
    expect(await told()).to.deep.equal([`tally: ${bucket} votes ${unread}`, `tally: ${bucket} scores ${unread}`]);
    await writes.del(tally, scores(2));
    // Lists that the collection does not name are removed with it never.
    await writes.del('{content}:1:events:lists');
    const unnamed = ['all', 'statid'].map((list) => `index: events does not name its lists of ${list}`);
    expect(await told()).to.deep.equal(unnamed);
    expect(await told(true)).to.deep.equal(unnamed.map((line) => `${line} (repaired)`));
    expect(await told()).to.deep.equal([]);
  });

  it('reads a collection again that changes meanwhile, before it reports what may be right by then', async () => {
    const { store } = fresh.opened;
    await publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1)] });
    const nicknamed = (nickname: string) => ({
      collection: 'fighters' as const,
      record: fighters.normalise(rawFighter(1, { nickname })),
    });
    let length = 0;
    const putLonger = () => store.content.generations.put([nicknamed('x'.repeat(++length)) as never], 'test');
    /** Findings when a fighter changes in the middle of the first times that its collection is read. */
    const toldDuring = async (changes: number, change: () => Promise<unknown> = putLonger) => {
      const { inspect } = store.content;
      let made = 0;
      const exclusively: typeof inspect.exclusively = (locked, action) =>
        inspect.exclusively(locked, (types, open) =>
          action(types, async () => {
            const inspection = await open();
            const records = inspection.records.bind(inspection);
            inspection.records = async function* (name, portion) {
              if (name === 'fighters' && made++ < changes) await change();
              yield* records(name, portion);
            };
            return inspection;
          }),
        );
      const content = { ...store.content, raw: store.content.raw, inspect: { ...inspect, exclusively } };
      const { findings } = await audit({ ...store, content } as unknown as typeof store);
      expect(made, 'how often it was read').to.equal(Math.min(3, changes + 1));
      return findings.map(({ level, kind, where, says }) => `${level}: ${kind}: ${where} ${says}`);
    };
    expect(await toldDuring(0)).to.deep.equal([]);
    expect(await toldDuring(1)).to.deep.equal([]);
    expect(await toldDuring(2)).to.deep.equal([]);
    expect(await toldDuring(100)).to.deep.equal([
      'warning: busy: fighters changed during each of 3 attempts, so its lists and figures are not compared: audit again',
    ]);
    // What is wrong without a change is reported, also after changes, and while another collection changes.
    const { writes } = fresh.opened.connections;
    await writes.del(keys.content.list('{content}:1:events', 'all'));
    const missing = ['events', 'fighters'].map((name) => `error: index: ${name} 1 is missing from the list all`);
    expect(await toldDuring(1)).to.deep.equal(missing.slice(0, 1));
    await writes.del(keys.content.list('{content}:1:fighters', 'all'));
    expect((await toldDuring(0)).toSorted()).to.deep.equal(missing);
    // A publish puts another collection in its place.
    const publish = () => publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1)] });
    expect(await toldDuring(1, publish)).to.deep.equal(missing.slice(0, 1));
    expect(await toldDuring(0)).to.deep.equal([]);
  });
});

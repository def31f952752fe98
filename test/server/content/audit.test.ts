import { expect } from 'chai';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, world } from '../../../contracts/world/index.ts';
import { audit } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import { readVotes } from '../../support/redis/ballots.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const list = keys.content.list;

describe('content audit', () => {
  const fresh = useFreshStore();

  /** One line for each finding: `error record fighters 3107 is not JSON (repaired)`. */
  async function findings(repair = false): Promise<string[]> {
    const found = await audit(fresh.opened.store, { repair });
    return found.findings.map(({ level, kind, where, says, repaired }) =>
      [level, kind, where, says, ...(repaired ? ['(repaired)'] : [])].join(' '),
    );
  }

  async function recordsOf(name: string): Promise<string> {
    const { writes } = fresh.opened.connections;
    const live = Number(await writes.get(keys.content.live));
    return (await writes.hget(keys.content.generation(live), name)) ?? '';
  }

  const fighterIds = async () =>
    (await fresh.opened.store.content.list('fighters')).records.map(({ id }) => id as number);

  async function publishNight(voters: number) {
    const { store } = fresh.opened;
    await publishRecords(store, world);
    for (const update of [feed.event, ...feed.bouts]) await store.live.update(update);
    const ballot = { fightId: ids.fightInProgress, roundNumber: 2 };
    for (let voter = 0; voter < voters; voter++) {
      const clientId = `client-${String(voter).padStart(12, '0')}`;
      await store.votes.cast({ ...ballot, fighterStatid: ids.fightInProgressFighter1Statid, clientId });
      await store.scoring.cast({ ...ballot, fighter1Score: 10, fighter2Score: 8, clientId });
    }
  }

  it('finds no error in the sample world', async () => {
    await publishNight(40);
    expect((await findings()).filter((line) => line.startsWith('error'))).to.deep.equal([]);
    expect((await audit(fresh.opened.store)).looked).to.include({ votes: 40, scorecards: 40 });
  });

  it('L06: finds and repairs planted inconsistencies', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    await publishNight(60);
    const statid = ids.fightInProgressFighter1Statid;
    const [fighterKey, news, events, stats, media, alerts] = (await Promise.all(
      ['fighters', 'news', 'events', 'stats', 'media', 'alerts'].map(recordsOf),
    )) as [string, string, string, string, string, string];
    const edit = async (records: string, key: string | number, change: object) => {
      const json = (await writes.hget(records, String(key))) ?? '';
      await writes.hset(records, String(key), JSON.stringify({ ...JSON.parse(json), ...change }));
    };
    const lastMember = async (records: string, group: string) =>
      (await writes.zrange(list(records, group), '-1', '-1'))[0] ?? '';
    const unlist = async (records: string, group: string) =>
      writes.zrem(list(records, group), await lastMember(records, group));
    const [first, second] = [keys.bucket(ids.fightInProgress, 0), keys.bucket(ids.fightInProgress, 1)];
    const [article, another] = world.news.map(({ id }) => Number(id)) as [number, number];
    // Not the row that is taken out of its country's list: no list misses a removed record.
    const lastInCountry = await lastMember(stats, 'c');
    const goneStat = (await writes.hkeys(stats)).find((key) => !lastInCountry.endsWith(key)) ?? '';
    const past = String(ids.pastEvent);
    const wrongMember = (date: string, id: string) =>
      `\u0000${date}T00:00:00Z\u0000\u0001${id.padStart(10, '0')}\u0000\u0000${id}`;

    const planted: [finding: RegExp, plant: () => Promise<unknown>][] = [
      [
        RegExp(`record fighters ${ids.champion} is not JSON: {"id":`),
        () => writes.hset(fighterKey, String(ids.champion), '{"id":'),
      ],
      [
        RegExp(`record fighters ${ids.fighter} /wins: is an object`),
        () => edit(fighterKey, ids.fighter, { wins: { ko: 3 } }),
      ],
      [RegExp(`record news ${article} is not in its stored form`), () => edit(news, article, { unknown: 1 })],
      [
        /record alerts 4242 has the key \d+, must have 4242/,
        async () => writes.hset(alerts, '4242', (await writes.hvals(alerts))[0] ?? ''),
      ],
      [/index news \d+ is missing from the list all$/m, () => unlist(news, 'all')],
      [/index news \d+ is missing from the list fighter:/, () => unlist(news, 'fighter')],
      [/index media \d+ is missing from the list event:/, () => unlist(media, 'event')],
      [/index stats .* is missing from the list c:/, () => unlist(stats, 'c')],
      [/index news 31337 /, () => writes.zadd(list(news, 'all'), 0, wrongMember('2031-01-01', '31337'))],
      [
        RegExp(`index events ${past} .*wrongly`),
        () => writes.zadd(list(events, 'all'), 0, wrongMember('2001-01-01', past)),
      ],
      [RegExp(`index stats ${goneStat} .*no record`), () => writes.hdel(stats, goneStat)],
      [
        /figures octagon_girls is counted as 99 records of \d+ bytes, has \d/,
        async () =>
          writes.hset(keys.content.about(Number(await writes.get(keys.content.live))), 'records:octagon_girls', 99),
      ],
      [/generation generation 999 /, () => writes.zadd(keys.content.generations, 999, '999')],
      [
        RegExp(`warning reference news ${another} /event_ids refers to event 987654, which`),
        () => edit(news, another, { event_ids: [987_654] }),
      ],
      [
        RegExp(`warning dates events ${ids.upcomingEvent} /end_event_dategmt ends before`),
        () => edit(events, ids.upcomingEvent, { end_event_dategmt: '2001-01-01T00:00:00Z' }),
      ],
      [
        /warning statid fighters \d+ has the statid 811, already used by fighters \d+/,
        () => Promise.all([3101, 3102].map((id) => edit(fighterKey, id, { statid: 811 }))),
      ],
      [RegExp(`tally .* votes 2:${statid} is \\d+, must be \\d+`), () => writes.hincrby(first.tally, `2:${statid}`, 5)],
      [/tally .* votes 4:1 is 3, must be/, () => writes.hset(second.tally, '4:1', 3)],
      [/tally .* scores 2:count is /, () => writes.hincrby(first.scoreTally, '2:count', -1)],
      [/tally .* scores 2:1 is missing, must be/, () => writes.hdel(second.scoreTally, '2:1')],
      [
        /vote .* vote client-damaged-00 is not a vote: "yes"/,
        () => writes.hset(first.votes(3), 'client-damaged-00', 'yes'),
      ],
    ];
    for (const [, plant] of planted) await plant();
    const found = (await findings()).join('\n');
    for (const [finding] of planted) expect(found).to.match(finding);

    await findings(true);
    // Records and votes must be corrected by people.
    const left = (await findings()).filter((line) => line.startsWith('error'));
    expect(new Set(left.map((line) => line.split(' ')[1]))).to.deep.equal(new Set(['record', 'vote']));
    const tally = (await readVotes(store, [ids.fightInProgress]))[0];
    expect(tally?.get(2)?.get(statid)).to.equal(60);
    expect(tally?.get(4)?.get(1) ?? 0).to.equal(0);
  });

  it('repairs the list of generations', async () => {
    await publishRecords(fresh.opened.store, { fighters: [rawFighter(1)] });
    const { writes } = fresh.opened.connections;
    await writes.del(keys.content.generations);
    const missing = 'error generation generation 1 is live but not in the list of generations';
    expect(await findings()).to.deep.equal([missing]);
    expect(await findings(true)).to.deep.equal([`${missing} (repaired)`]);
    expect(await writes.zrange(keys.content.generations, '0', '-1')).to.deep.equal(['1']);
    expect(await findings()).to.deep.equal([]);
  });

  it('refers to a rollback when the live generation is lost', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    const { generations } = store.content;
    const refusesChanges = async () => {
      const record = fighters.normalise(rawFighter(5));
      for (const change of [
        () => publishRecords(store, { alerts: [] }),
        () => generations.put([{ collection: 'fighters', record }], 'test'),
      ])
        expect(await reasonOf(change())).to.match(/^LiveGenerationLost: .* "npm run content -- rollback"/);
    };
    for (const id of [1, 2]) await publishRecords(store, { fighters: [rawFighter(id)] });
    await writes.del(keys.content.generation(2));
    const gone = ['error generation generation 2 is live but gone: roll back to an earlier one'];
    for (const repair of [false, true, true]) expect(await findings(repair)).to.deep.equal(gone);
    // The figures of what is gone stay.
    expect((await generations.list())[0]?.records).to.deep.equal({ fighters: 1 });
    await refusesChanges();
    await generations.rollBack(undefined, 'test');
    expect(await fighterIds()).to.deep.equal([1]);
    expect(await findings(true)).to.deep.equal(['error generation generation 2 is listed but gone (repaired)']);
    await writes.del(keys.content.live);
    const unnamed = ['error generation content has 2 generations, and none is live: roll back to one of them'];
    for (const repair of [false, true]) expect(await findings(repair)).to.deep.equal(unnamed);
    expect(await store.content.isEmpty()).to.equal(false);
    await refusesChanges();
    await generations.rollBack(undefined, 'test');
    expect(await fighterIds()).to.deep.equal([1]);
    expect(await findings()).to.deep.equal([]);
    for (const { number } of await generations.list()) await writes.del(keys.content.generation(number));
    await publishRecords(store, { fighters: [rawFighter(3)] });
    expect(await fighterIds()).to.deep.equal([3]);
  });

  it('repairs a counter of generations that is behind', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    for (const id of [1, 2]) await publishRecords(store, { fighters: [rawFighter(id)] });
    await writes.set(keys.content.counter, 1);
    const wrong = (says: string) => [`error generation counter of generations is ${says}`];
    expect(await findings()).to.deep.equal(wrong('1, must be at least 2'));
    // What a killed publish has left has a number, too.
    await writes.sadd(keys.content.written, keys.content.records(7, 'news'));
    await writes.del(keys.content.counter);
    expect(await findings(true)).to.deep.equal(wrong('missing, must be at least 7 (repaired)'));
    expect(await findings()).to.deep.equal([]);
    await publishRecords(store, { fighters: [rawFighter(3)] });
    expect((await store.content.generations.list()).map(({ number }) => number)).to.deep.equal([8, 2, 1]);
  });

  it('finds keys of another type and checks the rest', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    await publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1, { statid: 811 })] });
    const unread = 'cannot be read: WRONGTYPE Operation against a key holding the wrong kind of value';
    for (const [key, where] of [
      ['{content}:1:events:list:statid', 'events'],
      ['{content}:1:events', 'events'],
      ['{content}:live:1', 'content'],
    ] as const) {
      await writes.rename(key, 'before');
      await writes.lpush(key, 'x');
      expect(await findings(), key).to.deep.equal([`error index ${where} ${unread}`]);
      await writes.rename('before', key);
    }
    const { tally, scores } = keys.bucket(88_001, 0);
    await writes.set(tally, 'x');
    await writes.set(scores(2), 'x');
    const bucket = /\{(.*)\}/.exec(tally)?.[1];
    const tallies = ['votes', 'scores'].map((what) => `error tally ${bucket} ${what} ${unread}`);
    expect(await findings()).to.deep.equal(tallies);
  });

  it('finds no error in content that changes meanwhile', async () => {
    const { store, connections } = fresh.opened;
    const count = 1_500;
    const records = Array.from({ length: count }, (_, at) => rawFighter(at + 1));
    await publishRecords(store, { fighters: records, events: [rawEvent(1)] });
    let [isDone, changes] = [false, 0];
    const changing = (async () => {
      while (!isDone) {
        const raw = rawFighter((++changes % count) + 1, { nickname: 'x'.repeat(changes % 50) });
        await store.content.generations.put([{ collection: 'fighters', record: fighters.normalise(raw) }], 'test');
        if (changes % 20 === 0) await publishRecords(store, { events: [rawEvent(1), rawEvent(2)] });
      }
    })();
    for (let time = 0; time < 5; time++) {
      expect((await findings()).filter((line) => line.startsWith('error'))).to.deep.equal([]);
    }
    isDone = true;
    await changing;
    expect(changes).to.be.above(20);
    expect(await findings()).to.deep.equal([]);
    const all = list(await recordsOf('fighters'), 'all');
    const [member = ''] = await connections.writes.zrange(all, '0', '0');
    await connections.writes.zrem(all, member);
    expect((await findings()).join()).to.match(/^error index fighters \d+ is missing from the list all$/);
  });

  it('F09: a publish to a full Redis changes nothing', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    await publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1)] });
    const contentKeys = async () => (await writes.keys('{content}*')).filter((key) => !key.endsWith(':counter')).sort();
    const before = await contentKeys();
    const used = Number(/used_memory:(\d+)/.exec(await writes.info('memory'))?.[1]);
    await writes.config('SET', 'maxmemory', String(used + 3_000_000));
    const many = Array.from({ length: 20_000 }, (_, id) => rawFighter(id + 1, { nickname: 'x'.repeat(500) }));
    expect(await reasonOf(publishRecords(store, { fighters: many }))).to.match(/^StoreUnavailable: .*Redis is full/);
    expect(await fighterIds()).to.deep.equal([1]);
    expect(await contentKeys()).to.deep.equal(before);
    await writes.config('SET', 'maxmemory', '1');
    expect(await reasonOf(store.content.generations.remove('fighters', ['1'], 'test'))).to.match(/Redis is full/);
    expect(await fighterIds()).to.deep.equal([1]);
    await writes.config('SET', 'maxmemory', '0');
    await publishRecords(store, { fighters: [rawFighter(2)] });
    expect(await findings()).to.deep.equal([]);
  });

  it('repairs nothing during a publish', async () => {
    const { store, connections } = fresh.opened;
    const { bulk, writes } = connections;
    await publishRecords(store, { fighters: [rawFighter(1)] });
    const members = list(await recordsOf('fighters'), 'all');
    await bulk.zremrangebyrank(members, '0', '-1');
    await writes.set(keys.content.publishing, 'another', 'PX', 5_000);
    expect(await reasonOf(findings(true))).to.match(/^PublishInProgress: /);
    expect(await bulk.exists(members)).to.equal(0);
  });
});

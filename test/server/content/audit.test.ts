import { expect } from 'chai';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, world } from '../../../contracts/world/index.ts';
import { audit, type Finding } from '../../../server/content/audit.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { Inspection } from '../../../server/store/content/inspection.ts';
import { PublishInProgress, StoreUnavailable } from '../../../server/store/index.ts';
import { keys } from '../../../server/store/keys.ts';
import { rawEvent, rawFighter } from '../../support/fixtures/records.ts';
import { useFreshStore } from '../../support/redis/fresh-store.ts';
import type { TestStore } from '../../support/redis/redis.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

describe('content audit', () => {
  const fresh = useFreshStore();

  async function recordsOf(name: string): Promise<string> {
    const { writes } = fresh.opened.connections;
    const live = Number(await writes.get(keys.content.live));
    return (await writes.hget(keys.content.generation(live), name)) ?? '';
  }

  it('finds nothing where nothing was ever published', async () => {
    expect((await audit(fresh.opened.store)).findings).to.deep.equal([]);
    expect((await audit(fresh.opened.store, { repair: true })).findings).to.deep.equal([]);
  });

  it('warns of votes that are still being cast, which it cannot compare', async () => {
    async function* tallies() {
      yield { bucket: '88001:0', what: 'votes', counted: 3, differs: [], isBusy: true };
    }
    const inspect = { exclusively: async () => undefined, tallies };
    const { findings, looked } = await audit({ content: { inspect } } as unknown as TestStore['store']);
    const says = 'are still being cast, so not compared: audit again after the round closes';
    expect(findings).to.deep.equal([{ kind: 'busy', level: 'warning', where: '88001:0 votes', says, repaired: false }]);
    expect(looked).to.deep.equal({ votes: 3, scorecards: 0 });
  });

  it('finds nothing in the sample world with votes and scorecards', async () => {
    await publishRecords(fresh.opened.store, world);
    for (const update of [feed.event, ...feed.bouts]) await fresh.opened.store.live.update(update);
    const fight = { fightId: ids.fightInProgress, roundNumber: 2 };
    const statid = ids.fightInProgressFighter1Statid;
    for (let voter = 0; voter < 40; voter++) {
      const clientId = `client-${String(voter).padStart(12, '0')}`;
      await fresh.opened.store.votes.cast({ ...fight, fighterStatid: statid, clientId });
      await fresh.opened.store.scoring.cast({ ...fight, fighter1Score: 10, fighter2Score: 9, clientId });
    }
    const { findings, looked } = await audit(fresh.opened.store);
    expect(findings.filter(({ level }) => level === 'error')).to.deep.equal([]);
    expect(looked).to.include({ votes: 40, scorecards: 40 });
  });

  it('L06: finds 20 of 20 planted inconsistencies, and repairs lists, figures and tallies', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    await publishRecords(store, world);
    for (const update of [feed.event, ...feed.bouts]) await store.live.update(update);
    const fightId = ids.fightInProgress;
    const statid = ids.fightInProgressFighter1Statid;
    for (let voter = 0; voter < 60; voter++) {
      const clientId = `client-${String(voter).padStart(12, '0')}`;
      await store.votes.cast({ fightId, roundNumber: 2, fighterStatid: statid, clientId });
      await store.scoring.cast({ fightId, roundNumber: 2, fighter1Score: 10, fighter2Score: 8, clientId });
    }
    const [fighters, news, events, stats, media, alerts] = await Promise.all(
      ['fighters', 'news', 'events', 'stats', 'media', 'alerts'].map(recordsOf),
    );
    const edit = async (records = '', key: string | number, change: object) => {
      const json = (await writes.hget(records, String(key))) ?? '';
      await writes.hset(records, String(key), JSON.stringify({ ...JSON.parse(json), ...change }));
    };
    const lastMember = async (records = '', group: string) =>
      (await writes.zrange(keys.content.list(records, group), '-1', '-1'))[0] ?? '';
    const list = keys.content.list;
    const [first, second] = [keys.bucket(fightId, 0), keys.bucket(fightId, 1)];
    const newsIds = world.news.map(({ id }) => Number(id));
    // Not the row that is taken out of its country's list: no list misses a removed record.
    const lastInCountry = await lastMember(stats, 'c');
    const goneStat = (await writes.hkeys(stats ?? '')).find((key) => !lastInCountry.endsWith(key)) ?? '';

    const planted: [string, (finding: Finding) => boolean, () => Promise<unknown>][] = [
      // F23: a damaged record, and one of another version of the schema
      [
        'F23 a record cut off',
        (f) => f.kind === 'record' && f.where === `fighters ${ids.champion}`,
        () => writes.hset(fighters ?? '', String(ids.champion), '{"id":'),
      ],
      [
        'F23 a record of a newer schema',
        (f) => f.kind === 'record' && f.where === `fighters ${ids.fighter}`,
        () => edit(fighters, ids.fighter, { wins: { ko: 3 } }),
      ],
      [
        'an unknown member',
        (f) => f.kind === 'record' && f.where === `news ${newsIds[0]}`,
        () => edit(news, newsIds[0] ?? 0, { unknown: 1 }),
      ],
      [
        'a record under another key',
        (f) => f.kind === 'record' && f.where === 'alerts 4242',
        async () => writes.hset(alerts ?? '', '4242', (await writes.hvals(alerts ?? ''))[0] ?? ''),
      ],
      [
        'a record not in the list of all',
        (f) => f.kind === 'index' && f.says.endsWith('the list all') && f.where.startsWith('news'),
        async () => writes.zrem(list(news ?? '', 'all'), await lastMember(news, 'all')),
      ],
      [
        'a record not in the list of a fighter',
        (f) => f.kind === 'index' && f.where.startsWith('news') && f.says.includes('the list fighter:'),
        async () => writes.zrem(list(news ?? '', 'fighter'), await lastMember(news, 'fighter')),
      ],
      [
        'a record not in the list of an event',
        (f) => f.kind === 'index' && f.where.startsWith('media') && f.says.includes('the list event:'),
        async () => writes.zrem(list(media ?? '', 'event'), await lastMember(media, 'event')),
      ],
      [
        'a row not in its country',
        (f) => f.kind === 'index' && f.where.startsWith('stats') && f.says.includes('the list c:'),
        () => writes.zrem(list(stats ?? '', 'c'), lastInCountry),
      ],
      [
        'a member without a record',
        (f) => f.kind === 'index' && f.where === 'news 31337',
        () =>
          writes.zadd(list(news ?? '', 'all'), 0, '\u00002031-01-01T00:00:00Z\u0000\u00010000031337\u0000\u000031337'),
      ],
      [
        'a member in a wrong place',
        (f) => f.kind === 'index' && f.where === `events ${ids.pastEvent}` && f.says.includes('wrongly'),
        () =>
          writes.zadd(
            list(events ?? '', 'all'),
            0,
            `\u00002001-01-01T00:00:00Z\u0000\u0001${String(ids.pastEvent).padStart(10, '0')}\u0000\u0000${ids.pastEvent}`,
          ),
      ],
      [
        'a record that is gone',
        (f) => f.kind === 'index' && f.where === `stats ${goneStat}` && f.says.includes('no record'),
        () => writes.hdel(stats ?? '', goneStat),
      ],
      [
        'wrong figures',
        (f) => f.kind === 'figures' && f.where === 'octagon_girls',
        async () =>
          writes.hset(keys.content.about(Number(await writes.get(keys.content.live))), 'records:octagon_girls', 99),
      ],
      [
        'a generation that leads nowhere',
        (f) => f.kind === 'generation' && f.where === 'generation 999',
        () => writes.zadd(keys.content.generations, 999, '999'),
      ],
      [
        'a reference that leads nowhere',
        (f) => f.kind === 'reference' && f.says.includes('event 987654'),
        () => edit(news, newsIds[1] ?? 0, { event_ids: [987_654] }),
      ],
      [
        'dates out of order',
        (f) => f.kind === 'dates' && f.where.startsWith(`events ${ids.upcomingEvent}`),
        () => edit(events, ids.upcomingEvent, { end_event_dategmt: '2001-01-01T00:00:00Z' }),
      ],
      [
        'a tally too high',
        (f) => f.kind === 'tally' && f.says.includes('must be') && f.where.endsWith(`votes 2:${statid}`),
        () => writes.hincrby(first.tally, `2:${statid}`, 5),
      ],
      [
        'a tally without votes',
        (f) => f.kind === 'tally' && f.where.endsWith('votes 4:1'),
        () => writes.hset(second.tally, '4:1', 3),
      ],
      [
        'a count of scorecards too low',
        (f) => f.kind === 'tally' && f.where.endsWith('scores 2:count'),
        () => writes.hincrby(first.scoreTally, '2:count', -1),
      ],
      [
        'a sum of scores that is missing',
        (f) => f.kind === 'tally' && f.where.endsWith('scores 2:1') && f.says.includes('missing'),
        () => writes.hdel(second.scoreTally, '2:1'),
      ],
      ['a vote that is none', (f) => f.kind === 'vote', () => writes.hset(first.votes(3), 'client-damaged-00', 'yes')],
    ];
    for (const [, , plant] of planted) await plant();

    const { findings } = await audit(store);
    const missed = planted.filter(([, matches]) => !findings.some(matches)).map(([title]) => title);
    console.log(`        found ${planted.length - missed.length} of ${planted.length} (${findings.length} findings)`);
    expect([missed, planted.length]).to.deep.equal([[], 20]);

    await audit(store, { repair: true });
    const left = (await audit(store)).findings.filter(({ level }) => level === 'error');
    // Records and votes must be corrected by people.
    expect([...new Set(left.map(({ kind }) => kind))].sort()).to.deep.equal(['record', 'vote']);
    const tally = (await store.votes.tallies([fightId]))[0];
    expect(tally?.get(2)?.get(statid)).to.equal(60);
    expect(tally?.get(4)?.get(1) ?? 0).to.equal(0);
  });

  it('finds that the live generation is not in the list, also where it is the first, and repairs that', async () => {
    const { store, connections } = fresh.opened;
    await publishRecords(store, { fighters: [rawFighter(1)] });
    expect(await connections.writes.get(keys.content.live)).to.equal('1');
    await connections.writes.del(keys.content.generations);
    const findings = async (repair: boolean) =>
      (await audit(store, { repair })).findings.map(({ kind, where, says }) => ({ kind, where, says }));
    const missing = { kind: 'generation', where: 'generation 1', says: 'is live but not in the list of generations' };
    expect(await findings(false)).to.deep.equal([missing]);
    expect(await findings(true)).to.deep.equal([missing]);
    expect(await connections.writes.zrange(keys.content.generations, '0', '-1')).to.deep.equal(['1']);
    expect(await findings(false)).to.deep.equal([]);
  });

  it('finds a live generation that is gone or unnamed, which only a rollback mends while there is one to go back to', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    const told = async (repair: boolean) =>
      (await audit(store, { repair })).findings.map(({ where, says, repaired }) => `${where} ${says} ${repaired}`);
    const { generations } = store.content;
    const refusesChanges = async () => {
      const changes = [
        () => publishRecords(store, { alerts: [] }),
        () => generations.put([{ collection: 'fighters', record: fighters.normalise(rawFighter(5)) }], 'test'),
      ];
      for (const change of changes)
        expect(await reasonOf(change())).to.match(/^LiveGenerationLost: .* "npm run content -- rollback"/);
    };
    for (const id of [1, 2]) await publishRecords(store, { fighters: [rawFighter(id)] });
    await writes.del(keys.content.generation(2));
    const gone = ['generation 2 is live but gone: roll back to an earlier one false'];
    for (const repair of [false, true, true]) expect(await told(repair)).to.deep.equal(gone);
    const figures = (await store.content.generations.list())[0]?.records;
    expect(figures, 'the figures of what is gone stay').to.deep.equal({ fighters: 1 });
    await refusesChanges();
    await store.content.generations.rollBack(undefined, 'test');
    expect((await store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([1]);
    expect(await told(true)).to.deep.equal(['generation 2 is listed but gone true']);
    expect(await told(false)).to.deep.equal([]);
    await writes.del(keys.content.live);
    const unnamed = ['content has 2 generations, and none is live: roll back to one of them false'];
    for (const repair of [false, true]) expect(await told(repair)).to.deep.equal(unnamed);
    expect(await store.content.isEmpty()).to.equal(false);
    await refusesChanges();
    await store.content.generations.rollBack(undefined, 'test');
    expect((await store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([1]);
    expect(await told(false)).to.deep.equal([]);
    for (const { number } of await store.content.generations.list()) await writes.del(keys.content.generation(number));
    await publishRecords(store, { fighters: [rawFighter(3)] });
    expect((await store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([3]);
  });

  it('finds a counter that is behind, and repairs it before a publish writes into the live generation', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    const told = async (repair: boolean) =>
      (await audit(store, { repair })).findings.map(({ where, says, repaired }) => `${where} ${says} ${repaired}`);
    for (const id of [1, 2]) await publishRecords(store, { fighters: [rawFighter(id)] });
    await writes.set(keys.content.counter, 1);
    expect(await told(false)).to.deep.equal(['counter of generations is 1, must be at least 2 false']);
    // What a killed publish has left has a number, too.
    await writes.sadd(keys.content.written, keys.content.records(7, 'news'));
    await writes.del(keys.content.counter);
    expect(await told(false)).to.deep.equal(['counter of generations is missing, must be at least 7 false']);
    expect(await told(true)).to.deep.equal(['counter of generations is missing, must be at least 7 true']);
    expect(await told(false)).to.deep.equal([]);
    await publishRecords(store, { fighters: [rawFighter(3)] });
    expect((await store.content.generations.list()).map(({ number }) => number)).to.deep.equal([8, 2, 1]);
  });

  it('F09: a publish and a put to a full Redis change nothing and leave nothing behind', async () => {
    const { store, connections } = fresh.opened;
    const { writes } = connections;
    await publishRecords(store, { fighters: [rawFighter(1)], events: [rawEvent(1)] });
    const before = new Set(await writes.keys('{content}*'));
    const used = Number(/used_memory:(\d+)/.exec(await writes.info('memory'))?.[1]);
    await writes.config('SET', 'maxmemory', String(used + 3_000_000));
    const many = Array.from({ length: 20_000 }, (_, id) => rawFighter(id + 1, { nickname: 'x'.repeat(500) }));
    const error = await publishRecords(store, { fighters: many }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(StoreUnavailable);
    expect((error as Error).message).to.match(/Redis is full/);
    expect((await store.content.list('fighters')).records.map(({ id }) => id)).to.deep.equal([1]);
    const left = (await writes.keys('{content}*')).filter((key) => !before.has(key) && !key.endsWith(':counter'));
    console.log(`        mismatch ${left.length}: keys left behind by the publish to a full Redis`);
    expect(left).to.deep.equal([]);
    await writes.config('SET', 'maxmemory', '1');
    const put = await store.content.generations
      .put([{ collection: 'fighters', record: (await store.content.list('fighters')).records[0] as never }], 'test')
      .then(({ changed }) => changed);
    expect(put).to.equal(0);
    const removed = await store.content.generations
      .remove('fighters', ['1'], 'test')
      .catch((reason: unknown) => reason);
    expect((removed as Error).message).to.match(/Redis is full/);
    expect((await store.content.list('fighters')).records).to.have.length(1);
    await writes.config('SET', 'maxmemory', '0');
    await publishRecords(store, { fighters: [rawFighter(2)] });
    expect((await audit(store)).findings).to.deep.equal([]);
  });

  it('repairs nothing once the lock was lost', async () => {
    const { store, connections } = fresh.opened;
    const { bulk } = connections;
    await publishRecords(store, { fighters: [rawFighter(1)] });
    const records = await recordsOf('fighters');
    const list = keys.content.list(records, 'all');
    const [member = ''] = await bulk.zrange(list, '0', '-1');
    await bulk.zrem(list, member);
    await bulk.zadd(list, 0, '\u0000a\u0000\u000031337');
    await bulk.zadd(keys.content.generations, 999, '999');
    const live = Number(await bulk.get(keys.content.live));
    const everything = async () => [
      await bulk.zrange(list, '0', '-1'),
      await bulk.zrange(keys.content.generations, '0', '-1'),
      await bulk.hgetall(keys.content.about(live)),
    ];
    const before = await everything();
    const inspection = new Inspection(bulk, live, () => {
      throw new PublishInProgress('the lock was lost');
    });
    const known = { key: '1', record: fighters.normalise(rawFighter(1)) };
    for (const [title, repair] of [
      ['a missing member', () => inspection.missingMembers('fighters', [known as never], true)],
      ['a stray member', () => inspection.strayMembers('fighters', true).next()],
      ['figures', () => inspection.setFigures('fighters', 99, 99)],
      ['the table of generations', () => inspection.generations(true)],
    ] as const) {
      const error = await repair().then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error, title).to.be.instanceOf(PublishInProgress);
      expect(await everything(), title).to.deep.equal(before);
    }
  });

  it('repairs only while no publish runs', async () => {
    await publishRecords(fresh.opened.store, { fighters: [rawFighter(1)] });
    await fresh.opened.connections.writes.set(keys.content.publishing, 'another', 'PX', 5_000);
    const error = await audit(fresh.opened.store, { repair: true }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(PublishInProgress);
  });
});

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/index.ts';
import { digestOf } from '../../../server/config.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { type Answer, json } from '../../support/http/send.ts';
import { openStore } from '../../support/redis/redis.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { startTestServer } from '../../support/server/server.ts';

const path = '/api/v1/us/fight_metrics/update_live_event';
const bearer = (key: string) => ({ Authorization: `Bearer ${key}` });
const snapshot = (EventID: string, sequence: number, more: object = {}) => ({
  sequence,
  FMLiveFeed: { EventID, ...more },
});

describe('the feed key', () => {
  const scopedKey = 'a-key-for-the-events-820-and-821-only';
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    const feedKeys = [{ name: 'scoped', digest: digestOf(scopedKey), events: new Set(['820', '821']) }];
    night = await startFightNight({ feedKeys });
    pool = openClientPool(night.url, 200);
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  const post = (body: object, headers: Record<string, string> = bearer(feedKey)) =>
    pool.sendOnce('POST', path, body, headers);

  it('D01: refuses missing, malformed and wrong keys', async () => {
    const missing = [
      '',
      'Bearer',
      'Bearer ',
      'bearer',
      `Basic ${feedKey}`,
      feedKey,
      `Bearer ${feedKey} ${feedKey}`,
      'Bearer a b',
      `Token ${feedKey}`,
    ];
    const wrong = [
      wrongFeedKey,
      feedKey.slice(0, -1),
      `${feedKey}x`,
      feedKey.toUpperCase(),
      digestOf(feedKey).toString('hex'),
      'x',
      'a'.repeat(8000),
      'null',
      'undefined',
      '*',
    ];
    const answers: [number, Answer][] = [[401, await pool.sendOnce('POST', path, snapshot('820', 1))]];
    for (const value of missing) answers.push([401, await post(snapshot('820', 1), { Authorization: value })]);
    for (const key of wrong) answers.push([403, await post(snapshot('820', 1), bearer(key))]);
    const bodies = new Map<number, Set<string>>();
    for (const [status, answer] of answers) {
      expect(answer.status).to.equal(status);
      expect(answer.headers['www-authenticate']).to.equal(status === 401 ? 'Bearer' : undefined);
      bodies.set(status, (bodies.get(status) ?? new Set()).add(answer.body.toString()));
    }
    expect([...bodies.values()].map(({ size }) => size)).to.deep.equal([1, 1]);
    expect((await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/820')).status).to.equal(404);
  });

  it('D04: applies 1,000 concurrent replays once', async () => {
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const opened = await openStore(night.redis.url);
        const server = await startTestServer(opened.store);
        return { opened, server, pool: openClientPool(server.url, 100) };
      }),
    );
    const pools = [pool, ...others.map((other) => other.pool)];
    const body = snapshot('840', 7, { Venue: 'Arena' });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => (pools[n % 4] as ClientPool).send('POST', path, body, bearer(feedKey))),
    );
    for (const other of others) {
      await other.pool.close();
      await other.server.close();
      other.opened.close();
    }
    const replies = answers.map(json);
    const applied = replies.filter((reply) => reply.applied === true).length;
    const duplicates = replies.filter(({ reason }) => reason === 'duplicate').length;
    expect({ applied, duplicates }).to.deep.equal({ applied: 1, duplicates: 999 });
    expect(new Set(replies.map(({ version }) => version))).to.deep.equal(new Set([1]));
  });

  it('D06: refuses updates of other events than its own', async () => {
    let elsewhere = 0;
    for (const event of ['820', '821']) {
      expect((await post(snapshot(event, 1), bearer(scopedKey))).status).to.equal(200);
      const bout = { sequence: 1, Type: 'Stats', FMLiveFeed: { EventID: event, FightID: '6501' } };
      expect((await post(bout, bearer(scopedKey))).status).to.equal(200);
    }
    const foreign = [
      snapshot('811', 90),
      snapshot('822', 1),
      snapshot('0820', 1),
      snapshot('8', 1),
      { ...snapshot('822', 1), Type: 'Stats', FMLiveFeed: { EventID: '822', FightID: '820' } },
    ];
    for (const body of foreign) {
      const answer = await post(body, bearer(scopedKey));
      if (answer.status < 300) elsewhere++;
      // An invalid id is refused as such, before the key is checked for it.
      if (answer.status !== 422) expect(json(answer).type).to.equal('urn:problem-type:feed-key-rejected');
    }
    expect(elsewhere).to.equal(0);
    expect(json(await post({ sequence: 0 }, bearer(scopedKey))).status).to.equal(422);
    expect((await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/822')).status, 'nothing came').to.equal(
      404,
    );
    expect(json(await post(snapshot('822', 1)))).to.include({ applied: true, version: 1 });
  });

  it('D08: refuses 10 MB without a key unread', async () => {
    const commands = async () => {
      const text = await night.writes.info('commandstats');
      const calls = [...text.matchAll(/cmdstat_([^:]+):calls=(\d+)/g)].map(
        ([, name, count]) => [name as string, Number(count)] as const,
      );
      // The server pings Redis regularly, whatever the requests.
      return new Map(calls.filter(([name]) => !['info', 'ping', 'client|setinfo'].includes(name)));
    };
    const size = 10_000_000;
    const { hostname, port } = new URL(night.url);
    const before = await commands();
    let accepted = 0;
    for (const authorization of ['', `Authorization: Bearer ${wrongFeedKey}\r\n`]) {
      const socket = connect(Number(port), hostname);
      let reply = '';
      socket.setEncoding('utf8');
      socket.on('error', () => undefined);
      socket.on('data', (text) => {
        reply += text;
      });
      const closed = new Promise((done) => socket.once('close', done));
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
      );
      // The answer arrives before a byte of the body was sent.
      while (!reply.includes('\r\n\r\n')) await sleep(5);
      expect(reply).to.match(authorization ? /^HTTP\/1\.1 403 / : /^HTTP\/1\.1 401 /);
      expect(reply.toLowerCase()).to.include('connection: close');
      const chunk = Buffer.alloc(100_000, ' ');
      for (let sent = 0; sent < size && !socket.destroyed && socket.writable; sent += chunk.length) {
        socket.write(chunk);
        await sleep(1);
        accepted = Math.max(accepted, sent);
      }
      await closed;
    }
    const after = await commands();
    const more = [...after].filter(([name, calls]) => calls > (before.get(name) ?? 0)).map(([name]) => name);
    expect(more).to.deep.equal([]);
    expect(accepted).to.be.below(size - 200_000);
  });

  it('D09: has no effect elsewhere or in a query', async () => {
    const vote = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'keyed-client-00001' };
    const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
    expect((await pool.sendOnce('POST', votePath, vote, bearer(feedKey))).status).to.equal(201);
    expect((await pool.sendOnce('POST', votePath, vote, bearer(wrongFeedKey))).status).to.equal(200);
    for (const read of ['/api/v3/mobile/news', '/api/v1/us/fight_metrics', '/api/v1/us/fight_metrics/live_event/811']) {
      const [plain, keyed] = [
        await pool.sendOnce('GET', read),
        await pool.sendOnce('GET', read, undefined, bearer(feedKey)),
      ];
      expect([keyed.status, keyed.headers.etag, keyed.headers['cache-control']]).to.deep.equal([
        200,
        plain.headers.etag,
        plain.headers['cache-control'],
      ]);
    }
    for (const name of ['key', 'feed_key', 'token', 'access_token', 'authorization', 'Authorization']) {
      const answer = await pool.sendOnce(
        'POST',
        `${path}?${name}=${encodeURIComponent(`Bearer ${feedKey}`)}`,
        snapshot('850', 1),
      );
      expect(answer.status).to.equal(401);
      expect(answer.body.toString()).not.to.include(feedKey);
    }
    expect((await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/850')).status).to.equal(404);
  });

  it('A17, K20: returns large and strange snapshots as sent', async () => {
    const limit = 1_048_576;
    const fill = (bytes: number) => {
      const body = JSON.stringify(snapshot('860', 1, { Venue: '' }));
      return body.replace('"Venue":""', `"Venue":"${'v'.repeat(bytes - body.length)}"`);
    };
    const raw = (body: string) => pool.sendOnce('POST', path, body, bearer(feedKey));
    expect((await raw(fill(limit))).status).to.equal(200);
    expect((await raw(fill(limit + 1))).status).to.equal(413);

    const crowded = (fights: number) =>
      snapshot('861', 1, { Fights: Array.from({ length: fights }, (_, n) => ({ FightID: String(n + 1) })) });
    for (const fights of [10_000, 101]) expect((await post(crowded(fights))).status).to.equal(422);
    expect((await post(crowded(100))).status).to.equal(200);
    expect(
      json(await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/861')).FMLiveFeed.Fights,
    ).to.have.length(100);

    const html = '<script>alert("1")</script>&amp; \u2028 \u0000 \ud83e\udd4a';
    const strange = {
      Venue: html,
      Time: '-99:99:99',
      Date: '1066-10-14',
      Timestamp: '9999/99/99',
      GMT: 'never',
      __proto__x: 1,
    };
    expect((await post(snapshot('862', 1, strange))).status).to.equal(200);
    const stored = await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/862', undefined, {
      Accept: 'text/html, */*;q=0.1',
    });
    expect(stored.headers).to.include({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(json(stored).FMLiveFeed).to.include(strange);

    const members = Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`member-${n}`, n]));
    expect((await post(snapshot('864', 1, members))).status).to.equal(200);
    const crowd = json(await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/864')).FMLiveFeed;
    expect(crowd).to.include({ 'member-0': 0, 'member-9999': 9_999 });

    // As they are written: beyond 2^53 they are no numbers of JavaScript.
    const long =
      '"Codes":[9007199254740993,{"In":-123456789012345678901234567890}],"Small":9007199254740991,"Half":0.5';
    const sent = (of: string) => `{"sequence":1,"FMLiveFeed":{"EventID":"865",${of}},"Beside":18446744073709551615}`;
    expect((await raw(sent(long))).status).to.equal(200);
    expect((await raw(sent(long))).status, 'the same again').to.equal(200);
    expect((await raw(sent(long.replace('993', '992')))).status, 'another integer').to.equal(409);
    const exact = (await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/865')).body.toString();
    expect(exact).to.include(long).and.to.include('"Beside":18446744073709551615');
    const bout = `{"sequence":1,"Type":"Stats","FMLiveFeed":{"EventID":"865","FightID":"7","Code":${'9'.repeat(20)}}}`;
    expect((await raw(bout)).status).to.equal(200);
    const statistics = await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/865?fight=7');
    expect(statistics.body.toString()).to.include(`"Code":${'9'.repeat(20)}`);

    const refused: object[] = [
      ...[0, -1, 1.5, '7', null, 2 ** 53, 1e300].map((sequence) => ({ sequence, FMLiveFeed: { EventID: '863' } })),
      ...[811, '', null, 'abc', '-1', '0', '1'.repeat(20)].map((EventID) => ({ sequence: 1, FMLiveFeed: { EventID } })),
      snapshot('863', 1, { CurFight: 6415 }),
      snapshot('863', 1, { Fights: {} }),
      snapshot('863', 1, { Fights: [{ FightID: '1', Fighters: [{}] }] }),
      { ...snapshot('863', 1), Type: 'Other' },
      [],
    ];
    for (const body of refused) expect((await post(body)).status, JSON.stringify(body)).to.equal(422);
    expect((await pool.sendOnce('GET', '/api/v1/us/fight_metrics/live_event/863')).status).to.equal(404);
  });
});

import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expect } from 'chai';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { digestOf } from '../../../server/config.ts';
import { type ClientPool, openClientPool } from '../../support/http/client-pool.ts';
import { type Answer, json } from '../../support/http/send.ts';
import { openStore } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';
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
  const read = (event: string) => pool.sendOnce('GET', `/api/v1/us/fight_metrics/live_event/${event}`);

  it('D01: refuses missing, malformed and wrong keys', async () => {
    const missing = ['', 'Bearer', 'Bearer ', 'bearer', `Basic ${feedKey}`, feedKey, `Bearer ${feedKey} ${feedKey}`];
    const wrong = [
      wrongFeedKey,
      feedKey.slice(0, -1),
      `${feedKey}x`,
      feedKey.toUpperCase(),
      'x',
      'a'.repeat(8000),
      '*',
    ];
    const answers: [number, Answer][] = [[401, await pool.sendOnce('POST', path, snapshot('820', 1))]];
    for (const value of missing) answers.push([401, await post(snapshot('820', 1), { Authorization: value })]);
    for (const key of [...wrong, digestOf(feedKey).toString('hex')]) {
      answers.push([403, await post(snapshot('820', 1), bearer(key))]);
    }
    const bodies = new Set<string>();
    for (const [status, answer] of answers) {
      expect(answer.status).to.equal(status);
      expect(answer.headers['www-authenticate']).to.equal(status === 401 ? 'Bearer' : undefined);
      bodies.add(answer.body.toString());
    }
    expect(bodies.size, 'one for each status').to.equal(2);
    expect((await read('820')).status).to.equal(404);
  });

  it('D04: applies 1,000 concurrent replays once', async () => {
    const opened = await openStore(night.redis.url);
    const server = await startTestServer(opened.store);
    const other = openClientPool(server.url, 100);
    const body = snapshot('840', 7, { Venue: 'Arena' });
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, n) => (n % 2 ? pool : other).send('POST', path, body, bearer(feedKey))),
    );
    await other.close();
    await server.close();
    opened.close();
    const replies = answers.map(json);
    expect(replies.filter(({ applied }) => applied === true)).to.have.length(1);
    expect(replies.filter(({ reason }) => reason === 'duplicate')).to.have.length(999);
    expect(new Set(replies.map(({ version }) => version))).to.deep.equal(new Set([1]));
  });

  it('D06: refuses updates of other events than its own', async () => {
    for (const event of ['820', '821']) {
      expect((await post(snapshot(event, 1), bearer(scopedKey))).status).to.equal(200);
      const bout = { sequence: 1, Type: 'Stats', FMLiveFeed: { EventID: event, FightID: '6501' } };
      expect((await post(bout, bearer(scopedKey))).status).to.equal(200);
    }
    for (const body of [
      snapshot('811', 90),
      snapshot('822', 1),
      snapshot('8', 1),
      { ...snapshot('822', 1), Type: 'Stats', FMLiveFeed: { EventID: '822', FightID: '820' } },
    ]) {
      expect(json(await post(body, bearer(scopedKey))).type).to.equal('urn:problem-type:feed-key-rejected');
    }
    expect((await post({ sequence: 0 }, bearer(scopedKey))).status, 'checked first').to.equal(422);
    expect((await read('822')).status, 'nothing was applied').to.equal(404);
    expect(json(await post(snapshot('822', 1)))).to.include({ applied: true, version: 1 });
  });

  it('D08: refuses 10 MB without a key unread', async () => {
    const size = 10_000_000;
    const { hostname, port } = new URL(night.url);
    for (const [authorization, status] of [
      ['', 401],
      [`Authorization: Bearer ${wrongFeedKey}\r\n`, 403],
    ] as const) {
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      let reply = '';
      socket.on('error', () => undefined).on('data', (text) => (reply += text));
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\n${authorization}Content-Type: application/json\r\nContent-Length: ${size}`;
      socket.write(`${head}\r\n\r\n`);
      await eventually(() => reply.includes('\r\n\r\n'), 'the answer before the body');
      expect(reply).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(reply.toLowerCase()).to.include('connection: close');
      for (let sent = 0; sent < size && !socket.closed; sent += 100_000) {
        socket.write(Buffer.alloc(100_000, ' '));
        await setImmediate();
      }
      await eventually(() => socket.closed, 'the end of the connection');
    }
  });

  it('D09: has no effect elsewhere or in a query', async () => {
    const vote = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id: 'keyed-client-00001' };
    const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
    expect((await pool.sendOnce('POST', votePath, vote, bearer(wrongFeedKey))).status).to.equal(201);
    for (const target of ['/api/v3/mobile/news', '/api/v1/us/fight_metrics/live_event/811']) {
      const plain = await pool.sendOnce('GET', target);
      const keyed = await pool.sendOnce('GET', target, undefined, bearer(feedKey));
      expect(keyed.headers.etag).to.equal(plain.headers.etag);
      expect(keyed.headers['cache-control']).to.equal(plain.headers['cache-control']);
    }
    for (const name of ['key', 'access_token', 'Authorization']) {
      const target = `${path}?${name}=${encodeURIComponent(`Bearer ${feedKey}`)}`;
      const answer = await pool.sendOnce('POST', target, snapshot('850', 1));
      expect(answer.status).to.equal(401);
      expect(answer.body.toString()).not.to.include(feedKey);
    }
  });
});

describe('POST /fight_metrics/update_live_event', () => {
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight();
    pool = openClientPool(night.url, 10);
  });
  after(async () => {
    await pool.close();
    await night.close();
  });
  const post = (body: object | string) => pool.sendOnce('POST', path, body, bearer(feedKey));
  const read = (rest: string) => pool.sendOnce('GET', `/api/v1/us/fight_metrics/live_event/${rest}`);

  it('A17: limits bytes and fights', async () => {
    const fill = (bytes: number) => {
      const body = JSON.stringify(snapshot('860', 1, { Venue: '' }));
      return body.replace('"Venue":""', `"Venue":"${'v'.repeat(bytes - body.length)}"`);
    };
    expect((await post(fill(1_048_576))).status).to.equal(200);
    expect((await post(fill(1_048_577))).status).to.equal(413);
    const crowded = (fights: number) =>
      snapshot('861', 1, { Fights: Array.from({ length: fights }, (_, n) => ({ FightID: String(n + 1) })) });
    expect((await post(crowded(101))).status).to.equal(422);
    expect((await post(crowded(100))).status).to.equal(200);
  });

  it('K20: returns strange texts as sent, as JSON', async () => {
    const html = '<script>alert("1")</script>&amp; \u2028 \u0000 \ud83e\udd4a';
    const strange = { Venue: html, Time: '-99:99:99', Date: '1066-10-14', GMT: 'never', __proto__x: 1 };
    expect((await post(snapshot('862', 1, strange))).status).to.equal(200);
    const stored = await read('862');
    expect(stored.headers).to.include({ 'x-content-type-options': 'nosniff' });
    expect(json(stored).FMLiveFeed).to.include(strange);
  });

  it('keeps integers beyond 2^53 exact', async () => {
    const long = '"Codes":[9007199254740993,{"In":-123456789012345678901234567890}],"Half":0.5';
    const sent = (of: string) => `{"sequence":1,"FMLiveFeed":{"EventID":"865",${of}},"Beside":18446744073709551615}`;
    expect((await post(sent(long))).status).to.equal(200);
    expect((await post(sent(long))).status, 'the same again').to.equal(200);
    expect((await post(sent(long.replace('993', '992')))).status, 'another integer').to.equal(409);
    expect((await read('865')).body.toString())
      .to.include(long)
      .and.to.include('"Beside":18446744073709551615');
    const bout = `{"sequence":1,"Type":"Stats","FMLiveFeed":{"EventID":"865","FightID":"7","Code":${'9'.repeat(20)}}}`;
    expect((await post(bout)).status).to.equal(200);
    expect((await read('865?fight=7')).body.toString()).to.include(`"Code":${'9'.repeat(20)}`);
  });

  it('A17: refuses invalid members', async () => {
    const refused: object[] = [
      ...[0, -1, 1.5, '7', null, 2 ** 53, 1e300].map((sequence) => ({ sequence, FMLiveFeed: { EventID: '863' } })),
      ...[811, '', null, 'abc', '-1', '0', '0820', '1'.repeat(20)].map((EventID) => ({
        sequence: 1,
        FMLiveFeed: { EventID },
      })),
      snapshot('863', 1, { CurFight: 6415 }),
      snapshot('863', 1, { Fights: {} }),
      snapshot('863', 1, { Fights: [{ FightID: '1', Fighters: [{}] }] }),
      { ...snapshot('863', 1), Type: 'Other' },
      [],
    ];
    for (const body of refused) expect((await post(body)).status, JSON.stringify(body)).to.equal(422);
    expect((await read('863')).status).to.equal(404);
  });
});

import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { ids } from '../../../contracts/world/ids.ts';
import { readPath, scorecard, scorePath, tallyPath, vote, votePath } from '../../support/fixtures/vote-requests.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import { json } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { uncachedReplies } from '../../support/server/server.ts';

const { fightInProgress, fightInProgressFighter1Statid: blue, fightInProgressFighter2Statid: red } = ids;

/** Characters with a meaning in keys, patterns or commands of Redis, or outside ASCII. */
const special = [...':{}*?[]^\\"\'\r\n\0 $%é'];

describe('vote requests', () => {
  let night: FightNight;
  let pool: ClientPool;
  before(async () => {
    night = await startFightNight(uncachedReplies, { changesPerTenSeconds: 0 });
    pool = openClientPool(night.url);
    await pool.send('POST', votePath, vote(ids.clientId));
  });
  after(async () => {
    await pool.close();
    await night.close();
  });

  it('A06: reads a vote only at its exact address', async () => {
    const read = (path: string) => pool.send('GET', path);
    expect((await read(readPath(ids.clientId))).status).to.equal(200);
    const malformed = [
      ...[0, -1, '1.0', '1e1', '01', 99, 2 ** 53, '%31', '+2'].map((round) => readPath(ids.clientId, blue, round)),
      ...[0, -5, '1803.0', '01803', 'abc', 2 ** 31].map((statid) => readPath(ids.clientId, statid)),
      ...['a'.repeat(15), 'a'.repeat(65), 'client%20id%200000000', 'cl%C3%AFent-0000000000'].map((id) => readPath(id)),
    ];
    for (const path of malformed) expect((await read(path)).status, path).to.equal(400);
    const absent = [
      ...[readPath(ids.clientId, red), readPath(ids.clientId, 999_999)],
      ...[readPath(ids.otherClientId), readPath(ids.clientId, blue, 5)],
    ];
    const replies = await Promise.all(absent.map(read));
    expect(replies.map(({ status }) => status)).to.deep.equal([404, 404, 404, 404]);
    const texts = replies.map((reply) =>
      JSON.stringify([{ ...json(reply), instance: '' }, reply.headers['cache-control']]),
    );
    expect([...new Set(texts)]).to.deep.equal([texts[0]]);
    const unknownFight = readPath(ids.clientId).replace(String(fightInProgress), String(ids.unknown));
    expect(json(await read(unknownFight)).type).to.equal('urn:problem-type:fight-not-found');
  });

  it('A08, K06, K14: points at the invalid member', async () => {
    const members = ['round_num', 'fighter_statid', 'client_id'] as const;
    const good = vote('fitting-client-0001');
    const wrong: Record<string, fc.Arbitrary<unknown>> = {
      round_num: fc.oneof(
        fc.integer().filter((n) => n < 1 || n > 5),
        fc.double({ min: 1, max: 5, noNaN: true }).filter((n) => !Number.isInteger(n)),
      ),
      fighter_statid: fc.oneof(fc.integer({ max: 0 }), fc.integer({ min: 2 ** 31, max: 2 ** 50 }), fc.constant(1.5)),
      client_id: fc.oneof(
        fc.string({ maxLength: 15 }),
        fc.stringMatching(/^[A-Za-z0-9_-]{65,80}$/),
        fc.stringMatching(/^[A-Za-z0-9_-]{16}[ .!é]$/),
      ),
    };
    const otherTypes = (member: string) =>
      fc.oneof(
        fc.constantFrom<unknown>(null, true, [], {}, [good[member as keyof typeof good]], { value: 1 }, ''),
        member === 'client_id' ? fc.integer() : fc.constant('2'),
      );
    await fc.assert(
      fc.asyncProperty(
        fc
          .constantFrom(...members)
          .chain((member) =>
            fc.tuple(
              fc.constant(member),
              fc.oneof(fc.constant(undefined), otherTypes(member), wrong[member] as fc.Arbitrary<unknown>),
            ),
          ),
        async ([member, value]) => {
          const answer = await pool.send('POST', votePath, { ...good, [member]: value });
          expect(answer.status).to.equal(422);
          expect(json(answer).errors.map(({ pointer }: { pointer: string }) => pointer)).to.deep.equal([`#/${member}`]);
        },
      ),
      { numRuns: 400 },
    );
    for (const body of [[], [good], { vote: good }, 'text', 7]) {
      expect((await pool.send('POST', votePath, body === 'text' ? '"text"' : body)).status).to.equal(422);
    }
    const { fighter1_votes } = json(await pool.send('GET', tallyPath)).rounds[1];
    expect(fighter1_votes, 'only the vote of the set-up').to.equal(1);
    const extended = { ...good, ...JSON.parse('{"__proto__":{"polluted":1}}'), admin: true, nested: { deep: [1] } };
    expect(JSON.stringify(extended)).to.include('"__proto__":{"polluted":1}');
    expect((await pool.send('POST', votePath, extended)).status).to.equal(201);
    // The server runs in this process.
    expect(Reflect.get({}, 'polluted')).to.equal(undefined);
  });

  it('D10, K07: takes client ids of 16 to 64 safe characters', async () => {
    for (const id of ['a'.repeat(16), 'Z_9-'.repeat(16), 'f81d4fae-7dec-41d0-a765-00a0c91e6bf6']) {
      expect((await pool.send('POST', votePath, vote(id, red))).status, id).to.equal(201);
      expect((await pool.send('GET', readPath(id, red))).status, id).to.equal(200);
      expect((await pool.send('POST', scorePath, scorecard(id))).status, id).to.equal(201);
    }
    for (const id of ['a'.repeat(15), 'a'.repeat(65), ...special.map((one) => `${'a'.repeat(15)}${one}aa`)]) {
      const shown = JSON.stringify(id);
      expect((await pool.send('POST', votePath, vote(id, red))).status, shown).to.equal(422);
      expect((await pool.send('POST', scorePath, scorecard(id))).status, shown).to.equal(422);
      expect((await pool.send('GET', readPath(encodeURIComponent(id), red))).status, shown).to.equal(400);
    }
    const stored = await night.writes.keys('*');
    for (const kind of [':votes:2', ':scores:2', ':history', 'content']) expect(stored.join()).to.include(kind);
    // At most one pair of braces: the tag that puts the keys of a script on one node of a Cluster.
    expect(stored.filter((key) => !/^[\w:-]*(\{[\w:-]+\})?[\w:-]*$/.test(key))).to.deep.equal([]);
  });
});

describe('votes of other clients', () => {
  // 100,000 with TEST_SCALE=50.
  const guesses = scaled(2_000);
  it(`D11: are not found by guessing ${guesses} client ids`, async () => {
    const night = await startFightNight({ ...uncachedReplies, requestLimit: guesses / 4 });
    const pool = openClientPool(night.url, 32);
    await night.store.votes.cast({
      fightId: fightInProgress,
      roundNumber: 2,
      fighterStatid: blue,
      clientId: ids.clientId,
    });
    const reads = Array.from({ length: guesses }, () => readPath(randomBytes(12).toString('base64url')));
    const answers = await Promise.all(reads.map((path) => pool.send('GET', path)));
    await pool.close();
    await night.close();
    expect(Object.keys(countStatuses(answers))).to.deep.equal(['404', '429']);
  });
});

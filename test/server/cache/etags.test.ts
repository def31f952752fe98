import { expect } from 'chai';
import { settings } from '../../../contracts/interactions/settings.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { expectedOperations } from '../../support/expected/routes.ts';
import { samplePath } from '../../support/fixtures/sample-requests.ts';
import { openClientPool } from '../../support/http/client-pool.ts';
import type { Answer } from '../../support/http/send.ts';
import { awaitInvalidations, type ServerPair, startServerPair } from '../../support/server/server-pair.ts';
import { startServerProcess } from '../../support/server/server-process.ts';

const paths = expectedOperations.filter(({ isConditional }) => isConditional).map(samplePath);
const codings = ['identity', 'gzip', 'br'];

describe('ETags', () => {
  let pair: ServerPair;
  before(async () => {
    pair = await startServerPair();
  });
  after(() => pair.close());

  async function answersOf(url: string): Promise<Map<string, Answer>> {
    const pool = openClientPool(url, 4);
    const asked = paths.flatMap((path) =>
      codings.map(async (coding): Promise<[string, Answer]> => {
        const answer = await pool.sendOnce('GET', path, undefined, { 'Accept-Encoding': coding });
        expect(answer.status, path).to.equal(200);
        return [`${path} ${coding}`, answer];
      }),
    );
    const answers = new Map(await Promise.all(asked));
    await pool.close();
    return answers;
  }

  const etagsOf = async (url: string) =>
    Object.fromEntries([...(await answersOf(url))].map(([what, { headers }]) => [what, headers.etag]));

  it('B15: are the same in every process, and after a restart', async () => {
    const expected = await etagsOf(pair.first.url);
    for (const etag of Object.values(expected)) expect(etag).to.match(/^"[^"]+"$/);
    expect(await etagsOf(pair.second.url)).to.deep.equal(expected);
    // With the settings of the servers of this process, and so the same links.
    const own = { PUBLIC_URL: settings.publicUrl, PLACEHOLDER_IMAGE: settings.placeholderImage };
    const env = { ...own, REDIS_URL: pair.night.redis.url, NOT_FOUND_PAGE: settings.notFoundPage };
    const started = startServerProcess(env, ['--no-sample']);
    try {
      expect(await etagsOf(await started.ready)).to.deep.equal(expected);
    } finally {
      await started.close();
    }
  });

  const fighters = world.fighters.map((fighter) =>
    fighter.id === ids.fighter ? { ...fighter, wins: Number(fighter.wins) + 1 } : fighter,
  );
  for (const [what, records] of [
    ['nothing', world],
    ['one fighter', { ...world, fighters }],
  ] as const) {
    it(`B15: change with the bytes when ${what} changes`, async () => {
      const before = await answersOf(pair.first.url);
      await publishRecords(pair.night.store, records);
      await awaitInvalidations(pair.night.writes, pair.first, pair.second);
      const after = await answersOf(pair.first.url);
      let changed = 0;
      for (const [url, { headers, body }] of after) {
        const old = before.get(url);
        const isChanged = !old?.body.equals(body);
        expect(headers.etag !== old?.headers.etag, url).to.equal(isChanged);
        if (isChanged) changed++;
      }
      if (what === 'nothing') expect(changed).to.equal(0);
      else expect(changed).to.be.within(3, after.size / 2);
    });
  }
});

import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import { send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';
import { expectPagePart } from '../../support/suites/page-parts.ts';

/** Limit for all compressed parts of the board; more would be noticeable on a phone. */
const largestBytes = 30_000;

describe('GET /board', () => {
  let night: FightNight;
  before(async () => {
    night = await startFightNight();
  });
  after(() => night.close());

  const files = readdirSync(new URL('../../../common/pages/board/', import.meta.url))
    .filter((name) => /\.(js|css|svg)$/.test(name) && !/^(share|vote)/.test(name))
    .map((name) => `/board/${name}`);

  it('serves its parts with ETag, 304 and compression', async () => {
    let bytes = 0;
    for (const path of ['/board', ...files]) bytes += await expectPagePart(night.url, path);
    expect(bytes).to.be.below(largestBytes);
    for (const path of ['/board/share.js', '/board/vote.html', '/board/vote.js']) await expectPagePart(night.url, path);
  });

  it('serves nothing else', async () => {
    expect((await send(night.url, 'GET', '/board/')).status).to.equal(200);
    for (const path of ['/board/tsconfig.json', '/board/index.html', '/board/..%2fpages.ts', '/board/../pages.ts']) {
      expect((await send(night.url, 'GET', path)).status, path).to.equal(404);
    }
  });
});

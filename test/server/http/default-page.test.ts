import { expect } from 'chai';
import { world } from '../../../contracts/world/index.ts';
import { publishRecords } from '../../../server/content/publish.ts';
import { json, send } from '../../support/http/send.ts';
import type { TestNode } from '../../support/redis/nodes.ts';
import { openStore, startRedis, type TestStore } from '../../support/redis/redis.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

/** More than a page by default. */
const copies = 130;

/** Copies of a record under other ids, all about the same fighter and event. */
const copiesOf = (record: object, more: object = {}) =>
  Array.from({ length: copies }, (_, n) => ({ ...record, ...more, id: 700_000 + n }));

const fighter = world.fighters[0] as { id: number };
const event = world.events[0] as { id: number };
const about = { fighter_ids: [fighter.id], event_ids: [event.id] };

describe('lists without a limit', () => {
  let redis: TestNode;
  let opened: TestStore;
  let server: TestServer;
  before(async () => {
    redis = await startRedis();
    opened = await openStore(redis.url);
    await publishRecords(opened.store, {
      fighters: [fighter, ...copiesOf(fighter, { title_holder: false })],
      events: [event, ...copiesOf(event, { fights: [] })],
      media: copiesOf(world.media[0] as object, { ...about, highlight: true }),
      news: copiesOf(world.news[0] as object, { ...about, article_media_id: null }),
      alerts: copiesOf(world.alerts[0] as object, { expires: null }),
      octagon_girls: copiesOf(world.octagon_girls[0] as object),
    });
    server = await startTestServer(opened.store);
  });
  after(async () => {
    await server.close();
    opened.close();
    await redis.close();
  });

  const ofEvent = `/api/v3/mobile/events/${event.id}`;
  const ofFighter = `/api/v3/mobile/fighters/${fighter.id}`;
  const paged = ['/api/v1/us/news', '/api/v1/us/media', '/api/v1/us/alerts', '/api/v3/mobile/alerts'];
  paged.push(`${ofFighter}/news`, `${ofFighter}/media`, `${ofEvent}/media`, `${ofEvent}/highlights`);

  for (const path of paged) {
    it(`${path} has 100 rows and a next link`, async () => {
      const first = await send(server.url, 'GET', path);
      expect(json(first)).to.have.length(100);
      expect(first.headers.link).to.match(/^<[^>]+\?limit=100&cursor=[\w-]+>; rel="next"$/);
      const next = new URL(/<([^>]+)>/.exec(first.headers.link ?? '')?.[1] as string);
      const rest = await send(server.url, 'GET', next.pathname + next.search);
      expect(json(rest)).to.have.length(copies - 100);
      expect(rest.headers.link).to.equal(undefined);
      expect(new Set([...json(first), ...json(rest)].map(({ id }) => id)).size).to.equal(copies);
    });
  }

  for (const path of ['/api/v3/mobile/fighters', '/api/v1/us/events', '/api/v3/mobile/octagon_girls']) {
    it(`${path} has all rows`, async () => {
      for (const query of ['', '?limit=500']) {
        const answer = await send(server.url, 'GET', path + query);
        expect(json(answer).length).to.be.at.least(copies);
        expect(answer.headers.link).to.equal(undefined);
      }
    });
  }
});

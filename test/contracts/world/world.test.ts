import { expect } from 'chai';
import { Compile } from 'typebox/compile';
import {
  type CollectionName,
  collectionNames,
  collections,
  normaliseAll,
} from '../../../contracts/content/collections/index.ts';
import { memoryReader } from '../../../contracts/content/reader.ts';
import { components } from '../../../contracts/openapi/schemas.ts';
import { completeBoutFeed, completeEventFeed } from '../../../contracts/schemas/metrics.ts';
import { findViolations } from '../../../contracts/schemas/validation/violations.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed, feedReceived, world } from '../../../contracts/world/index.ts';

const reader = memoryReader(normaliseAll(world)).sync;
const all = <C extends CollectionName>(name: C) => reader.list(name).records;

describe('sample world', () => {
  for (const name of collectionNames) {
    it(`has ${name} that fit their input schema`, () => {
      expect(world[name]).to.not.be.empty;
      expect(world[name].flatMap((raw) => findViolations(collections[name].schema, raw, 'en'))).to.deep.equal([]);
    });
  }

  it('has feed snapshots that fit their schemas', () => {
    const snapshots: [string, unknown][] = [
      ['EventUpdate', feed.event],
      ['EventFeed', completeEventFeed(feed.event)],
      ...feed.bouts.flatMap((bout): [string, unknown][] => [
        ['BoutUpdate', bout],
        ['BoutFeed', completeBoutFeed(bout)],
      ]),
    ];
    for (const [name, snapshot] of snapshots) {
      const schema = components[name];
      expect(schema && Compile(schema).Errors(snapshot), name).to.deep.equal([]);
    }
  });

  it('refers only to existing records', () => {
    type Reference = [CollectionName, number | null | undefined, from: string];
    const reference = (...one: Reference) => one;
    const references: Reference[] = [];
    for (const { id, fights, main_event_fighter1_id: first, main_event_fighter2_id: second } of all('events')) {
      const people = [first, second, ...fights.flatMap((fight) => [fight.fighter1_id, fight.fighter2_id])];
      references.push(...people.map((fighter) => reference('fighters', fighter || null, `event ${id}`)));
    }
    for (const article of all('news')) {
      const from = `article ${article.id}`;
      references.push(['media', article.article_media_id, from], ['fighters', article.article_fighter_id, from]);
      references.push(...article.fighter_ids.map((id) => reference('fighters', id, from)));
      references.push(...article.event_ids.map((id) => reference('events', id, from)));
      references.push(...article.related_ids.map((id) => reference('news', id, from)));
    }
    for (const item of all('media')) {
      const from = `media item ${item.id}`;
      references.push(...item.photos.map(({ media_id }) => reference('media', media_id, from)));
      references.push(...item.fighter_ids.map((id) => reference('fighters', id, from)));
      references.push(...item.event_ids.map((id) => reference('events', id, from)));
    }
    for (const presenter of all('octagon_girls')) {
      references.push(['media', presenter.octagon_girl_media_id, `presenter ${presenter.id}`]);
      references.push(...presenter.gallery.map(({ media_id }) => reference('media', media_id, 'a gallery')));
    }
    references.push(...all('alerts').map(({ id, event_id }) => reference('events', event_id, `alert ${id}`)));
    for (const one of all('pages')) if ('event_id' in one) references.push(['events', one.event_id, one.page]);

    const broken = references.filter(([name, id]) => typeof id === 'number' && !reader.get(name, id));
    expect(broken).to.deep.equal([]);
    expect(references).to.have.length.above(50);
  });

  it('has a feed of the live event', () => {
    const [event] = reader.list('events', `statid:${feed.event.FMLiveFeed.EventID}`).records;
    expect(event?.id).to.equal(ids.liveEvent);
    const statidOf = (id: number) => reader.get('fighters', id)?.statid;
    const stored = (event?.fights ?? [])
      .filter(({ statid }) => statid !== null)
      .map((fight) => [fight.statid, statidOf(fight.fighter1_id), statidOf(fight.fighter2_id)]);
    const inFeed = (feed.event.FMLiveFeed.Fights ?? []).map(({ FightID, Fighters }) => [
      Number(FightID),
      ...(Fighters ?? []).map(({ FighterID }) => Number(FighterID)),
    ]);
    expect(inFeed).to.deep.equal(stored);
    const bouts = feed.bouts.map(({ FMLiveFeed }) => [FMLiveFeed.EventID, Number(FMLiveFeed.FightID)]);
    expect(bouts).to.deep.equal([
      ['811', ids.closedFightStatid],
      ['811', ids.fightInProgressStatid],
    ]);
    expect(feedReceived.map(({ FMLiveFeed: { EventID, ...feed } }) => [EventID, 'FightID' in feed])).to.deep.equal([
      ['804', false],
      ['811', false],
      ['811', true],
      ['811', true],
    ]);
  });
});

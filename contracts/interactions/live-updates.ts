import type { BoutUpdate, EventUpdate, LiveUpdate, UpdateResult } from '../schemas/metrics.ts';
import { given } from '../states.ts';
import { type Interaction, type InteractionRequest, problem, success } from './interaction.ts';
import { bodyProblemsOf, jsonHeaders, published, storeFailures } from './request.ts';

/** The feed key that a provider under verification must accept. */
export const feedKey = 'contract-key-of-the-metrics-feed-0123456789';

/** A feed key that every provider must reject. */
export const wrongFeedKey = 'contract-key-that-nobody-ever-had-0123456789';

/** An event without a record in content, since a feed does not need one. */
const [EventID, FightID] = ['820', '6501'];
const event_statid = Number(EventID);
const received = 7;

/**
 * A small snapshot without rounds, for the state 'a snapshot was received': the same event and sequence give the same
 * content.
 */
export const snapshotOf = (eventStatid: number | string, sequence: number): EventUpdate => ({
  sequence,
  FMLiveFeed: {
    EventID: String(eventStatid),
    Venue: 'Arena Central',
    Fights: [{ FightID, Order: '1', Status: 'Upcoming', PossibleRds: '3', CurRd: '0' }],
  },
});

const statistics: BoutUpdate = {
  sequence: 1,
  Type: 'Stats',
  Timestamp: '21:00:00 05/17/2031',
  FMLiveFeed: { EventID, FightID, CurrentRound: '0', MaxRounds: '3', Status: '' },
};

const route = 'fight_metrics_update_live_event';
const noFeed = given('no feed was received for the event', { statid: event_statid });
const hasSnapshot = given('a snapshot was received', { event_statid, sequence: received });

const send = (body: LiveUpdate): InteractionRequest => ({
  headers: { ...jsonHeaders, Authorization: `Bearer ${feedKey}` },
  body,
});

const result = (about: Pick<UpdateResult, 'sequence' | 'reason' | 'version'> & { FightID?: string }): UpdateResult => ({
  status: 'ok',
  EventID,
  FightID: null,
  applied: about.reason === null,
  ...about,
});

const taken: Interaction[] = [
  success(route, 'v1', {
    receiving: 'the first snapshot of an event',
    given: noFeed,
    request: send(snapshotOf(EventID, received)),
    body: result({ sequence: received, reason: null, version: 1 }),
  }),
  success(route, 'v1', {
    receiving: 'the next snapshot of an event',
    given: hasSnapshot,
    request: send(snapshotOf(EventID, received + 1)),
    body: result({ sequence: received + 1, reason: null, version: 2 }),
  }),
  success(route, 'v1', {
    receiving: 'a snapshot of a bout',
    given: [hasSnapshot, given('no statistics were received for the bout', { event_statid, statid: Number(FightID) })],
    request: send(statistics),
    body: result({ FightID, sequence: statistics.sequence, reason: null, version: 2 }),
  }),
  success(route, 'v1', {
    receiving: 'a repeated snapshot',
    given: hasSnapshot,
    request: send(snapshotOf(EventID, received)),
    body: result({ sequence: received, reason: 'duplicate', version: 1 }),
  }),
  success(route, 'v1', {
    receiving: 'a snapshot older than the stored one',
    given: hasSnapshot,
    request: send(snapshotOf(EventID, received - 1)),
    body: result({ sequence: received, reason: 'stale', version: 1 }),
  }),
];

const snapshot = snapshotOf(EventID, received);

const refused: Interaction[] = [
  problem(route, 'v1', 'sequence-conflict', {
    receiving: 'another snapshot with a used sequence number',
    given: hasSnapshot,
    request: send({ ...snapshot, FMLiveFeed: { ...snapshot.FMLiveFeed, Venue: 'Arena Norte' } }),
    extensions: { sequence: received },
  }),
  problem(route, 'v1', 'feed-key-required', {
    receiving: 'a snapshot without a key',
    given: published,
    request: { headers: jsonHeaders, body: snapshot },
    headers: { 'WWW-Authenticate': 'Bearer' },
  }),
  problem(route, 'v1', 'feed-key-rejected', {
    receiving: 'a snapshot with a wrong key',
    given: published,
    request: { headers: { ...jsonHeaders, Authorization: `Bearer ${wrongFeedKey}` }, body: snapshot },
  }),
  ...bodyProblemsOf(route, 'v1', {
    what: 'a snapshot',
    request: send(snapshot),
    unfit: { sequence: 0, FMLiveFeed: { Venue: 'Arena Central' } },
  }),
  ...storeFailures(route, 'v1', { what: 'a snapshot', possible: noFeed, request: send(snapshot) }),
];

export const liveUpdates: Interaction[] = [...taken, ...refused];

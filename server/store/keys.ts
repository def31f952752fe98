import { tagEndings } from './redis/slots.ts';

/** Other fields of a tally: how often it changed, and when a change was last announced (ms). */
export const tallyMarks = { changes: 'changes', announced: 'announced' } as const;

/** Channels on which scripts publish that something changed. */
export const channels = {
  /** Message: `<version> <feed>`, the feed being `event` or `bout:<FightID>`. */
  live: (eventId: string) => `live:${eventId}`,
  /** Votes or scorecards of a fight, at most every 100 ms from each bucket. ballots/castBallots-many.lua builds this name too. */
  tally: (fightId: number) => `tally:${fightId}`,
  /** Content changed, wholly or in part. Message: JSON, `{ generation, collections }`. content/*Content-*.lua use it. */
  content: 'content',
};

/** Names a bout in the fields of a fight's windows. Nothing is stored for a fight or an event without a statid. */
export const boutOf = (eventStatid: number | null, fightStatid: number | null) => `${eventStatid}/${fightStatid}`;

/** The message on the channel of an event; live/updateLive-2.lua builds the same. */
export const liveMessage = (version: number, fightId: string | null) =>
  `${version} ${fightId === null ? 'event' : `bout:${fightId}`}`;

/**
 * Every Redis key. Redis Cluster hashes the part in braces, so the keys of one script are on one node.
 */
export const keys = {
  /** How many buckets the votes of a fight are spread over. */
  buckets: 'votes:buckets',
  /**
   * A hash: `version` and `min` of schema/open-store.ts, and `restoring` during a restore: its phase, `checking` or
   * `filling`, and its id. In the slot of the number of buckets, which distinguishes an old store from an empty one.
   */
  schema: '{votes:buckets}:schema',
  /** Every event that has live data, by the time of its last change. */
  liveEvents: 'live:events',

  /** Written to check that Redis accepts writes. */
  pinged: (bucket: number) => `{${tagEndings[bucket]}}:pinged`,

  content: {
    /** Number of the generation that readers see. content/*Content-*.lua build most of the names below from this one. */
    live: '{content}:live',
    /** Collection → key of its records, for one generation. */
    generation: (generation: number) => `${keys.content.live}:${generation}`,
    /** The author, time and kind of a generation; `records:<collection>` and `bytes:<collection>`. */
    about: (generation: number) => `${keys.content.live}:${generation}:about`,
    /** Numbers of the generations that can still be read, oldest first. */
    generations: '{content}:generations',
    /** The last assigned generation number. */
    counter: '{content}:counter',
    /** Keys of records (`records` below) that were written, perhaps in part, and not removed yet. */
    written: '{content}:written',
    /** Keys of records that only earlier reads still use, by the time they were dropped (ms, clock of Redis). */
    dropped: '{content}:dropped',
    /** The publisher's lock: its id, the generation that it writes, the collections that it replaces; lockContent-2.lua. */
    publishing: '{content}:publishing',
    /** Record key → record, as JSON. */
    records: (generation: number, collection: string) => `{content}:${generation}:${collection}`,
    /** Groups of lists of a collection. */
    lists: (records: string) => `${records}:lists`,
    /** Members of the lists of one group; see sort-key-encoding.ts. */
    list: (records: string, group: string) => `${records}:list:${group}`,
    /** Numbers of the generations that changed these records in place. */
    changes: (records: string) => `${records}:changes`,
    /** The values before such a change; see changeContent-1.lua. */
    before: (records: string, generation: number | string) => `${records}:before:${generation}`,
  },

  /** Live data of one event: documents, sequence numbers, windows, version. */
  live: (eventId: string) => `{live:${eventId}}`,
  /**
   * The last applied snapshots of an event, a Redis stream: id `<version>-0`, fields `feed`, `packed` (the document),
   * `bytes` (of the unpacked document), `added` (packed bytes of all snapshots so far).
   */
  liveHistory: (eventId: string) => `${keys.live(eventId)}:history`,

  /** Votes and scorecards of the clients in one bucket of a fight. */
  bucket: (fightId: number, bucket: number) => {
    const tag = `{${fightId}:${tagEndings[bucket]}}`;
    return {
      /**
       * `<round>:opened` and `<round>:closes` → moment in milliseconds, of the bout that the fight was joined with first,
       * which the field `bout` names. Fields of further bouts begin with `<bout>:`.
       */
      windows: `${tag}:windows`,
      /** Client → `<fighter statid>|<created, ms>`. */
      votes: (roundNumber: number) => `${tag}:votes:${roundNumber}`,
      /** `<round>:<fighter statid>` → votes; and the fields of `tallyMarks`. */
      tally: `${tag}:tally`,
      /** Client → `<score of fighter 1>|<score of fighter 2>`. */
      scores: (roundNumber: number) => `${tag}:scores:${roundNumber}`,
      /** `<round>:count`, `<round>:1`, `<round>:2` → scorecards, sum of each fighter's scores; and `tallyMarks`. */
      scoreTally: `${tag}:scoretally`,
      /** Recent changes of one client. */
      rate: (clientId: string) => `${tag}:rate:${clientId}`,
    };
  },
};

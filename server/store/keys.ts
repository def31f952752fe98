import { tagEndings } from './redis/slots.ts';

/** Fields of a tally that count no votes: how often it changed, and when its last change was announced (ms). */
export const tallyMarks = { changes: 'changes', announced: 'announced' } as const;

/** Channels on which scripts announce that something changed. */
export const channels = {
  /** Message: `<version> <feed>`, the feed being `event` or `bout:<FightID>`. */
  live: (eventId: string) => `live:${eventId}`,
  /** Votes or scorecards of a fight, at most every 100 ms from each bucket. ballots/cast*.lua build this name too. */
  tally: (fightId: number) => `tally:${fightId}`,
  /** Content changed, wholly or in part. Message: JSON, `{ generation, collections }`. content/*Content-*.lua use it. */
  content: 'content',
};

/** What is announced on the channel of an event; lua/updateLive-3.lua says it too. */
export const liveMessage = (version: number, fightId: string | null) =>
  `${version} ${fightId === null ? 'event' : `bout:${fightId}`}`;

/**
 * Every Redis key. The part in braces is what Redis Cluster hashes, so keys that one script touches stand on one node.
 */
export const keys = {
  /** How many buckets the votes of a fight are spread over. */
  buckets: 'votes:buckets',
  /** Every event that has live data, by the moment of its last change. */
  liveEvents: 'live:events',

  /** Written to see whether Redis takes writes. */
  pinged: (bucket: number) => `{${tagEndings[bucket]}}:pinged`,

  content: {
    /** Number of the generation that readers see. content/*Content-*.lua build most of the names below from this one. */
    live: '{content}:live',
    /** Collection → key of its records, for one generation. */
    generation: (generation: number) => `${keys.content.live}:${generation}`,
    /** Who made a generation, when and how; `records:<collection>` and `bytes:<collection>`. */
    about: (generation: number) => `${keys.content.live}:${generation}:about`,
    /** Numbers of the generations that can still be read, oldest first. */
    generations: '{content}:generations',
    /** Last generation number given out. */
    counter: '{content}:counter',
    /** Keys of records (`records` below) that were ever begun and not yet removed; written with the first of them. */
    written: '{content}:written',
    /** Keys of records that nobody begins to read any more, by the moment they were given up (ms, clock of Redis). */
    dropped: '{content}:dropped',
    /** The publisher at work: his id, the generation that he writes, the collections that it replaces; lockContent-2.lua. */
    publishing: '{content}:publishing',
    /** Record key → record, as JSON. */
    records: (generation: number, collection: string) => `{content}:${generation}:${collection}`,
    /** Groups of lists that a collection has. */
    lists: (records: string) => `${records}:lists`,
    /** Members of the lists of one group; see order.ts. */
    list: (records: string, group: string) => `${records}:list:${group}`,
    /** Numbers of the generations that changed the records in place. */
    changes: (records: string) => `${records}:changes`,
    /** What such a generation changed, as it was before; see changeContent-1.lua. */
    before: (records: string, generation: number | string) => `${records}:before:${generation}`,
  },

  /** Live data of one event: documents, sequence numbers, windows, version. */
  live: (eventId: string) => `{live:${eventId}}`,
  /**
   * The last applied snapshots of an event, a Redis stream: id `<version>-0`, fields `feed`, `packed` (the document),
   * `bytes` (before that), `added` (packed bytes up to here, since the first).
   */
  liveHistory: (eventId: string) => `${keys.live(eventId)}:history`,
  /** The same as older servers keep it, whole: fields `feed` and `document`. Only read, and removed in time. */
  liveStream: (eventId: string) => `${keys.live(eventId)}:stream`,

  /** Votes and scorecards of the clients that fall into one bucket of a fight. */
  bucket: (fightId: number, bucket: number) => {
    const tag = `{${fightId}:${tagEndings[bucket]}}`;
    return {
      /** `<round>:opened` and `<round>:closes` → moment in milliseconds. */
      windows: `${tag}:windows`,
      /** Client → `<fighter statid>|<created, ms>`. */
      votes: (roundNumber: number) => `${tag}:votes:${roundNumber}`,
      /** `<round>:<fighter statid>` → votes; besides, the fields of `tallyMarks`. */
      tally: `${tag}:tally`,
      /** Client → `<score of fighter 1>|<score of fighter 2>`. */
      scores: (roundNumber: number) => `${tag}:scores:${roundNumber}`,
      /** `<round>:count`, `<round>:1`, `<round>:2` → scorecards, sum of each fighter's scores; and `tallyMarks`. */
      scoreTally: `${tag}:scoretally`,
      /** Changes that one client made lately. */
      rate: (clientId: string) => `${tag}:rate:${clientId}`,
    };
  },
};

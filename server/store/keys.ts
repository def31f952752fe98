/**
 * Every Redis key. The part in braces is what Redis Cluster hashes, so keys that one script touches stand on one node.
 */
export const keys = {
  /** How many buckets the votes of a fight are spread over. */
  buckets: 'votes:buckets',
  /** Every event that has live data, by the moment of its last change. */
  liveEvents: 'live:events',

  /** Written to see whether Redis takes writes. */
  pinged: 'pinged',

  content: {
    /** Number of the generation that readers see. */
    live: '{content}:live',
    /** Collection → key of its records, for one generation. lua/getContent-1.lua builds this name too. */
    generation: (generation: number) => `${keys.content.live}:${generation}`,
    /** Numbers of the generations that can still be read, oldest first. */
    generations: '{content}:generations',
    /** Last generation number given out. */
    counter: '{content}:counter',
    /** Keys of records (`records` below) that were ever begun and not yet removed. */
    written: '{content}:written',
    /** Token of the publisher at work. */
    publishing: '{content}:publishing',
    /** Record key → record, as JSON. */
    records: (generation: number, collection: string) => `{content}:${generation}:${collection}`,
    /** Names of the lists that a collection has. */
    lists: (records: string) => `${records}:lists`,
    /** Members of one list in its order; see order.ts. lua/listContent-1.lua builds this name too. */
    list: (records: string, list: string) => `${records}:list:${list}`,
  },

  /** Live data of one event: documents, sequence numbers, windows, version. */
  live: (eventId: string) => `{live:${eventId}}`,

  /** Votes and scorecards of the clients that fall into one bucket of a fight. */
  bucket: (fightId: number, bucket: number) => {
    const tag = `{${fightId}:${bucket}}`;
    return {
      /** `<round>:opened` and `<round>:closes` → moment in milliseconds. */
      windows: `${tag}:windows`,
      /** Client → `<fighter statid>|<created, ms>`. */
      votes: (roundNumber: number) => `${tag}:votes:${roundNumber}`,
      /** `<round>:<fighter statid>` → votes. */
      tally: `${tag}:tally`,
      /** Client → `<score of fighter 1>|<score of fighter 2>`. */
      scores: (roundNumber: number) => `${tag}:scores:${roundNumber}`,
      /** `<round>:count`, `<round>:1`, `<round>:2` → scorecards, sum of each fighter's scores. */
      scoreTally: `${tag}:scoretally`,
      /** Changes that one client made lately. */
      rate: (clientId: string) => `${tag}:rate:${clientId}`,
    };
  },
};

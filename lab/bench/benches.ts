import type { Bench } from './support/figures.ts';

/** What each bench shows, and its code; loaded on demand, since most runs need few of them. */
export const benches = {
  reads: {
    shows: 'one record: cached, unchanged (304), missed',
    load: async () => (await import('./reads.ts')).measureReads,
  },
  lists: { shows: 'a list of 400 KB, gzip and brotli', load: async () => (await import('./lists.ts')).measureLists },
  votes: {
    shows: 'votes with appendfsync everysec and always, all of them counted',
    load: async () => (await import('./votes.ts')).measureVotes,
  },
  metrics: {
    shows: 'what counting costs a cached GET and a vote',
    load: async () => (await import('./metrics.ts')).measureMetrics,
  },
  overload: {
    shows: 'more votes and misses than can be answered: goodput, 503, health, recovery',
    load: async () => (await import('./overload.ts')).measureOverload,
  },
  mixed: { shows: 'the requests of a fight night', load: async () => (await import('./mixed.ts')).measureMixed },
  live: {
    shows: 'Redis reads per live update, and how soon it is visible',
    load: async () => (await import('./live.ts')).measureLive,
  },
  streams: {
    shows: 'readers of a stream and waiting connections: memory, CPU per event',
    load: async () => (await import('./streams.ts')).measureStreams,
  },
  workers: { shows: 'two workers beside one', load: async () => (await import('./workers.ts')).measureWorkers },
  memory: { shows: 'memory of a worker, idle and full', load: async () => (await import('./memory.ts')).measureMemory },
  clients: {
    shows: 'CPU of a vote and a read through ioredis, and through the redis package',
    load: async () => (await import('./clients.ts')).measureClients,
  },
  cluster: {
    shows: 'votes on 1, 3 and 6 masters of a Redis Cluster',
    load: async () => (await import('./cluster.ts')).measureCluster,
  },
  growth: {
    shows: 'cost of requests at 1, 10 and 100 times the archive, of votes at 1 to 8 buckets',
    load: async () => (await import('./growth.ts')).measureGrowth,
  },
  mock: { shows: 'the mock beside stock Prism', load: async () => (await import('./mock.ts')).measureMock },
  packages: {
    shows: 'the mock in one file beside the packages of other mocks, not in all',
    load: async () => (await import('./packages.ts')).measurePackages,
  },
  interactions: {
    shows: 'what 1,000 interactions cost: document, start and memory of the mock',
    load: async () => (await import('./interactions.ts')).measureInteractions,
  },
  beside: {
    shows: 'this checkout beside another one (--checkout), not in all',
    load: async () => (await import('./beside.ts')).measureBeside,
  },
  content: {
    shows: 'publishing and reading archives of growing size',
    load: async () => (await import('./content.ts')).measureContentFigures,
  },
} as const satisfies Record<string, { shows: string; load(): Promise<Bench> }>;

export type BenchName = keyof typeof benches;
export const benchNames = Object.keys(benches) as readonly BenchName[];

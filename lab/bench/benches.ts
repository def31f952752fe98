import type { Bench } from './support/figures.ts';

/** What each bench shows, and its code; loaded on demand, since most runs need few of them. */
export const benches = {
  reads: {
    shows: 'one record: cached, unchanged (304), missed',
    load: async () => (await import('./reads.ts')).measureReads,
  },
  votes: {
    shows: 'votes with appendfsync everysec and always, all of them counted',
    load: async () => (await import('./votes.ts')).measureVotes,
  },
  overload: {
    shows: 'more votes than can be answered: goodput, 503, health, recovery',
    load: async () => (await import('./overload-votes.ts')).measureOverloadVotes,
  },
  streams: {
    shows: 'readers of a stream and waiting connections: memory, CPU per event',
    load: async () => (await import('./streams.ts')).measureStreams,
  },
  mock: { shows: 'the mock beside stock Prism', load: async () => (await import('./mock.ts')).measureMock },
} as const satisfies Record<string, { shows: string; load(): Promise<Bench> }>;

export type BenchName = keyof typeof benches;
export const benchNames = Object.keys(benches) as readonly BenchName[];

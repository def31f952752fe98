/** Replies that stand although something that they were built from has changed. */
import type { PlantedFault } from './fault.ts';

const test = 'test/server/cache/unchanged-sources.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a reply stands whatever its records are now',
    file: 'server/store/content/content.ts',
    from: '!== found) return false;',
    to: "!== found) return what !== 'get';",
    test,
  },
  {
    title: 'of what a reply was built from only the first is read again',
    file: 'server/store/content/content.ts',
    from: 'for (const { what, collection, args, found } of reads) {',
    to: 'for (const { what, collection, args, found } of reads.slice(0, 1)) {',
    test,
  },
  {
    title: 'a reply stands under other settings',
    file: 'server/cache/reply-sources.ts',
    from: 'return hasSameSettings && snapshot.isAsRead(this.#reads);',
    to: 'return (hasSameSettings || settings !== undefined) && snapshot.isAsRead(this.#reads);',
    test,
  },
  {
    title: 'a reply that depends on the clock or on live data stands, too',
    file: 'server/http/cached-reply.ts',
    from: 'isOfContent && untilMs === undefined && !isUnbounded',
    to: '!isUnbounded',
    test: 'test/server/cache/differential.test.ts',
  },
  {
    title: 'two texts have the fingerprint of one that joins them',
    file: 'server/store/content/content-read.ts',
    from: "value === null ? '-'",
    to: 'value !== undefined ? String(value)',
    test,
  },
  {
    title: 'the records that a reply was built from take no bytes of the cache',
    file: 'server/store/content/content-read.ts',
    from: 'sum + 100 + found.length + 16 * args.length',
    to: 'sum + 0 * (found.length + args.length)',
    test,
  },
  {
    title: 'a reply of which nothing has changed is built again',
    file: 'server/http/cached-reply.ts',
    from: 'if (same) return same;',
    to: 'if (same && values === undefined) return same;',
    test,
  },
];

/** Replies that have the right shape and the wrong values. */
import type { PlantedFault } from './fault.ts';

const verification = 'test/provider/verification.test.ts';
const alerts = 'test/server/cache/alerts.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'an article is answered with the title and text of another',
    file: 'server/handlers/news.ts',
    from: 'return articleReply(record, parts, family, settings);',
    to: "const other = { ...(await content.get('news', 90205)) };\n  return articleReply({ ...record, title: other.title, content: other.content }, parts, family, settings);",
    test: verification,
  },
  {
    title: 'a media item is answered with the thumbnail of another',
    file: 'server/handlers/media.ts',
    from: 'return mediaItem(record, family);',
    to: "return mediaItem({ ...record, thumbnail: (await content.get('media', 51003)).thumbnail }, family);",
    test: verification,
  },
  {
    title: 'a fighter is answered with the body of another under its own id',
    file: 'server/handlers/fighters.ts',
    from: 'fighterDetail(await findFighter(content, values.id), family, settings);',
    to: 'fighterDetail({ ...(await findFighter(content, values.id)), ...(await findFighter(content, 3107)), id: values.id }, family, settings);',
    test: verification,
  },
  {
    title: 'the instructions of version 1 are in Spanish, and those of version 3 in English',
    file: 'server/handlers/service.ts',
    from: "instructionsReply(await findPage(content, 'instructions'), family);",
    to: "({ ...instructionsReply(await findPage(content, 'instructions'), family === 'v1' ? 'v3' : 'v1'), locale: families[family].locale });",
    test: verification,
  },
  {
    title: 'the live content has all news instead of those of the event',
    file: 'contracts/rules/live-content.ts',
    from: "own ? content.list('news', own, newest) : [],",
    to: "own ? content.list('news', undefined, newest) : [],",
    test: verification,
  },
  {
    title: 'the first two rows of every list are swapped',
    file: 'server/handlers/list-reply.ts',
    from: 'mapInSlices(records, represent)',
    to: 'mapInSlices([...records.slice(0, 2).toReversed(), ...records.slice(2)], represent)',
    test: verification,
  },
  {
    title: 'an unknown author is an empty text instead of null',
    file: 'contracts/content/represent/cut.ts',
    from: '    reply[key] = value;',
    to: "    reply[key] = key === 'author' && value === null ? '' : value;",
    test: verification,
  },
  {
    title: 'the number of wins is a text',
    file: 'contracts/content/represent/cut.ts',
    from: '    reply[key] = value;',
    to: "    reply[key] = key === 'wins' && typeof value === 'number' ? String(value) : value;",
    test: verification,
  },
  {
    title: 'the introduction of an article is always in Spanish',
    file: 'contracts/content/represent/cut.ts',
    from: 'localise(key in own ? own[key] : source[key], family)',
    to: "localise(key in own ? own[key] : source[key], key === 'introduction' ? 'v3' : family)",
    test: verification,
  },
  {
    title: 'a round is said to have closed in 1970',
    file: 'contracts/rules/ballot-replies.ts',
    from: 'closed_at: isoSeconds(refused.closesMs)',
    to: 'closed_at: isoSeconds(refused.closesMs / 1_000)',
    test: verification,
  },
  {
    title: 'a list of alerts stays in the cache when one has expired',
    file: 'server/handlers/alerts.ts',
    from: 'untilMs: expiries.length > 0 ? Math.min(...expiries) : undefined',
    to: 'untilMs: undefined',
    test: alerts,
  },
  {
    title: 'a list of alerts stays in the cache until the last has expired',
    file: 'server/handlers/alerts.ts',
    from: 'Math.min(...expiries)',
    to: 'Math.max(...expiries)',
    test: alerts,
  },
  {
    title: 'a cached reply is served at the moment it expires',
    file: 'server/cache/tagged-cache.ts',
    from: 'nowMs >= entry.untilMs',
    to: 'nowMs > entry.untilMs',
    test: alerts,
  },
  {
    title: 'the cache forgets when a reply expires',
    file: 'server/cache/tagged-cache.ts',
    from: '      ...{ value, tags, untilMs, version, isUnbounded, policy, load: loader, loadNumber: load.number },',
    to: '      ...{ value, tags, version, isUnbounded, policy, load: loader, loadNumber: load.number },',
    test: alerts,
  },
  {
    title: 'an expired reply is renewed as long as no content was published',
    file: 'server/http/cached-reply.ts',
    from: 'cached?.version === undefined || (cached.untilMs !== undefined && Date.now() >= cached.untilMs)',
    to: 'cached?.version === undefined',
    test: alerts,
  },
];

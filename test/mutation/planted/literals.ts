/** Headers, problems, sentences, limits and defaults that are not those of the specification. */
import type { PlantedFault } from './fault.ts';

const headers = 'test/contracts/http/headers.test.ts';
const problems = 'test/contracts/problems.test.ts';
const sentences = 'test/contracts/schemas/sentences.test.ts';
const checks = 'test/contracts/requests/checks.test.ts';
const routes = 'test/contracts/routes.test.ts';
const pages = 'test/server/http/pages.test.ts';
const refuse = 'test/server/http/refuse.test.ts';
const server = 'test/server/http/rules.test.ts';
const mock = 'test/mock/rules.test.ts';
const settings = 'test/server/http/settings.test.ts';
const config = 'test/server/processes/config.test.ts';

/** Columns: title, file, text, text in its place, test. */
const rows: readonly [title: string, file: string, from: string, to: string, test: string][] = [
  ['Allow leaves out HEAD', 'contracts/operations.ts', "['GET', 'HEAD'] : []", "['GET'] : []", routes],
  ['Referrer-Policy tells the origin', 'contracts/http/headers.ts', "'no-referrer'", "'origin'", headers],
  [
    ...(['any site may frame a reply', 'contracts/http/headers.ts', "\"default-src 'none'; frame-ancestors"] as const),
    ...(["\"default-src 'none'; frame-ancestor", headers] as const),
  ],
  ['a browser may guess the type of a reply', 'contracts/http/headers.ts', "'nosniff'", "'sniff'", headers],
  [
    'TLS is promised for a tenth of a year',
    'contracts/http/headers.ts',
    'max-age=31536000',
    'max-age=3153600',
    headers,
  ],
  ['a 404 of a content route is cached for 6 s', 'contracts/http/headers.ts', 'max-age=5', 'max-age=6', headers],
  ['a page cannot read Retry-After', 'contracts/http/headers.ts', 'ETag, Link, Retry-After', 'ETag, Link', headers],
  ['a preflight allows no HEAD', 'contracts/requests/request-context.ts', "'GET, HEAD'", "'GET'", headers],
  ['the Spanish of Spain is promised', 'contracts/families.ts', "'es-US'", "'es-ES'", headers],
  [
    'a proxy may buffer a stream',
    'contracts/http/event-stream.ts',
    "'X-Accel-Buffering': 'no'",
    "'X-Accel-Buffering': 'yes'",
    headers,
  ],
  [
    'a page may be framed by its own host',
    'contracts/site/reply.ts',
    "'frame-ancestors': \"'none'\"",
    "'frame-ancestors': \"'self'\"",
    pages,
  ],
  [
    'the reference tries requests against another host than its own',
    'contracts/site/docs/docs.js',
    'spec: { ...spec, servers: [',
    'spec: { ...spec, others: [',
    'test/mock/pages.test.ts',
  ],
  [
    'the reference does not show examples',
    'contracts/site/docs/docs.js',
    "key !== 'examples' ||",
    "key === 'examples' ||",
    'test/mock/pages.test.ts',
  ],
  ['the reference may load images from anywhere', 'contracts/site/pages.ts', '"\'self\' data:"', "'* data:'", pages],
  [
    'a page may be cached without being revalidated',
    'contracts/site/reply.ts',
    "'Cache-Control': 'no-cache'",
    "'Cache-Control': 'max-age=60'",
    pages,
  ],
  ['a 415 does not say what is taken', 'contracts/requests/body.ts', "'Accept-Post': acceptPost, ", '', server],
  [
    'a preflight of the server forbids Last-Event-ID',
    'contracts/http/headers.ts',
    "['If-None-Match', 'Last-Event-ID']",
    "['If-None-Match']",
    server,
  ],
  ['a preflight of the mock forbids Prefer', 'mock/http/cross-origin.ts', "'Prefer', ", '', mock],
  [
    'a page cannot read the answer to its vote on the mock',
    'contracts/requests/request-context.ts',
    "(allowsPosts && method === 'POST')",
    "(allowsPosts && method === 'PATCH')",
    mock,
  ],
  [
    'a 401 asks for another credential',
    'server/http/feed-keys.ts',
    "'WWW-Authenticate': 'Bearer'",
    "'WWW-Authenticate': 'Basic'",
    server,
  ],
  [
    'the mock caches a problem',
    'mock/http/app.ts',
    "res.setHeader('Cache-Control', cacheControlOf(operation, body.status));",
    "res.setHeader('Cache-Control', 'no-cache');",
    mock,
  ],
  ['a reply does not vary by its coding', 'server/http/served-operation.ts', 'Vary: varyOf(route),', '', server],
  [
    'a Spanish title lost its accent',
    'contracts/problems.ts',
    "'Solicitud no válida'",
    "'Solicitud no valida'",
    problems,
  ],
  [
    'a Spanish detail lost a word',
    'contracts/problems.ts',
    'No hay ningún peleador con este id.',
    'No hay peleador con este id.',
    problems,
  ],
  ['an English title changed', 'contracts/problems.ts', "'Voting closed'", "'Votes closed'", problems],
  [
    'an English detail promises what is not so',
    'contracts/problems.ts',
    'repeating it is safe.',
    'do not repeat it.',
    problems,
  ],
  [
    'a missing vote is said to be gone',
    'contracts/problems.ts',
    "  'vote-not-found': {\n    status: 404",
    "  'vote-not-found': {\n    status: 410",
    problems,
  ],
  [
    'a refusal names another protocol',
    'contracts/requests/refusals.ts',
    'The service speaks HTTP/1.1.',
    'The service speaks HTTP/2.',
    problems,
  ],
  [
    'a missing member is said to be optional',
    'contracts/schemas/validation/sentences.ts',
    "'Is required.'",
    "'Is optional.'",
    sentences,
  ],
  [
    'a Spanish sentence is in English',
    'contracts/schemas/validation/sentences.ts',
    "must: 'Debe ser'",
    "must: 'Must be'",
    sentences,
  ],
  [
    'a fault of version 3 is described in English',
    'contracts/requests/checks.ts',
    'findMismatches(schema, body, languageOf(family))',
    "findMismatches(schema, body, 'en')",
    checks,
  ],
  ['pages of 999 are taken', 'contracts/schemas/parameters.ts', '|500)$', '|[5-9][0-9]{2})$', checks],
  ['round 6 is taken', 'contracts/schemas/parameters.ts', "'^[1-5]$'", "'^[1-6]$'", checks],
  ['a body may be nested 65 deep', 'contracts/requests/checks.ts', 'maximumDepth = 64', 'maximumDepth = 65', checks],
  [
    'alerts are listed whole',
    'contracts/routes.ts',
    "list: { limit: 100, sortKey: 'alerts' }",
    "list: { limit: 'all', sortKey: 'alerts' }",
    routes,
  ],
  [
    'the listing of the supplier is cached for a minute',
    'contracts/routes.ts',
    "sortKey: 'events' },\n    cache: 'live',",
    "sortKey: 'events' },",
    routes,
  ],
  [
    'a list without a limit has no end',
    'server/http/served-operation.ts',
    'list?.limit === 100',
    'list?.limit === 101',
    'test/server/http/default-page.test.ts',
  ],
  ['Retry-After is 0', 'server/limits/retry-after.ts', 'Math.max(1, Math.ceil(seconds))', '0', refuse],
  [
    'refused clients come back within three seconds',
    'server/limits/retry-after.ts',
    'spreads = { least: 4,',
    'spreads = { least: 3,',
    'test/server/limits/retry-spread.test.ts',
  ],
  [
    'a refused read has no CORS',
    'server/limits/refuse.ts',
    'if (isRead(req.method)) headers',
    'if (!isRead(req.method)) headers',
    refuse,
  ],
  ['RateLimit is whole at once', 'contracts/http/rate-limit.ts', 'inSeconds(resetMs)', 'inSeconds(0)', refuse],
  [
    'a round stays open for a minute',
    'server/config.ts',
    "integer(0, 86_400), '120'",
    "integer(0, 86_400), '60'",
    config,
  ],
  [
    'a body of 2 MiB is a setting',
    'server/config.ts',
    'integer(1_024, 1_048_576)',
    'integer(1_024, 2_097_152)',
    config,
  ],
  [
    'a vote may be as long as a live update',
    'server/http/server.ts',
    'other: config.bodyLimit',
    'other: config.feedBodyLimit',
    settings,
  ],
  [
    'slow headers are awaited for 15 s',
    'contracts/requests/framing.ts',
    'headersTimeout: 10_000',
    'headersTimeout: 15_000',
    settings,
  ],
  [
    'a limit counts for a minute',
    'server/http/middleware/rate.ts',
    'rateWindowMs = 10_000',
    'rateWindowMs = 60_000',
    settings,
  ],
];

export const planted: readonly PlantedFault[] = rows.map(([title, file, from, to, test]) => ({
  title,
  file,
  from,
  to,
  test,
}));

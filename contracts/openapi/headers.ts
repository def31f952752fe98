import { cacheControl, isConditional } from '../http/headers.ts';
import type { Operation } from '../operations.ts';
import type { ProblemKey } from '../problems.ts';
import { routeOf } from '../routes.ts';
import { type Reference, referenceTo } from './document.ts';

// Plain strings throughout, never a list: Prism 5.16 ends its process on a response header typed as an array.
const header = (description: string, example: string) => ({ description, schema: { type: 'string' }, example });

/** Headers of replies. Examples are beside the schemas, never inside: Prism would prefer those to a contract's. */
export const headerComponents = {
  ETag: header('Strong, of the bytes sent; each content coding has its own.', '"u0YkIuZLeaBqHFFDHBjhR2gkXy4"'),
  'Cache-Control': header('How long the reply may be kept, by kind of route.', cacheControl.content),
  'Content-Language': header('Language of the family.', 'es-US'),
  Link: header(
    'The next page (RFC 8288), when more records follow.',
    '<https://api.example.com/api/v3/mobile/news?limit=100&cursor=MjAzMS0wNC0wNQ>; rel="next"',
  ),
  Location: header('Where the new vote can be read.', '/api/v3/mobile/fights/88001/vote'),
  'Retry-After': {
    description: 'Seconds after which to repeat the request.',
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '2',
  },
  'RateLimit-Policy': header('The limit: requests (q) in a window of seconds (w).', '"votes";q=10;w=10'),
  RateLimit: header('What is left of it (r), and in how many seconds (t) it is whole again.', '"votes";r=7;t=6'),
  Allow: header('Methods of this path.', 'GET, HEAD, OPTIONS'),
  'WWW-Authenticate': header('The credential that is missing.', 'Bearer'),
  'Cache-Status': header(
    'Present when the store is away and an earlier reply is sent (RFC 9211).',
    'fightcard; hit; detail=stale',
  ),
} as const;

type HeaderName = keyof typeof headerComponents;

const references = (names: readonly HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, referenceTo('components', 'headers', name)]));

/** Rate limits; never on a reply that may be cached. */
const limits = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderName[];

/** Headers of a success, or of a 304 (which repeats only those for caches). */
export function replyHeaders({ name, method }: Operation, status: number): Record<string, Reference> {
  const { cache, list } = routeOf(name);
  const etag: HeaderName[] = isConditional(cache) ? ['ETag'] : [];
  if (status === 304) return references([...etag, 'Cache-Control', 'Content-Language']);
  return references([
    ...etag,
    'Cache-Control',
    'Content-Language',
    ...(list ? (['Link'] as const) : []),
    ...(method === 'GET' && isConditional(cache) ? (['Cache-Status'] as const) : []),
    ...(name === 'fight_vote_cast' || name === 'score_round' ? limits : []),
    ...(name === 'fight_vote_cast' && status === 201 ? (['Location'] as const) : []),
  ]);
}

const ofProblem: Partial<Record<ProblemKey, HeaderName | readonly HeaderName[]>> = {
  'feed-key-required': 'WWW-Authenticate',
  'method-not-allowed': 'Allow',
  'too-many-requests': ['Retry-After', ...limits],
  'service-unavailable': 'Retry-After',
  'outcome-unknown': 'Retry-After',
};

export function problemHeaders(keys: readonly ProblemKey[]): Record<string, Reference> {
  const own = keys.flatMap((key) => ofProblem[key] ?? []);
  return references([...new Set<HeaderName>(['Cache-Control', 'Content-Language', ...own])]);
}

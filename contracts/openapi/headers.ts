import type { Family } from '../families.ts';
import { isConditional } from '../http/headers.ts';
import type { Operation } from '../operations.ts';
import { type ProblemKey, problems } from '../problems.ts';
import { type Route, routeOf } from '../routes.ts';
import { type Reference, referenceTo } from './document.ts';
import { type HeaderComponent, headerName } from './header-components.ts';

const references = (components: readonly HeaderComponent[]): Record<string, Reference> =>
  Object.fromEntries(components.map((name) => [headerName(name), referenceTo('components', 'headers', name)]));

const ofReads = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'] as const;
const ofPosts = ['Access-Control-Allow-Origin.of-posts', 'Access-Control-Expose-Headers.of-posts'] as const;

/** Headers of every reply. */
const common = ({ family, method }: Pick<Operation, 'family' | 'method'>): HeaderComponent[] => [
  `Content-Language.${family}`,
  'X-Content-Type-Options',
  'Content-Security-Policy',
  'Referrer-Policy',
  'Cross-Origin-Resource-Policy',
  'Strict-Transport-Security',
  ...(method === 'GET' ? ofReads : ofPosts),
];

/** Ids by which a request is found again. */
const traced = ['X-Request-Id', 'traceparent'] as const satisfies readonly HeaderComponent[];
const tracedProblem = ['X-Request-Id.of-problems', 'traceparent'] as const satisfies readonly HeaderComponent[];

/** Rate limits; never on a reply that may be cached. */
const limits = ['RateLimit-Policy', 'RateLimit'] as const satisfies readonly HeaderComponent[];

/** Replies to votes and scorecards have the client's remaining changes. */
const isLimited = (name: Operation['name']) => name === 'fight_vote_cast' || name === 'score_round';

/** Headers of a success or of a 304, which repeats those of the 200. */
export function replyHeaders(operation: Operation, status: number): Record<string, Reference> {
  const { name } = operation;
  const { cache, list, stream }: Route = routeOf(name);
  const isFollowed = stream && status === 200 && (cache === 'live' || cache === 'tally');
  const cached: HeaderComponent[] = [isFollowed ? 'ETag.stream' : 'ETag', 'Cache-Status', 'Age'];
  const followed: HeaderComponent[] = isFollowed
    ? [`Cache-Control.${cache}-stream`, 'Vary.stream', 'X-Accel-Buffering']
    : [`Cache-Control.${cache}`, stream ? 'Vary.stream' : 'Vary'];
  return references([
    ...followed,
    ...(isConditional(cache) ? cached : []),
    ...common(operation),
    ...traced,
    ...(list ? (['Link'] as const) : []),
    ...(isLimited(name) ? limits : []),
    ...(name === 'fight_vote_cast' && status === 201 ? (['Location'] as const) : []),
  ]);
}

const ofProblem: Partial<Record<ProblemKey, readonly HeaderComponent[]>> = {
  'feed-key-required': ['WWW-Authenticate'],
  'method-not-allowed': ['Allow'],
  'unsupported-media-type': ['Accept-Post', 'Accept-Encoding'],
  'voting-closed': limits,
  'scoring-closed': limits,
  'too-many-requests': ['Retry-After', ...limits],
  'service-unavailable': ['Retry-After'],
  'outcome-unknown': ['Retry-After'],
};

/** The headers of a problem depend on this and on the problem. */
export interface ProblemContext {
  family: Family;
  method: 'GET' | 'POST';
  /** Its 404 may be cached briefly: the id may soon exist. */
  isContent: boolean;
}

export const problemContext = ({ name, family, method }: Operation): ProblemContext => ({
  family,
  method,
  isContent: routeOf(name).cache === 'content',
});

/** Only these depend on the cache kind of the route. */
export const isUnknownId = (keys: readonly ProblemKey[], { isContent }: ProblemContext) =>
  isContent && keys.some((key) => problems[key].status === 404);

/** @param keys of one status. */
export function problemHeaders(keys: readonly ProblemKey[], context: ProblemContext): Record<string, Reference> {
  const own = keys.flatMap((key) => ofProblem[key] ?? []);
  const cache = isUnknownId(keys, context) ? 'Cache-Control.unknown-id' : 'Cache-Control.none';
  if (!keys.includes('method-not-allowed')) return references([cache, ...common(context), ...tracedProblem, ...own]);
  // The method is another than the route's: where the route is a POST, it may be a read.
  const others = common({ ...context, method: 'POST' });
  return references([cache, ...others, ...tracedProblem, ...own]);
}

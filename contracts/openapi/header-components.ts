import { families, familyNames } from '../families.ts';
import {
  acceptPost,
  type CacheKind,
  cacheControl,
  corsHeaders,
  securityHeaders,
  tlsHeader,
  unknownIdCacheControl,
  varyOf,
} from '../http/headers.ts';
import { requestIdPattern, traceparentPattern } from '../http/trace-context.ts';

/** A header of replies, as OpenAPI 3.1 describes it. */
export interface HeaderObject {
  description: string;
  /** Absent if only some of the replies that list the header have it. */
  required?: true;
  schema: { type: 'string'; enum?: string[]; pattern?: string };
  /** Not in the schema: Prism would prefer it to a contract's value. */
  example: string;
}

/** A header with one of these values. Never of type array: such a header ends the process of Prism 5.16. */
const oneOf = (description: string, ...values: [string, ...string[]]): HeaderObject => ({
  description,
  schema: { type: 'string', enum: values },
  example: values[0],
});

const matching = (description: string, pattern: string, example: string): HeaderObject => ({
  description,
  schema: { type: 'string', pattern },
  example,
});

const always = (header: HeaderObject): HeaderObject => ({ ...header, required: true });

const security = (name: keyof typeof securityHeaders, description: string) =>
  always(oneOf(description, securityHeaders[name]));

const allowOrigin = oneOf(
  'Every site may read it; on replies to GET and HEAD.',
  corsHeaders['Access-Control-Allow-Origin'],
);
const exposeHeaders = matching(
  'What scripts of other sites can read: at least these.',
  `^${corsHeaders['Access-Control-Expose-Headers']}(, [A-Za-z-]+)*$`,
  corsHeaders['Access-Control-Expose-Headers'],
);
const onPosts = 'On replies to a POST only where pages of other sites may send it, as on the mock.';
const etag = matching(
  'Strong, of the bytes sent; each content coding has its own.',
  '^"[^"]+"$',
  '"u0YkIuZLeaBqHFFDHBjhR2gkXy4"',
);

const requestId = (description: string) => matching(description, requestIdPattern, '4bf92f3577b34da6a3ce929d0e0e4736');

const keeping = 'How long the reply may be kept.';

const byCacheKind = Object.fromEntries(
  (Object.keys(cacheControl) as CacheKind[]).flatMap((kind) => {
    const plain = [`Cache-Control.${kind}`, always(oneOf(keeping, cacheControl[kind]))];
    if (kind !== 'live' && kind !== 'tally') return [plain];
    const followed = oneOf(`${keeping} A stream is not to be kept.`, cacheControl[kind], cacheControl.none);
    return [plain, [`${plain[0]}-stream`, always(followed)]];
  }),
) as Record<`Cache-Control.${CacheKind | 'live-stream' | 'tally-stream'}`, HeaderObject>;

const byFamily = Object.fromEntries(
  familyNames.map((family) => [
    `Content-Language.${family}`,
    always(oneOf('Language of the family.', families[family].language)),
  ]),
) as Record<'Content-Language.v3' | 'Content-Language.v1', HeaderObject>;

/** Every header of a reply. The part after a dot distinguishes the forms of a header. */
export const headerComponents = {
  ...byCacheKind,
  'Cache-Control.unknown-id': always(oneOf('An id that is unknown now may soon be known.', unknownIdCacheControl)),
  ...byFamily,
  ETag: always(etag),
  'ETag.stream': { ...etag, description: `${etag.description} None on a stream.` },
  Vary: always(oneOf('Request headers that the reply depends on.', varyOf({}))),
  'Vary.stream': always(
    oneOf(
      'Request headers that the reply depends on; the second value is that of a stream.',
      varyOf({ stream: true }),
      'Accept',
    ),
  ),
  'X-Accel-Buffering': oneOf('Only on a stream: proxies pass each event on at once.', 'no'),
  'X-Content-Type-Options': security('X-Content-Type-Options', 'The Content-Type is right: browsers do not guess.'),
  'Content-Security-Policy': security(
    'Content-Security-Policy',
    'A reply that is opened as a page loads nothing and is framed nowhere.',
  ),
  'Referrer-Policy': security('Referrer-Policy', 'Links do not tell where they were followed.'),
  'Cross-Origin-Resource-Policy': security('Cross-Origin-Resource-Policy', 'Every site may load it.'),
  'Strict-Transport-Security': oneOf('Only if the request came over TLS.', tlsHeader[1]),
  'Access-Control-Allow-Origin': always(allowOrigin),
  'Access-Control-Allow-Origin.of-posts': { ...allowOrigin, description: `${allowOrigin.description} ${onPosts}` },
  'Access-Control-Expose-Headers': always(exposeHeaders),
  'Access-Control-Expose-Headers.of-posts': {
    ...exposeHeaders,
    description: `${exposeHeaders.description} ${onPosts}`,
  },
  Link: matching(
    'The next page (RFC 8288), when more records follow.',
    '^<https?://[^>]+[?&]cursor=[A-Za-z0-9_-]+(&[^>]*)?>; rel="next"$',
    '<https://api.example.com/api/v3/mobile/news?limit=100&cursor=MjAzMS0wNC0wNQ>; rel="next"',
  ),
  Location: always(
    matching(
      'Where the new vote can be read.',
      '^/api/v3/mobile/fights/[0-9]+/round/[1-5]/fighter/[0-9]+/vote/[A-Za-z0-9_-]+$',
      '/api/v3/mobile/fights/88001/round/1/fighter/1822/vote/u7Qm2x9LkT4sBv0Z',
    ),
  ),
  'Retry-After': always(matching('Seconds after which to repeat the request.', '^[1-9][0-9]*$', '2')),
  'RateLimit-Policy': matching(
    'The limit: requests (q) in a window of seconds (w).',
    '^"[a-z-]+";q=[0-9]+;w=[0-9]+$',
    '"votes";q=10;w=10',
  ),
  RateLimit: matching(
    'What is left of it (r), and in how many seconds (t) it is whole again.',
    '^"[a-z-]+";r=[0-9]+;t=[0-9]+$',
    '"votes";r=7;t=6',
  ),
  Allow: always(oneOf('Methods of this path.', 'GET, HEAD, OPTIONS', 'POST, OPTIONS')),
  'WWW-Authenticate': always(oneOf('The credential that is missing.', 'Bearer')),
  'Accept-Post': always(oneOf('The media type of a body.', acceptPost)),
  'Accept-Encoding': always(oneOf('A body is not compressed (RFC 9110 12.5.3).', 'identity')),
  'X-Request-Id': requestId('That of the request, if it is a UUID; only if the request has one.'),
  'X-Request-Id.of-problems': always(
    requestId('That of the request, if it is a UUID, else a new one: a report that names it can be looked up.'),
  ),
  traceparent: matching(
    'The trace of the request, with the span that answered it (W3C Trace Context); only if the request has one.',
    traceparentPattern,
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ),
  'Cache-Status': oneOf(
    'Present when the store is away and an earlier reply is sent (RFC 9211).',
    'fightcard; hit; detail=stale',
  ),
  Age: matching('Seconds since the reply was read from the store; only with Cache-Status.', '^[0-9]+$', '4'),
} as const satisfies Record<string, HeaderObject>;

export type HeaderComponent = keyof typeof headerComponents;

/** The name of a header on the wire: `Cache-Control.live` → `Cache-Control`. */
export const headerName = (component: string): string => component.split('.')[0] ?? component;

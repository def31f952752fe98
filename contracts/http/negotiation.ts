/**
 * Content negotiation: the media type and content coding of a reply, and the media types of a body. Not the library
 * `negotiator`: it answers 406 to an `Accept` with a broken `q` or without a media range, which clients send, and it is
 * slower than the rest of a cached GET.
 *
 * @see wire specification 2.1; RFC 9110 12
 */

interface Range {
  value: string;
  quality: number;
}

/** From 0 to 1. The standard has three decimals and a 0 before the point; clients also send `.2`, and more decimals. */
const qualityPattern = /^(?:0?\.\d+|0\.?|1(?:\.0*)?)$/;

/** A value and its parameters, in lower case. */
const pieces = (part: string) => part.split(';').map((piece) => piece.trim().toLowerCase()) as [string, ...string[]];

/** The ranges of a negotiation header. An invalid quality counts as 1. */
function ranges(header: string): Range[] {
  return header.split(',').map((part) => {
    const [value, ...parameters] = pieces(part);
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const quality = q !== undefined && qualityPattern.test(q) ? Number(q) : 1;
    return { value, quality };
  });
}

/** Limits of the caches of headers: number of headers, and length of a header (longer than a browser's). */
const maxCachedHeaders = 1_000;
const maxCachedLength = 256;

/** Caches results by header: many clients send the same header, and parsing it takes longer than the rest of a GET. */
function cached<R>(negotiate: (header: string) => R): (header: string | undefined) => R {
  const results = new Map<string, R>();
  const absent = negotiate('');
  return (header = '') => {
    if (header === '') return absent;
    const known = results.get(header);
    if (known !== undefined) return known;
    const result = negotiate(header);
    if (header.length > maxCachedLength) return result;
    if (results.size >= maxCachedHeaders) results.clear();
    results.set(header, result);
    return result;
  };
}

/**
 * Whether a client accepts JSON. Existing clients send `text/html, image/gif, image/jpeg, any type; q=0.2` and get JSON
 * (observed). JSON is refused only if no range with q > 0 fits it; a header without any media range counts as absent.
 */
export const acceptsJson = cached((accept) => {
  const wanted = ranges(accept).filter(({ value }) => /^[^\s/]+\/[^\s/]+$/.test(value));
  return (
    wanted.length === 0 ||
    wanted.some(({ value, quality }) => quality > 0 && ['application/json', 'application/*', '*/*'].includes(value))
  );
});

/**
 * Whether a client prefers Server-Sent Events: it must name their type, with at least the quality of `application/json`.
 * A client that accepts any type gets JSON.
 */
export const prefersEventStream = cached((accept) => {
  const wanted = ranges(accept);
  const quality = (type: string) => wanted.find(({ value }) => value === type)?.quality ?? 0;
  return quality('text/event-stream') > 0 && quality('text/event-stream') >= quality('application/json');
});

/** Whether a client names `text/html`. A client that accepts any type gets JSON. */
export const asksForHtml = cached((accept) =>
  ranges(accept).some(({ value, quality }) => value === 'text/html' && quality > 0),
);

export type Coding = 'br' | 'gzip' | 'identity';

/** The quality of a content coding by its name, or that of `*`, or 0. */
const qualityOf = (wanted: readonly Range[], coding: string) =>
  (wanted.find(({ value }) => value === coding) ?? wanted.find(({ value }) => value === '*'))?.quality ?? 0;

/**
 * The content coding to send: the best coding that `Accept-Encoding` names or includes in `*`. Identity if there is none, or
 * if the client prefers identity.
 */
export const chooseCoding = cached((acceptEncoding): Coding => {
  const wanted = ranges(acceptEncoding);
  const [br, gzip] = [qualityOf(wanted, 'br'), qualityOf(wanted, 'gzip')];
  const identity = wanted.find(({ value }) => value === 'identity')?.quality ?? 0;
  if (identity > Math.max(br, gzip)) return 'identity';
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
});

/** Whether a client accepts gzip, even if it prefers another coding. */
export const takesGzip = cached((acceptEncoding) => qualityOf(ranges(acceptEncoding), 'gzip') > 0);

/** `application/json`, or any `application/…+json`; a charset, when given, must be UTF-8. */
export const isJsonContentType = cached((contentType) => {
  const [type, ...parameters] = pieces(contentType);
  if (!/^application\/([\w.!#$&^-]+\+)?json$/.test(type)) return false;
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  return charset === undefined || charset.replaceAll('"', '') === 'utf-8';
});

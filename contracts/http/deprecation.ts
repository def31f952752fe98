/**
 * The deprecation of a route, as its replies announce it.
 *
 * @see RFC 9745 (Deprecation), RFC 8594 (Sunset), RFC 8288 (Link), RFC 5829 (successor-version)
 */
export interface Deprecation {
  /** From this day on, new clients should not use it: `2031-01-31`. */
  since: string;
  /** From this day on it may be removed. */
  sunset?: string;
  /** What takes its place: a path without parameters, after the prefix of the family. */
  successor?: `/${string}`;
}

/** Seconds since 1970 at the start of a day, in UTC. */
function startOf(day: string): number {
  const ms = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(ms)) throw new Error(`invalid date "${day}": expected YYYY-MM-DD`);
  return ms / 1_000;
}

/**
 * Headers of every reply of a deprecated route.
 *
 * @param prefix of the family.
 */
export function deprecationHeaders({ since, sunset, successor }: Deprecation, prefix: string): Record<string, string> {
  return {
    Deprecation: `@${startOf(since)}`,
    ...(sunset !== undefined && { Sunset: new Date(startOf(sunset) * 1_000).toUTCString() }),
    ...(successor !== undefined && { Link: `<${prefix}${successor}>; rel="successor-version"` }),
  };
}

/** The deprecation in a sentence, for documents. */
export function describeDeprecation({ since, sunset, successor }: Deprecation, prefix: string): string {
  const end = sunset === undefined ? '' : `, and may be gone from ${sunset} on`;
  return `Deprecated since ${since}${end}.${successor === undefined ? '' : ` ${prefix}${successor} takes its place.`}`;
}

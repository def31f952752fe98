/** A cursor is opaque to clients: base64url of the sort key of the last record received. */
export const cursorOf = (sortKey: string) => Buffer.from(sortKey).toString('base64url');

/** @returns undefined for a cursor that `cursorOf` cannot have returned. */
export function sortKeyOf(cursor: string): string | undefined {
  const sortKey = Buffer.from(cursor, 'base64url').toString();
  return sortKey !== '' && cursorOf(sortKey) === cursor ? sortKey : undefined;
}

/** Query of the page after a sort key, with the `limit` of the request if it had one. */
export const pageQuery = (limit: unknown, sortKey: string) =>
  `?${limit === undefined ? '' : `limit=${limit}&`}cursor=${cursorOf(sortKey)}`;

/** `Link` of the next page (RFC 8288). */
export const nextLink = (url: string) => `<${url}>; rel="next"`;

/** First byte of a sort key that UTF-8 cannot encode (half a surrogate pair in a name). UTF-8 never contains it. */
const isUtf16 = 0xff;

function bytesOf(sortKey: string): Buffer {
  if (sortKey.isWellFormed()) return Buffer.from(sortKey);
  return Buffer.concat([Buffer.of(isUtf16), Buffer.from(sortKey, 'utf16le')]);
}

/** A cursor is opaque to clients: base64url of the sort key of the last record received. */
export const cursorOf = (sortKey: string) => bytesOf(sortKey).toString('base64url');

/** @returns undefined for a cursor that `cursorOf` cannot have returned. */
export function sortKeyOf(cursor: string): string | undefined {
  const bytes = Buffer.from(cursor, 'base64url');
  const sortKey = bytes[0] === isUtf16 ? bytes.toString('utf16le', 1) : bytes.toString();
  return sortKey !== '' && cursorOf(sortKey) === cursor ? sortKey : undefined;
}

/** Query of the page after a sort key, with the `limit` of the request if it had one. */
export const pageQuery = (limit: unknown, sortKey: string) =>
  `?${limit === undefined ? '' : `limit=${limit}&`}cursor=${cursorOf(sortKey)}`;

/** `Link` of the next page (RFC 8288). */
export const nextLink = (url: string) => `<${url}>; rel="next"`;

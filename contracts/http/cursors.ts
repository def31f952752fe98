/** A cursor is opaque to clients: base64url of the sort key of the last record received. */
export const cursorOf = (sortKey: string) => Buffer.from(sortKey, 'utf8').toString('base64url');

/** @returns undefined for a cursor that `cursorOf` cannot have returned. */
export function sortKeyOf(cursor: string): string | undefined {
  const sortKey = Buffer.from(cursor, 'base64url').toString('utf8');
  return sortKey !== '' && cursorOf(sortKey) === cursor ? sortKey : undefined;
}

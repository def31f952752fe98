import { mapRedisError } from './errors.ts';

/**
 * Yields the pages of a SCAN, HSCAN or ZSCAN; elements may come twice.
 *
 * @param scan sends the command with a cursor.
 * @throws {StoreUnavailable}
 */
export async function* scanPages<T>(
  scan: (cursor: string) => Promise<[cursor: string | Buffer, page: T[]]>,
): AsyncGenerator<T[]> {
  let cursor = '0';
  do {
    const [next, page] = await mapRedisError(scan(cursor));
    cursor = String(next);
    yield page;
  } while (cursor !== '0');
}

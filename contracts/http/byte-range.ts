export interface ByteRange {
  /** Of the first byte and after the last. */
  start: number;
  end: number;
}

/**
 * Reads `Range`. Ignores a header with several ranges, another unit or an error, as the standard allows.
 *
 * @returns undefined to send the whole file; `unsatisfiable` for a range outside the file.
 * @see RFC 9110 14.1.2, 14.2
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = header?.trim().match(/^bytes=(\d{0,15})-(\d{0,15})$/i);
  if (!match) return undefined;
  const [, first, last] = match as string[] as [string, string, string];
  if (first === '' && last === '') return undefined;
  if (first === '')
    return Number(last) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(last)), end: size };
  if (last !== '' && Number(last) < Number(first)) return undefined;
  if (Number(first) >= size) return 'unsatisfiable';
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) };
}

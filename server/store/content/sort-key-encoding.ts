export const opposite = { ascending: 'descending', descending: 'ascending' } as const;

/** Separates the sort key of a member from the key of the record. */
const end = Buffer.from([0, 0]);
/** Sorts after every record key, since UTF-8 never contains this byte. */
const afterAll = Buffer.from([0xff]);

/**
 * Encodes a string so that the order of bytes is that of its code units, by which sort keys are compared. UTF-8 would sort
 * supplementary characters after U+E000..U+FFFF; here each half of a surrogate pair is encoded separately (CESU-8). A zero
 * byte is followed by 1, so that no sort key contains `end`, and a prefix of another key still sorts first.
 */
function encodeSortKey(sort: string): Buffer {
  const escaped = sort.replaceAll('\u0000', '\u0000\u0001');
  if (!/[\ud800-\udfff]/.test(escaped)) return Buffer.from(escaped);
  const bytes: number[] = [];
  for (let index = 0; index < escaped.length; index++) {
    const unit = escaped.charCodeAt(index);
    if (unit < 0x80) bytes.push(unit);
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f));
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
  }
  return Buffer.from(bytes);
}

/** Member of a list's sorted set, in which all scores are 0 and bytes give the order. */
export function listMember(sort: string, key: string): Buffer {
  return Buffer.concat([encodeSortKey(sort), end, Buffer.from(key)]);
}

/** Bound, for ZRANGE … BYLEX, of the part of a list that comes after a sort key in the list's direction. */
export function boundAfter(sort: string, order: 'ascending' | 'descending'): Buffer {
  const exclusive = Buffer.from('(');
  return Buffer.concat([exclusive, encodeSortKey(sort), end, ...(order === 'ascending' ? [afterAll] : [])]);
}

/**
 * The lists of one group share a sorted set, so that content has few keys however many lists it has:
 * `fighter:1` is the range of the members that begin with `1\0` in the set `fighter`.
 */
export function placeOf(list: string): { group: string; prefix: string } {
  const colon = list.indexOf(':');
  return colon < 0
    ? { group: list, prefix: '\u0000' }
    : { group: list.slice(0, colon), prefix: `${list.slice(colon + 1)}\u0000` };
}

/**
 * The member of a record in a sorted set, by the prefix of the list. A string if possible, which ioredis sends faster.
 */
export function placedMembers(sort: string, key: string): (prefix: string) => string | Buffer {
  // UTF-8 cannot encode half a surrogate pair, so such members are bytes.
  if (/[\ud800-\udfff]/.test(sort)) {
    const member = listMember(sort, key);
    return (prefix) => Buffer.concat([Buffer.from(prefix), member]);
  }
  const member = `${sort.replaceAll('\u0000', '\u0000\u0001')}\u0000\u0000${key}`;
  return (prefix) => prefix + member;
}

/**
 * Bounds, for ZRANGE … BYLEX, of a list or of its part after or from a sort key in the direction given, lower one first.
 */
export function boundsOf(
  prefix: string,
  direction: 'ascending' | 'descending',
  start: { after?: string | undefined; from?: string | undefined } = {},
): [Buffer, Buffer] {
  const from = Buffer.from(`[${prefix}`);
  const to = Buffer.from(`(${prefix.slice(0, -1)}\u0001`);
  const sort = start.after ?? start.from;
  if (sort === undefined) return [from, to];
  // The records before a sort key are those after it in the opposite direction, plus the record of the key itself.
  const isAfter = start.after !== undefined;
  const bound = boundAfter(sort, isAfter ? direction : opposite[direction]).subarray(1);
  const cut = Buffer.concat([Buffer.from(`(${prefix}`), bound]);
  return direction === 'ascending' ? [cut, to] : [from, cut];
}

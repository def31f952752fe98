export const opposite = { ascending: 'descending', descending: 'ascending' } as const;

/** Ends the sort key inside a member; what follows is the record's key. */
const end = Buffer.from([0, 0]);
/** Comes after every record key: the byte is in no UTF-8. */
const afterAll = Buffer.from([0xff]);

/**
 * A string as bytes whose order is the order of its code units, in which sort keys are compared. UTF-8 would put what
 * lies beyond the basic plane after U+E000..U+FFFF; here each half of a surrogate pair is written on its own (CESU-8).
 * A zero byte is followed by 1, so that no sort key contains `end`, and one that begins another still comes first.
 */
function ordered(sort: string): Buffer {
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
  return Buffer.concat([ordered(sort), end, Buffer.from(key)]);
}

/** Bound, for ZRANGE … BYLEX, of the part of a list that comes after a sort key in the list's direction. */
export function boundAfter(sort: string, order: 'ascending' | 'descending'): Buffer {
  const exclusive = Buffer.from('(');
  return Buffer.concat([exclusive, ordered(sort), end, ...(order === 'ascending' ? [afterAll] : [])]);
}

/**
 * Lists share a sorted set with those whose names have the same group, so that content has few keys however many lists:
 * `fighter:1` is the range of the members that begin with `1\0` in the set `fighter`.
 */
export function placeOf(list: string): { group: string; prefix: string } {
  const colon = list.indexOf(':');
  return colon < 0
    ? { group: list, prefix: '\u0000' }
    : { group: list.slice(0, colon), prefix: `${list.slice(colon + 1)}\u0000` };
}

/**
 * What a record has in the sorted sets of groups, by the prefix of a list; text where it can be, which clients send
 * faster.
 */
export function placedMembers(sort: string, key: string): (prefix: string) => string | Buffer {
  // UTF-8 has no form for half a surrogate pair, so such members are bytes.
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
  // What comes after a sort key in the other direction is what comes before it: the key itself is on the other side.
  const isAfter = start.after !== undefined;
  const bound = boundAfter(sort, isAfter ? direction : opposite[direction]).subarray(1);
  const cut = Buffer.concat([Buffer.from(`(${prefix}`), bound]);
  return direction === 'ascending' ? [cut, to] : [from, cut];
}

/** The kind of a key; a backup treats each kind in its own way. */
export type KeyKind =
  | { kind: 'store' | 'content' | 'events' | 'passing' }
  | { kind: 'live'; eventId: string }
  | { kind: 'bucket'; fightId: number };

const store = /^(votes:buckets|\{votes:buckets\}:schema)$/;
/** Keys that expire within seconds: checks of Redis, the publisher's lock, recent changes of a client. Not in a backup. */
const passing = /^(\{\w+\}:pinged|\{content\}:publishing|\{\d+:\w+\}:rate:.*)$/;
const live = /^\{live:([^}]+)\}(:history|:stream)?$/;
const bucket = /^\{(\d+):\w+\}:(windows|votes:\d|scores:\d|tally|scoretally)$/;

/** The kind of a key; undefined for a key of another program, which ../keys.ts does not build. */
export function kindOf(key: string): KeyKind | undefined {
  if (store.test(key)) return { kind: 'store' };
  if (passing.test(key)) return { kind: 'passing' };
  if (key.startsWith('{content}:')) return { kind: 'content' };
  if (key === 'live:events') return { kind: 'events' };
  const [, eventId] = live.exec(key) ?? [];
  if (eventId !== undefined) return { kind: 'live', eventId };
  const [, fightId] = bucket.exec(key) ?? [];
  return fightId === undefined ? undefined : { kind: 'bucket', fightId: Number(fightId) };
}

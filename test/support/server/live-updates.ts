import fc, { type Arbitrary } from 'fast-check';
import { BoutUpdate, EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { ids } from '../../../contracts/world/index.ts';
import { arbitraryOf } from '../fixtures/arbitrary.ts';

type Members = Record<string, unknown>;

/** Ids at every boundary that a reader may have, and those of the world's live event, which content joins with the feed. */
const eventIds = [
  ...Array(16).fill(ids.liveEventStatid),
  ...[1, 2, 99, 812, 7_001, 2_147_483_646, 2_147_483_647],
  ...[2_147_483_648, 4_294_967_295, 4_294_967_296, 9_999_999_999],
].map(String);
const fightIds = [
  ...Array(16).fill(ids.fightInProgressStatid),
  ...[1, 6_411, 2_147_483_646, 2_147_483_647, 2_147_483_648, 9_999_999_999],
].map(String);

const text = fc.constantFrom(
  ...['', ' ', '0', '1', '2', '3', '5', '6', '05', '999', '1e9', '-1', '2147483648', '٣', '\u0000', '\ud800', '\udfff'],
  ...['Upcoming', 'closed', 'official', 'Round_Start', 'Fight_Over', '__proto__', 'a\r\nb\u2028c', 'x'.repeat(10_000)],
);

/** Members that nobody knows, some of which mean something to JavaScript. As text, since only JSON can hold them all. */
const unknownMembers = fc.constantFrom(
  '',
  ...[
    '"__proto__":{"EventID":"5","Fights":[]}',
    '"__proto__":null',
    '"constructor":{"prototype":{"x":1}}',
    '"toJSON":"x"',
    '"toString":1',
    '"length":4294967296',
    '"sequence":"7"',
    '"FMLiveFeed":[]',
    '"":""',
    '"huge":1e400',
    '"tiny":-0',
    '"deep":[[[[[[[[[[[[[[[[{}]]]]]]]]]]]]]]]]',
    '"\\ud800":"\\udc00"',
    '"version":-1',
    '"data":"id: 7\\n\\ndata: x"',
  ].map((members) => `,${members}`),
);

function withIds(update: Members, eventId: string, fightId: string, words: readonly string[]): Members {
  const feed = update.FMLiveFeed as Members;
  feed.EventID = eventId;
  if (update.Type === 'Stats') {
    Object.assign(feed, { FightID: fightId, CurrentRound: words[0], MaxRounds: words[1], Status: words[2] });
  } else if (Array.isArray(feed.Fights)) {
    feed.CurFight = words[3];
    for (const [index, fight] of (feed.Fights as Members[]).entries()) {
      if (index === 0) fight.FightID = fightId;
      Object.assign(fight, { CurRd: words[0], PossibleRds: words[1], Status: words[2], Order: words[4] });
      for (const action of (fight.FightActions ?? []) as Members[]) Object.assign(action, { Type: words[5] });
    }
  }
  return update;
}

/**
 * Live updates as JSON, without their sequence numbers: in shape, but with every id, word and unknown member that might
 * not fit a reply made of it.
 */
export const liveUpdates: Arbitrary<{ text: (sequence: number) => string; eventId: string; fightId: string }> = fc
  .record({
    update: fc.oneof(arbitraryOf(EventUpdate), arbitraryOf(BoutUpdate)) as Arbitrary<Members>,
    eventId: fc.constantFrom(...eventIds),
    fightId: fc.constantFrom(...fightIds),
    words: fc.array(text, { minLength: 6, maxLength: 6 }),
    outer: unknownMembers,
    inner: unknownMembers,
  })
  .map(({ update, eventId, fightId, words, outer, inner }) => {
    const { sequence: _, FMLiveFeed, ...rest } = withIds(structuredClone(update), eventId, fightId, words);
    const feed = JSON.stringify(FMLiveFeed).replace(/}$/, `${inner}}`);
    const before = JSON.stringify(rest).slice(1, -1);
    return {
      ...{ eventId, fightId },
      text: (sequence) =>
        `{"sequence":${sequence}${before === '' ? '' : `,${before}`}${outer.replace(/,"(sequence|FMLiveFeed)".*/, '')},"FMLiveFeed":${feed}}`,
    };
  });

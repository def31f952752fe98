import { type Card, corners, type FeedFight, inOrder, type Stoppage, scheduled } from './card.ts';
import { between, pick, type Random, randomOf, shuffled } from './random.ts';

type Ending = Stoppage['method'] | 'DEC';

/** The endings that every night with enough fights has; the others are random. */
const wanted: readonly Ending[] = ['DEC', 'KO/TKO', 'SUB'];
const usual: readonly Ending[] = ['DEC', 'DEC', 'KO/TKO', 'SUB'];

const secondOf = (random: Random) => between(random, 45, 290);

function stoppage(random: Random, fight: FeedFight, method: Stoppage['method']): Stoppage {
  const round = between(random, 1, scheduled(fight));
  return { method, winner: pick(random, corners), round, second: secondOf(random) };
}

/**
 * Plans which fights end before their last bell, and how; the other fights are decided by the judges. Planned before the
 * night, since a fight leads up to its end. Endings in content are not changed.
 *
 * @returns endings by FightID.
 */
export function planEndings(card: Card, seed: number): ReadonlyMap<string, Stoppage> {
  const random = randomOf(seed, 'endings');
  const fights = inOrder(card);
  const open = fights.filter(({ FightID }) => !card.known[FightID]);
  const shown = Object.values(card.known).map(({ method }): Ending => method);
  const first = wanted.filter((ending) => !shown.includes(ending));
  const endings = shuffled(
    random,
    open.map((_, index) => first[index] ?? pick(random, usual)),
  );
  const planned = open.flatMap((fight, index): [string, Stoppage][] => {
    const method = endings[index] as Ending;
    return method === 'DEC' ? [] : [[fight.FightID, stoppage(random, fight, method)]];
  });
  return new Map([...Object.entries(card.known), ...planned]);
}

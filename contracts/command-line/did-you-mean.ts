import { distance } from './distance.ts';

/** Longer words are not compared: the time it takes grows with their square. */
const longest = 200;

/** ` Did you mean "…"?` with the known word that is nearest; empty where none is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (word.length > longest) return '';
  const wanted = word.toLowerCase();
  const [nearest] = known
    .map((one) => ({ one, far: distance(wanted, one.toLowerCase()) }))
    .filter(({ one, far }) => far <= Math.max(2, Math.floor(one.length / 3)))
    .sort((a, b) => a.far - b.far);
  return nearest ? ` Did you mean "${nearest.one}"?` : '';
}

import { distance } from '../pages/shared/distance.js';

/** Longer words are not compared: the time grows with the square of the length. */
const maxLength = 200;

/** ` Did you mean "…"?` with the most similar known word; `''` if no word is similar. */
export function didYouMean(word: string, known: readonly string[]): string {
  if (word.length > maxLength) return '';
  const wanted = word.toLowerCase();
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(wanted, candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => far <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((a, b) => a.far - b.far);
  return best ? ` Did you mean "${best.candidate}"?` : '';
}

/** Edit distance of two words: insertions, deletions, substitutions and swaps of neighbours. */
export function distance(a: string, b: string): number {
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let min = Math.min((row[j - 1] ?? 0) + 1, (previous[j] ?? 0) + 1, (previous[j - 1] ?? 0) + same);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) min = Math.min(min, (before[j - 2] ?? 0) + 1);
      row.push(min);
    }
    [before, previous] = [previous, row];
  }
  return previous[b.length] ?? 0;
}

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

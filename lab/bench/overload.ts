/** `npm --prefix lab run bench -- overload`: more requests than the server can answer. */
import { measureOverloadMisses } from './overload-misses.ts';
import { measureOverloadVotes } from './overload-votes.ts';
import { type BenchOptions, type BenchResult, merged } from './support/figures.ts';

export async function measureOverload(options: BenchOptions): Promise<BenchResult> {
  return merged([await measureOverloadVotes(options), await measureOverloadMisses(options)]);
}

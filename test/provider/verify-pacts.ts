import { replay, type Verified } from '../support/pact/verify.ts';
import type { PreparedPacts } from './prepare-pacts.ts';
import { proveIdentity, type Verifier } from './targets.ts';

export interface Verdict {
  title: string;
  kept: number;
  replayed: readonly Verified[];
  broken: string[];
  /** The same for pending interactions, which do not count as failures. */
  pending: string[];
}

const linesOf = ({ consumer, description, states, mismatches }: Verified) => [
  `${consumer}: ${description}${states.length > 0 ? ` (${states.join('; ')})` : ''}`,
  ...mismatches.map((mismatch) => `  ${mismatch}`),
];

export async function verifyPacts(
  { title, name, start }: Verifier,
  { files, sourceOf }: PreparedPacts,
): Promise<Verdict> {
  if (files.length === 0) return { title, kept: 0, replayed: [], broken: [], pending: [] };
  const target = await start();
  try {
    await proveIdentity(name, target);
    const { verified, unset, unread } = await replay(target, files);
    const failed = verified.filter(({ mismatches }) => mismatches.length > 0);
    return {
      title,
      kept: verified.length - failed.length,
      replayed: verified,
      broken: [
        // The verifier read a copy, or a part of one.
        ...unread.map((line) => line.replace(/'[^']*?(\d+\.json)'/, (_, name) => sourceOf(name))),
        ...unset.map((line) => `the state could not be set up: ${line}`),
        ...failed.filter(({ isPending }) => !isPending).flatMap(linesOf),
      ],
      pending: failed.filter(({ isPending }) => isPending).flatMap(linesOf),
    };
  } finally {
    await target.close();
  }
}

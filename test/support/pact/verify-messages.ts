import { describeDifference, differencesOf } from '../http/deep-differences.ts';
import type { Target } from './gateway.ts';
import { readMessagePact } from './messages.ts';
import { messagePactFiles } from './pacts.ts';
import { asVerified, replayAll, type Verified } from './verify.ts';

/** Replays every pact of messages on a target. Pact compares the types of content; the values are compared here. */
export async function verifyMessages(target: Target, pacts = messagePactFiles()): Promise<Verified[]> {
  const { replayed } = await replayAll(target, pacts);
  const written = new Map(pacts.map((file) => [file, readMessagePact(file).interactions]));
  return replayed.map((one) => {
    const verified = asVerified(one);
    const expected = written.get(one.file)?.[one.index]?.contents.content;
    const differences = one.data === undefined ? [] : differencesOf(expected, JSON.parse(one.data));
    return { ...verified, mismatches: [...verified.mismatches, ...differences.map(describeDifference)] };
  });
}

import { describeBodies } from './rules/bodies.ts';
import type { Target } from './rules/expect-reply.ts';
import { describeMethods } from './rules/methods.ts';
import { describeProblems } from './rules/problems.ts';
import { describeReplies } from './rules/replies.ts';
import { describeTraces } from './rules/traces.ts';

/** The rules of every route (wire specification 2.1, 2.4 to 2.6), compared with what `test/support/expected` says. */
export function describeRules(name: Target['name'], at: () => string): void {
  for (const describeGroup of [describeReplies, describeMethods, describeProblems, describeBodies, describeTraces]) {
    describeGroup({ name, at });
  }
}

import { expect } from 'chai';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { messages } from '../../scripts/verify/stream-messages.ts';
import { type TargetName, targetNames } from '../support/pact/coverage.ts';
import { Evidence, evidentOf } from '../support/pact/evidence.ts';
import { verifiedIdentity } from '../support/pact/verify.ts';
import { verifyMessages } from '../support/pact/verify-messages.ts';
import type { RunningTarget } from './running-target.ts';
import { serverTarget } from './server-target.ts';
import { mockTarget, proveIdentity } from './targets.ts';

const starts: Record<TargetName, () => Promise<RunningTarget>> = { mock: mockTarget, server: () => serverTarget() };

describe('provider: verification of the pacts of messages', function () {
  // No limit by time: a busy machine may take long. A verifier that sends nothing is ended.
  this.timeout(0);
  const declared = messages.map(identityOf);

  let evidence: Evidence;
  before(() => {
    evidence = new Evidence('messages', targetNames);
  });
  after(() => evidence.write());

  for (const target of targetNames) {
    it(`passes on the streams of the ${target}`, async () => {
      const running = await starts[target]();
      try {
        await proveIdentity(target, running);
        const replayed = await verifyMessages(running);
        evidence.add(target, replayed.map(evidentOf));
        const broken = replayed.filter(({ mismatches }) => mismatches.length > 0);
        const lines = broken.flatMap(({ consumer, description, mismatches }) => [
          `${consumer}: ${description}`,
          ...mismatches.map((mismatch) => `  ${mismatch}`),
        ]);
        console.log(`    ${target}: ${replayed.length - broken.length} of ${declared.length} messages verified`);
        expect(lines.join('\n')).to.equal('');
        expect(replayed.map(verifiedIdentity).toSorted()).to.deep.equal(declared.toSorted());
      } finally {
        await running.close();
      }
    });
  }
});

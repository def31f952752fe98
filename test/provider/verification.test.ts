import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect } from 'chai';
import { identityOf, type TargetName, targetNames, type Verification } from '../../contracts/coverage.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { pactsDigest, verificationPath } from '../support/pacts.ts';
import { type Verified, verify } from '../support/verify.ts';
import { mockTarget, type RunningTarget, serverTarget } from './targets.ts';

const starts: Record<TargetName, () => Promise<RunningTarget>> = { mock: mockTarget, server: serverTarget };

async function verified(target: TargetName): Promise<Verified[]> {
  const running = await starts[target]();
  try {
    return await verify(running);
  } finally {
    await running.close();
  }
}

const identity = ({ consumer, description, states }: Verified) => [consumer, description, ...states].join('\n');

describe('provider: every pact is kept', function () {
  this.timeout(120_000);
  const declared = interactions.map(identityOf);
  const results = new Map<TargetName, Promise<Verified[]>>();
  const found: Verification = { pacts: '', verified: { mock: [], server: [] } };

  before(() => {
    rmSync(verificationPath, { force: true });
    found.pacts = pactsDigest();
    // Side by side: each verifier waits for its own target most of the time.
    for (const target of targetNames) {
      const result = verified(target);
      result.catch(() => undefined);
      results.set(target, result);
    }
  });

  for (const target of targetNames) {
    it(`by the ${target}`, async () => {
      const replayed = (await results.get(target)) ?? [];
      const kept = replayed.filter(({ mismatches }) => mismatches.length === 0);
      found.verified[target] = kept.map(identity);
      console.log(`    ${target}: ${kept.length} of ${declared.length} interactions verified`);

      const broken = replayed.filter(({ mismatches }) => mismatches.length > 0);
      const lines = broken.flatMap(({ consumer, description, states, mismatches }) => [
        `${consumer}: ${description} (${states.join('; ')})`,
        ...mismatches.map((mismatch) => `  ${mismatch}`),
      ]);
      if (lines.length > 0)
        throw new Error(`${broken.length} interactions failed on the ${target}:\n${lines.join('\n')}`);
      expect(found.verified[target].toSorted(), 'what was replayed is what is declared').to.deep.equal(
        declared.toSorted(),
      );
    });
  }

  after(() => {
    mkdirSync(dirname(verificationPath), { recursive: true });
    writeFileSync(verificationPath, `${JSON.stringify(found)}\n`);
  });
});

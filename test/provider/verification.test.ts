import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/pact/coverage.ts';
import { Evidence } from '../support/pact/evidence.ts';
import { type Verified, verifiedIdentity, verify } from '../support/pact/verify.ts';
import { type Verifier, verifiers } from './targets.ts';

interface Result {
  replayed: Verified[];
  fromCache: number | undefined;
}

async function verified({ start }: Verifier): Promise<Result> {
  const running = await start();
  try {
    const replayed = await verify(running);
    return { replayed, fromCache: running.fromCache?.() };
  } finally {
    await running.close();
  }
}

describe('provider: verification of every pact', function () {
  this.timeout(120_000);
  const declared = interactions.map(identityOf);
  const targets = verifiers();
  const results = new Map<Verifier, Promise<Result>>();
  let evidence: Evidence;

  before(() => {
    evidence = new Evidence(
      'requests',
      targets.map(({ name }) => name),
    );
    // Side by side: each verifier waits for its own target most of the time.
    for (const target of targets) {
      const result = verified(target);
      result.catch(() => undefined);
      results.set(target, result);
    }
  });

  for (const target of targets) {
    const { title, name } = target;
    it(`by the ${title}`, async () => {
      const { replayed, fromCache } = await (results.get(target) as Promise<Result>);
      const kept = replayed.filter(({ mismatches }) => mismatches.length === 0).map(verifiedIdentity);
      // The server keeps a contract when it does so both ways.
      evidence.add(name, replayed);
      const note = fromCache === undefined ? '' : `, ${fromCache} answered from the cache`;
      console.log(`    ${title}: ${kept.length} of ${declared.length} interactions verified${note}`);

      const broken = replayed.filter(({ mismatches }) => mismatches.length > 0);
      const lines = broken.flatMap(({ consumer, description, states, mismatches }) => [
        `${consumer}: ${description} (${states.join('; ')})`,
        ...mismatches.map((mismatch) => `  ${mismatch}`),
      ]);
      if (lines.length > 0)
        throw new Error(`${broken.length} interactions failed on the ${title}:\n${lines.join('\n')}`);
      expect(kept.toSorted(), 'what was replayed is what is declared').to.deep.equal(declared.toSorted());
      // Most contracts are of reads that are cached for a second at least.
      if (fromCache !== undefined) expect(fromCache).to.be.above(declared.length / 2);
    });
  }

  after(() => evidence.write());
});

import { expect } from 'chai';
import { pactFilesIn } from '../../mock/pacts.ts';
import { Evidence, otherPactsFolder } from '../support/evidence.ts';
import { verify } from '../support/verify.ts';
import { verifiers } from './targets.ts';

const folder = otherPactsFolder();

describe('provider: every pact of other languages is kept', () => {
  const files = pactFilesIn(folder);

  let evidence: Evidence;
  before(() => {
    evidence = new Evidence(
      'pacts',
      verifiers(folder).map(({ name }) => name),
    );
  });
  after(() => evidence.write());

  for (const { title, name, start } of verifiers(folder)) {
    it(`by the ${title}`, async () => {
      const target = await start();
      try {
        const replayed = await verify(target, files);
        evidence.add(name, replayed);
        const broken = replayed.filter(({ mismatches }) => mismatches.length > 0);
        const lines = broken.flatMap(({ consumer, description, states, mismatches }) => [
          `${consumer}: ${description} (${states.join('; ')})`,
          ...mismatches.map((mismatch) => `  ${mismatch}`),
        ]);
        if (lines.length > 0)
          throw new Error(`${broken.length} interactions failed on the ${title}:\n${lines.join('\n')}`);
        expect(replayed.length).to.be.greaterThan(0);
        console.log(`    ${title}: ${replayed.length} interactions of ${files.length} files verified`);
      } finally {
        await target.close();
      }
    });
  }
});

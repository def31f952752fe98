import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { pactFilesIn } from '../../mock/pacts.ts';
import { verify } from '../support/verify.ts';
import { verifiers } from './targets.ts';

/** The folder that `npm run mock -- --pacts` is given; default: the hand-written ones of the tests. */
const folder = process.env.PACTS ?? fileURLToPath(new URL('../mock/pacts', import.meta.url));

describe('provider: every pact of other languages is kept', () => {
  const files = pactFilesIn(folder);

  for (const { title, start } of verifiers(folder)) {
    it(`by the ${title}`, async () => {
      const target = await start();
      try {
        const replayed = await verify(target, files);
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

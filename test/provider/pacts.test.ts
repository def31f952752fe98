import { Evidence, otherPactsFolder } from '../support/pact/evidence.ts';
import { type PreparedPacts, preparePacts } from './prepare-pacts.ts';
import { verifiers } from './targets.ts';
import { verifyPacts } from './verify-pacts.ts';

const folder = otherPactsFolder();

describe('provider: verification of the pacts of other languages', function () {
  // No limit by time: a busy machine may take long. A verifier that sends nothing is ended.
  this.timeout(0);
  let pacts: PreparedPacts;
  let evidence: Evidence;
  before(() => {
    evidence = new Evidence(
      'pacts',
      verifiers(folder).map(({ name }) => name),
    );
    pacts = preparePacts([folder]);
    for (const line of pacts.skipped) console.log(`    ${line}`);
  });
  after(() => {
    evidence?.write();
    pacts?.remove();
  });

  it('has no interaction that is impossible', () => {
    if (pacts.broken.length > 0) throw new Error(`no provider keeps:\n${pacts.broken.join('\n')}`);
    if (pacts.count === 0) throw new Error(`there is no interaction to verify in ${folder}`);
  });

  for (const index of verifiers().keys()) {
    const { title, name } = verifiers()[index] as { title: string; name: 'mock' | 'server' };
    it(`passes on the ${title}`, async () => {
      const [target] = verifiers(pacts.folder).slice(index);
      if (!target) throw new Error('no such target');
      const { kept, replayed, broken, pending } = await verifyPacts(target, pacts);
      evidence.add(name, replayed);
      if (broken.length > 0) throw new Error(`not kept by the ${title}:\n${broken.join('\n')}`);
      for (const line of pending) console.log(`    pending: ${line}`);
      console.log(`    ${title}: ${kept} interactions of ${pacts.files.length} files verified`);
    });
  }
});

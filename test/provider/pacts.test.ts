import { describeVerdict } from '../../scripts/verify/describe.ts';
import { findPactFiles, type ReadFile, readPact } from '../../scripts/verify/pact-files.ts';
import { exitCodeOf, type Verdict } from '../../scripts/verify/verdict.ts';
import { Evidence, otherPactsFolder } from '../support/pact/evidence.ts';
import { verifiers } from './targets.ts';
import { verifyPacts } from './verify-pacts.ts';

const folder = otherPactsFolder();

describe('provider: verification of the pacts of other languages', function () {
  // No limit by time: a busy machine may take long. A verifier that sends nothing is ended.
  this.timeout(0);
  let files: ReadFile[];
  let evidence: Evidence;
  before(() => {
    evidence = new Evidence(
      'pacts',
      verifiers().map(({ name }) => name),
    );
    files = findPactFiles(folder).map(readPact);
  });
  after(() => evidence?.write());

  for (const { title, name } of verifiers()) {
    it(`passes on the ${title}`, async () => {
      const verdict = await verifyPacts(files, (one) => one.title === title);
      evidence.add(name, evidenceOf(verdict, title));
      const lines = [...describeVerdict(verdict)].join('\n');
      if (exitCodeOf(verdict) !== 0) throw new Error(lines);
      console.log(lines.replaceAll(/^/gm, '    '));
    });
  }
});

/** A damaged file, and an interaction that was not replayed, count as not kept. */
const evidenceOf = ({ files }: Verdict, target: string) =>
  files.flatMap(({ file, consumer = file, version = '', damage, interactions }) => [
    ...(damage === undefined ? [] : [{ identity: `${consumer}\n${damage}`, isKept: false, isPending: false }]),
    ...interactions.map(({ at, description, results }) => ({
      identity: [`${consumer} ${version}`.trim(), `${at}: ${description}`].join('\n'),
      isKept: results[target]?.outcome === 'kept',
      isPending: results[target]?.outcome === 'pending',
    })),
  ]);

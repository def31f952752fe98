import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { Evidence, evidentOf } from '../support/pact/evidence.ts';
import { pactFiles } from '../support/pact/pacts.ts';
import { type Allowance, allowances } from '../support/pact/values.ts';
import { type Verified, verifiedIdentity, verify } from '../support/pact/verify.ts';
import { serverTarget } from './server-target.ts';
import { mockTarget, proveIdentity, type Verifier, verifiers } from './targets.ts';

interface Result {
  replayed: Verified[];
  fromCache: number | undefined;
}

const used = new Set<Allowance>();

async function verified({ name, start }: Verifier): Promise<Result> {
  const running = await start();
  try {
    await proveIdentity(name, running);
    const replayed = await verify(running, pactFiles(), (allowance) => used.add(allowance));
    await proveIdentity(name, running);
    return { replayed, fromCache: running.fromCache?.() };
  } finally {
    await running.close();
  }
}

describe('provider: verification of every pact', function () {
  // No limit by time: a busy machine may take long. A verifier that sends nothing is ended.
  this.timeout(0);
  const declared = interactions.map(identityOf);
  const targets = verifiers();
  const results = new Map<Verifier, Promise<Result>>();
  let evidence: Evidence;

  before(() => {
    evidence = new Evidence(
      'requests',
      targets.map(({ name }) => name),
    );
    // In parallel: each verifier waits for its own target most of the time.
    for (const target of targets) {
      const result = verified(target);
      result.catch(() => undefined);
      results.set(target, result);
    }
  });

  for (const target of targets) {
    const { title, name } = target;
    it(`passes on the ${title}`, async () => {
      const { replayed, fromCache } = await (results.get(target) as Promise<Result>);
      const passed = replayed.filter(({ mismatches }) => mismatches.length === 0).map(verifiedIdentity);
      // The server passes a contract if it passes with both caches.
      evidence.add(name, replayed.map(evidentOf));
      const note = fromCache === undefined ? '' : `, ${fromCache} answered from the cache`;
      console.log(`    ${title}: ${passed.length} of ${declared.length} interactions verified${note}`);

      const broken = replayed.filter(({ mismatches }) => mismatches.length > 0);
      const lines = broken.flatMap(({ consumer, description, states, mismatches }) => [
        `${consumer}: ${description} (${states.join('; ')})`,
        ...mismatches.map((mismatch) => `  ${mismatch}`),
      ]);
      if (lines.length > 0)
        throw new Error(`${broken.length} interactions failed on the ${title}:\n${lines.join('\n')}`);
      expect(passed.toSorted(), 'replayed and declared interactions').to.deep.equal(declared.toSorted());
      // Most contracts are of reads that are cached for a second at least.
      if (fromCache !== undefined) expect(fromCache).to.be.above(declared.length / 2);
    });
  }

  it('needs every allowed difference', async () => {
    await Promise.all(results.values());
    const unused = allowances.filter((allowance) => !used.has(allowance)).map(({ path }) => path);
    expect(unused, 'allowances that no reply needs').to.deep.equal([]);
    // A member of the body, or a header: never the whole body, nor all members of something.
    for (const { path, reason } of allowances) expect(path, reason).to.match(/^\$\.[a-z_]+$|^header [A-Za-z-]+$/);
  });

  it('distinguishes the mock from the server', async () => {
    const [mock, server] = await Promise.all([mockTarget(), serverTarget()]);
    try {
      const refusals = await Promise.allSettled([
        proveIdentity('server', mock),
        proveIdentity('server', { ...server, url: mock.url }),
        proveIdentity('mock', server),
      ]);
      const sentences = refusals.map((one) => (one.status === 'rejected' ? String(one.reason) : 'accepted'));
      expect(sentences[0]).to.contain('is not the server: it has no Redis');
      expect(sentences[1]).to.contain('is not the server on this Redis: it answers 404');
      expect(sentences[2]).to.contain('is not the mock: it answers 404');
    } finally {
      await Promise.all([mock.close(), server.close()]);
    }
  });

  after(() => evidence.write());
});

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BadFile, readDocument } from '../contracts/read-json.ts';
import { type ContractSet, createContractSet } from './contract-set.ts';
import type { PrismPackage } from './prism.ts';

const generated = new URL('../../contracts/generated/openapi.json', import.meta.url);

/** The set that was built last, and the digest of the file that it was built from. */
let built: { digest: string; contractSet: ContractSet } | undefined;

/** Undefined where the file cannot be read, which `readDocument` words. */
function digestOf(file: URL): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}

/**
 * The contracts of the generated document. All mocks of a process share them while the file stays as it is: the tests of
 * an application start one mock after the other, and Prism takes far longer than all else to compile its checks.
 *
 * @param loadPrism returns another package of Prism, with which nothing is shared.
 * @throws {BadFile} also when the document lacks an operation of the route table; `ENOENT` when it is missing.
 */
export function generatedContractSet(loadPrism?: () => PrismPackage, file: URL = generated): ContractSet {
  const digest = loadPrism ? undefined : digestOf(file);
  if (built && built.digest === digest) return built.contractSet;
  const document = readDocument(file);
  try {
    const contractSet = createContractSet(document, { loadPrism });
    if (digest !== undefined) built = { digest, contractSet };
    return contractSet;
  } catch (error) {
    throw new BadFile(`contracts/generated/openapi.json: ${(error as Error).message}; rebuild it: npm run generate`);
  }
}

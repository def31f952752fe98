import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { rootCertificates } from 'node:tls';

export interface VerifierInput {
  pactUrls: string[];
  env: Record<string, string>;
  remove(): void;
}

/** Pact's verifier copies the whole file for each interaction: 160 in one file take three times the CPU. */
const interactionsPerFile = 5;

function partsOf(path: string, index: number, folder: string): string[] {
  const pact = JSON.parse(readFileSync(path, 'utf8')) as { interactions?: unknown[] };
  const { interactions = [] } = pact;
  if (interactions.length <= interactionsPerFile) return [path];
  const count = Math.ceil(interactions.length / interactionsPerFile);
  return Array.from({ length: count }, (_, part) => {
    const own = interactions.slice(part * interactionsPerFile, (part + 1) * interactionsPerFile);
    const file = join(folder, `${index}-${part}-${basename(path)}`);
    writeFileSync(file, JSON.stringify({ ...pact, interactions: own }));
    return file;
  });
}

/** Prepares pacts for Pact's verifier so that it takes little CPU. It reads all certificates again for each interaction. */
export function prepareVerifierInput(files: readonly string[]): VerifierInput {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-verifier-'));
  const certificates = join(folder, 'certificates');
  mkdirSync(certificates);
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, `${rootCertificates[0]}\n`);
  return {
    pactUrls: files.flatMap((path, index) => partsOf(path, index, folder)),
    env: { SSL_CERT_FILE: certificate, SSL_CERT_DIR: certificates },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

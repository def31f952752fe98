import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';

/** An interaction of any pact file, as far as the verification needs it. */
export interface Written {
  type?: string;
  description: string;
  providerStates?: { name: string; params?: Record<string, unknown> }[];
  metadata?: Record<string, unknown>;
  /** The metadata of a message of version 3. */
  metaData?: Record<string, unknown>;
  [more: string]: unknown;
}

export interface WrittenPact {
  consumer: { name: string };
  interactions?: Written[];
  /** Messages of version 3. */
  messages?: Written[];
  [more: string]: unknown;
}

export const readWritten = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as WrittenPact;

export const isMessage = ({ messages }: WrittenPact, { type }: Written) =>
  messages !== undefined || type === 'Asynchronous/Messages';

/** Pact's verifier copies the whole file for each interaction: 160 in one file take three times the CPU. */
const interactionsPerFile = 5;

/** Begins a description with the position of the interaction, since two may have the same description and states. */
const withPosition = (written: Written, index: number) => ({
  ...written,
  description: `${index} ${written.description}`,
});

/** @returns the position that `withPosition` wrote. */
export const positionIn = (description: string) => Number.parseInt(description, 10);

/** Prepares a pact for Pact's verifier in parts, so that it takes little CPU. */
export function writeParts(pact: WrittenPact, folder: string): string[] {
  const list = pact.messages ? 'messages' : 'interactions';
  const all = (pact[list] ?? []).map(withPosition);
  const count = Math.ceil(all.length / interactionsPerFile);
  return Array.from({ length: count }, (_, part) => {
    const own = all.slice(part * interactionsPerFile, (part + 1) * interactionsPerFile);
    const file = join(folder, `part-${part}.json`);
    writeFileSync(file, JSON.stringify({ ...pact, [list]: own }));
    return file;
  });
}

export interface VerifierFolder {
  path: string;
  env: Record<string, string>;
  remove(): void;
}

/** A folder for the input of Pact's verifier, with one certificate: it reads all certificates again for each interaction. */
export function makeVerifierFolder(): VerifierFolder {
  const path = mkdtempSync(join(tmpdir(), 'fightcard-verifier-'));
  const remove = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', remove);
  const certificates = join(path, 'certificates');
  mkdirSync(certificates);
  const certificate = join(path, 'certificate.pem');
  writeFileSync(certificate, `${rootCertificates[0]}\n`);
  return {
    path,
    env: { SSL_CERT_FILE: certificate, SSL_CERT_DIR: certificates },
    remove() {
      process.off('exit', remove);
      remove();
    },
  };
}

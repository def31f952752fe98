import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from '../../common/cli/make-folder.ts';
import { BadFile } from '../contracts/read-json.ts';
import type { Certificate } from './certificate.ts';

/** A certificate, and the file that clients must trust. */
export interface StoredCertificate extends Certificate {
  /** The authority, in PEM. */
  path: string;
  /** SHA-256 of the authority, as systems show it: `AB:CD:…`. */
  fingerprint: string;
  /** Removes a certificate that is not stored. */
  close(): void;
}

/** A certificate that expires sooner is replaced. */
const minValidMs = 30 * 86_400_000;

const files = { root: 'root.pem', chain: 'server.pem', key: 'server-key.pem' } as const;

const covers = (certificate: X509Certificate, host: string) => {
  const bare = host.replace(/^\[|\]$/g, '');
  return isIP(bare) ? certificate.checkIP(bare) !== undefined : certificate.checkHost(bare) !== undefined;
};

/** Reads a stored certificate; undefined unless it is valid for these hosts. */
function read(folder: string, hosts: readonly string[]): Certificate | undefined {
  const paths = Object.values(files).map((file) => join(folder, file));
  if (!paths.every((path) => existsSync(path))) return undefined;
  const [root, chain, key] = paths.map((path) => readFileSync(path, 'utf8')) as [string, string, string];
  try {
    const own = new X509Certificate(chain);
    const isCurrent = Date.parse(own.validTo) - Date.now() >= minValidMs;
    const isSigned = own.verify(new X509Certificate(root).publicKey) && own.checkPrivateKey(createPrivateKey(key));
    return isCurrent && isSigned && hosts.every((host) => covers(own, host)) ? { root, chain, key } : undefined;
  } catch {
    return undefined;
  }
}

async function write(folder: string, certificate: Certificate, names: readonly (keyof Certificate)[]): Promise<void> {
  await makeFolder(folder);
  // A file that exists would keep its mode.
  for (const name of names) rmSync(join(folder, files[name]), { force: true });
  for (const name of names) writeFileSync(join(folder, files[name]), certificate[name], { mode: 0o600 });
}

/** Loads its packages when a certificate is needed. */
const make = async (hosts: readonly string[]) => (await import('./certificate.ts')).makeCertificate(hosts);

/**
 * Finds the certificate of a folder, or makes one.
 *
 * @param folder where it is stored for the next start; without one, it is removed when the mock closes.
 * @throws {BadFile} when it cannot be read or written.
 */
export async function openCertificate(hosts: readonly string[], folder?: string): Promise<StoredCertificate> {
  try {
    const known = folder === undefined ? undefined : read(folder, hosts);
    const certificate = known ?? (await make(hosts));
    const place = folder ?? mkdtempSync(join(tmpdir(), 'fightcard-mock-https-'));
    if (!known) await write(place, certificate, folder === undefined ? ['root'] : ['root', 'chain', 'key']);
    return {
      ...certificate,
      path: join(place, files.root),
      fingerprint: new X509Certificate(certificate.root).fingerprint256,
      close: () => folder ?? rmSync(place, { recursive: true, force: true }),
    };
  } catch (error) {
    const { code, syscall, path } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    const fix = folder === undefined ? 'set TMPDIR to a writable folder, or use' : 'choose another folder:';
    const place = folder === undefined ? tmpdir() : path;
    throw new BadFile(`${place}: cannot read or write the certificate (${code}); ${fix} --https-folder <path>`);
  }
}

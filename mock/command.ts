import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { runCommand } from '../contracts/command-line/arguments.ts';
import { goOnWithoutReader } from '../contracts/command-line/lost-output.js';
import { families } from '../contracts/families.ts';
import { contractDigest } from '../contracts/site/welcome.ts';
import { BadFile } from './contracts/read-json.ts';
import { helpOf, options, readSettings } from './options.ts';
import { jsonLog, type Log, textLog } from './session/log-lines.ts';
import type { Mock } from './start.ts';

/** The sentence for a failed start; undefined for an unexpected error. */
export function startupError(
  error: NodeJS.ErrnoException,
  { port, https }: Pick<ReturnType<typeof readSettings>, 'port' | 'https'>,
): string | undefined {
  const isBelow = (path: string, folder: string) => resolve(path).startsWith(resolve(folder));
  // Its folder, one above that cannot be made, or a file in it.
  if (https?.folder && error.path && (isBelow(error.path, https.folder) || isBelow(https.folder, error.path))) {
    return `${error.path}: the certificate cannot be written there (${error.code}); name a folder of your own.`;
  }
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken; stop what listens there or choose another: --port 4020.`;
  }
  if (error.code === 'EACCES') {
    return `Port ${port} may not be opened by this user; choose one above 1023: --port 4010.`;
  }
  if (error.code === 'ENOENT') return `${error.path} is missing; generate it with: npm run generate.`;
  return error instanceof BadFile ? error.message : undefined;
}

/** Says where the mock is, and what to try; programs get its addresses. */
export function announce(
  { url, certificate, pacts }: Pick<Mock, 'url' | 'certificate' | 'pacts'>,
  folder: string | undefined,
  log: Log,
): void {
  const v3 = url + families.v3.prefix;
  const v1 = url + families.v1.prefix;
  const trust = certificate ? ` --cacert ${certificate.path}` : '';
  const added = pacts();
  if (folder !== undefined && added.files.length === 0) log(`Note: ${folder} has no pact file (*.json).`);
  for (const note of added.notes) log(`Note: ${note}`);
  for (const conflict of added.conflicts) log(`Conflict: ${conflict}`);
  if (log === jsonLog) {
    const trusted = certificate && { file: certificate.path, sha256: certificate.fingerprint };
    log('ready', { urls: [v3, v1], ...(trusted && { certificate: trusted }) });
    return;
  }
  log(`The mock is ready: ${v3} (Spanish) and ${v1} (English). Try:
  curl${trust} ${v3}/events
  curl${trust} -i ${v1}/fighters/title_holders.json
  curl${trust} -i -H 'Prefer: code=503' ${v3}/live
In a browser: ${url}/`);
  if (certificate) log(howToTrust(certificate));
}

/** How clients trust the certificate of this mock: that of its authority, which has signed no other. */
const howToTrust = ({ path, fingerprint }: NonNullable<Mock['certificate']>) => `The certificate to trust is ${path}
  SHA-256 ${fingerprint}
  iOS simulator:     xcrun simctl keychain booted add-root-cert ${path}
  Android emulator:  adb push ${path} /sdcard/Download/fightcard.pem, then Settings, "Install a certificate", "CA certificate";
                     the app's debug build takes it with <certificates src="user"/> in its network security configuration
  curl and Node:     curl --cacert ${path} …, NODE_EXTRA_CA_CERTS=${path}`;

const here = (path: string) => new URL(path, import.meta.url);

/** Such as `0.1.0, contracts 3f2a91c05d77`: the digest of the document tells which contracts are served. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string };
  return `${version}, contracts ${contractDigest(readFileSync(here('../contracts/generated/openapi.json'), 'utf8'))}`;
}

/** Starts the mock as its options say. @param name as the user types it: `npm run mock` or `fightcard-mock`. */
export async function runMock(name: string): Promise<void> {
  // The packed mock is not started by scripts/run.js.
  goOnWithoutReader();
  const help = helpOf(name.startsWith('npm ') ? `${name} --` : name);
  await runCommand({ name, help, options }, async (values) => {
    if (values.version) {
      console.log(`${name} ${readVersion()}`);
      return;
    }
    const { isWatching, isForPeople, ...settings } = readSettings(values, process.env);
    const log = isForPeople ? textLog : jsonLog;
    // Loaded here, since the help needs nothing of it.
    const { startMock } = await import('./start.ts');
    const watch = isWatching ? { say: log } : undefined;
    const mock = await startMock({ ...settings, log, watch }).catch((error: NodeJS.ErrnoException) => {
      const sentence = startupError(error, settings);
      if (sentence === undefined) throw error;
      console.error(sentence);
      process.exit(1);
    });
    announce(mock, settings.pacts, log);
    const stop = async () => {
      await mock.close();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}

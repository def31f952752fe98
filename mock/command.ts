import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { runCommand } from '../contracts/command-line/arguments.ts';
import { families } from '../contracts/families.ts';
import { BadFile } from './contracts/read-json.ts';
import { helpOf, options, readSettings } from './options.ts';
import type { Mock } from './start.ts';

/** The sentence for a failed start; undefined for an unexpected error. */
function startupError(error: NodeJS.ErrnoException, port: number): string | undefined {
  if (error.code === 'EADDRINUSE') {
    return `Port ${port} is taken; stop what listens there or choose another: --port 4020.`;
  }
  if (error.code === 'EACCES') {
    return `Port ${port} may not be opened by this user; choose one above 1023: --port 4010.`;
  }
  if (error.code === 'ENOENT') return `${error.path} is missing; generate it with: npm run generate.`;
  return error instanceof BadFile ? error.message : undefined;
}

function announce(mock: Mock, pacts: string | undefined): void {
  const v3 = mock.url + families.v3.prefix;
  const v1 = mock.url + families.v1.prefix;
  const trust = mock.certificate ? ` --cacert ${mock.certificate.path}` : '';
  const added = mock.pacts();
  if (pacts !== undefined && added.files.length === 0) console.log(`Note: ${pacts} has no pact file (*.json).`);
  for (const note of added.notes) console.log(`Note: ${note}`);
  for (const conflict of added.conflicts) console.log(`Conflict: ${conflict}`);
  console.log(`The mock is ready: ${v3} (Spanish) and ${v1} (English). Try:
  curl${trust} ${v3}/events
  curl${trust} -i ${v1}/fighters/title_holders.json
  curl${trust} -i -H 'Prefer: code=503' ${v3}/live
In a browser: ${mock.url}/`);
  if (mock.certificate) explainTrust(mock.certificate);
}

/** How clients trust the certificate of this mock: that of its authority, which has signed no other. */
function explainTrust({ path, fingerprint }: NonNullable<Mock['certificate']>): void {
  console.log(`The certificate to trust is ${path}
  SHA-256 ${fingerprint}
  iOS simulator:     xcrun simctl keychain booted add-root-cert ${path}
  Android emulator:  adb push ${path} /sdcard/Download/fightcard.pem, then Settings, "Install a certificate", "CA certificate";
                     the app's debug build takes it with <certificates src="user"/> in its network security configuration
  curl and Node:     curl --cacert ${path} …, NODE_EXTRA_CA_CERTS=${path}`);
}

const here = (path: string) => new URL(path, import.meta.url);

/** Such as `0.1.0, contracts 3f2a91c05d77`: the digest of the document tells which contracts are served. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string };
  const document = readFileSync(here('../contracts/generated/openapi.json'));
  return `${version}, contracts ${createHash('sha256').update(document).digest('hex').slice(0, 12)}`;
}

/** Starts the mock as its options say. @param name as the user types it: `npm run mock` or `fightcard-mock`. */
export async function runMock(name: string): Promise<void> {
  const help = helpOf(name.startsWith('npm ') ? `${name} --` : name);
  await runCommand({ name, help, options }, async (values) => {
    if (values.version) {
      console.log(`${name} ${readVersion()}`);
      return;
    }
    const { isWatching, ...settings } = readSettings(values, process.env);
    // Loaded here, since the help needs nothing of it.
    const { startMock } = await import('./start.ts');
    const watch = isWatching ? { say: console.log } : undefined;
    const mock = await startMock({ ...settings, log: console.log, watch }).catch((error: NodeJS.ErrnoException) => {
      const sentence = startupError(error, settings.port);
      if (sentence === undefined) throw error;
      console.error(sentence);
      process.exit(1);
    });
    announce(mock, settings.pacts);
    const stop = async () => {
      await mock.close();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}

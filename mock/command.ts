import { readFileSync } from 'node:fs';
import { type Arguments, runCommand } from '../common/cli/arguments.ts';
import { ignoreBrokenPipe } from '../common/cli/ignore-broken-pipe.js';
import { contractDigest } from '../common/pages/welcome.ts';
import { families } from '../contracts/families.ts';
import { BadFile } from './contracts/read-json.ts';
import { helpOf, options, readSettings } from './options.ts';
import type { Log } from './session/request-log.ts';
import type { Mock } from './start.ts';

/** System calls that read a file or a folder. */
const readingCalls = ['open', 'read', 'scandir', 'stat', 'lstat', 'access'];

/** Describes why the mock did not start; undefined for an unexpected error. */
export function startupError(error: NodeJS.ErrnoException & { port?: number }): string | undefined {
  if (error instanceof BadFile) return error.message;
  const { code, syscall = '', path, port } = error;
  if (code === 'ERR_MODULE_NOT_FOUND') return `${error.message}; install the packages: npm ci --omit=dev`;
  if (syscall === 'listen') {
    if (code === 'EADDRINUSE') return `port ${port} is in use; stop its program, or choose another port: --port 4020`;
    if (code === 'EACCES') return `no permission to open port ${port}; choose a port above 1023: --port 4010`;
    return `cannot open port ${port} (${code}); choose another port: --port 4020`;
  }
  if (code === 'ENOENT' && syscall === 'access') return `${path} is missing; generate it: npm run generate`;
  if (!readingCalls.includes(syscall)) return undefined;
  return `cannot read ${path} (${code}); give this user permission to read it, or choose another path`;
}

/** One JSON object for each line, as the server logs. */
const jsonLog: Log = (msg, members) => console.log(JSON.stringify({ time: Date.now(), ...members, msg }));
const textLog: Log = (line) => console.log(line);

/** Prints the addresses of the mock and, for people, what to try. */
function announce({ url, certificate, pacts }: Mock, folder: string | undefined, log: Log): void {
  const v3 = url + families.v3.prefix;
  const v1 = url + families.v1.prefix;
  const trust = certificate ? ` --cacert ${certificate.path}` : '';
  const added = pacts();
  if (folder !== undefined && added.files.length === 0) log(`Note: no pact file (*.json) in ${folder}`);
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

const howToTrust = ({ path, fingerprint }: NonNullable<Mock['certificate']>) => `The certificate to trust is ${path}
  SHA-256 ${fingerprint}
  iOS simulator:     xcrun simctl keychain booted add-root-cert ${path}
  Android emulator:  adb push ${path} /sdcard/Download/fightcard.pem, then Settings, "Install a certificate", "CA certificate";
                     in the network security configuration of the app's debug build: <certificates src="user"/>
  curl and Node:     curl --cacert ${path} …, NODE_EXTRA_CA_CERTS=${path}`;

const here = (path: string) => new URL(path, import.meta.url);

/** Such as `0.1.0, contracts 3f2a91c05d77`: the second part is a digest of the document. */
function readVersion(): string {
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8')) as { version: string };
  return `${version}, contracts ${contractDigest(readFileSync(here('../contracts/generated/openapi.json'), 'utf8'))}`;
}

async function start(values: Arguments<typeof options>['values']): Promise<Mock> {
  const { isWatching, isForPeople, ...settings } = readSettings(values, process.env);
  const log = isForPeople ? textLog : jsonLog;
  // Loaded here, since the help does not need it.
  const { startMock } = await import('./start.ts');
  const mock = await startMock({ ...settings, log, watch: isWatching ? { say: log } : undefined });
  announce(mock, settings.pacts, log);
  return mock;
}

/** Runs the command. @param name as the user types it: `npm run mock` or `fightcard-mock`. */
export async function runMock(name: string): Promise<void> {
  // The packed mock is not started by scripts/run.js.
  ignoreBrokenPipe();
  const help = helpOf(name.startsWith('npm ') ? `${name} --` : name);
  await runCommand({ name, help, options }, async (values) => {
    if (values.version) {
      console.log(`${name} ${readVersion()}`);
      return;
    }
    const mock = await start(values).catch((error: NodeJS.ErrnoException) => {
      const sentence = startupError(error);
      if (sentence === undefined) throw error;
      console.error(sentence);
      process.exit(1);
    });
    const stop = async () => {
      await mock.close();
      process.exit(0);
    };
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  });
}

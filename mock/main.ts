import { statSync } from 'node:fs';
import { asksForHelp, BadArguments, flag, readArguments, text } from '../contracts/command-line/arguments.ts';
import { families } from '../contracts/families.ts';
import { BadFile } from './contracts/read-json.ts';
import { anyHost, hostNameOf } from './control/access.ts';
import { startMock } from './start.ts';

const help = `Serves every contract of this repository: npm run mock -- [--port 4010] [--pacts <folder>] [--delay 300] …

  --port         port to listen on; the environment variable PORT does the same (4010)
  --allow-host   name or address under which /__mock may be used too, such as 192.168.1.20 for a phone; may be
                 repeated; * lets everybody in, any page on the web too (this machine and emulators)
  --pacts        pact file, or folder of pact files, whose contracts are served as well
  --delay        milliseconds before each answer (0)
  --jitter       up to so many milliseconds more (0)
  --fault-rate   how many requests of all meet a fault: a reset, hanging, truncated or dripping answer, 429 or 503 (0)
  --seed         the same seed does the same to the same requests (1)
  --no-watch     keeps the contracts as they were at the start, whatever is edited
  --help         this text

REGION_SEGMENTS=on in the environment also serves v3 under /api/v3, /api/v3/us, /api/v3/iphone and /api/v3/<number>.

mock/README.md says what can be asked for.`;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

/** The arguments are wrong. */
function refuse(sentence: string): never {
  console.error(`${sentence}\nnpm run mock -- --help lists the options.`);
  process.exit(2);
}

const options = {
  port: text,
  pacts: text,
  delay: text,
  jitter: text,
  'fault-rate': text,
  seed: text,
  'allow-host': { ...text, multiple: true as const },
  'no-watch': flag,
};

function readCommandLine() {
  const args = process.argv.slice(2);
  if (asksForHelp(args)) {
    console.log(help);
    process.exit(0);
  }
  try {
    return readArguments(args, options).values;
  } catch (error) {
    if (error instanceof BadArguments) return refuse(error.message);
    throw error;
  }
}

/** @param what starts a sentence: "The port". */
function numberOf(given: string | undefined, fallback: number, what: string, most: number): number {
  const number = Number(given ?? fallback);
  if (given?.trim() === '' || !Number.isInteger(number) || number < 0 || number > most) {
    refuse(`${what} must be an integer from 0 to ${most}, not "${given}".`);
  }
  return number;
}

function shareOf(given = '0'): number {
  const share = Number(given);
  if (given.trim() === '' || !(share >= 0 && share <= 1))
    refuse(`The fault rate must be a number from 0 to 1, not "${given}".`);
  return share;
}

const asked = readCommandLine();
const port = numberOf(asked.port ?? process.env.PORT, 4010, 'The port', 65_535);
const weather = {
  delay: numberOf(asked.delay, 0, 'The delay', 60_000),
  jitter: numberOf(asked.jitter, 0, 'The jitter', 60_000),
  faultRate: shareOf(asked['fault-rate']),
  seed: numberOf(asked.seed, 1, 'The seed', 4_294_967_295),
};

const { pacts, 'allow-host': allowHosts = [] } = asked;
if (pacts !== undefined && !statSync(pacts, { throwIfNoEntry: false })?.isDirectory()) {
  refuse(`${pacts} is no folder of pacts.`);
}
const unfit = allowHosts.find((host) => host !== anyHost && hostNameOf(host) === undefined);
if (unfit !== undefined) {
  refuse(`The allowed host must be a name or an address, such as 192.168.1.20, not "${unfit}".`);
}
const region = process.env.REGION_SEGMENTS?.trim() || 'off';
if (region !== 'on' && region !== 'off') refuse('REGION_SEGMENTS: must be one of on, off.');
const regionSegments = region === 'on';
const watch = asked['no-watch'] ? undefined : { say: console.log };
const mock = await startMock({ port, allowHosts, log: console.log, pacts, regionSegments, weather, watch }).catch(
  (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE')
      fail(`Port ${port} is taken; stop what listens there or choose another: --port 4020.`);
    if (error.code === 'EACCES')
      fail(`Port ${port} may not be opened by this user; choose one above 1023: --port 4010.`);
    if (error.code === 'ENOENT') fail(`${error.path} is missing; make it with: npm run generate.`);
    if (error instanceof BadFile) fail(error.message);
    throw error;
  },
);

const v3 = mock.url + families.v3.prefix;
const v1 = mock.url + families.v1.prefix;
const added = mock.pacts();
if (pacts !== undefined && added.files.length === 0) console.log(`Note: ${pacts} holds no pact file (*.json).`);
for (const note of added.notes) console.log(`Note: ${note}`);
for (const conflict of added.conflicts) console.log(`Conflict: ${conflict}`);
console.log(`The mock is ready: ${v3} (Spanish) and ${v1} (English). Try:
  curl ${v3}/events
  curl -i ${v1}/fighters/title_holders.json
  curl -i -H 'Prefer: code=503' ${v3}/live
In a browser: ${mock.url}/`);

async function stop(): Promise<void> {
  await mock.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

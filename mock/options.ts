import { statSync } from 'node:fs';
import { type Arguments, BadArguments, choice, flag, text } from '../common/cli/arguments.ts';
import { isForPeople, type LogFormat, logFormats } from '../common/cli/log-format.ts';
import { anyHost, parseHostName } from './control/access.ts';

/** The options of the mock: how each is parsed, and its text in the help, with its default. */
export const options = {
  port: { ...text, help: 'port to listen on; also set by the environment variable PORT (4010)' },
  'allow-host': {
    ...text,
    multiple: true,
    help: `another host name or address under which /__mock may be used, such as 192.168.1.20 for a phone;
may be repeated; * allows every host and every web page (this machine and emulators)`,
  },
  pacts: { ...text, help: 'pact file, or folder of pact files, whose contracts are served too' },
  pictures: { ...flag, help: 'addresses of pictures and videos in replies lead to the mock, which serves them' },
  delay: { ...text, help: 'milliseconds before each reply (0)' },
  jitter: { ...text, help: 'up to this many milliseconds more, at random (0)' },
  'fault-rate': {
    ...text,
    help: `share of requests that get a fault, 0 to 1: a reset, hanging, truncated or dripping reply,
429 or 503 (0)`,
  },
  seed: { ...text, help: 'the same seed injects the same faults into the same requests (1)' },
  https: { ...flag, help: 'HTTPS and HTTP/2, with a certificate that is made at the start' },
  'https-folder': { ...text, help: 'the same, with a certificate that is kept in this folder for the next start' },
  'log-format': {
    ...text,
    help: `text: lines for people; json: one object each; auto: text on a terminal, json elsewhere; also set by
LOG_FORMAT (auto)`,
  },
  'no-watch': { ...flag, help: 'do not reload edited contracts and pacts' },
  version: { ...flag, help: 'print the version of the mock and of its contracts' },
} as const;

const rows = [
  ...Object.entries(options).map(([name, { help }]) => [name, help] as const),
  ['help', 'this text'] as const,
];

/** @param call how the mock is started with options, such as `npm run mock --`. */
export const helpOf = (call: string) => `Serves every contract of the service: ${call} [--port 4010] [--pacts <path>] …

${rows.map(([name, about]) => `  --${name.padEnd(12)} ${about.replaceAll('\n', `\n${' '.repeat(17)}`)}\n`).join('')}
REGION_SEGMENTS=on in the environment also serves v3 under /api/v3, /api/v3/us, /api/v3/iphone and /api/v3/<number>.

The guide (mock/README.md, or README.md of the package) describes states, sessions, faults and fight nights.
`;

/** @param what the start of the error sentence, such as "The port". */
function readInteger(given: string | undefined, fallback: number, what: string, most: number): number {
  if (given === undefined) return fallback;
  if (/^\d{1,10}$/.test(given) && Number(given) <= most) return Number(given);
  throw new BadArguments(`${what} must be an integer from 0 to ${most}, not "${given}".`);
}

function readShare(given = '0'): number {
  const share = Number(given);
  if (given.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new BadArguments(`The fault rate must be a number from 0 to 1, not "${given}".`);
}

function readHosts(hosts: readonly string[] = []): readonly string[] {
  const invalid = hosts.find((host) => host !== anyHost && parseHostName(host) === undefined);
  if (invalid === undefined) return hosts;
  throw new BadArguments(`The allowed host must be a name or an address, such as 192.168.1.20, not "${invalid}".`);
}

function readRegionSegments(region = 'off'): boolean {
  if (region === 'on' || region === 'off') return region === 'on';
  throw new BadArguments('REGION_SEGMENTS: must be one of on, off.');
}

/** @throws {BadArguments} */
const readLogFormat = (given: string | undefined) => (choice('log-format', given, logFormats) ?? 'auto') as LogFormat;

/** Reads the settings from options and environment. @throws {BadArguments} naming the first invalid option. */
export function readSettings(values: Arguments<typeof options>['values'], env: NodeJS.ProcessEnv) {
  const { pacts } = values;
  // As the server reads its own: compose files and workflows pass on variables that nobody has set.
  const given = (name: string) => env[name]?.trim() || undefined;
  const settings = {
    port: readInteger(values.port ?? given('PORT'), 4010, 'The port', 65_535),
    faults: {
      delay: readInteger(values.delay, 0, 'The delay', 60_000),
      jitter: readInteger(values.jitter, 0, 'The jitter', 60_000),
      faultRate: readShare(values['fault-rate']),
      seed: readInteger(values.seed, 1, 'The seed', 4_294_967_295),
    },
    ...((values.https || values['https-folder']) && { https: { folder: values['https-folder'] } }),
    pacts,
    pictures: values.pictures,
    isWatching: !values['no-watch'],
    isForPeople: isForPeople(readLogFormat(values['log-format'] ?? given('LOG_FORMAT'))),
  };
  if (pacts !== undefined && !statSync(pacts, { throwIfNoEntry: false })) {
    throw new BadArguments(`${pacts} is neither a folder of pacts nor a pact file.`);
  }
  return {
    ...settings,
    allowHosts: readHosts(values['allow-host']),
    regionSegments: readRegionSegments(given('REGION_SEGMENTS')),
  };
}

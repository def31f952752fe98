import { statSync } from 'node:fs';
import { type Arguments, BadArguments, choice, flag, integer, text } from '../common/cli/arguments.ts';
import { instantForms, parseInstant } from '../common/cli/instant.ts';
import { isForPeople, type LogFormat, logFormats } from '../common/cli/log-format.ts';
import { anyHost, parseHostName } from './control/access.ts';

/** The options of the mock: how each is parsed, and its text in the help, with its default. */
export const options = {
  port: { ...text, help: 'port to listen on; also set by the environment variable PORT (4010)' },
  'allow-host': {
    ...text,
    multiple: true,
    help: `another host name or address that may use /__mock, such as 192.168.1.20 for a phone; may be
repeated; * allows every host and every web page (this machine and emulators)`,
  },
  pacts: { ...text, help: 'pact file, or folder of pact files, to serve in addition to the contracts' },
  pictures: { ...flag, help: 'addresses of pictures and videos in replies point to the mock, which serves them' },
  now: {
    ...text,
    help: `move all dates, so that the sample's live event is live at this moment: "now", or an instant
such as 2027-03-06T20:00:00Z (as in the contracts, in 2031)`,
  },
  delay: { ...text, help: 'milliseconds before each reply (0)' },
  jitter: { ...text, help: 'up to this many milliseconds more, at random (0)' },
  'fault-rate': {
    ...text,
    help: `share of requests that get a fault, 0 to 1: a reset, hanging, truncated or dripping reply,
429 or 503 (0)`,
  },
  seed: { ...text, help: 'the same seed injects the same faults into the same requests (1)' },
  https: { ...flag, help: 'HTTPS and HTTP/2, with a new certificate' },
  'https-folder': { ...text, help: 'HTTPS and HTTP/2, with a certificate that is stored in this folder' },
  'log-format': {
    ...text,
    help: `text, json, or auto: text on a terminal, json elsewhere; also set by the environment variable
LOG_FORMAT (auto)`,
  },
  'no-watch': { ...flag, help: 'do not reload edited contracts and pacts' },
  version: { ...flag, help: 'print the version of the mock and of its contracts' },
} as const;

const rows = [
  ...Object.entries(options).map(([name, { help }]) => [name, help] as const),
  ['help', 'print this text'] as const,
];

/** @param call the command that options follow, such as `npm run mock --`. */
export const helpOf = (call: string) => `Serve every contract of the API: ${call} [--port 4010] [--pacts <path>] …

${rows.map(([name, about]) => `  --${name.padEnd(12)} ${about.replaceAll('\n', `\n${' '.repeat(17)}`)}\n`).join('')}
With REGION_SEGMENTS=on in the environment, v3 also has /api/v3, /api/v3/us, /api/v3/iphone and /api/v3/<number>.

The guide (mock/README.md, or README.md of the package) describes states, sessions, faults and fight nights.
`;

function readShare(given = '0'): number {
  const share = Number(given);
  if (given.trim() !== '' && share >= 0 && share <= 1) return share;
  throw new BadArguments(`invalid --fault-rate "${given}": expected a number from 0 to 1`);
}

function readHosts(hosts: readonly string[] = []): readonly string[] {
  const invalid = hosts.find((host) => host !== anyHost && parseHostName(host) === undefined);
  if (invalid === undefined) return hosts;
  throw new BadArguments(`invalid --allow-host "${invalid}": expected a host name or an address, such as 192.168.1.20`);
}

function readNow(given: string | undefined): Date | undefined {
  const now = given === undefined ? undefined : parseInstant(given);
  if (now || given === undefined) return now;
  throw new BadArguments(`invalid --now "${given}": expected ${instantForms}`);
}

/** Reads the settings from options and environment. @throws {BadArguments} naming the first invalid option. */
export function readSettings(values: Arguments<typeof options>['values'], env: NodeJS.ProcessEnv) {
  const { pacts } = values;
  // As on the server: compose files and workflows pass on unset variables as empty.
  const given = (name: string) => env[name]?.trim() || undefined;
  const region = given('REGION_SEGMENTS') ?? 'off';
  if (region !== 'on' && region !== 'off') {
    throw new BadArguments(`invalid REGION_SEGMENTS "${region}": expected on or off`);
  }
  if (pacts !== undefined && !statSync(pacts, { throwIfNoEntry: false })) {
    throw new BadArguments(`--pacts ${pacts}: not found; expected a pact file or a folder of pact files`);
  }
  const logFormat = choice('log-format', values['log-format'] ?? given('LOG_FORMAT'), logFormats) ?? 'auto';
  return {
    port: integer('port', values.port ?? given('PORT'), 0, 65_535, 4010),
    faults: {
      delay: integer('delay', values.delay, 0, 60_000, 0),
      jitter: integer('jitter', values.jitter, 0, 60_000, 0),
      faultRate: readShare(values['fault-rate']),
      seed: integer('seed', values.seed, 0, 4_294_967_295, 1),
    },
    ...((values.https || values['https-folder']) && { https: { folder: values['https-folder'] } }),
    pacts,
    pictures: values.pictures,
    now: readNow(values.now),
    isWatching: !values['no-watch'],
    isForPeople: isForPeople(logFormat as LogFormat),
    allowHosts: readHosts(values['allow-host']),
    regionSegments: region === 'on',
  };
}

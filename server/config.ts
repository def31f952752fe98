import { createHash } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { availableParallelism } from 'node:os';
import { instantForms, parseInstant } from '../common/cli/instant.ts';
import { logFormats } from '../common/cli/log-format.ts';
import { BadAddress, parseAddress } from './store/redis/connection/address.ts';

/** A key of the metrics supplier: its name for the log, and the SHA-256 of the key. */
export interface FeedKey {
  name: string;
  digest: Buffer;
  /** EventIDs that it may post; absent: all. */
  events?: ReadonlySet<string>;
}

/** The environment is wrong: one line per error, without any value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly errors: string[];
  constructor(errors: string[]) {
    super(errors.join('\n'));
    this.errors = errors;
  }
}

export const digestOf = (key: string) => createHash('sha256').update(key).digest();

/** Digests of the sample keys, which are published in the contracts. */
const publicKeys: readonly string[] = [
  '4c34e901e520343003af3a012afbfa5733bfcdeca603531bc2957525044e933d',
  'ad2ad3cfec5168219b1452c704c44f1d347f6b47ad233a4e53b387baae7f99c4',
];

const emptyKey = digestOf('').toString('hex');

/** @returns the key, or an error message, which does not quote the text: it may be a key, pasted by mistake. */
function parseFeedKey(entry: string, production: boolean): FeedKey | string {
  const [, name, digest, events] = /^([\w.-]{1,40}):([0-9a-f]{64})(?::(\d{1,10}(?:,\d{1,10})*))?$/i.exec(entry) ?? [];
  if (!name || !digest) {
    return 'each key must be name:digest, where digest is the SHA-256 of the key in hex';
  }
  const hex = digest.toLowerCase();
  if (hex === emptyKey) return 'a digest is the SHA-256 of an empty key: compute it from the key itself';
  if (production && publicKeys.includes(hex))
    return 'a digest belongs to a sample key, which is public: make your own key';
  return { name, digest: Buffer.from(hex, 'hex'), ...(events && { events: new Set(events.split(',')) }) };
}

/** Errors name a line but do not quote it. */
interface FeedKeysFile {
  keys: FeedKey[];
  errors: string[];
}

/** Reads feed keys from lines: `name:digest` or `name:digest:EventID,EventID`, comments after `#`. */
export function parseFeedKeys(text: string, production: boolean): FeedKeysFile {
  const keys: FeedKey[] = [];
  const errors: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*/, '').trim();
    if (entry === '') continue;
    const key = parseFeedKey(entry, production);
    if (typeof key === 'string') errors.push(`line ${index + 1}: ${key}`);
    else keys.push(key);
  }
  // A file is also empty while it is being written: that must not revoke any key.
  if (keys.length === 0 && errors.length === 0) errors.push('contains no key');
  return { keys, errors };
}

/** The inverse of `parseFeedKeys`. */
export const formatFeedKeys = (keys: readonly FeedKey[]) =>
  keys
    .map(({ name, digest, events }) =>
      [name, digest.toString('hex'), ...(events ? [[...events].join()] : [])].join(':'),
    )
    .join('\n');

export function readFeedKeysFile(path: string, production: boolean): FeedKeysFile {
  try {
    return parseFeedKeys(readFileSync(path, 'utf8'), production);
  } catch (error) {
    return { keys: [], errors: [`cannot be read (${(error as NodeJS.ErrnoException).code})`] };
  }
}

/** Polls, because a mounted secret causes no file events. */
const checkEveryMs = 1_000;

/** Reads a file of feed keys when it changes and on SIGHUP. @returns a function that stops this. */
export function watchFeedKeysFile(path: string, production: boolean, onRead: (file: FeedKeysFile) => void): () => void {
  const read = () => onRead(readFeedKeysFile(path, production));
  watchFile(path, { interval: checkEveryMs, persistent: false }, read);
  process.on('SIGHUP', read);
  return () => {
    unwatchFile(path, read);
    process.off('SIGHUP', read);
  };
}

/** How a setting may look. */
interface Kind<T> {
  /** The accepted values, in words. */
  takes: string;
  /**
   * @returns undefined for a text that is not accepted.
   * @throws {ConfigError} to say more than `takes`.
   */
  read(value: string, options: ReadOptions): T | undefined;
}

interface ReadOptions {
  production: boolean;
  /** Does not read the files that settings name: the code that opens them reports their errors. */
  skipFiles: boolean;
}

interface Setting<T> {
  /** Environment variable. */
  name: string;
  kind: Kind<T>;
  help: string;
  /** The value if it is not set; undefined: the setting stays undefined, and `fallback` describes what happens. */
  default: string | undefined;
  /** The default in words, for people. */
  fallback: string;
}

const setting = <T>(name: string, kind: Kind<T>, value: string, help: string) => ({
  name,
  kind,
  help,
  default: value,
  fallback: value,
});
const optional = <T>(name: string, kind: Kind<T>, fallback: string, help: string) => ({
  name,
  kind,
  help,
  default: undefined,
  fallback,
});

const text = (takes: string): Kind<string> => ({ takes, read: (value) => value });

const integer = (min: number, max: number): Kind<number> => ({
  takes: `an integer from ${min} to ${max}`,
  read: (value) =>
    /^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
});

const integerOrNoLimit = (max: number): Kind<number> => ({
  ...integer(0, max),
  takes: `an integer from 0 (no limit) to ${max}`,
});

const choice = <T>(values: Readonly<Record<string, T>>): Kind<T> => ({
  takes: Object.keys(values)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  read: (value) => (Object.hasOwn(values, value) ? values[value] : undefined),
});

const onOff = choice({ on: true, off: false });

const portOrOff: Kind<number | 'off'> = {
  takes: 'an integer from 0 to 65535, or off',
  read: (value, options) => (value === 'off' ? value : integer(0, 65_535).read(value, options)),
};

const httpUrl: Kind<string> = {
  takes: 'a URL that starts with http:// or https://',
  read: (value) => (/^https?:\/\//i.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined),
};

/** Paths are appended to it, and it may be sent in a header: so it is normalized, without spaces, quotes or other scripts. */
const baseUrl: Kind<string> = {
  takes: `${httpUrl.takes}, without user, query and fragment`,
  read(value, options) {
    const url = httpUrl.read(value, options) === undefined ? null : URL.parse(value);
    const address = url && url.origin + url.pathname;
    return address && address === url.href ? address.replace(/\/+$/, '') : undefined;
  },
};

const redisAddress: Kind<string> = {
  takes: 'redis://…, redis+cluster://… or redis+sentinel://…, with rediss for TLS',
  read(value) {
    try {
      parseAddress(value);
      return value;
    } catch (error) {
      throw error instanceof BadAddress ? new ConfigError([error.message]) : error;
    }
  },
};

const feedKeyList: Kind<FeedKey[]> = {
  takes: 'name:sha256-hex, separated by commas',
  read(value, { production }) {
    const keys = value.split(',').map((entry) => parseFeedKey(entry.trim(), production));
    const errors = keys.filter((key) => typeof key === 'string');
    if (errors.length > 0) throw new ConfigError(errors);
    return keys.filter((key) => typeof key !== 'string');
  },
};

const feedKeyFile: Kind<string> = {
  takes: 'a file with one line name:sha256-hex[:EventID,EventID] per key',
  read(path, { production, skipFiles }) {
    const { errors } = skipFiles ? { errors: [] } : readFeedKeysFile(path, production);
    if (errors.length > 0) throw new ConfigError(errors);
    return path;
  },
};

const instant: Kind<Date> = { takes: instantForms, read: parseInstant };

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const logLevel = choice(Object.fromEntries(logLevels.map((level) => [level, level])));
const logFormat = choice(Object.fromEntries(logFormats.map((format) => [format, format])));
const mode = choice({ production: true, development: false, test: false });

/** Every setting by its member of `Config`. `npm start -- --help` and the table in README.md have the same texts. */
export const settings = {
  host: setting('HOST', text('an address'), '0.0.0.0', 'address to listen on'),
  port: setting('PORT', integer(0, 65_535), '8080', 'port to listen on; 0: any free port'),
  adminHost: setting('ADMIN_HOST', text('an address'), '127.0.0.1', 'address of metrics and probes'),
  adminPort: setting('ADMIN_PORT', portOrOff, '9464', 'port of metrics and probes; 0: any free port'),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    integer(0, 600),
    '0',
    'seconds after SIGTERM in which new connections are still accepted',
  ),
  workers: optional('WORKERS', integer(1, 256), 'one per core', 'number of processes that answer requests'),
  publicUrl: optional(
    'PUBLIC_URL',
    baseUrl,
    'http://localhost:PORT',
    'base URL of links in replies; required in production',
  ),
  redisUrl: optional('REDIS_URL', redisAddress, 'an embedded Redis', 'Redis to use; see server/README.md'),
  redisWaitSeconds: setting(
    'REDIS_WAIT_SECONDS',
    integer(0, 86_400),
    '0',
    'seconds to wait at the start for the Redis of REDIS_URL',
  ),
  dataDir: setting('DATA_DIR', text('a folder'), '.data', 'folder of the embedded Redis and the generated feed key'),
  feedKeys: optional(
    'FEED_KEYS',
    feedKeyList,
    'a generated key',
    'keys that may post live updates; required in production',
  ),
  feedKeysFile: optional(
    'FEED_KEYS_FILE',
    feedKeyFile,
    'none',
    'more feed keys; the file is read again when it changes',
  ),
  roundGraceSeconds: setting(
    'ROUND_GRACE_SECONDS',
    integer(0, 86_400),
    '120',
    'seconds after the end of a round in which votes still count',
  ),
  liveHours: setting('LIVE_HOURS', integer(1, 168), '12', 'hours after its last update in which a feed counts as live'),
  bodyLimit: setting('BODY_LIMIT', integer(1_024, 1_048_576), '16384', 'maximum bytes of a POST body'),
  feedBodyLimit: setting('FEED_BODY_LIMIT', integer(16_384, 16_777_216), '1048576', 'maximum bytes of a live update'),
  writesPerTenSeconds: setting(
    'RATE_WRITES',
    integerOrNoLimit(1_000_000),
    '3000',
    'POSTs and vote reads per address in 10 s',
  ),
  readsPerTenSeconds: setting('RATE_READS', integerOrNoLimit(10_000_000), '0', 'other GETs per address in 10 s'),
  missesPerTenSeconds: setting(
    'RATE_MISSES',
    integerOrNoLimit(10_000_000),
    '3000',
    'uncached replies per address in 10 s; a list page counts once per 4 KiB',
  ),
  newClientsPerMinute: setting(
    'NEW_CLIENTS_PER_MINUTE',
    integerOrNoLimit(1_000_000),
    '2000',
    'new client ids per address in a minute',
  ),
  trustedProxies: setting(
    'TRUST_PROXIES',
    integer(0, 10),
    '0',
    'number of proxies in front that add to X-Forwarded-For',
  ),
  streams: setting(
    'STREAMS',
    integer(0, 1_000_000),
    '10000',
    'maximum of open Server-Sent Event streams; more get 503',
  ),
  streamsPerAddress: optional(
    'STREAMS_PER_ADDRESS',
    integerOrNoLimit(1_000_000),
    'a twentieth of STREAMS, at least 32',
    'maximum of open streams per address; more get 429',
  ),
  voteBuckets: setting(
    'VOTE_BUCKETS',
    integer(1, 256),
    '8',
    'hash slots for the votes of a fight; cannot change once a store has votes',
  ),
  cache: setting(
    'CACHE',
    onOff,
    'on',
    'off: read Redis for every request, and send cached replies only while it is unreachable',
  ),
  cacheBytes: setting(
    'CACHE_BYTES',
    integer(0, 17_179_869_184),
    '67108864',
    'maximum bytes of cached replies per process',
  ),
  regionSegments: setting(
    'REGION_SEGMENTS',
    onOff,
    'off',
    'on: also serve v3 under /api/v3, /api/v3/us, /api/v3/iphone and /api/v3/{number}',
  ),
  crossOriginPosts: setting(
    'CROSS_ORIGIN_POSTS',
    onOff,
    'off',
    'on: pages of other sites may also vote, send scorecards and read the headers of the reply',
  ),
  placeholderImage: setting(
    'PLACEHOLDER_IMAGE',
    httpUrl,
    'https://img.example.com/placeholder.png',
    'image of a vacant title',
  ),
  notFoundPage: setting('NOT_FOUND_PAGE', httpUrl, 'https://www.example.com/not-found', 'link of a vacant title'),
  samplePictures: optional(
    'SAMPLE_PICTURES',
    baseUrl,
    'as in the contracts',
    'base URL of the pictures of the sample: this server, as clients reach it; ignored in production',
  ),
  sampleNow: optional(
    'SAMPLE_NOW',
    instant,
    'as in the contracts',
    'moment to which all dates of the sample move, so that its live event is live then; ignored in production',
  ),
  logLevel: setting('LOG_LEVEL', logLevel, 'info', 'minimum level of the lines in the log'),
  logFormat: setting('LOG_FORMAT', logFormat, 'auto', 'text for people or JSON for programs; auto: text on a terminal'),
  logSample: setting('LOG_SAMPLE', integer(0, 1_000_000), '0', 'log one of this many requests that succeed; 0: none'),
  production: setting('NODE_ENV', mode, 'development', 'production requires FEED_KEYS and PUBLIC_URL'),
};

type Values = {
  [Member in keyof typeof settings]: (typeof settings)[Member] extends { kind: Kind<infer T>; default: infer Default }
    ? T | (Default extends string ? never : undefined)
    : never;
};

/** All settings, read from the environment once. */
export interface Config extends Values {
  workers: number;
  feedKeys: FeedKey[];
  streamsPerAddress: number;
}

const requiredInProduction = {
  FEED_KEYS:
    'required in production, or FEED_KEYS_FILE; make a key of 32 random bytes with: openssl rand -hex 32, and its digest with: printf %s "$KEY" | sha256sum',
  PUBLIC_URL:
    'required in production, because links in replies would lead to localhost: set it to the address that clients use, such as https://api.example.com',
};

/**
 * Reads and checks the environment.
 *
 * @throws {ConfigError} naming every wrong variable at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { skipFiles = false }: { skipFiles?: boolean } = {},
): Config {
  const given = (name: string) => env[name]?.trim() || undefined;
  const production = given('NODE_ENV') === 'production';
  const errors: string[] = [];

  function read<T>({ name, kind, help, default: byDefault, fallback }: Setting<T>): T | undefined {
    const value = given(name) ?? byDefault;
    if (value === undefined) return undefined;
    try {
      const result = kind.read(value, { production, skipFiles });
      if (result === undefined) {
        errors.push(`${name}: must be ${kind.takes} (${help}; default: ${fallback})`);
      }
      return result;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      errors.push(...error.errors.map((reason) => `${name}: ${reason}`));
      return undefined;
    }
  }

  const entries = Object.entries(settings).map(([member, setting]) => [member, read<unknown>(setting)]);
  const values = Object.fromEntries(entries) as Values;
  for (const [name, reason] of production ? Object.entries(requiredInProduction) : []) {
    const hasFile = name === 'FEED_KEYS' && given('FEED_KEYS_FILE') !== undefined;
    if (given(name) === undefined && !hasFile) errors.push(`${name}: ${reason}`);
  }
  if (errors.length > 0) throw new ConfigError([...new Set(errors)]);
  return {
    ...values,
    workers: values.workers ?? availableParallelism(),
    feedKeys: values.feedKeys ?? [],
    // One client cannot take all streams, but a household or a carrier's shared address has enough.
    streamsPerAddress: values.streamsPerAddress ?? Math.max(Math.ceil(values.streams / 20), 32),
  };
}

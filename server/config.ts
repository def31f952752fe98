import { createHash } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import { availableParallelism } from 'node:os';
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

/** @returns the key, or what is wrong with the text. The message leaves the text out: it may be a key pasted by mistake. */
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

/** What a file of feed keys has: the keys, and errors that name a line but not its text; a valid file has none. */
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

/** Writes keys as lines that `parseFeedKeys` reads. */
export const formatFeedKeys = (keys: readonly FeedKey[]) =>
  keys
    .map(({ name, digest, events }) =>
      [name, digest.toString('hex'), ...(events ? [[...events].join()] : [])].join(':'),
    )
    .join('\n');

/** Reads a file of feed keys. */
export function readFeedKeysFile(path: string, production: boolean): FeedKeysFile {
  try {
    return parseFeedKeys(readFileSync(path, 'utf8'), production);
  } catch (error) {
    return { keys: [], errors: [`cannot be read (${(error as NodeJS.ErrnoException).code})`] };
  }
}

/** How often a file of feed keys is checked. Its state is polled, since a mounted secret causes no file events. */
const checkEveryMs = 1_000;

/**
 * Reads a file of feed keys when it changes and on SIGHUP.
 *
 * @returns ends that.
 */
export function watchFeedKeysFile(path: string, production: boolean, onRead: (file: FeedKeysFile) => void): () => void {
  const read = () => onRead(readFeedKeysFile(path, production));
  watchFile(path, { interval: checkEveryMs, persistent: false }, read);
  process.on('SIGHUP', read);
  return () => {
    unwatchFile(path, read);
    process.off('SIGHUP', read);
  };
}

/** Checks and converts the text of a setting. */
interface Kind<T> {
  /** The accepted values, in words. */
  takes: string;
  /**
   * @param leavesFiles whether a file is not looked into.
   * @returns undefined for a text that is not accepted.
   * @throws {ConfigError} to say more than `takes`.
   */
  read(value: string, production: boolean, leavesFiles?: boolean): T | undefined;
}

interface Setting<T, Optional extends boolean> {
  name: string;
  kind: Kind<T>;
  /** Text of the default; for an optional setting, its description. */
  fallback: string;
  meaning: string;
  isOptional: Optional;
}

const setting = <T>(name: string, kind: Kind<T>, fallback: string, meaning: string): Setting<T, false> => ({
  name,
  kind,
  fallback,
  meaning,
  isOptional: false,
});
const optional = <T>(name: string, kind: Kind<T>, fallback: string, meaning: string): Setting<T, true> => ({
  name,
  kind,
  fallback,
  meaning,
  isOptional: true,
});

const text = (takes: string): Kind<string> => ({ takes, read: (value) => value });

const integer = (min: number, max: number) =>
  ({
    takes: `an integer from ${min} to ${max}`,
    read: (value) =>
      /^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  }) satisfies Kind<number>;

const choice = <T>(values: Readonly<Record<string, T>>): Kind<T> => ({
  takes: Object.keys(values)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1'),
  read: (value) => (Object.hasOwn(values, value) ? values[value] : undefined),
});
const onOff = choice({ on: true, off: false });
const portOrOff: Kind<number | 'off'> = {
  takes: 'an integer from 0 to 65535, or off',
  read: (value) => (value === 'off' ? value : integer(0, 65_535).read(value)),
};

const httpUrl = {
  takes: 'a URL that starts with http:// or https://',
  read: (value) => (/^https?:\/\//i.test(value) && URL.canParse(value) ? value.replace(/\/+$/, '') : undefined),
} satisfies Kind<string>;

/** Paths are added to it, and a header may have it: so as URL writes it, which leaves no space, quote or other script. */
const baseUrl: Kind<string> = {
  takes: `${httpUrl.takes}, without user, query and fragment`,
  read(value) {
    const url = httpUrl.read(value) === undefined ? null : URL.parse(value);
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
  takes: 'name:sha256-hex, several with commas',
  read(value, production) {
    const keys = value.split(',').map((entry) => parseFeedKey(entry.trim(), production));
    const errors = keys.filter((key) => typeof key === 'string');
    if (errors.length > 0) throw new ConfigError(errors);
    return keys.filter((key) => typeof key !== 'string');
  },
};

const feedKeyFile: Kind<string> = {
  takes: 'a file with a line name:sha256-hex[:EventID,EventID] for each key',
  read(path, production, leavesFiles) {
    const { errors } = leavesFiles ? { errors: [] } : readFeedKeysFile(path, production);
    if (errors.length > 0) throw new ConfigError(errors);
    return path;
  },
};

/** A limit, which 0 turns off. */
const limit = (max: number): Kind<number> => ({ ...integer(0, max), takes: `an integer from 0 (no limit) to ${max}` });

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const logLevel = choice(Object.fromEntries(logLevels.map((level) => [level, level])));
const logFormat = choice(Object.fromEntries(logFormats.map((format) => [format, format])));
const mode = choice({ production: true, development: false, test: false });

/** Every setting by its member of `Config`. The help text is made from it; config.test.ts compares README.md. */
export const settings = {
  host: setting('HOST', text('an address'), '0.0.0.0', 'address to listen on'),
  port: setting('PORT', integer(0, 65_535), '8080', 'port to listen on; 0 lets the system choose'),
  adminHost: setting('ADMIN_HOST', text('an address'), '127.0.0.1', 'address for metrics and probes'),
  adminPort: setting('ADMIN_PORT', portOrOff, '9464', 'port for metrics and probes; 0 lets the system choose'),
  drainSeconds: setting(
    'DRAIN_SECONDS',
    integer(0, 600),
    '0',
    'how long new connections are still taken after SIGTERM',
  ),
  workers: optional('WORKERS', integer(1, 256), 'one per core', 'processes that answer requests'),
  publicUrl: optional('PUBLIC_URL', baseUrl, 'http://localhost:PORT', 'base of links in replies; needed in production'),
  redisUrl: optional('REDIS_URL', redisAddress, 'an embedded Redis', 'Redis to use; see server/README.md'),
  redisWaitSeconds: setting('REDIS_WAIT_SECONDS', integer(0, 86_400), '0', 'how long a start waits for REDIS_URL'),
  dataDir: setting('DATA_DIR', text('a folder'), '.data', 'for the embedded Redis and the development feed key'),
  feedKeys: optional('FEED_KEYS', feedKeyList, 'a generated key', 'who may post live updates; needed in production'),
  feedKeysFile: optional('FEED_KEYS_FILE', feedKeyFile, 'none', 'more feed keys; read again when the file changes'),
  roundGraceSeconds: setting('ROUND_GRACE_SECONDS', integer(0, 86_400), '120', 'how long an ended round takes votes'),
  liveHours: setting('LIVE_HOURS', integer(1, 168), '12', 'how long a feed counts as live after its last change'),
  bodyLimit: setting('BODY_LIMIT', integer(1_024, 1_048_576), '16384', 'bytes of a POST body'),
  feedBodyLimit: setting('FEED_BODY_LIMIT', integer(16_384, 16_777_216), '1048576', 'bytes of a live update'),
  writesPerTenSeconds: setting('RATE_WRITES', limit(1_000_000), '3000', 'POSTs and vote reads per 10 s and address'),
  readsPerTenSeconds: setting('RATE_READS', limit(10_000_000), '0', 'other GETs per 10 s and address'),
  missesPerTenSeconds: setting(
    'RATE_MISSES',
    limit(10_000_000),
    '3000',
    'uncached replies per 10 s and address; a list page counts once per 4 KiB',
  ),
  newClientsPerMinute: setting('NEW_CLIENTS_PER_MINUTE', limit(1_000_000), '2000', 'new client ids per address'),
  trustedProxies: setting('TRUST_PROXIES', integer(0, 10), '0', 'proxies in front that add to X-Forwarded-For'),
  streams: setting('STREAMS', integer(0, 1_000_000), '10000', 'Server-Sent Event streams at once; more get 503'),
  streamsPerAddress: optional(
    'STREAMS_PER_ADDRESS',
    limit(1_000_000),
    'a twentieth of STREAMS, at least 32',
    'streams at once per address; more get 429',
  ),
  voteBuckets: setting('VOTE_BUCKETS', integer(1, 256), '8', 'hash slots for the votes of a fight; fixed per store'),
  cache: setting('CACHE', onOff, 'on', 'off: ask Redis for every request; cached replies only while Redis is away'),
  cacheBytes: setting('CACHE_BYTES', integer(0, 17_179_869_184), '67108864', 'bytes of cached replies per process'),
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
    'on: pages of other sites may vote and send scorecards too, and read the headers of the reply',
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
    'address of this server for clients, to which pictures of the sample lead; never in production',
  ),
  logLevel: setting('LOG_LEVEL', logLevel, 'info', 'lines to log, from this level up'),
  logFormat: setting('LOG_FORMAT', logFormat, 'auto', 'lines for people or for programs; auto: text on a terminal'),
  logSample: setting(
    'LOG_SAMPLE',
    integer(0, 1_000_000),
    '0',
    'one of this many requests that do not fail is logged; 0: none',
  ),
  production: setting('NODE_ENV', mode, 'development', 'production needs FEED_KEYS and PUBLIC_URL'),
};

type Values = {
  [Name in keyof typeof settings]: (typeof settings)[Name] extends Setting<infer T, infer Optional>
    ? T | (Optional extends true ? undefined : never)
    : never;
};

/** All settings, read from the environment once. */
export interface Config extends Values {
  workers: number;
  feedKeys: FeedKey[];
  streamsPerAddress: number;
}

const neededInProduction = {
  FEED_KEYS:
    'needed in production, or FEED_KEYS_FILE; make a key of 32 random bytes with: openssl rand -hex 32, and its digest with: printf %s "$KEY" | sha256sum',
  PUBLIC_URL:
    'needed in production, because links in replies would lead to localhost: set it to the address that clients use, such as https://api.example.com',
};

/**
 * Reads and checks the environment.
 *
 * @param options.leavesFiles whether files that it names are not looked into: what opens them says what is wrong there.
 * @throws {ConfigError} naming every wrong variable at once.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  { leavesFiles = false }: { leavesFiles?: boolean } = {},
): Config {
  const given = (name: string) => env[name]?.trim() || undefined;
  const production = given('NODE_ENV') === 'production';
  const errors: string[] = [];

  function read<T>({ name, kind, fallback, meaning, isOptional }: Setting<T, boolean>): T | undefined {
    const value = given(name) ?? (isOptional ? undefined : fallback);
    if (value === undefined) return undefined;
    try {
      const result = kind.read(value, production, leavesFiles);
      if (result === undefined) errors.push(`${name}: must be ${kind.takes} (${meaning}; default: ${fallback})`);
      return result;
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      errors.push(...error.errors.map((reason) => `${name}: ${reason}`));
      return undefined;
    }
  }

  const entries = Object.entries(settings).map(([member, setting]) => [member, read<unknown>(setting)]);
  const values = Object.fromEntries(entries) as Values;
  for (const [name, reason] of production ? Object.entries(neededInProduction) : []) {
    const hasFile = name === 'FEED_KEYS' && given('FEED_KEYS_FILE') !== undefined;
    if (given(name) === undefined && !hasFile) errors.push(`${name}: ${reason}`);
  }
  if (errors.length > 0) throw new ConfigError([...new Set(errors)]);
  // One client cannot take all streams, but a household or a carrier's shared address has enough.
  const shareOfAddress = Math.max(Math.ceil(values.streams / 20), 32);
  return {
    ...values,
    workers: values.workers ?? availableParallelism(),
    feedKeys: values.feedKeys ?? [],
    streamsPerAddress: values.streamsPerAddress ?? shareOfAddress,
  };
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { BadAddress, parseAddress } from './store/redis/address.ts';

/** Everything the server can be told, read from the environment once. */
export interface Config {
  production: boolean;
  host: string;
  /** 0 asks the system for a free one. */
  port: number;
  /** Processes that answer requests; 1: this one, without a primary. */
  workers: number;
  /** Base of the links in replies, without a trailing slash; default: where the server listens. */
  publicUrl: string | undefined;
  /** Default: the embedded Redis in `dataDir`. */
  redisUrl: string | undefined;
  dataDir: string;
  feedKeys: FeedKey[];
  /** More feed keys, which may change while the server runs. */
  feedKeysFile: string | undefined;
  /** How long a round stays open after the next one starts or the fight ends. */
  roundGraceSeconds: number;
  /** How long after its last change a feed still counts as live. */
  liveHours: number;
  /** Most bytes of a POST body, but for live updates. */
  bodyLimit: number;
  /** Most bytes of a live update. */
  feedBodyLimit: number;
  /** Requests per 10 s and address; 0 is no limit. */
  writesPerTenSeconds: number;
  readsPerTenSeconds: number;
  /** Replies that each address may have made in 10 s; 0 is no limit. */
  missesPerTenSeconds: number;
  /** Client ids that an address may show for the first time in a minute; 0 is no limit. */
  newClientsPerMinute: number;
  /** How many proxies in front add to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Server-Sent Event streams at once. */
  streams: number;
  /** Of those, by one address; 0 is no limit. */
  streamsPerAddress: number;
  /** Into how many hash slots the votes of one fight are spread. Fixed for the life of a store. */
  voteBuckets: number;
  /** Whether replies that are held are sent while the store answers. */
  cache: boolean;
  /** Bytes of replies held by each process. */
  cacheBytes: number;
  /** Also serve v3 under other region segments than `mobile`. */
  regionSegments: boolean;
  placeholderImage: string;
  notFoundPage: string;
  logLevel: string;
}

/** A key of the metrics supplier: its name for the log, and the SHA-256 of the key. */
export interface FeedKey {
  name: string;
  digest: Buffer;
  /** EventIDs that it may post; absent: all. */
  events?: ReadonlySet<string>;
}

/** What is wrong with the environment: one line per variable, never its value. */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly faults: string[];
  constructor(faults: string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

export const digestOf = (key: string) => createHash('sha256').update(key).digest();

/** Digests of keys that everybody knows: those of the contracts, which are published with them. */
const publicKeys: readonly string[] = [
  '4c34e901e520343003af3a012afbfa5733bfcdeca603531bc2957525044e933d',
  'ad2ad3cfec5168219b1452c704c44f1d347f6b47ad233a4e53b387baae7f99c4',
];

const emptyKey = digestOf('').toString('hex');

/**
 * One feed key as it is configured.
 *
 * @returns the key, or what is wrong with it, without repeating it: it may be a key that was pasted by mistake.
 */
function parseFeedKey(entry: string, production: boolean): FeedKey | string {
  const [, name, digest, events] = /^([\w.-]{1,40}):([0-9a-f]{64})(?::(\d{1,10}(?:,\d{1,10})*))?$/i.exec(entry) ?? [];
  if (!name || !digest) {
    return 'each key must be name:digest, the digest being the SHA-256 of the key in hex';
  }
  const hex = digest.toLowerCase();
  if (hex === emptyKey) return 'a digest is that of no key at all';
  if (production && publicKeys.includes(hex)) return 'a digest is that of a sample key, which everybody knows';
  return { name, digest: Buffer.from(hex, 'hex'), ...(events && { events: new Set(events.split(',')) }) };
}

/**
 * Reads feed keys from a file: `name:digest` or `name:digest:EventID,EventID` on each line, `#` before a comment.
 *
 * @returns the keys; faults name lines, never what is in them, and are empty when the file is good.
 */
export function readFeedKeysFile(path: string, production: boolean): { keys: FeedKey[]; faults: string[] } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    return { keys: [], faults: [`cannot be read (${(error as NodeJS.ErrnoException).code})`] };
  }
  const keys: FeedKey[] = [];
  const faults: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const entry = line.replace(/#.*$/, '').trim();
    if (entry === '') continue;
    const key = parseFeedKey(entry, production);
    if (typeof key === 'string') faults.push(`line ${index + 1}: ${key}`);
    else keys.push(key);
  }
  // A file that is just being written is empty, too: nobody loses access by that.
  if (keys.length === 0 && faults.length === 0) faults.push('holds no key');
  return { keys, faults };
}

/**
 * Streams that one address may hold unless it is told: a twentieth, so that one client is not in the way of the others;
 * but what a household or the phones behind one carrier's address need, however few there are in all.
 */
const shareOfAddress = (streams: number) => Math.max(Math.ceil(streams / 20), 32);

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The variables, what each takes and its default: the help text and the documentation print this table. */
export const variables = [
  ['HOST', '0.0.0.0', 'address to listen on'],
  ['PORT', '8080', 'port to listen on; 0 asks the system for a free one'],
  ['WORKERS', 'one per core', 'processes that answer requests'],
  ['PUBLIC_URL', 'http://localhost:<PORT>', 'base of the links in replies; needed in production'],
  [
    'REDIS_URL',
    'an embedded Redis',
    'redis://…, redis+cluster://… or redis+sentinel://…; rediss for TLS; see server/README.md',
  ],
  ['DATA_DIR', '.data', 'folder of the embedded Redis and of the development feed key'],
  ['FEED_KEYS', 'a generated key in development', 'name:sha256-hex, several with commas; needed in production'],
  [
    'FEED_KEYS_FILE',
    'none',
    'file with a line name:sha256-hex[:EventID,EventID] for each key; read again when it changes',
  ],
  ['ROUND_GRACE_SECONDS', '120', 'how long a round stays open after its end'],
  ['LIVE_HOURS', '12', 'how long after its last change a feed counts as live'],
  ['BODY_LIMIT', '16384', 'bytes of a POST body'],
  ['FEED_BODY_LIMIT', '1048576', 'bytes of a live update'],
  ['RATE_WRITES', '3000', 'POSTs and reads of a vote per 10 s and address; 0 is no limit'],
  ['RATE_READS', '0', 'other GETs per 10 s and address; 0 is no limit'],
  [
    'RATE_MISSES',
    '3000',
    'replies made for an address in 10 s, which were not held; pages of lists count by 4 KiB; 0 is no limit',
  ],
  ['NEW_CLIENTS_PER_MINUTE', '2000', 'client ids that an address may show for the first time; 0 is no limit'],
  ['TRUST_PROXIES', '0', 'proxies in front that add to X-Forwarded-For'],
  ['STREAMS', '10000', 'Server-Sent Event streams at once; further ones are answered 503'],
  [
    'STREAMS_PER_ADDRESS',
    'a twentieth of STREAMS, at least 32',
    'of those, by one address; further ones are answered 429; 0 is no limit',
  ],
  ['VOTE_BUCKETS', '8', 'parts into which the votes of a fight are spread; fixed for the life of a store'],
  ['CACHE', 'on', 'off: ask Redis at every request, and send what is held only when Redis is away'],
  ['CACHE_BYTES', '67108864', 'bytes of replies held by each process; 0 holds none'],
  ['REGION_SEGMENTS', 'off', 'on: also serve v3 under /api/v3, /api/v3/us, /api/v3/iphone, /api/v3/<number>'],
  ['PLACEHOLDER_IMAGE', 'https://img.example.com/placeholder.png', 'image of a vacant title'],
  ['NOT_FOUND_PAGE', 'https://www.example.com/not-found', 'link of a vacant title'],
  ['LOG_LEVEL', 'info', logLevels.join(', ')],
  ['NODE_ENV', 'development', 'production: FEED_KEYS and PUBLIC_URL are needed'],
] as const;

type Variable = (typeof variables)[number][0];

/**
 * Reads and checks the environment.
 *
 * @throws {ConfigError} naming every bad variable at once.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const text = (name: Variable) => env[name]?.trim() || undefined;

  const integer = (name: Variable, min: number, max: number) => {
    const value = text(name) ?? (variables.find(([known]) => known === name)?.[1] as string);
    if (/^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    faults.push(`${name}: must be an integer from ${min} to ${max}`);
    return min;
  };

  const url = (name: Variable, protocols: string[], fallback: string | undefined) => {
    const value = text(name);
    if (value === undefined) return fallback;
    if (protocols.includes(URL.parse(value)?.protocol ?? '')) return value.replace(/\/+$/, '');
    faults.push(`${name}: must be a URL that starts with ${protocols.map((one) => `${one}//`).join(' or ')}`);
    return fallback;
  };

  const redisUrl = (value: string | undefined) => {
    try {
      if (value !== undefined) parseAddress(value);
    } catch (error) {
      if (!(error instanceof BadAddress)) throw error;
      faults.push(`REDIS_URL: ${error.message}`);
    }
    return value;
  };

  const choice = (name: Variable, values: string[], fallback: string) => {
    const value = text(name) ?? fallback;
    if (values.includes(value)) return value;
    faults.push(`${name}: must be ${values.join(', ').replace(/, ([^,]*)$/, ' or $1')}`);
    return fallback;
  };

  const production = choice('NODE_ENV', ['production', 'development', 'test'], 'development') === 'production';
  const feedKeys: FeedKey[] = [];
  for (const entry of text('FEED_KEYS')?.split(',') ?? []) {
    const key = parseFeedKey(entry.trim(), production);
    if (typeof key === 'string') faults.push(`FEED_KEYS: ${key}`);
    else feedKeys.push(key);
  }
  const feedKeysFile = text('FEED_KEYS_FILE');
  for (const fault of feedKeysFile ? readFeedKeysFile(feedKeysFile, production).faults : []) {
    faults.push(`FEED_KEYS_FILE: ${fault}`);
  }
  if (production && feedKeys.length === 0 && !feedKeysFile && !faults.some((fault) => fault.startsWith('FEED_KEYS'))) {
    faults.push(
      'FEED_KEYS: needed in production, or FEED_KEYS_FILE; make a key of 32 random bytes with: openssl rand -hex 32, and its digest with: printf %s "$KEY" | sha256sum',
    );
  }

  if (production && text('PUBLIC_URL') === undefined) {
    faults.push(
      'PUBLIC_URL: needed in production, where clients reach the server, such as https://api.example.com: links in replies would lead to localhost',
    );
  }

  const http = ['http:', 'https:'];
  const streams = integer('STREAMS', 0, 1_000_000);
  const config: Config = {
    production,
    host: text('HOST') ?? '0.0.0.0',
    port: integer('PORT', 0, 65_535),
    workers: text('WORKERS') === undefined ? availableParallelism() : integer('WORKERS', 1, 256),
    publicUrl: url('PUBLIC_URL', http, undefined),
    redisUrl: redisUrl(text('REDIS_URL')),
    dataDir: text('DATA_DIR') ?? '.data',
    feedKeys,
    feedKeysFile,
    roundGraceSeconds: integer('ROUND_GRACE_SECONDS', 0, 86_400),
    liveHours: integer('LIVE_HOURS', 1, 168),
    bodyLimit: integer('BODY_LIMIT', 1_024, 1_048_576),
    feedBodyLimit: integer('FEED_BODY_LIMIT', 16_384, 16_777_216),
    writesPerTenSeconds: integer('RATE_WRITES', 0, 1_000_000),
    readsPerTenSeconds: integer('RATE_READS', 0, 10_000_000),
    missesPerTenSeconds: integer('RATE_MISSES', 0, 10_000_000),
    newClientsPerMinute: integer('NEW_CLIENTS_PER_MINUTE', 0, 1_000_000),
    trustedProxies: integer('TRUST_PROXIES', 0, 10),
    streams,
    streamsPerAddress:
      text('STREAMS_PER_ADDRESS') === undefined
        ? shareOfAddress(streams)
        : integer('STREAMS_PER_ADDRESS', 0, 1_000_000),
    voteBuckets: integer('VOTE_BUCKETS', 1, 256),
    cache: choice('CACHE', ['on', 'off'], 'on') === 'on',
    cacheBytes: integer('CACHE_BYTES', 0, 17_179_869_184),
    regionSegments: choice('REGION_SEGMENTS', ['on', 'off'], 'off') === 'on',
    placeholderImage: url('PLACEHOLDER_IMAGE', http, 'https://img.example.com/placeholder.png') as string,
    notFoundPage: url('NOT_FOUND_PAGE', http, 'https://www.example.com/not-found') as string,
    logLevel: choice('LOG_LEVEL', logLevels, 'info'),
  };
  if (faults.length > 0) throw new ConfigError([...new Set(faults)]);
  return config;
}

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import {
  type ConfigError,
  digestOf,
  formatFeedKeys,
  parseFeedKeys,
  readConfig,
  readFeedKeysFile,
  settings,
} from '../../../server/config.ts';

type Env = Record<string, string>;

const digest = digestOf('a key of the supplier').toString('hex');
const sampleDigest = '4c34e901e520343003af3a012afbfa5733bfcdeca603531bc2957525044e933d';
const otherSampleDigest = 'ad2ad3cfec5168219b1452c704c44f1d347f6b47ad233a4e53b387baae7f99c4';
const emptyDigest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** Member of the configuration, minimum, maximum and default. */
const numbers: Record<string, [member: string, min: number, max: number, fallback?: number]> = {
  PORT: ['port', 0, 65_535, 8080],
  ADMIN_PORT: ['adminPort', 0, 65_535, 9464],
  DRAIN_SECONDS: ['drainSeconds', 0, 600, 0],
  REDIS_WAIT_SECONDS: ['redisWaitSeconds', 0, 86_400, 0],
  ROUND_GRACE_SECONDS: ['roundGraceSeconds', 0, 86_400, 120],
  LIVE_HOURS: ['liveHours', 1, 168, 12],
  BODY_LIMIT: ['bodyLimit', 1_024, 1_048_576, 16_384],
  FEED_BODY_LIMIT: ['feedBodyLimit', 16_384, 16_777_216, 1_048_576],
  RATE_WRITES: ['writesPerTenSeconds', 0, 1_000_000, 3000],
  RATE_READS: ['readsPerTenSeconds', 0, 10_000_000, 0],
  RATE_MISSES: ['missesPerTenSeconds', 0, 10_000_000, 3000],
  NEW_CLIENTS_PER_MINUTE: ['newClientsPerMinute', 0, 1_000_000, 2000],
  TRUST_PROXIES: ['trustedProxies', 0, 10, 0],
  STREAMS: ['streams', 0, 1_000_000, 10_000],
  VOTE_BUCKETS: ['voteBuckets', 1, 256, 8],
  CACHE_BYTES: ['cacheBytes', 0, 17_179_869_184, 67_108_864],
  LOG_SAMPLE: ['logSample', 0, 1_000_000, 0],
  WORKERS: ['workers', 1, 256, availableParallelism()],
  STREAMS_PER_ADDRESS: ['streamsPerAddress', 0, 1_000_000, 500],
};

const development = { NODE_ENV: 'development' };
const production = { NODE_ENV: 'production', FEED_KEYS: `a:${digest}`, PUBLIC_URL: 'https://api.example.com' };

/** The errors of a configuration; none if it is valid. */
function errorsOf(env: Env): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as ConfigError).errors;
  }
}

describe('readConfig', () => {
  it('needs no settings in development', () => {
    expect(readConfig({})).to.deep.equal({
      ...Object.fromEntries(Object.values(numbers).map(([member, , , fallback]) => [member, fallback])),
      ...{ host: '0.0.0.0', adminHost: '127.0.0.1', dataDir: '.data' },
      ...{
        publicUrl: undefined,
        redisUrl: undefined,
        samplePictures: undefined,
        sampleNow: undefined,
        feedKeysFile: undefined,
      },
      ...{ feedKeys: [], cache: true, regionSegments: false, crossOriginPosts: false, production: false },
      placeholderImage: 'https://img.example.com/placeholder.png',
      notFoundPage: 'https://www.example.com/not-found',
      ...{ logLevel: 'info', logFormat: 'auto' },
    });
  });

  for (const [name, [member, min, max]] of Object.entries(numbers)) {
    it(`accepts ${name} from ${min} to ${max}`, () => {
      for (const value of [min, max]) expect(readConfig({ [name]: ` ${value} ` })).to.have.property(member, value);
      for (const value of [min - 1, max + 1, `${min}.5`, `${max}x`, `0x${min}`, '1e3']) {
        expect(errorsOf({ [name]: String(value) })[0], String(value)).to.match(new RegExp(`^${name}: must be`));
      }
    });
  }

  const onOff = { on: true, off: false };
  const same = (...values: string[]) => Object.fromEntries(values.map((value) => [value, value]));
  for (const [name, member, accepted, refused] of [
    ['ADMIN_PORT', 'adminPort', { off: 'off' }, 'none'],
    ['CACHE', 'cache', onOff, 'On'],
    ['REGION_SEGMENTS', 'regionSegments', onOff, 'true'],
    ['CROSS_ORIGIN_POSTS', 'crossOriginPosts', { ...onOff, '': false }, 'yes'],
    ['NODE_ENV', 'production', { production: true, development: false, test: false }, 'toString'],
    ['LOG_LEVEL', 'logLevel', same('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'), 'verbose'],
    ['LOG_FORMAT', 'logFormat', same('auto', 'text', 'json'), 'xml'],
  ] as const) {
    it(`accepts ${name} ${Object.keys(accepted).join(', ')}`, () => {
      for (const [value, expected] of Object.entries(accepted)) {
        expect(readConfig({ ...production, [name]: value }), value).to.have.property(member, expected);
      }
      expect(errorsOf({ ...production, [name]: refused })[0]).to.match(new RegExp(`^${name}: must be`));
    });
  }

  for (const [name, value, address] of [
    ['PUBLIC_URL', 'http://10.0.2.2:8080//', 'http://10.0.2.2:8080'],
    ['PUBLIC_URL', 'https://example.com/a@b/c d>/', 'https://example.com/a@b/c%20d%3E'],
    ['PUBLIC_URL', 'https://\u4f8b.example', 'https://xn--fsq.example'],
    ['PUBLIC_URL', 'https://api.exa\nmple.com', 'https://api.example.com'],
    ['SAMPLE_PICTURES', 'https://api.example.com/', 'https://api.example.com'],
    ['PLACEHOLDER_IMAGE', 'https://example.com/find?what=a#top', 'https://example.com/find?what=a#top'],
    ['NOT_FOUND_PAGE', 'https://www.example.com/gone//', 'https://www.example.com/gone'],
    ['REDIS_URL', 'rediss://user:secret@redis.example.com:6380/2', 'rediss://user:secret@redis.example.com:6380/2'],
  ] as const) {
    it(`reads ${name} as ${address}`, () => {
      expect(Object.values(readConfig({ [name]: value }))).to.include(address);
    });
  }

  const bases = [
    ...['?', '#', '?key=secret', 'base?key=secret', 'base#part'].map((end) => `https://api.example.com/${end}`),
    ...['https://api.example.com:0x1', 'http://user@example.com', 'https://user:secret@example.com'],
    ...['http:example.com', 'ftp://example.com', '//example.com'],
  ];
  for (const [name, values] of Object.entries({
    PUBLIC_URL: bases,
    SAMPLE_PICTURES: bases,
    NOT_FOUND_PAGE: ['ftp://example.com/?http://a', 'http://a b', '//example.com'],
    SAMPLE_NOW: ['yesterday', '2027-02-30T20:00:00Z', '2027-03-05'],
    PLACEHOLDER_IMAGE: ['image.png'],
    REDIS_URL: ['localhost:6379'],
    FEED_KEYS: ['the-key-itself-which-must-never-be-here'],
  })) {
    it(`G11: refuses a wrong ${name} without showing it`, () => {
      for (const value of values) {
        const [error, ...others] = errorsOf({ [name]: value });
        expect(error, value)
          .to.match(new RegExp(`^${name}: `))
          .and.not.include(value);
        expect(others).to.deep.equal([]);
      }
    });
  }

  it('names every wrong setting, its meaning and its default', () => {
    const env = { PORT: 'x', RATE_WRITES: '-1', CACHE: 'x', LOG_LEVEL: 'x', PUBLIC_URL: 'x' };
    expect(errorsOf(env)).to.deep.equal([
      'PORT: must be an integer from 0 to 65535 (port to listen on; 0: any free port; default: 8080)',
      'PUBLIC_URL: must be a URL that starts with http:// or https://, without user, query and fragment (base URL of links in replies; required in production; default: http://localhost:PORT)',
      'RATE_WRITES: must be an integer from 0 (no limit) to 1000000 (POSTs and vote reads per address in 10 s; default: 3000)',
      'CACHE: must be on or off (off: read Redis for every request, and send cached replies only while it is unreachable; default: on)',
      'LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent (minimum level of the lines in the log; default: info)',
    ]);
  });

  it('has the settings of the table in server/README.md', () => {
    const readme = readFileSync(new URL('../../../server/README.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line));
    expect(rows.filter((row) => !row.startsWith('| `REDIS_URL` | is'))).to.deep.equal(
      Object.values(settings).map(
        ({ name, kind, help, fallback }) => `| \`${name}\` | ${help} | ${kind.takes} | ${fallback} |`,
      ),
    );
  });

  for (const [env, share] of [
    [{ STREAMS: '100' }, 32],
    [{ STREAMS: '20000' }, 1000],
    [{ STREAMS_PER_ADDRESS: '7' }, 7],
  ] as [Env, number][]) {
    it(`gives an address ${share} streams with ${JSON.stringify(env)}`, () => {
      expect(readConfig(env).streamsPerAddress).to.equal(share);
    });
  }

  it('needs FEED_KEYS and PUBLIC_URL in production', () => {
    for (const empty of [{}, { FEED_KEYS: '', PUBLIC_URL: ' ' }, { PUBLIC_URL_FILE: '/etc/hostname' }]) {
      expect(errorsOf({ NODE_ENV: 'production', ...empty })).to.deep.equal([
        'FEED_KEYS: required in production, or FEED_KEYS_FILE; make a key of 32 random bytes with: openssl rand -hex 32, and its digest with: printf %s "$KEY" | sha256sum',
        'PUBLIC_URL: required in production, because links in replies would lead to localhost: set it to the address that clients use, such as https://api.example.com',
      ]);
    }
    expect(readConfig(production)).to.include({ production: true, publicUrl: 'https://api.example.com' });
  });
});

describe('feed keys', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-config-'));
  const file = join(folder, 'keys');
  after(() => rmSync(folder, { recursive: true }));

  const longName = 'n'.repeat(40);
  const notAKey = 'each key must be name:digest, where digest is the SHA-256 of the key in hex';
  const isPublic = 'a digest belongs to a sample key, which is public: make your own key';
  const malformed = [
    ...['the-key-itself', `:${digest}`, `n${longName}:${digest}`, `a b:${digest}`, `a:${digest.slice(1)}`],
    ...[`a:${digest}f`, `a:${digest}:`, `a:${digest}:1;2`, `a:${digest}:12345678901`],
  ];
  const refused: [entry: string, reason: string, env: Env][] = [
    ...malformed.map((entry): [string, string, Env] => [entry, notAKey, development]),
    [`a:${emptyDigest}`, 'a digest is the SHA-256 of an empty key: compute it from the key itself', development],
    [`a:${sampleDigest}`, isPublic, production],
    [`a:${otherSampleDigest.toUpperCase()}`, isPublic, production],
  ];
  for (const [entry, reason, env] of refused) {
    it(`refuse "${entry.slice(0, 20)}…" with ${entry.length} characters`, () => {
      expect(errorsOf({ ...env, FEED_KEYS: entry })).to.deep.equal([`FEED_KEYS: ${reason}`]);
      writeFileSync(file, `# comment\n\na:${digest} # more\n${entry}\n`);
      const errors = errorsOf({ ...env, FEED_KEYS: '', FEED_KEYS_FILE: file });
      expect(errors).to.deep.equal([`FEED_KEYS_FILE: line 4: ${reason}`]);
    });
  }

  it('have names, digests and events', () => {
    const text = `old:${digest}\n${longName}:${digest}\nb.C-d_1:${digest}:1,2147483647`;
    for (const end of ['\n', '\r\n']) {
      const lines = ['# Keys', '', text.replace(digest, `${digest.toUpperCase()} # until spring`)].join('\n');
      const { keys, errors } = parseFeedKeys(lines.replaceAll('\n', end), true);
      expect(errors).to.deep.equal([]);
      expect(formatFeedKeys(keys)).to.equal(text);
      expect(keys[2]?.events).to.deep.equal(new Set(['1', '2147483647']));
    }
    const { feedKeys } = readConfig({ FEED_KEYS: `a:${digest}, b:${sampleDigest}` });
    expect(feedKeys.map(({ name, digest }) => [name, digest.toString('hex')])).to.deep.equal([
      ['a', digest],
      ['b', sampleDigest],
    ]);
  });

  it('are refused in a file that is empty or missing', () => {
    writeFileSync(file, '# nothing\n');
    expect(readFeedKeysFile(file, false)).to.deep.equal({ keys: [], errors: ['contains no key'] });
    const missing = join(folder, 'missing');
    expect(errorsOf({ FEED_KEYS_FILE: missing })).to.deep.equal(['FEED_KEYS_FILE: cannot be read (ENOENT)']);
    expect(readConfig({ FEED_KEYS_FILE: missing }, { skipFiles: true }).feedKeysFile).to.equal(missing);
  });

  it('may all be in a file in production', () => {
    writeFileSync(file, `a:${digest}`);
    expect(readConfig({ ...production, FEED_KEYS: '', FEED_KEYS_FILE: file }).feedKeysFile).to.equal(file);
  });
});

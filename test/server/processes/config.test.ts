import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { ConfigError, digestOf, readConfig, readFeedKeysFile, settings } from '../../../server/config.ts';

const digest = digestOf('a key of the supplier').toString('hex');

/** What server/README.md promises: member of the configuration, least, most and default. */
const numbers: Record<string, [member: string, least: number, most: number, byDefault: number]> = {
  PORT: ['port', 0, 65_535, 8080],
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
};
const numbersWithoutDefault: Record<string, [member: string, least: number, most: number]> = {
  WORKERS: ['workers', 1, 256],
  STREAMS_PER_ADDRESS: ['streamsPerAddress', 0, 1_000_000],
};

/** What production needs. */
const needed = { FEED_KEYS: `a:${digest}`, PUBLIC_URL: 'https://api.example.com' };

describe('readConfig', () => {
  it('needs no setting in development, and has the defaults that are documented', () => {
    const { workers, ...config } = readConfig({});
    expect(workers).to.equal(availableParallelism());
    expect(config).to.deep.equal({
      ...Object.fromEntries(Object.values(numbers).map(([member, , , value]) => [member, value])),
      ...{
        host: '0.0.0.0',
        adminHost: '127.0.0.1',
        adminPort: 9464,
        publicUrl: undefined,
        redisUrl: undefined,
        samplePictures: undefined,
        dataDir: '.data',
      },
      ...{ feedKeys: [], feedKeysFile: undefined, streamsPerAddress: 500, cache: true, regionSegments: false },
      crossOriginPosts: false,
      placeholderImage: 'https://img.example.com/placeholder.png',
      notFoundPage: 'https://www.example.com/not-found',
      ...{ logLevel: 'info', logFormat: 'auto', production: false },
    });
  });
  for (const [name, [member, least, most]] of Object.entries({ ...numbers, ...numbersWithoutDefault })) {
    it(`takes ${name} from ${least} to ${most}`, () => {
      for (const value of [least, most]) expect(readConfig({ [name]: ` ${value} ` })).to.have.property(member, value);
      for (const value of [least - 1, most + 1, `${least}.5`, `${most}x`, `0x${least}`]) {
        expect(() => readConfig({ [name]: String(value) }), String(value)).to.throw(ConfigError, `${name}: must be`);
      }
    });
  }
  it('takes ADMIN_PORT from 0 to 65535, or off', () => {
    const read = (value: string) => readConfig({ ADMIN_PORT: value }).adminPort;
    expect(['0', '65535', 'off'].map(read)).to.deep.equal([0, 65_535, 'off']);
    for (const wrong of ['-1', '65536', 'none', '1e3']) {
      expect(() => read(wrong), wrong).to.throw(ConfigError, 'ADMIN_PORT: must be');
    }
  });
  it('takes the words of a choice, and no others', () => {
    type Choice = 'cache' | 'regionSegments' | 'crossOriginPosts' | 'logLevel' | 'production';
    const read = (name: string, member: Choice, values: string[]) =>
      values.map((value) => readConfig({ ...needed, [name]: value })[member]);
    expect(read('CACHE', 'cache', ['on', 'off'])).to.deep.equal([true, false]);
    expect(read('REGION_SEGMENTS', 'regionSegments', ['on', 'off'])).to.deep.equal([true, false]);
    expect(read('CROSS_ORIGIN_POSTS', 'crossOriginPosts', ['on', 'off', ''])).to.deep.equal([true, false, false]);
    expect(read('NODE_ENV', 'production', ['production', 'development', 'test'])).to.deep.equal([true, false, false]);
    const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
    expect(read('LOG_LEVEL', 'logLevel', levels)).to.deep.equal(levels);
    for (const [name, value] of [
      ['CACHE', 'On'],
      ['REGION_SEGMENTS', 'true'],
      ['NODE_ENV', 'toString'],
      ['LOG_LEVEL', 'verbose'],
    ] as const) {
      expect(() => readConfig({ ...needed, [name]: value })).to.throw(ConfigError, `${name}: must be`);
    }
  });
  it('says what a wrong setting must be, what it is for, and its default', () => {
    const errorsOf = (env: Record<string, string>) => {
      try {
        readConfig(env);
      } catch (error) {
        return (error as ConfigError).errors;
      }
      return [];
    };
    expect(errorsOf({ PORT: 'x', RATE_WRITES: '-1', CACHE: 'x', LOG_LEVEL: 'x', PUBLIC_URL: 'x' })).to.deep.equal([
      'PORT: must be an integer from 0 to 65535 (port to listen on; 0 lets the system choose; default: 8080)',
      'PUBLIC_URL: must be a URL that starts with http:// or https://, without user, query and fragment (base of links in replies; needed in production; default: http://localhost:PORT)',
      'RATE_WRITES: must be an integer from 0 (no limit) to 1000000 (POSTs and vote reads per 10 s and address; default: 3000)',
      'CACHE: must be on or off (off: ask Redis for every request; cached replies only while Redis is away; default: on)',
      'LOG_LEVEL: must be fatal, error, warn, info, debug, trace or silent (lines to log, from this level up; default: info)',
    ]);
    expect(errorsOf({ NODE_ENV: 'production' })).to.deep.equal([
      'FEED_KEYS: needed in production, or FEED_KEYS_FILE; make a key of 32 random bytes with: openssl rand -hex 32, and its digest with: printf %s "$KEY" | sha256sum',
      'PUBLIC_URL: needed in production, because links in replies would lead to localhost: set it to the address that clients use, such as https://api.example.com',
    ]);
  });
  it('has the settings of the table in server/README.md', () => {
    const readme = readFileSync(new URL('../../../server/README.md', import.meta.url), 'utf8');
    const rows = readme.split('\n').filter((line) => /^\| `[A-Z_]+` \|/.test(line));
    expect(rows.filter((row) => !row.startsWith('| `REDIS_URL` | is'))).to.deep.equal(
      Object.values(settings).map(
        ({ name, kind, fallback, meaning }) => `| \`${name}\` | ${meaning} | ${kind.takes} | ${fallback} |`,
      ),
    );
  });
  it('has a default of each setting, except those that say what happens without them', () => {
    const withoutDefault = Object.values(settings).flatMap(({ name, isOptional }) => (isOptional ? [name] : []));
    expect(withoutDefault).to.deep.equal([
      ...['WORKERS', 'PUBLIC_URL', 'REDIS_URL', 'FEED_KEYS', 'FEED_KEYS_FILE', 'STREAMS_PER_ADDRESS'],
      'SAMPLE_PICTURES',
    ]);
    expect(Object.values(settings).every(({ isOptional }) => typeof isOptional === 'boolean')).to.equal(true);
  });
  it('takes the address of a Redis as it is, or says what is wrong with it', () => {
    const address = 'rediss://user:secret@redis.example.com:6380/2';
    expect(readConfig({ REDIS_URL: address }).redisUrl).to.equal(address);
    expect(() => readConfig({ REDIS_URL: 'localhost:6379' }))
      .to.throw(ConfigError)
      .that.satisfies(({ message }: ConfigError) => !message.includes('must be redis://'));
  });
  it('reads feed keys by name and digest', () => {
    const { feedKeys } = readConfig({ FEED_KEYS: `old:${digest}, new.2031:${digest.toUpperCase()}` });
    expect(feedKeys.map(({ name }) => name)).to.deep.equal(['old', 'new.2031']);
    expect(feedKeys.every((key) => key.digest.equals(digestOf('a key of the supplier')))).to.equal(true);
  });
  it('says what is wrong with a feed key, in a setting and by line in a file, and not the key', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fightcard-config-'));
    const sample = '4c34e901e520343003af3a012afbfa5733bfcdeca603531bc2957525044e933d';
    const otherSample = 'ad2ad3cfec5168219b1452c704c44f1d347f6b47ad233a4e53b387baae7f99c4';
    const ofEmptyKey = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    const notAKey = 'each key must be name:digest, where digest is the SHA-256 of the key in hex';
    const isEmpty = 'a digest is the SHA-256 of an empty key: compute it from the key itself';
    const isPublic = 'a digest belongs to a sample key, which is public: make your own key';
    const [most, tooLong] = ['n'.repeat(40), 'n'.repeat(41)];
    const good = [`a:${digest}`, `${most}:${digest}`, `b.C-d_1:${digest}:1,2147483647`];
    const errorsOf = (read: () => unknown) => {
      try {
        read();
      } catch (error) {
        return (error as ConfigError).errors;
      }
      return [];
    };
    try {
      for (const [line, wrong, mode] of [
        ...['the-key-itself', `${tooLong}:${digest}`, `a b:${digest}`, `a:${digest.slice(1)}`, `a:${digest}f`].map(
          (line) => [line, notAKey, 'test'] as const,
        ),
        ...[`a:${digest}:`, `a:${digest}:1;2`, `a:${digest}:12345678901`].map(
          (line) => [line, notAKey, 'test'] as const,
        ),
        [`a:${ofEmptyKey}`, isEmpty, 'test'],
        [`a:${sample}`, isPublic, 'production'],
        [`a:${otherSample.toUpperCase()}`, isPublic, 'production'],
      ] as const) {
        const env = { NODE_ENV: mode, PUBLIC_URL: 'https://api.example.com' };
        expect(errorsOf(() => readConfig({ ...env, FEED_KEYS: line }))).to.deep.equal([`FEED_KEYS: ${wrong}`]);
        const file = join(folder, 'keys');
        writeFileSync(file, `# comment\n\n${good[0]} # more\n${line}\n`);
        const ofFile = [`FEED_KEYS_FILE: line 4: ${wrong}`];
        expect(
          errorsOf(() => readConfig({ ...env, FEED_KEYS_FILE: file })),
          line,
        ).to.deep.equal(ofFile);
      }
      const empty = join(folder, 'empty');
      writeFileSync(empty, '# nothing\n');
      for (const [file, wrong] of [
        [empty, 'contains no key'],
        [join(folder, 'none'), 'cannot be read (ENOENT)'],
      ] as const) {
        expect(readFeedKeysFile(file, false)).to.deep.equal({ keys: [], errors: [wrong] });
        expect(errorsOf(() => readConfig({ FEED_KEYS_FILE: file }))).to.deep.equal([`FEED_KEYS_FILE: ${wrong}`]);
      }
      // The sample keys may be used everywhere else.
      expect(readConfig({ FEED_KEYS: `a:${sample},b:${otherSample}` }).feedKeys).to.have.length(2);
      const { feedKeys } = readConfig({ FEED_KEYS: good.slice(0, 2).join(',') });
      expect(feedKeys).to.deep.equal([
        { name: 'a', digest: Buffer.from(digest, 'hex') },
        { name: most, digest: Buffer.from(digest, 'hex') },
      ]);
      writeFileSync(join(folder, 'good'), good.join('\n'));
      const { keys, errors } = readFeedKeysFile(join(folder, 'good'), true);
      expect(errors).to.deep.equal([]);
      expect(keys.map(({ name, events }) => [name, events && [...events]])).to.deep.equal([
        ...[
          ['a', undefined],
          [most, undefined],
        ],
        ['b.C-d_1', ['1', '2147483647']],
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
  it('does not start in production without a feed key', () => {
    expect(() => readConfig({ NODE_ENV: 'production' })).to.throw(ConfigError, 'FEED_KEYS: needed in production');
    const env = { NODE_ENV: 'production', FEED_KEYS: `a:${digest}`, PUBLIC_URL: 'https://api.example.com/' };
    expect(readConfig(env)).to.include({ production: true, publicUrl: 'https://api.example.com' });
  });
  it('does not start in production without PUBLIC_URL, since links would lead to localhost', () => {
    const env = { NODE_ENV: 'production', FEED_KEYS: `a:${digest}` };
    for (const publicUrl of [undefined, '', ' ']) {
      expect(() => readConfig({ ...env, PUBLIC_URL: publicUrl }))
        .to.throw(ConfigError)
        .that.satisfies(
          ({ errors }: ConfigError) => errors.length === 1 && errors[0]?.startsWith('PUBLIC_URL: needed'),
        );
    }
    // Only feed keys can be in a file.
    expect(() => readConfig({ ...env, PUBLIC_URL_FILE: '/etc/hostname' })).to.throw(ConfigError, 'PUBLIC_URL: needed');
    expect(readConfig({}).publicUrl).to.equal(undefined);
  });
  it('takes a base of links only as an address without user, query or fragment, in the form that a header can have', () => {
    for (const name of ['PUBLIC_URL', 'SAMPLE_PICTURES']) {
      for (const ending of ['/?', '/#', '?key=secret', '/base?key=secret', '/base#part', ':0x1']) {
        expect(() => readConfig({ [name]: `https://api.example.com${ending}` }), ending).to.throw(
          ConfigError,
          `${name}: must be a URL that starts with http:// or https://, without user, query and fragment (`,
        );
      }
      for (const address of [
        'http://user@api.example.com',
        'https://user:secret@api.example.com',
        'http:example.com',
      ]) {
        expect(() => readConfig({ [name]: address }), address).to.throw(ConfigError, `${name}: must be a URL`);
      }
    }
    const read = (publicUrl: string) => readConfig({ PUBLIC_URL: publicUrl }).publicUrl;
    expect(read('http://10.0.2.2:8080//')).to.equal('http://10.0.2.2:8080');
    expect(read('https://example.com/a@b/c d>/')).to.equal('https://example.com/a@b/c%20d%3E');
    expect(read('https://\u4f8b.example')).to.equal('https://xn--fsq.example');
    expect(read('https://api.exa\nmple.com')).to.equal('https://api.example.com');
    const page = 'https://www.example.com/find?what=nothing#top';
    expect(readConfig({ NOT_FOUND_PAGE: page, PLACEHOLDER_IMAGE: page })).to.include({
      notFoundPage: page,
      placeholderImage: page,
    });
    const folder = { NOT_FOUND_PAGE: 'https://www.example.com/gone//' };
    expect(readConfig(folder).notFoundPage).to.equal('https://www.example.com/gone');
    for (const wrong of ['ftp://example.com/?http://a', 'http://']) {
      expect(() => readConfig({ NOT_FOUND_PAGE: wrong }), wrong).to.throw(ConfigError, 'NOT_FOUND_PAGE: must be a URL');
    }
  });

  const wrong: Record<string, string> = {
    PORT: '65536',
    PUBLIC_URL: 'ftp://example.com',
    REDIS_URL: 'localhost:6379',
    FEED_KEYS: 'the-key-itself-which-must-never-be-here',
    ROUND_GRACE_SECONDS: '-1',
    LIVE_HOURS: '0',
    BODY_LIMIT: '1e5',
    FEED_BODY_LIMIT: 'many',
    RATE_WRITES: '1.5',
    RATE_READS: 'x',
    RATE_MISSES: '-1',
    TRUST_PROXIES: '11',
    STREAMS: '-1',
    STREAMS_PER_ADDRESS: '1.5',
    VOTE_BUCKETS: '0',
    CACHE_BYTES: '-5',
    REGION_SEGMENTS: 'yes',
    PLACEHOLDER_IMAGE: 'image.png',
    NOT_FOUND_PAGE: '//example.com',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'xml',
    NODE_ENV: 'staging',
  };
  for (const [name, value] of Object.entries(wrong)) {
    it(`G11: names ${name} when it is wrong, and does not show its value`, () => {
      expect(() => readConfig({ [name]: value }))
        .to.throw(ConfigError)
        .that.satisfies(
          ({ errors }: ConfigError) =>
            errors.length === 1 && errors[0]?.startsWith(`${name}: `) && !errors[0].includes(value),
        );
    });
  }
  it('gives an address a twentieth of the streams, at least 32, by default', () => {
    const shares = [
      {},
      { STREAMS: '100' },
      { STREAMS: '20000' },
      { STREAMS_PER_ADDRESS: '7' },
      { STREAMS_PER_ADDRESS: '0' },
    ];
    expect(shares.map((env) => readConfig(env).streamsPerAddress)).to.deep.equal([500, 32, 1000, 7, 0]);
  });
  it('names every wrong setting at once', () => {
    expect(() => readConfig(wrong))
      .to.throw(ConfigError)
      .that.satisfies(({ errors }: ConfigError) => errors.length === Object.keys(wrong).length);
  });
});

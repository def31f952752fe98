import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { ConfigError, digestOf, readConfig, settings } from '../../../server/config.ts';

const digest = digestOf('a key of the supplier').toString('hex');

describe('readConfig', () => {
  it('needs no setting in development, and has the defaults of the table', () => {
    const config = readConfig({});
    for (const [member, { name, fallback }] of Object.entries(settings)) {
      if (/^\d+$/.test(fallback)) expect(config, name).to.have.property(member, Number(fallback));
    }
    expect(config).to.include({ production: false, redisUrl: undefined, regionSegments: false });
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
  it('reads feed keys by name and digest', () => {
    const { feedKeys } = readConfig({ FEED_KEYS: `old:${digest}, new.2031:${digest.toUpperCase()}` });
    expect(feedKeys.map(({ name }) => name)).to.deep.equal(['old', 'new.2031']);
    expect(feedKeys.every((key) => key.digest.equals(digestOf('a key of the supplier')))).to.equal(true);
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
    expect(readConfig({}).publicUrl).to.equal(undefined);
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
    NODE_ENV: 'staging',
  };
  for (const [name, value] of Object.entries(wrong)) {
    it(`names ${name} when it is wrong, and does not show its value`, () => {
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

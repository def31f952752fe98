import fs, { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import {
  ConfigError,
  type FeedKey,
  formatFeedKeys,
  parseFeedKeys,
  readConfig,
  watchFeedKeysFile,
} from '../../../server/config.ts';

const [first, second] = ['a', 'b'].map((digit) => digit.repeat(64)) as [string, string];
const key = (name: string, hex: string, events?: string[]): FeedKey => ({
  ...{ name, digest: Buffer.from(hex, 'hex') },
  ...(events && { events: new Set(events) }),
});

describe('lines of feed keys', () => {
  const keys = [key('north', first), key('south.2', second, ['7', '9'])];

  it('are read with comments, blank lines and the line ends of any system', () => {
    for (const end of ['\n', '\r\n']) {
      const lines = [
        '# Keys of the arena',
        '',
        `north:${first}  # until spring`,
        ` south.2:${second.toUpperCase()}:7,9`,
      ];
      expect(parseFeedKeys(lines.join(end), true), JSON.stringify(end)).to.deep.equal({ keys, errors: [] });
    }
  });

  it('are written as they are read', () => {
    const text = `north:${first}\nsouth.2:${second}:7,9`;
    expect(formatFeedKeys(keys)).to.equal(text);
    expect(parseFeedKeys(text, false)).to.deep.equal({ keys, errors: [] });
  });

  it('are all named where they are wrong, beside the keys of the others', () => {
    const wrong = 'each key must be name:digest, where digest is the SHA-256 of the key in hex';
    expect(parseFeedKeys(`x\nnorth:${first}\n:${first}\nnorth:`, false)).to.deep.equal({
      keys: [key('north', first)],
      errors: [`line 1: ${wrong}`, `line 3: ${wrong}`, `line 4: ${wrong}`],
    });
  });
});

describe('a file of feed keys', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-feed-keys-'));
  });
  afterEach(() => {
    mock.reset();
    syncBuiltinESMExports();
  });
  after(() => rmSync(folder, { recursive: true }));

  it('is read when it changes, for which it is looked at every second, and at SIGHUP, until the watch ends', () => {
    const path = join(folder, 'keys');
    const watched: unknown[][] = [];
    const forgotten: unknown[][] = [];
    mock.method(fs, 'watchFile', (...args: unknown[]) => watched.push(args));
    mock.method(fs, 'unwatchFile', (...args: unknown[]) => forgotten.push(args));
    syncBuiltinESMExports();
    const before = process.listeners('SIGHUP');
    const read: object[] = [];
    const stop = watchFeedKeysFile(path, true, (file) => read.push(file));
    const added = process.listeners('SIGHUP').filter((listener) => !before.includes(listener));
    try {
      const [onChange] = added;
      expect(watched).to.deep.equal([[path, { interval: 1_000, persistent: false }, onChange]]);
      expect(added).to.have.length(1);
      writeFileSync(path, `north:${first}`);
      onChange?.('SIGHUP');
      writeFileSync(path, 'north:4c34e901e520343003af3a012afbfa5733bfcdeca603531bc2957525044e933d');
      onChange?.('SIGHUP');
      rmSync(path);
      onChange?.('SIGHUP');
      expect(read).to.deep.equal([
        { keys: [key('north', first)], errors: [] },
        { keys: [], errors: ['line 1: a digest belongs to a sample key, which is public: make your own key'] },
        { keys: [], errors: ['cannot be read (ENOENT)'] },
      ]);
    } finally {
      stop();
    }
    expect(forgotten).to.deep.equal([[path, added[0]]]);
    expect(process.listeners('SIGHUP')).to.deep.equal(before);
  });
});

describe('FEED_KEYS_FILE', () => {
  it('is looked into, unless what opens it says what is wrong there', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'fightcard-feed-keys-')), 'keys');
    try {
      const wrong = 'FEED_KEYS_FILE: cannot be read (ENOENT)';
      for (const options of [undefined, {}, { leavesFiles: false }]) {
        expect(() => readConfig({ FEED_KEYS_FILE: path }, options)).to.throw(ConfigError, wrong);
      }
      expect(readConfig({ FEED_KEYS_FILE: path }, { leavesFiles: true }).feedKeysFile).to.equal(path);
      writeFileSync(path, `north:${first}`);
      // Where it has the keys, no others are needed.
      const env = { NODE_ENV: 'production', PUBLIC_URL: 'https://api.example.com', FEED_KEYS_FILE: path };
      expect(readConfig(env)).to.include({ feedKeysFile: path, production: true }).and.deep.include({ feedKeys: [] });
    } finally {
      rmSync(dirname(path), { recursive: true });
    }
  });
});

describe('settings', () => {
  it('that are wrong are all in the message of their error, a line each', () => {
    const { name, message, errors } = new ConfigError(['PORT: wrong', 'HOST: wrong']);
    expect({ name, message, errors }).to.deep.equal({
      ...{ name: 'ConfigError', message: 'PORT: wrong\nHOST: wrong' },
      errors: ['PORT: wrong', 'HOST: wrong'],
    });
  });
});

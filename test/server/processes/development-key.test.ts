import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { digestOf } from '../../../server/config.ts';
import { findDevelopmentKey, isThisMachine, openDevelopmentKey } from '../../../server/processes/development-key.ts';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

describe('the development feed key', () => {
  const { DATA_DIR } = process.env;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-key-'));
    file = join(folder, 'feed-key');
  });
  afterEach(async () => {
    if (DATA_DIR === undefined) delete process.env.DATA_DIR;
    else process.env.DATA_DIR = DATA_DIR;
    await rm(folder, { recursive: true });
  });

  it('is readable only by its owner, as is its folder', async () => {
    const dataDir = join(folder, 'data');
    const { key, ...opened } = await openDevelopmentKey(dataDir);
    expect(key).to.match(/^[\w-]{43}$/);
    expect(opened).to.deep.equal({
      file: join(dataDir, 'feed-key'),
      feedKey: { name: 'development', digest: digestOf(key) },
    });
    expect(await modeOf(dataDir)).to.equal(0o700);
    expect(await modeOf(opened.file)).to.equal(0o600);
  });

  it('is the same for servers that start together', async () => {
    const opened = await Promise.all([1, 2, 3].map(() => openDevelopmentKey(folder)));
    const saved = (await readFile(file, 'utf8')).trim();
    expect(opened.map(({ key }) => key)).to.deep.equal([saved, saved, saved]);
    expect((await openDevelopmentKey(folder)).key, 'the next start').to.equal(saved);
    expect(await readdir(folder)).to.deep.equal(['feed-key']);
  });

  it('is generated again when its file is empty', async () => {
    await writeFile(file, '\n');
    const { key } = await openDevelopmentKey(folder);
    expect((await readFile(file, 'utf8')).trim()).to.equal(key);
    expect(await readdir(folder)).to.deep.equal(['feed-key']);
  });

  it('is used only for servers on this machine', async () => {
    process.env.DATA_DIR = folder;
    expect(await findDevelopmentKey(new URL('http://localhost:8080'))).to.equal(undefined);
    await writeFile(file, ' the-key\n');
    expect(await findDevelopmentKey(new URL('http://localhost:8080'))).to.equal('the-key');
    expect(await findDevelopmentKey(new URL('http://api.example.com'))).to.equal(undefined);
  });
});

describe('isThisMachine', () => {
  it('recognizes localhost, 127.0.0.1 and ::1', () => {
    const own = ['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:8080', 'https://LOCALHOST'];
    for (const url of own) expect(isThisMachine(new URL(url)), url).to.equal(true);
    const others = ['http://localhost.example.com', 'http://127.0.0.2', 'http://[::2]'];
    for (const url of others) expect(isThisMachine(new URL(url)), url).to.equal(false);
  });
});

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { nextPage } from '../../contracts/client/methods.ts';
import { type Answer, json, send } from '../support/http/send.ts';
import { withoutLinks } from '../support/run/without-links.ts';
import { serverFile, sharedCache } from '../support/server/server-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** No route is deprecated: these rows of a copy are. A record, a list with pages, and a POST. */
const marks: readonly [row: string, mark: string][] = [
  ['  chat: {\n', "    deprecated: { since: '2030-12-31', sunset: '2031-07-01', successor: '/live_content' },\n"],
  ['  news: {\n', "    deprecated: { since: '2030-12-31', successor: '/alerts' },\n"],
  ['  score_round: {\n', "    deprecated: { since: '2031-01-01' },\n"],
];

describe('a deprecated route', () => {
  let copy: string;
  const children: ChildProcess[] = [];
  const urls = { mock: '', server: '' };

  /** Starts a program of the copy, and waits for its address. */
  async function start(args: string[], env: Record<string, string> = {}): Promise<string> {
    const child = spawn(process.execPath, args, {
      ...{ cwd: copy, stdio: ['ignore', 'pipe', 'pipe'] },
      env: {
        ...sharedCache(copy),
        PATH: process.env.PATH ?? '',
        PORT: '0',
        DATA_DIR: join(copy, '.data'),
        ADMIN_PORT: 'off',
        ...env,
      },
    });
    children.push(child);
    let output = '';
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        output += chunk;
        const url = /"urls":\["(http:\/\/localhost:\d+)\//.exec(output)?.[1];
        if (url) resolve(url.replace('localhost', '127.0.0.1'));
      });
    }
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
    return promise;
  }

  before(async () => {
    copy = mkdtempSync(join(tmpdir(), 'fightcard-deprecated-'));
    for (const name of ['common', 'contracts', 'mock', 'scripts', 'server', 'package.json', 'tsconfig.json']) {
      cpSync(join(root, name), join(copy, name), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
    const table = join(copy, 'contracts/routes.ts');
    let text = readFileSync(table, 'utf8');
    for (const [row, mark] of marks) {
      expect(text.split(row), row).to.have.length(2);
      text = text.replace(row, row + mark);
    }
    writeFileSync(table, text);
    const { status, stderr } = spawnSync(process.execPath, ['scripts/generate.ts'], {
      ...{ cwd: copy, encoding: 'utf8' },
      env: { ...process.env, ...sharedCache(copy) },
    });
    expect(status, stderr).to.equal(0);
    urls.mock = await start([...withoutLinks, 'mock/main.ts', '--no-watch']);
    urls.server = await start(serverFile, { WORKERS: '1' });
  });
  after(async () => {
    const ended = children.map((child) => (child.exitCode === null ? once(child, 'close') : undefined));
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(ended);
    rmSync(copy, { recursive: true, force: true });
  });

  const said = ({ headers }: Answer) => [headers.deprecation, headers.sunset, headers.link];
  const sunset = 'Tue, 01 Jul 2031 00:00:00 GMT';

  for (const target of ['mock', 'server'] as const) {
    const get = (path: string, headers: Record<string, string> = {}) => send(urls[target], 'GET', path, headers);

    it(`${target}: names dates and successor`, async () => {
      for (const prefix of ['/api/v3/mobile', '/api/v1/us']) {
        const answer = await get(`${prefix}/chat`);
        expect(answer.status).to.equal(200);
        const expected = ['@1924905600', sunset, `<${prefix}/live_content>; rel="successor-version"`];
        expect(said(answer)).to.deep.equal(expected);
        const unchanged = await get(`${prefix}/chat`, { 'If-None-Match': answer.headers.etag ?? '' });
        expect([unchanged.status, ...said(unchanged)]).to.deep.equal([304, ...expected]);
        expect(said(await send(urls[target], 'HEAD', `${prefix}/chat`))).to.deep.equal(expected);
      }
      for (const path of ['/api/v3/mobile/events', '/api/v1/us/alerts', '/nowhere']) {
        expect(said(await get(path)), path).to.deep.equal([undefined, undefined, undefined]);
      }
    });

    it(`${target}: keeps the link to the next page`, async () => {
      const [deprecation, end, link = ''] = said(await get('/api/v3/mobile/news?limit=1'));
      expect([deprecation, end]).to.deep.equal(['@1924905600', undefined]);
      const links = /^<\/api\/v3\/mobile\/alerts>; rel="successor-version", <http[^>]+cursor=[^>]+>; rel="next"$/;
      expect(link).to.match(links);
      const { cursor = '' } = nextPage(link) ?? {};
      expect(json(await get(`/api/v3/mobile/news?limit=1&cursor=${cursor}`))).to.have.length(1);
    });

    it(`${target}: marks problems and POST`, async () => {
      const refused = await get('/api/v3/mobile/news?limit=0');
      expect([refused.status, refused.headers.deprecation]).to.deep.equal([400, '@1924905600']);
      const path = '/api/v1/us/events/score_round';
      const post = await send(urls[target], 'POST', path, { 'Content-Type': 'application/json' }, '{}');
      expect([post.status, ...said(post)]).to.deep.equal([422, '@1924992000', undefined, undefined]);
    });
  }

  it('keeps the session of the path', async () => {
    const answer = await send(urls.mock, 'GET', '/__session/old/api/v3/mobile/chat');
    expect(answer.headers.link).to.equal('</__session/old/api/v3/mobile/live_content>; rel="successor-version"');
  });

  it('is marked in the OpenAPI document', () => {
    const document = JSON.parse(readFileSync(join(copy, 'contracts/generated/openapi.json'), 'utf8'));
    const { deprecated, description, responses } = document.paths['/api/v3/mobile/chat'].get;
    expect(deprecated).to.equal(true);
    expect(description).to.include(
      'Deprecated since 2030-12-31, and may be gone from 2031-07-01 on. /api/v3/mobile/live_content takes its place.',
    );
    expect(responses['200'].headers).to.include.keys('Deprecation', 'Sunset', 'Link');
    expect(document.components.headers).to.include.keys('Deprecation', 'Sunset', 'Link.deprecated');
    const today = JSON.parse(readFileSync(join(root, 'contracts/generated/openapi.json'), 'utf8'));
    expect(today.components.headers).not.to.have.any.keys('Deprecation', 'Sunset', 'Link.deprecated');
  });
});

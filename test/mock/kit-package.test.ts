import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { expect } from 'chai';
import { build } from 'esbuild';
import { type Mock, startMock } from '../../mock/start.ts';

const run = promisify(execFile);
const here = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const tsc = here('node_modules/typescript/bin/tsc');

/** An application in a few lines. Every line is an assertion about the types, too. */
const program = `import { createClient, endpoints, ProblemError, problemTypes } from 'fightcard-kit';
import type { EndpointReplies, EventStatus, FighterDetail, Page, VoteBody } from 'fightcard-kit';
declare const process: { argv: string[] };

const api = createClient({ baseUrl: String(process.argv[2]), family: 'v3' });
const { body, etag = '' }: { body: FighterDetail; etag?: string | undefined } = await api.fighter({ id: 3107 });
const again = await api.fighter({ id: 3107, etag });
const names: string[] = [];
let page: Page | undefined = { limit: 2 };
for (let n = 0; page && n < 2; n++) {
  const { body: news, next }: { body: EndpointReplies['v3.news']; next: Page | undefined } = await api.news(page);
  names.push(...news.map(({ title }) => title));
  page = next;
}
const vote: VoteBody = { round_num: 2, fighter_statid: 3451, client_id: 'a-client-of-the-kit' };
const failure = await api.fight_vote_cast({ id: 1, body: vote }).catch((thrown: unknown) => thrown);
const status: EventStatus = 'LIVE, BUT LATER';
const isMissing = failure instanceof ProblemError && failure.is('fight-not-found');
const sameType = failure instanceof ProblemError && failure.problem.type === problemTypes['fight-not-found'].type;
const code: 404 = problemTypes['fight-not-found'].status;
const path: '/api/v3/mobile/fighters/{id}' = endpoints['v3.fighter'].path;
console.log(JSON.stringify([body.id, again.notModified, names.length, isMissing, sameType, code, path, status]));
`;
const printed = [3107, true, 4, true, true, 404, '/api/v3/mobile/fighters/{id}', 'LIVE, BUT LATER'];

/** The application of the kit's README. */
const guide = readFileSync(here('contracts/generated/kit/README.md'), 'utf8');
const application = /^## An application\n.*?```ts\n(.*?)```/ms.exec(guide)?.[1] ?? '';

/** With `require`, as Jest has it. */
const required = `
kit.createClient({ baseUrl: process.argv[2] ?? '', family: 'v1' }).event({ id: 1 }).catch((error) => {
  console.log(JSON.stringify([error instanceof kit.ProblemError, error.name, error.status]));
});
`;

/** How tools of today resolve packages: Vite and Metro, the modules of Node, its `require`. */
const resolutions = {
  bundler: { file: 'app.ts', options: { module: 'esnext', moduleResolution: 'bundler' } },
  modules: { file: 'app.mts', options: { module: 'nodenext' } },
  require: { file: 'app.cts', options: { module: 'nodenext' } },
} as const;

describe('the npm package of the kit', () => {
  let folder: string;
  let app: string;
  let mock: Mock;

  before(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'fightcard-kit-package-')));
    app = join(folder, 'app');
    mkdirSync(app);
    writeFileSync(join(app, 'package.json'), '{ "type": "module" }');
    // No cache, no registry: what is not in the file is not found.
    const env = {
      ...{ PATH: `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`, HOME: join(folder, 'home') },
      ...{ npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' },
    };
    const source = here('contracts/generated/kit/typescript');
    execFileSync('npm', ['pack', '--silent', '--pack-destination', folder, source], { cwd: folder, env });
    execFileSync('npm', ['install', '--offline', '../fightcard-kit-0.1.0.tgz'], { cwd: app, env });
    writeFileSync(join(app, 'app.ts'), program);
    writeFileSync(join(app, 'app.mts'), program);
    writeFileSync(join(app, 'app.cjs'), `const kit = require('fightcard-kit');${required}`);
    const types = "import kit = require('fightcard-kit');\ndeclare const process: { argv: string[] };\n";
    writeFileSync(join(app, 'app.cts'), types + required);
    mock = await startMock({ port: 0, host: '127.0.0.1' });
    writeFileSync(join(app, 'readme.ts'), application.replace('http://localhost:4010', mock.url));
  });
  after(async () => {
    await mock?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is small and has no dependencies', () => {
    expect(readdirSync(join(app, 'node_modules')).filter((name) => !name.startsWith('.'))).to.deep.equal([
      'fightcard-kit',
    ]);
    expect(statSync(join(folder, 'fightcard-kit-0.1.0.tgz')).size).to.be.below(100_000);
    const installed = join(app, 'node_modules/fightcard-kit');
    const text = readFileSync(join(installed, 'package.json'), 'utf8');
    const about = JSON.parse(text);
    expect(about).not.to.have.any.keys('dependencies', 'peerDependencies', 'optionalDependencies', 'scripts');
    const named = [...text.matchAll(/"\.\/([^"]+)"/g)].map(([, name]) => name);
    expect(readdirSync(installed)).to.include.members([...new Set(named)]);
  });

  /** What the compiler says of one file of the application; empty without errors. */
  async function check(file: string, options: object): Promise<string> {
    const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true };
    const compilerOptions = { ...strict, target: 'es2022', lib: ['es2022', 'dom'], types: [], ...options };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    const args = [tsc, '--project', app, '--pretty', 'false', '--singleThreaded'];
    return run(process.execPath, args).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
  }

  for (const [name, { file, options }] of Object.entries(resolutions)) {
    it(`compiles under ${name} resolution`, async () => {
      expect(await check(file, options)).to.equal('');
    });
  }

  it('runs as a module and with require', async () => {
    const asModule = await run(process.execPath, ['app.ts', mock.url], { cwd: app });
    expect(JSON.parse(asModule.stdout)).to.deep.equal(printed);
    const asRequired = await run(process.execPath, ['app.cjs', mock.url], { cwd: app });
    expect(JSON.parse(asRequired.stdout)).to.deep.equal([true, 'ProblemError', 404]);
  });

  it('follows a night as in the README', async () => {
    expect(await check('readme.ts', resolutions.bundler.options)).to.equal('');
    const started = await fetch(`${mock.url}/__session/mine/__mock/night`, {
      ...{ method: 'POST', headers: { 'Content-Type': 'application/json' } },
      body: JSON.stringify({ speed: 20, seed: 1, from: 'R2' }),
    });
    expect(started.status).to.equal(201);
    const { stdout } = await run(process.execPath, ['readme.ts'], { cwd: app });
    const [vote, ...followed] = stdout.trim().split('\n');
    expect(vote).to.match(/^201 "/);
    const counts = followed.slice(0, -1).map((line) => line.split(' ').map(Number) as [id: number, votes: number]);
    expect(counts.length).to.be.above(1);
    expect(counts).to.deep.equal(counts.toSorted(([a], [b]) => a - b));
    expect(counts.at(-1)?.[1]).to.be.above(Number(counts[0]?.[1]));
    expect(followed.at(-1)).to.match(/^\d+ (200|304)$/);
  });

  it('bundles for a platform with only fetch and timers', async () => {
    const { outputFiles } = await build({
      stdin: {
        contents: `import { createClient, nextPage } from 'fightcard-kit';
          const api = createClient({ baseUrl: 'http://host/', family: 'v3', fetch });
          globalThis.result = api.fighters_stats({ born_country: 'PER', limit: 5, cursor: 'a=b' })
            .then(({ next }) => JSON.stringify(next));`,
        resolveDir: app,
      },
      ...{ bundle: true, write: false, format: 'iife', platform: 'neutral', logLevel: 'silent' },
      mainFields: ['react-native', 'browser', 'main'],
    });
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      const link = '<http://host/news?limit=5&cursor=c%3Dd>; rel="next"';
      const headers = { get: (name: string) => (name === 'Link' ? link : null) };
      return { status: 200, headers, text: async () => '[]' };
    };
    const context = createContext({ fetch, setTimeout, clearTimeout, AbortController });
    expect(runInContext('typeof URL + typeof URLSearchParams + typeof Headers', context)).to.equal(
      'undefinedundefinedundefined',
    );
    runInContext(outputFiles[0]?.text ?? '', context);
    expect(JSON.parse(await context.result)).to.deep.equal({ limit: 5, cursor: 'c=d' });
    expect(asked).to.deep.equal(['http://host/api/v3/mobile/fighters/stats/born_country/PER?limit=5&cursor=a%3Db']);
  });
});

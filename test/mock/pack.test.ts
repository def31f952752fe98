import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:http2';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { operations as routes } from '../../contracts/operations.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import type { startMock as packedStart } from '../../scripts/pack/index.d.ts';
import { smoke } from '../../scripts/smoke/smoke.ts';
import { send } from '../support/http/send.ts';
import { eventually } from '../support/run/eventually.ts';
import { freePorts } from '../support/run/ports.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The Nodes of this machine from 20 on. */
function findNodes(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const others = folders.map((folder) => join(folder, 'node')).filter((file) => existsSync(file));
  const nodes = [...new Set([process.execPath, ...others].map((file) => realpathSync(file)))];
  const major = (file: string) => Number(execFileSync(file, ['-p', 'parseInt(process.versions.node)']).toString());
  return nodes.filter((file) => major(file) >= 20);
}

interface Started {
  child: ChildProcess;
  url: string;
  output: () => string;
}

/** Waits until a program that was started prints the address of the mock. */
async function untilReady(child: ChildProcess): Promise<Started> {
  let output = '';
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
      const url = /"urls":\["(https?:\/\/localhost:\d+)\//.exec(output)?.[1];
      if (url) resolve(url);
    });
  }
  child.once('close', (code) => reject(new Error(`it ended with ${code}: ${output}`)));
  return { child, url: (await promise).replace('localhost', '127.0.0.1'), output: () => output };
}

async function stop({ child }: Started): Promise<number | null> {
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  return (await ended)[0];
}

describe('the packed mock', () => {
  let folder: string;
  let installed: string;
  let mock: Mock;
  const children: ChildProcess[] = [];
  /** No cache, no registry and no other setting of this machine: what is not in the file is not found. */
  const env = () => ({
    ...{ PATH: `${join(process.execPath, '..')}${delimiter}${process.env.PATH}`, HOME: join(folder, 'home') },
    ...{ npm_config_offline: 'true', npm_config_cache: join(folder, 'cache'), npm_config_update_notifier: 'false' },
  });
  const programIn = (modules: string) => join(modules, 'fightcard-mock/bin/fightcard-mock.cjs');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-pack-'));
    execFileSync(process.execPath, ['scripts/run.js', 'scripts/pack.ts', '--out', folder], { cwd: root });
    const empty = join(folder, 'app');
    mkdirSync(empty);
    writeFileSync(join(empty, 'package.json'), '{}');
    execFileSync('npm', ['install', '--foreground-scripts', '../fightcard-mock-0.1.0.tgz'], { cwd: empty, env: env() });
    installed = join(empty, 'node_modules');
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await mock?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Nothing of this machine, and one cache of compiled code for all that is started here. */
  const bare = () => ({ PATH: '', HOME: folder, NODE_COMPILE_CACHE: join(folder, 'compiled') });
  const startWith = (node: string, args: string[] = []) => {
    const child = spawn(node, [programIn(installed), '--port', '0', ...args], {
      ...{ cwd: folder, env: bare(), stdio: ['ignore', 'pipe', 'pipe'] },
    });
    children.push(child);
    return untilReady(child);
  };

  it('is small and needs no other package', () => {
    expect(statSync(join(folder, 'fightcard-mock-0.1.0.tgz')).size).to.be.below(10 * 2 ** 20);
    expect(readdirSync(installed).filter((name) => !name.startsWith('.'))).to.deep.equal(['fightcard-mock']);
    const about = JSON.parse(readFileSync(join(installed, 'fightcard-mock/package.json'), 'utf8'));
    expect(about).not.to.have.any.keys('scripts', 'optionalDependencies', 'peerDependencies');
    expect(Object.keys(about.dependencies)).to.deep.equal(about.bundleDependencies);
    const files = readdirSync(join(installed, 'fightcard-mock'), { recursive: true, encoding: 'utf8' });
    expect(files.filter((file) => file.endsWith('.ts'))).to.deep.equal(['index.d.ts']);
  });

  it('exports startMock, as in its README', () => {
    // The compiler compares the written types with the real ones.
    void (startMock satisfies typeof packedStart);
    const [, program = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'scripts/pack/README.md'), 'utf8')) ?? [];
    const app = join(installed, '..');
    writeFileSync(join(app, 'app.mts'), program);
    const typeRoots = [join(root, 'node_modules/@types')];
    const compilerOptions = {
      strict: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      types: ['node'],
      typeRoots,
    };
    writeFileSync(join(app, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.mts'] }));
    for (const args of [[join(root, 'node_modules/typescript/bin/tsc'), '-p', app], [join(app, 'app.mts')]]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: app, encoding: 'utf8' });
      expect(status, stdout + stderr).to.equal(0);
    }
  });

  it('uses no API that Node 20 lacks', () => {
    const folder = join(installed, 'fightcard-mock/dist');
    const code = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    const later = [
      ...['URL.parse(', 'Object.groupBy(', 'Map.groupBy(', 'Promise.withResolvers(', 'Promise.try('],
      ...['Array.fromAsync(', 'registerHooks(', 'Iterator.from(', 'RegExp.escape(', 'styleText('],
    ];
    expect(later.filter((call) => code.some((text) => text.includes(call)))).to.deep.equal([]);
  });

  it('contains the licence of every package', () => {
    const text = readFileSync(join(installed, 'fightcard-mock/LICENSES.txt'), 'utf8');
    for (const name of ['express 5', '@stoplight/prism-http 5', 'typebox 1', '@faker-js/faker 5', 'lru-cache 11']) {
      expect(text).to.include(`\n${name}.`);
    }
    expect(text).not.to.include('no licence named');
    const read = (file: string) => readFileSync(join(installed, 'fightcard-mock', file), 'utf8');
    expect(read('LICENSE')).to.equal(readFileSync(join(root, 'LICENSE'), 'utf8'));
  });

  it('has documents whose links lead to its files', () => {
    const place = join(installed, 'fightcard-mock');
    const targets = ['README.md', 'GUIDE.md', 'RECIPES.md'].flatMap((file) =>
      [...readFileSync(join(place, file), 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
        ([, target = '']) => target,
      ),
    );
    expect(targets).to.include.members(['GUIDE.md', 'RECIPES.md']);
    expect(targets.filter((target) => !existsSync(join(place, target)))).to.deep.equal([]);
  });

  it('answers every operation on each Node from 20 on', async () => {
    for (const node of findNodes()) {
      const started = await startWith(node);
      const { operations, broken, links } = await smoke({ url: started.url });
      const all = routes.length;
      expect({ ...operations, broken }, node).to.deep.equal({ good: all, total: all, broken: [] });
      expect(links).to.be.above(100);
      expect(await stop(started)).to.equal(0);
      const secure = await startWith(node, ['--https-folder', join(folder, 'https')]);
      const session = connect(secure.url, { ca: readFileSync(join(folder, 'https/root.pem')) });
      const [headers] = await once(session.request({ ':path': '/api/v3/mobile/events' }), 'response');
      expect(headers[':status']).to.equal(200);
      session.destroy();
      expect(await stop(secure)).to.equal(0);
    }
  });

  it('serves catalogue, documents and media', async () => {
    const started = await startWith(process.execPath, ['--pictures']);
    const ask = (url: string, path: string, headers = {}) => send(url, 'GET', path, headers);
    const html = { Accept: 'text/html' };
    for (const [path, headers] of [
      ['/', html],
      ['/__mock', html],
      ...[
        '/board',
        '/board/board.js',
        '/catalogue/catalogue.js',
        '/control/control.js',
        '/shared/preact.js',
        '/shared/uqr.js',
      ],
      ...['/openapi.json', '/asyncapi.json', '/sample/img.example.com/f/3107.png'],
      ...['/sample/media.example.com/mp4/51002.mp4', '/sample/media.example.com/hls/clip.ts'],
      ['/api/v1/us/news', { Prefer: 'dynamic=true, seed=3' }],
    ].map((one) => (typeof one === 'string' ? [one] : one)) as [string, Record<string, string>?][]) {
      const [theirs, ours] = await Promise.all([ask(started.url, path, headers), ask(mock.url, path, headers)]);
      expect(theirs.status, path).to.equal(200);
      expect(theirs.body.equals(ours.body), path).to.equal(true);
    }
    const fighter = (await ask(started.url, '/api/v3/mobile/fighters/3107')).body.toString();
    expect(fighter).to.include(`"${started.url}/sample/img.example.com/f/3107.png"`);
    expect(await stop(started)).to.equal(0);
  });

  it('starts with npx offline and ends with it', async () => {
    const child = spawn('npx', ['--yes', './fightcard-mock-0.1.0.tgz', '--port', '0'], {
      // A group of its own, so that what is left behind can be ended.
      ...{ cwd: folder, env: env(), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    });
    try {
      const started = await untilReady(child);
      expect((await send(started.url, 'GET', '/api/v3/mobile/events')).status).to.equal(200);
      child.kill('SIGTERM');
      await once(child, 'exit');
      // It looks every quarter of a second whether npx is still there.
      await eventually(async () => {
        const answer = await send(started.url, 'GET', '/api/v3/mobile/health').catch(({ code }) => code);
        return answer === 'ECONNREFUSED';
      }, 'the mock has ended with npx');
    } finally {
      try {
        process.kill(-(child.pid as number), 'SIGKILL');
      } catch {
        // Nothing is left.
      }
    }
  });

  it('starts in the workflow action', async () => {
    const [port = 0, other = 0] = await freePorts(2);
    const start = (given: Record<string, string>) =>
      spawnSync('bash', [join(root, '.github/actions/mock/start')], {
        ...{ cwd: folder, encoding: 'utf8', timeout: 240_000 },
        env: { ...env(), PORT: String(port), RUNNER_TEMP: folder, GITHUB_OUTPUT: join(folder, 'output'), ...given },
      });
    // With this seed the first reply about health hangs, whatever address curl has. A workflow may have a line for each option.
    const options = '--delay 1\n--fault-rate 1\n--seed 2310\n';
    const { status, stderr } = start({ PACKAGE: './fightcard-mock-0.1.0.tgz', ARGUMENTS: options });
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const output = readFileSync(join(folder, 'output'), 'utf8');
    expect(output).to.match(
      new RegExp(`^url=http://localhost:${port}\nlog=${folder}/fightcard-mock-${port}.log\npid=\\d+\n$`),
    );
    const pid = Number(/pid=(\d+)/.exec(output)?.[1]);
    try {
      const app = { 'Mock-Session': 'app' };
      expect((await send(`http://127.0.0.1:${port}`, 'GET', '/api/v3/mobile/events', app)).status).to.equal(503);
      const again = start({ PACKAGE: './fightcard-mock-0.1.0.tgz' });
      expect(again.status).to.equal(1);
      expect(again.stderr).to.equal(`Something else answers on http://localhost:${port}: choose another port.\n`);
    } finally {
      process.kill(pid);
    }
    const failed = start({ PACKAGE: './none.tgz', PORT: String(other) });
    expect(failed.status).to.equal(1);
    expect(failed.stderr).to.match(/none\.tgz[\s\S]*\nThe mock did not start\.\n$/);
    expect(start({}).stderr).to.equal('Name the packed mock: with: { package: <path or address> }.\n');
  });

  it('refuses an older Node', () => {
    const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.1' } })`;
    const args = ['--import', `data:text/javascript,${pretend}`, programIn(installed), '--port', '0'];
    const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    expect(status).to.equal(1);
    expect(stderr).to.equal('fightcard-mock needs Node 20 or newer, and this is 18.20.1.\n');
  });
});

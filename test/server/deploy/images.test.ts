import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { readText, root } from '../../support/deploy/files.ts';
import { readImage } from '../../support/deploy/image.ts';
import { findOrInstall } from '../../support/run/programs.ts';

const digest = `sha256:${'5'.repeat(64)}`;

/** Answers as `docker buildx imagetools inspect` does. */
const docker = `#!/bin/sh
[ "$1 $2 $3" = 'buildx imagetools inspect' ] || exit 9
echo "$4" >> "$DOCKER_LOG"
echo "\${DOCKER_DIGEST-${digest}}"
`;

const pinned = ['Dockerfile', 'compose.yaml', 'deploy/kubernetes/redis.yaml', 'deploy/pin-images'];
const images = ['node:24.21.0-bookworm-slim', 'quay.io/opstree/redis:v7.0.15', 'redis:7.2-bookworm'];

describe('Dockerfile', () => {
  it('passes the validator of Dockerfiles', () => {
    const faults = (text: string) => validate(text).map(({ message }) => message);
    expect(faults(readText('Dockerfile'))).to.deep.equal([]);
    expect(faults('FROM a:1\nEXPOSE 80a\nRUNN true\n'), 'control').to.have.lengthOf(2);
  });

  it('has targets for the server and the mock', () => {
    const [server, mock] = [readImage('server'), readImage('mock')];
    expect(
      readText('Dockerfile')
        .match(/^FROM .*$/gm)
        ?.at(-1),
    ).to.equal('FROM base AS server');
    expect(server.base).to.match(/^node:24\.21\.0-bookworm-slim(@sha256:[0-9a-f]{64})?$/);
    expect(mock.base).to.equal(server.base);
    expect([server.user, mock.user]).to.deep.equal(['node', 'node']);
    expect([server.ports, mock.ports]).to.deep.equal([['8080', '9464'], ['4010']]);
    expect(() => readImage('serve'), 'control').to.throw('no target serve');
  });

  for (const [target, defaultPort] of [
    ['server', 8080],
    ['mock', 4010],
  ] as const) {
    const check = (env: NodeJS.ProcessEnv) => {
      const [program = '', ...args] = readImage(target).healthCheck;
      return once(spawn(program, args, { env: { PATH: process.env.PATH, ...env } }), 'exit');
    };

    it(`checks the default port of the ${target} when PORT is empty`, async () => {
      const connected: (string | undefined)[] = [];
      const proxy = createServer().on('connect', ({ url }, socket) => {
        connected.push(url);
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      });
      await once(proxy.listen(0, '127.0.0.1'), 'listening');
      const HTTP_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      await check({ PORT: ' ', NODE_USE_ENV_PROXY: '1', HTTP_PROXY });
      proxy.close();
      expect(connected).to.deep.equal([`127.0.0.1:${defaultPort}`]);
    });

    for (const [status, code] of [
      [200, 0],
      [503, 1],
    ] as const) {
      it(`exits with ${code} for a ${target} that answers ${status}`, async () => {
        const answering = createServer((_, res) => res.writeHead(status).end());
        await once(answering.listen(0, '127.0.0.1'), 'listening');
        const [exitCode] = await check({ PORT: String((answering.address() as AddressInfo).port) });
        answering.close();
        expect(exitCode).to.equal(code);
      });
    }
  }

  it('starts both like package.json', () => {
    const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
    expect(readImage('server').command.join(' ')).to.equal(scripts.start);
    expect(readImage('mock').command.join(' ')).to.equal(`${scripts.mock} --no-watch`);
  });
});

describe('deploy/pin-images', () => {
  let folder: string;
  const copy = (file: string) => join(folder, 'tree', file);

  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-pin-'));
    mkdirSync(join(folder, 'bin'));
    writeFileSync(join(folder, 'bin/docker'), docker);
    chmodSync(join(folder, 'bin/docker'), 0o755);
  });
  after(() => rmSync(folder, { recursive: true }));
  beforeEach(() => {
    rmSync(join(folder, 'tree'), { recursive: true, force: true });
    rmSync(join(folder, 'log'), { force: true });
    for (const file of pinned) cpSync(root + file, copy(file));
  });

  const run = (args: string[] = [], env: Record<string, string> = {}) =>
    spawnSync('bash', [copy('deploy/pin-images'), ...args], {
      encoding: 'utf8',
      env: { PATH: `${join(folder, 'bin')}:${process.env.PATH}`, DOCKER_LOG: join(folder, 'log'), ...env },
    });

  it('pins every image, and replaces older digests', () => {
    expect(run().status).to.equal(0);
    expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n')).to.have.members(images);
    for (const [file, line] of [
      ['Dockerfile', `FROM node:24.21.0-bookworm-slim@${digest} AS base`],
      ['compose.yaml', `    image: redis:7.2-bookworm@${digest}`],
      ['deploy/kubernetes/redis.yaml', `    image: quay.io/opstree/redis:v7.0.15@${digest}`],
    ] as const) {
      expect(readFileSync(copy(file), 'utf8').split('\n')).to.include(line);
    }
    const newer = `sha256:${'6'.repeat(64)}`;
    expect(run([], { DOCKER_DIGEST: newer }).status).to.equal(0);
    const withoutDigests = (text: string) => text.replaceAll(/@sha256:[0-9a-f]{64}/g, '');
    for (const file of pinned) {
      const text = readFileSync(copy(file), 'utf8');
      expect(text.includes(newer) || file === 'deploy/pin-images', file).to.equal(true);
      expect(text).to.not.include(digest);
      expect(withoutDigests(text), 'the other lines').to.equal(withoutDigests(readText(file)));
    }
    expect(run(['--check'])).to.include({ status: 0, stderr: '' });
  });

  it('reports images without a digest, and the fix', () => {
    writeFileSync(copy('compose.yaml'), `image: redis:7.2-bookworm\nimage: other:1@${digest}\nimage: fightcard\n`);
    const { status, stderr } = run(['--check']);
    expect(status).to.equal(1);
    expect(stderr).to.include('\n  compose.yaml:1: redis:7.2-bookworm\n');
    expect(stderr).to.include('run: bash deploy/pin-images');
    expect(stderr).not.to.include('other:1').and.not.to.include('fightcard');
  });

  it('writes only digests from the registry', () => {
    const ended = run([], { DOCKER_DIGEST: 'none' });
    expect(ended.status).to.equal(1);
    expect(ended.stderr).to.match(/gave no digest, but: none/);
    expect(run(['--check'])).to.include({ status: 1 });
    expect(run(['--chekc'])).to.include({ status: 2 });
  });
});

describe('shell scripts', () => {
  it('pass ShellCheck', async () => {
    const shellcheck = await findOrInstall('shellcheck');
    const check = (file: string) => spawnSync(shellcheck, [file], { cwd: root, encoding: 'utf8' });
    const scripts = ['.ci', '.github/actions/mock', '.github/actions/verify', 'deploy'].flatMap((folder) =>
      readdirSync(root + folder, { withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.includes('.'))
        .map(({ name }) => `${folder}/${name}`),
    );
    expect(scripts).to.include('deploy/pin-images');
    for (const script of scripts) expect(check(script).stdout).to.equal('');
    const wrong = spawnSync(shellcheck, ['-'], { input: '#!/bin/sh\nrm $1\n', encoding: 'utf8' });
    expect(wrong.stdout, 'control').to.include('SC2086');
  });
});

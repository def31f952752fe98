import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { type Failure, startBroker } from '../support/broker/double.ts';
import { listen } from '../support/http/listen.ts';
import { eventually } from '../support/run/eventually.ts';
import { startProgram } from '../support/run/start-program.ts';

const verifyScript = fileURLToPath(new URL('./verify.ts', import.meta.url));
const canIDeployScript = fileURLToPath(new URL('../../scripts/can-i-deploy.ts', import.meta.url));
const provider = 'fight-sports-api';
const token = 'hidden-token';
const password = 'hidden-password';

const http = (status: number, description: string) => ({
  ...{ type: 'Synchronous/HTTP', description },
  providerStates: [{ name: 'a fighter exists', params: { id: 3107 } }],
  request: { method: 'GET', path: '/api/v3/mobile/fighters/3107' },
  response: { status },
});
const unreplayable = { type: 'Synchronous/Messages', description: 'a call' };

describe('a Pact Broker', function () {
  // No limit by time: a busy machine may take long.
  this.timeout(0);
  let root: string;
  let repository: string;
  let version: string;
  let broker: Awaited<ReturnType<typeof startBroker>>;
  before(() => {
    root = mkdtempSync(join(tmpdir(), 'fightcard-broker-'));
    // Stands for this repository, whose tree may have changes while the tests run.
    repository = join(root, 'repository');
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', stdio: 'pipe' }).trim();
    mkdirSync(repository);
    git('init', '--quiet', '--initial-branch', 'main');
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'start');
    version = git('rev-parse', 'HEAD');
  });
  after(() => rmSync(root, { recursive: true }));
  beforeEach(async () => {
    broker = await startBroker();
  });
  afterEach(() => broker.close());

  function start(script: string, args: string[], env: Record<string, string> = {}, detached = false) {
    const { child, result } = startProgram(process.execPath, [script, ...args], {
      ...{ cwd: root, detached },
      env: {
        ...{ PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, TMPDIR: root },
        ...{ GIT_DIR: join(repository, '.git'), GIT_WORK_TREE: repository },
        ...{
          PACT_BROKER_BASE_URL: broker?.url ?? '',
          PACT_BROKER_TOKEN: token,
          PACT_BROKER_PASSWORD: password,
          CI: 'true',
        },
        ...env,
      },
    });
    const checked = result.then(({ out, err, code }) => {
      expect(out + err).not.to.match(/hidden|\n +at |undefined/);
      return { code, out: out + err };
    });
    return { child, result: checked };
  }
  const verify = (args: string[], env?: Record<string, string>) => start(verifyScript, args, env).result;

  async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
    const reply = await fetch(broker.url + path, { method, body: JSON.stringify(body) });
    expect(reply.ok, path).to.equal(true);
    return (await reply.json()) as Record<string, unknown>;
  }

  /** Publishes a pact, whose interaction is kept if the status is 200. */
  function publishPact(consumer: string, number: string, status: number, branch = 'main', ...others: object[]) {
    const pact = {
      ...{ consumer: { name: consumer }, provider: { name: provider } },
      // The broker would take equal interactions for the same pact.
      interactions: [http(status, `a fighter for ${number}`), ...others],
      metadata: { pactSpecification: { version: '4.0' } },
    };
    return send('POST', '/contracts/publish', {
      ...{ pacticipantName: consumer, pacticipantVersionNumber: number, branch },
      contracts: [{ providerName: provider, content: Buffer.from(JSON.stringify(pact)).toString('base64') }],
    });
  }

  const addProduction = () => send('POST', '/environments', { name: 'production', production: true });
  const release = (consumer: string, number: string) =>
    send(
      'POST',
      `/pacticipants/${consumer}/versions/${number}/released-versions/environment/${broker.published.environments[0]?.uuid}`,
      {},
    );
  const publishResult = (number: string, success: boolean) => {
    const { consumer, sha } = broker.published.pacts.find((pact) => pact.version === number) as {
      consumer: string;
      sha: string;
    };
    const path = `/pacts/provider/${provider}/consumer/${consumer}/pact-version/${sha}/verification-results`;
    return send('POST', path, { providerApplicationVersion: version, success });
  };

  describe('npm run verify -- --broker', () => {
    it('exits with 3 when the selectors match nothing', async () => {
      const { code, out } = await verify(['--broker', broker.url, '--on', 'mock'], { PACT_BROKER_BASE_URL: '' });
      expect(out).to.contain('Unknown: the broker has no pact with fight-sports-api for a main branch');
      expect(code).to.equal(3);
    });

    const unreadable: [answer: Failure['answer'], says: string][] = [
      [401, 'GET answers 401 (You must be logged in.); set PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME'],
      [500, 'GET answers 500; check the address, and see the log of the broker.'],
      ['html', 'GET answers text/html instead of a JSON object; check that this is the address of a Pact Broker.'],
      ['silence', 'no reply within 10 s; check the address, and that the broker is running.'],
    ];
    const ended = new Map<string, ReturnType<typeof verifyUnreadable>>();
    async function verifyUnreadable(answer: Failure['answer']) {
      const { url, close, requests } = await startBroker({ failing: { route: '', answer } });
      const ending = verify(['--broker', url, '--report', `unreadable-${answer}`]).finally(close);
      await eventually(() => requests.length > 0, 'the command asks the broker');
      const startedMs = Date.now();
      const { code, out } = await ending;
      return { url, code, out, durationMs: Date.now() - startedMs };
    }
    // Beside the other tests: one of them waits for 10 s.
    before(() => {
      for (const [answer] of unreadable) ended.set(String(answer), verifyUnreadable(answer));
    });
    after(() => Promise.allSettled(ended.values()));
    it('exits with 4 when the broker refuses the connection', async () => {
      const { url, close } = await startBroker();
      await close();
      const { code, out } = await verify(['--broker', url.replace('//', `//corner:${password}@`)]);
      expect(out).to.equal(
        `${url}/: no connection (ECONNREFUSED); check the address, and that the broker is running.\n`,
      );
      expect(code).to.equal(4);
    });

    it('fails for a released app, although its pact is pending', async () => {
      await publishPact('corner-ios', '1.0', 404, 'release');
      await publishPact('corner-ios', '1.1', 200);
      await addProduction();
      await release('corner-ios', '1.0');
      const { code, out } = await verify(['--broker', '--on', 'mock']);
      expect(out).to.contain('mock: 1 of 2 interactions kept, 1 broken');
      expect(out).to.match(/\/version\/1\.0:\d+: corner-ios 1\.0: "a fighter for 1\.0" is broken on mock/);
      expect(out).to.contain('the broker calls it pending, but it is deployed or released: a failure counts');
      expect(code).to.equal(1);
    });

    it('shows work in progress that fails', async () => {
      await publishPact('corner-ios', '1.1', 404, 'feat/reach');
      const { code, out } = await verify(['--broker', '--on', 'mock']);
      expect(out).to.contain('/version/1.1: work in progress: it fails nothing');
      expect(out).to.match(/corner-ios 1\.1: "a fighter for 1\.1" is pending.*\n.*given.*\n.*expected 404, got 200/);
      expect(code).to.equal(0);
    });

    it('sends credentials to no other origin', async () => {
      const received: (string | undefined)[] = [];
      const other = await listen(({ headers }, response) => {
        received.push(headers.authorization);
        response.writeHead(401).end('{}');
      });
      try {
        const { code, out } = await verify([`${other.url}/a.json`]);
        expect(out).to.contain(`credentials are sent to ${broker.url} only; correct PACT_BROKER_BASE_URL`);
        expect(code).to.equal(4);
        await verify([`${other.url}/a.json`], { PACT_BROKER_BASE_URL: '' });
        expect(received).to.deep.equal([undefined, `Bearer ${token}`]);
      } finally {
        await other.close();
      }
    });

    it('verifies only the pact of a webhook', async () => {
      await publishPact('corner-ios', '1.0', 404);
      await publishPact('corner-ios', '1.1', 200);
      const PACT_URL = `${broker.url}/pacts/provider/${provider}/consumer/corner-ios/version/1.0`;
      const { code, out } = await verify(['--broker', '--on', 'mock'], { PACT_URL });
      expect(out).to.contain('Broken: 1 of 1 interactions.').and.to.contain('"a fighter for 1.0" is broken');
      expect(code).to.equal(1);
      expect(broker.requests.at(-1)).to.match(/^GET .*version\/1\.0$/);
    });

    for (const [answer, says] of unreadable) {
      it(`exits with 4 when the broker answers ${answer}`, async () => {
        const { url, code, out, durationMs } = await (ended.get(String(answer)) as ReturnType<typeof verifyUnreadable>);
        expect(durationMs).to.be.below(15_000);
        expect(out).to.contain(`${url}/: ${says}`);
        expect(code).to.equal(4);
        const summary = readFileSync(join(root, `unreadable-${answer}`, 'summary.md'), 'utf8');
        expect(summary).to.contain('the run ended early: ');
      });
    }
  });

  describe('npm run verify -- --publish', () => {
    const refused: [title: string, args: string[], env: Record<string, string>, says: string][] = [
      ['outside of CI', ['--broker'], { CI: '' }, '--publish is for CI; without CI=true, nothing is published.'],
      ['for the mock', ['--broker', '--on', 'mock'], {}, '--publish needs results of the server; omit "--on mock".'],
      ['of files', ['a.json'], {}, '--publish needs pacts of a broker: pass --broker, or the address of a pact.'],
      [
        'of a part',
        ['https://broker.example/a:12'],
        {},
        '--publish needs whole pacts; omit the line after the address.',
      ],
    ];
    for (const [title, args, env, says] of refused) {
      it(`is refused ${title}`, async () => {
        const { code, out } = await verify(['--publish', ...args], env);
        expect(out.split('\n')[0]).to.equal(says);
        expect(code).to.equal(2);
        expect(broker.requests).to.deep.equal([]);
      });
    }

    it('is refused with a dirty tree', async () => {
      const file = join(repository, 'change.ts');
      writeFileSync(file, '');
      const { code, out } = await verify(['--publish', '--broker']).finally(() => rmSync(file));
      expect(out).to.contain(
        '--publish needs a clean git tree, but git status shows "?? change.ts"; commit or remove it.',
      );
      expect(code).to.equal(2);
      expect(broker.requests).to.deep.equal([]);
    });

    it('publishes each complete result, and the branch', async () => {
      await publishPact('corner-ios', '1.0', 200);
      await publishPact('corner-tv', '2.0', 404);
      await publishPact('corner-web', '3.0', 200, 'main', unreplayable);
      const env = { GITHUB_SERVER_URL: 'https://git.example', GITHUB_REPOSITORY: 'corner/api', GITHUB_RUN_ID: '7' };
      const { code, out } = await verify(['--broker', '--on', 'server', '--publish'], env);
      expect(out).to.match(/^Published: .*corner-ios\/version\/1\.0: success of version /m);
      expect(out).to.match(/^Not published: .*3\.0: 1 of 2 interactions have a result on the server\.$/m);
      expect(code).to.equal(3);
      const [ios, tv, ...others] = broker.published.results.map(({ body }) => body);
      expect(others).to.deep.equal([]);
      const buildUrl = 'https://git.example/corner/api/actions/runs/7';
      expect(ios).to.deep.include({ success: true, providerApplicationVersion: version, buildUrl });
      expect(tv?.success).to.equal(false);
      const [result] = (tv?.testResults ?? []) as Record<string, unknown>[];
      expect(result).to.deep.include({ interactionDescription: 'a fighter for 2.0', success: false });
      expect(result?.interactionId).to.match(/^[0-9a-f]{40}$/);
      expect(result?.mismatches).to.deep.equal([{ attribute: 'status', description: 'expected 404 but was 200' }]);
      const { versions } = broker.published.applications.get(provider) ?? {};
      expect(versions).to.have.length(1);
      expect(versions?.[0]).to.deep.include({ number: version, branches: ['main'] });
    });

    for (const [answer, status, code] of [
      [409, 200, 4],
      [500, 404, 1],
    ] as const) {
      it(`exits with ${code} when results are refused with ${answer}`, async () => {
        await publishPact('corner-ios', '1.0', status);
        await addProduction();
        await release('corner-ios', '1.0');
        broker.failing = { route: 'POST /pacts/provider/fight-sports-api/consumer/', answer };
        const args = ['--broker', '--on', 'server', '--publish', '--report', `refused-${answer}`];
        const { code: found, out } = await verify(args);
        expect(out).to.contain(`/verification-results: POST answers ${answer}`);
        expect(found).to.equal(code);
        expect(existsSync(join(root, `refused-${answer}`, 'verdict.json'))).to.equal(true);
        expect(broker.published.results).to.deep.equal([]);
      });
    }

    it('publishes nothing when it is killed', async () => {
      await publishPact('corner-ios', '1.0', 200);
      const TMPDIR = join(root, 'killed');
      mkdirSync(TMPDIR);
      // In a process group, so that its Redis ends with it.
      const { child, result } = start(verifyScript, ['--broker', '--on', 'server', '--publish'], { TMPDIR }, true);
      const isReplaying = () => readdirSync(TMPDIR).some((name) => name.startsWith('fightcard-verifier-'));
      await eventually(isReplaying, 'the verifier starts');
      process.kill(-(child.pid as number), 'SIGKILL');
      expect((await result).code).to.equal(null);
      expect(broker.published.results).to.deep.equal([]);
    });
  });

  describe('npm run can-i-deploy', () => {
    beforeEach(async () => {
      await addProduction();
      await publishPact('corner-ios', '1.0', 200);
    });

    /** Asks in words and in JSON, which must agree. */
    async function ask(...args: string[]) {
      const [words, json] = await Promise.all([
        start(canIDeployScript, ['--to', 'production', ...args]).result,
        start(canIDeployScript, ['--to', 'production', '--json', ...args]).result,
      ]);
      expect(json.code).to.equal(words.code);
      return words;
    }

    it('says no when the oldest of 101 released versions fails', async () => {
      const others = Array.from({ length: 100 }, (_, index) => `2.${index}`);
      for (const number of others) await publishPact('corner-ios', number, 200);
      await Promise.all(['1.0', ...others].map((number) => release('corner-ios', number)));
      await Promise.all(['1.0', ...others].map((number) => publishResult(number, number !== '1.0')));
      const { code, out } = await ask();
      expect(out).to.match(
        /^No: fight-sports-api \w{40} to production: 100 succeeded, 1 failed, 0 unknown\.\n {2}The verification for the pact between .*1\.0/,
      );
      expect(code).to.equal(1);
    });

    it('accepts an empty environment only with --first', async () => {
      await publishResult('1.0', true);
      const { code, out } = await ask();
      expect(out).to.contain('Nothing that it works with is recorded there.');
      expect(code).to.equal(3);
      expect((await ask('--first')).code).to.equal(0);
    });

    it('exits with 4 when the broker cannot be read', async () => {
      broker.failing = { route: 'GET /matrix', answer: 'html' };
      const { code, out } = await ask();
      expect(out).to.contain('/matrix: GET answers text/html instead of a JSON object');
      expect(code).to.equal(4);
    });
  });
});

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Commands that are third-party programs, and what npm itself runs. */
const tools = /^(typecheck|lint|format|postinstall)$/;

/** Wrong arguments, and the first line of the output. */
type Wrong = readonly [args: string, says: string];

const unknown = (wrong: string, nearest: string): Wrong => [
  `--${wrong}`,
  `unknown option "--${wrong}"; did you mean "--${nearest}"?`,
];
const notExpected = (word: string): Wrong => [word, `unexpected argument "${word}"; this command takes options only.`];

const commands: Record<string, Wrong[]> = {
  mock: [
    unknown('prot', 'port'),
    ['--port many', '--port must be an integer from 0 to 65535, not "many".'],
    ['--pacts nowhere', '--pacts nowhere: not found; expected a pact file or a folder of pact files'],
  ],
  content: [['publsih x', 'content: unknown verb "publsih"; did you mean "publish"?']],
  backup: [unknown('tto', 'to'), ['', 'Say where to write the backup: --to <file>.']],
  restore: [unknown('repalce', 'replace'), ['', 'Say which backup to restore: --from <file>.']],
  demo: [
    unknown('sped', 'speed'),
    ['--url nowhere', '--url cannot be "nowhere"; pass an address such as http://localhost:8080.'],
  ],
  smoke: [unknown('feedkey', 'feed-key'), ['', '--url is missing; pass an address such as http://localhost:8080.']],
  verify: [
    unknown('onn', 'on'),
    ['', 'Say which pacts to verify: npm run verify -- <pact file or folder>.'],
    ['pacts --on moon', '--on cannot be "moon"; expected mock or server.'],
  ],
  coverage: [
    unknown('jsn', 'json'),
    ['all', 'unknown part "all"; expected reliability.'],
    ['--since nowhere', 'unknown commit "nowhere"; name one that "git log" lists.'],
  ],
  'can-i-deploy': [
    unknown('too', 'to'),
    ['', 'Say where to deploy: --to <environment>.'],
    [
      '--to production --version 1',
      'PACT_BROKER_BASE_URL is missing; set it to the address of your Pact Broker, such as https://broker.example.',
    ],
  ],
  generate: [unknown('hepl', 'help'), notExpected('kit')],
  test: [unknown('jbos', 'jobs'), ['sevrer', 'unknown stage "sevrer"; did you mean "server"?']],
  pack: [
    unknown('uot', 'out'),
    [
      '--out package.json/x',
      '--out package.json/x: the folder cannot be made (ENOTDIR); name one that you may write to.',
    ],
  ],
  start: [unknown('no-smaple', 'no-sample'), ['--port 8081', 'Settings are environment variables: set PORT.']],
};

/** Runs a command as npm does, without the shell. */
function run(command: string, args: readonly string[], isRead = true) {
  const [, ...given] = (scripts[command] as string).split(' ');
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [...given, ...args], {
    cwd: root,
    // The port for a program that starts although it should not.
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  let [out, err] = ['', ''];
  if (isRead) child.stdout.on('data', (chunk) => (out += chunk));
  else child.stdout.destroy();
  child.stderr.on('data', (chunk) => (err += chunk));
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; out: string; err: string }>();
  child.once('close', (code) => resolve({ code, out, err }));
  return promise;
}

describe('the commands of package.json', () => {
  it('are all in this table', () => {
    const own = Object.keys(scripts).filter((name) => !tools.test(name));
    expect(own.toSorted()).to.deep.equal(Object.keys(commands).toSorted());
  });

  for (const name of ['README.md', 'contracts/README.md', 'mock/README.md', 'server/README.md', 'WHERE.md']) {
    it(`are those that ${name} names`, () => {
      const named = readFileSync(join(root, name), 'utf8').matchAll(/npm run (?:--silent )?(\w[\w:-]*)/g);
      const unknownNames = [...named].map(([, script = '']) => script).filter((script) => !(script in scripts));
      expect(unknownNames).to.deep.equal([]);
    });
  }

  for (const [command, wrong] of Object.entries(commands)) {
    it(`${command} prints help`, async () => {
      const { code, out, err } = await run(command, ['--help']);
      expect({ code, err }).to.deep.equal({ code: 0, err: '' });
      expect(out).to.include('--help');
      // A second "--" would reach the command, which refuses what follows.
      expect(out).not.to.match(/^ *npm .*-- .*\[-- /m);
    });

    for (const [args, says] of wrong) {
      it(`${command} explains why it refuses "${args}"`, async () => {
        const { code, out, err } = await run(command, args.split(' ').filter(Boolean));
        const [first, second] = err.split('\n');
        expect(first).to.equal(says);
        expect(second).to.match(/--help/);
        expect({ code, out }).to.deep.equal({ code: 2, out: '' });
      });
    }
  }

  it('start lists its exit codes', async () => {
    const { out } = await run('start', ['--help']);
    expect(out).to.match(/^Exit codes: 0 after SIGTERM or SIGINT, 1 .*, 2 for wrong arguments\.$/m);
  });

  for (const [command, arg] of [
    ['mock', '--help'],
    ['coverage', 'reliability'],
  ] as const) {
    it(`${command} survives a closed standard output`, async () => {
      expect(await run(command, [arg], false)).to.deep.equal({ code: 0, out: '', err: '' });
    });
  }
});

import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const here = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Commands that are third-party programs, and parts of another one. */
const tools = /^(typecheck$|lint$|format$|test:)/;

/** A wrong command line, and the first line of its output. */
type Wrong = readonly [args: string[], says: string];

const unknown = (wrong: string, nearest: string): Wrong => [
  [`--${wrong}`],
  `There is no option --${wrong}; the nearest is --${nearest}.`,
];

/** Every command of this repository: an option that does not exist, and every kind of value that does not fit. */
const commands: Record<string, Wrong[]> = {
  mock: [
    unknown('prot', 'port'),
    [['--port', 'many'], 'The port must be an integer from 0 to 65535, not "many".'],
    [['--pacts', 'nowhere'], 'nowhere is neither a folder of pacts nor a pact file.'],
  ],
  'mock:prism': [
    unknown('dinamic', 'dynamic'),
    [['--port', 'x'], '--port must be an integer from 0 to 65535.'],
    [['--verboseLevel', 'inof'], '--verboseLevel cannot be "inof"; the nearest is info.'],
  ],
  content: [
    [['--nothing'], 'content: there is no verb --nothing; the nearest is --help'],
    [['publsih', 'x'], 'content: there is no verb publsih; the nearest is publish'],
    [['publish', 'x', '--onyl', 'news'], 'content: There is no option --onyl; the nearest is --only.'],
  ],
  backup: [
    unknown('tto', 'to'),
    [[], 'Say where to write the backup: --to <file>.'],
    [['--to'], '--to needs a value.'],
    [['night.backup'], '"night.backup" is not an option, and nothing else is expected.'],
  ],
  restore: [
    unknown('repalce', 'replace'),
    [[], 'Say which backup to restore: --from <file>.'],
    [['--from', 'x', '--replace=yes'], '--replace takes no value.'],
  ],
  replay: [
    unknown('sped', 'speed'),
    [['--speed', '0'], '--speed must be an integer from 1 to 3600.'],
    [['--url', 'nowhere'], '--url must be an address such as http://localhost:8080.'],
    [['--url'], '--url needs a value.'],
  ],
  demo: [
    unknown('potr', 'port'),
    [['--port', 'x'], '--port must be an integer from 0 to 65535.'],
    [['--exit=1'], '--exit takes no value.'],
  ],
  smoke: [
    unknown('feedkey', 'feed-key'),
    [[], '--url must be an address such as http://localhost:8080.'],
    [['--url', 'http://127.0.0.1:1', '--max-links', 'x'], '--max-links must be an integer from 0 to 999999999.'],
  ],
  verify: [
    unknown('onn', 'on'),
    [[], 'Say which pacts to verify: npm run verify -- <pact file or folder>.'],
    [['pacts', '--on', 'moon'], '--on cannot be "moon"; the nearest is mock.'],
  ],
  ratchet: [
    unknown('bsae', 'base'),
    [['--commits', 'all'], '--commits must be an integer from 0 to 1000.'],
    [['all'], '"all" is not an option, and nothing else is expected.'],
  ],
  house: [unknown('wriet', 'write'), [['all'], '"all" is not an option, and nothing else is expected.']],
  coverage: [unknown('jsn', 'json'), [['all'], 'There is no part "all"; the nearest is reliability.']],
  generate: [unknown('hepl', 'help')],
  test: [
    unknown('jbos', 'jobs'),
    [['sevrer'], 'unknown stage "sevrer"; did you mean "server"?'],
    [['--jobs', 'all'], '--jobs must be an integer from 1 to 64.'],
  ],
  pack: [unknown('uot', 'out'), [['--out'], '--out needs a value.']],
  kit: [unknown('hlep', 'help'), [['swift'], '"swift" is not an option, and nothing else is expected.']],
  // Last, since it compiles the whole server when nothing is compiled yet.
  start: [unknown('no-smaple', 'no-sample'), [['sample'], '"sample" is not an option, and nothing else is expected.']],
};

/** What some of them say of their exit codes. */
const endings: Record<string, string> = {
  backup:
    '0 when the file is written, 1 when not, 2 when called wrongly, 130 when interrupted; without 0 there is no file.',
  restore: '0 when everything is restored, 1 when not, 2 when called wrongly, 130 when interrupted.',
  replay:
    '0 when every vote and scorecard is counted once, 1 when not or when the server refuses, 2 when called wrongly.',
  demo: '0 when every vote and scorecard is counted once, 1 when not or when the server does not start, 2 when called wrongly.',
  smoke: '0 when every reply is as documented, 1 when not (it names each broken reply), 2 when called wrongly.',
  start: '0 after SIGTERM or SIGINT, 1 when it cannot start or continue, 2 when called wrongly.',
};

describe('the commands of package.json', () => {
  let root: string;
  let compiled: string;
  let copied: string[];

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'fightcard-commands-'));
    for (const name of ['contracts', 'mock', 'scripts', 'server', 'test', 'package.json']) {
      cpSync(join(here, name), join(root, name), { recursive: true });
    }
    symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
    // Beside the packages: used again where the next copy has the same file.
    compiled = join(root, 'node_modules/.cache/fightcard-copies');
    copied = written();
  });
  after(() => {
    rmSync(root, { recursive: true });
  });

  const describeFile = (path: string) => {
    const { mtimeMs, size } = statSync(path);
    return `${path} ${mtimeMs} ${size}`;
  };

  /** Every file but those of packages, with its time and size. */
  function written(): string[] {
    // A recursive read of the root would follow the link to all packages.
    const entries = readdirSync(root, { withFileTypes: true }).filter(({ name }) => name !== 'node_modules');
    const paths = entries.flatMap((entry) => {
      const path = join(root, entry.name);
      if (!entry.isDirectory()) return [path];
      return [path, ...readdirSync(path, { recursive: true, encoding: 'utf8' }).map((below) => join(path, below))];
    });
    return paths.map(describeFile);
  }

  /** Runs a command as npm does, without the shell. */
  function run(command: string, args: string[], isRead = true) {
    const [program, ...given] = (scripts[command] as string).split(' ');
    expect(program).to.equal('node');
    const child = spawn(process.execPath, [...given, ...args], {
      cwd: root,
      // The port for a program that starts although it should not.
      env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: compiled, NODE_COMPILE_CACHE_PORTABLE: '1', PORT: '0' },
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

  it('are all in this table', () => {
    const own = Object.keys(scripts).filter((name) => !tools.test(name));
    expect(own.toSorted()).to.deep.equal(Object.keys(commands).toSorted());
  });

  for (const [command, wrong] of Object.entries(commands)) {
    it(`${command} prints help and explains wrong options`, async () => {
      // First, since it leaves the code compiled for the others.
      const help = await run(command, ['--help']);
      const refused = await Promise.all(wrong.map(([args]) => run(command, args)));
      expect(written()).to.deep.equal(copied);
      expect(help, help.err).to.include({ code: 0, err: '' });
      expect(help.out.split('\n').length).to.be.above(4);
      expect(help.out).to.include('--help');
      // npm takes the first "--" away; a second one reaches the command, which refuses what follows.
      expect(help.out).not.to.match(/^ *npm .*-- .*\[-- /m);
      const ending = endings[command];
      if (ending !== undefined) expect(help.out.replaceAll('\n', ' ')).to.include(`Ends with ${ending}`);
      for (const [n, [args, says]] of wrong.entries()) {
        const { code, out, err } = refused[n] as Awaited<ReturnType<typeof run>>;
        const [first, second, ...more] = err.split('\n');
        expect({ args, code, out, first, more }).to.deep.equal({ args, code: 2, out: '', first: says, more: [''] });
        expect(second).to.match(/--help/);
      }
    });
  }

  it('print help beside other wrong options', async () => {
    expect(await run('kit', ['swift', '--nonsense', '--help'])).to.deep.equal(await run('kit', ['-h']));
  });

  it('survive a closed standard output', async () => {
    for (const [command, args] of [
      ['mock', ['--help']],
      ['coverage', ['reliability']],
    ] as const) {
      expect(await run(command, [...args], false), command).to.deep.equal({ code: 0, out: '', err: '' });
    }
  });
});

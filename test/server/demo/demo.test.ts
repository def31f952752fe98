import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import type { EventDetailV1 } from '../../../contracts/schemas/events.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { json, send } from '../../support/http/send.ts';
import { freePort } from '../../support/run/ports.ts';
import { reasonOf } from '../../support/run/reason-of.ts';
import { scaled } from '../../support/run/scale.ts';

describe('npm run demo', () => {
  let dataDir: string;
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'fightcard-demo-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true }));

  function run(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, ['scripts/demo.ts', ...args], {
      env: {
        ...{ PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '' },
        ...{ DATA_DIR: dataDir, ...env },
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
      child.once('close', (code) => resolve({ code, output }));
    });
    return { child, ended, output: () => output };
  }

  it('names wrong options and server errors', async () => {
    const bad: [string[], RegExp][] = [
      [['--speed', '0'], /^--speed must be an integer from 1 to 3600, not "0"\.\n.*--help/],
      [['--from', 'round two'], /^--from must be a round such as R2/],
    ];
    // All at once, since each of them starts a process.
    const refused = bad.map(([args, says]) => ({ says, ended: run(args).ended }));
    for (const { says, ended } of refused) {
      const { code, output } = await ended;
      expect(code, output).to.equal(2);
      expect(output).to.match(says);
      expect(output.trim().split('\n')).to.have.length(2);
    }
    const keyless = await run(['--url', 'http://127.0.0.1:1']).ended;
    expect(keyless).to.deep.equal({
      code: 1,
      output: 'the feed key of this server is missing; pass it with --feed-key or FEED_KEY\n',
    });
    const silent = await run(['--url', `http://127.0.0.1:${await freePort()}`, '--feed-key', feedKey]).ended;
    expect(silent.code).to.equal(1);
    expect(silent.output).to.match(/^http:.* does not answer \(ECONNREFUSED\).*\n$/);
  });

  it('plays a night on its own server, and the same on a running one', async () => {
    const night = ['--speed', '3600', '--voters', '4', '--seed', '3', ...(scaled(1) > 1 ? [] : ['--from', 'R2'])];
    const demo = run(['--port', '0', ...night], { WORKERS: '1', SAMPLE_NOW: '2027-03-06T20:00:00Z' });
    const url = await new Promise<string>((resolve, reject) => {
      const looking = setInterval(() => {
        const found = /(http:\/\/localhost:\d+)\/board/.exec(demo.output())?.[1];
        if (found && /the server keeps running/.test(demo.output())) resolve(found);
      }, 50);
      demo.ended.then(({ output }) => reject(new Error(output))).finally(() => clearInterval(looking));
    });
    expect(demo.output()).to.match(/votes: cast (\d+), counted \1, lost 0, doubled 0\n/);
    // The night ends in content too.
    const event: EventDetailV1 = json(await send(url, 'GET', `/api/v1/us/events/${ids.liveEvent}`));
    expect(event.event_status).to.equal('POST_EVENT');
    const { FMLiveFeed } = json(await send(url, 'GET', `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`));
    expect([event.event_dategmt, FMLiveFeed.GMT]).to.deep.equal(['2027-03-06T19:21:00Z', '2027-03-06T19:21Z']);
    expect(FMLiveFeed.Timestamp).to.match(/^2027\/03\/06 2/);
    const methods = event.fights.filter(({ statid }) => statid !== null).map(({ result }) => result?.Method);
    expect(methods).to.have.length(5).and.not.include(null);

    const again = await run(['--url', url, ...night], { DATA_DIR: join(dataDir, 'demo') }).ended;
    expect(again.code, again.output).to.equal(0);
    const votesIn = (output: string) => /^votes: .*$/m.exec(output)?.[0];
    expect(votesIn(again.output)).to.equal(votesIn(demo.output()));

    demo.child.kill('SIGINT');
    expect((await demo.ended).code).to.equal(0);
    expect(await reasonOf(fetch(url))).to.match(/fetch failed/);
  });
});

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import { feed, ids } from '../../../contracts/world/index.ts';
import { follow } from '../../support/http/follow.ts';
import { json, send } from '../../support/http/send.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const base = '/api/v1/us/fight_metrics';
const main = fileURLToPath(new URL('../../../server/main.js', import.meta.url));

/** The server as a separate process, on the Redis of another. */
async function startProcess(redisUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fightcard-second-'));
  const child: ChildProcess = spawn(process.execPath, [main, '--no-sample'], {
    env: {
      ...process.env,
      REDIS_URL: redisUrl,
      PORT: '0',
      WORKERS: '1',
      ADMIN_PORT: 'off',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      LOG_FORMAT: 'text',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise((ended) => child.once('exit', ended));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  child.stdout?.on('data', (chunk) => {
    said += chunk;
    const url = /(http:\/\/localhost:\d+)\/api/.exec(said)?.[1];
    if (url) resolve(url);
  });
  child.once('exit', (code) => reject(new Error(`the server ended with code ${code}`)));
  return {
    url: await promise,
    async close() {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const percentile = (sorted: readonly number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

describe('from the feed to a reader on a second server process', () => {
  let night: FightNight;
  let second: Awaited<ReturnType<typeof startProcess>>;
  before(async () => {
    night = await startFightNight();
    second = await startProcess(night.redis.url);
  });
  after(async () => {
    await second?.close();
    await night.close();
  });

  const path = `${base}/live_event/${ids.liveEventStatid}`;

  /** @returns when the feed was answered, in milliseconds. */
  async function post(sequence: number): Promise<number> {
    const body = { sequence, FMLiveFeed: { ...feed.event.FMLiveFeed, Venue: `Arena ${sequence}` } };
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${feedKey}` };
    const answer = await send(night.url, 'POST', `${base}/update_live_event`, headers, JSON.stringify(body));
    expect(json(answer)).to.include({ applied: true });
    return performance.now();
  }

  function report(how: string, waits: number[], since = '200'): number {
    const sorted = waits.toSorted((a, b) => a - b);
    const [p50, p99] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    console.log(
      `      ${how}: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms after the ${since}, ${waits.length} updates`,
    );
    return p99;
  }

  it('the new document is there by stream', async () => {
    const follower = await follow(second.url + path);
    await follower.until(1);
    const waits: number[] = [];
    const sincePost: number[] = [];
    for (let sequence = 100; sequence < 300; sequence++) {
      const sent = performance.now();
      const answered = await post(sequence);
      await follower.until(waits.length + 2);
      const seen = follower.times.at(-1) ?? 0;
      // It may arrive first: the feed is answered when the rounds that it opens accept votes.
      waits.push(Math.max(0, seen - answered));
      sincePost.push(seen - sent);
      expect(JSON.parse(follower.events.at(-1)?.data ?? '').FMLiveFeed.Venue).to.equal(`Arena ${sequence}`);
      await sleep(10);
    }
    follower.close();
    report('by stream', sincePost, 'post');
    expect(report('by stream', waits)).to.be.below(5_000);
  });

  it('the new document is there by polling five times a second', async () => {
    const waits: number[] = [];
    for (let sequence = 300; sequence < 340; sequence++) {
      const answered = await post(sequence);
      // A poll may come at any moment of its period.
      await sleep(Math.random() * 200);
      for (let attempt = 0; attempt < 50; attempt++) {
        if (json(await send(second.url, 'GET', path)).FMLiveFeed?.Venue === `Arena ${sequence}`) break;
        await sleep(200);
      }
      waits.push(performance.now() - answered);
    }
    expect(report('by polling every 200 ms', waits)).to.be.below(5_000);
  });
});

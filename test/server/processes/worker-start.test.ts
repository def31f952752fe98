import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'chai';
import type { FromWorker } from '../../../server/processes/messages.ts';
import { startFalseRedis } from '../../support/redis/false-redis.ts';
import { startRedis } from '../../support/redis/redis.ts';
import { eventually } from '../../support/run/eventually.ts';

const module = new URL('../../../server/processes/worker.ts', import.meta.url).href;

/** A worker whose primary is this process. */
function startWorker(redisUrl: string) {
  const script = `
    import { main } from ${JSON.stringify(module)};
    process.once('disconnect', () => process.exit());
    main();`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    env: { ...process.env, REDIS_URL: redisUrl, PORT: '0', NODE_ENV: 'test', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const said: string[] = [];
  child.on('message', ({ kind }: FromWorker) => said.push(kind));
  return {
    said,
    async close() {
      child.disconnect();
      await exited;
    },
  };
}

describe('a worker that starts', () => {
  it('answers requests only when it has entered the store, where Redis is there and takes no writes yet', async () => {
    const redis = await startRedis();
    const between = await startFalseRedis(redis.port);
    let [isFull, refused] = [true, 0];
    between.lie = ({ name }) => {
      if (name !== 'openStore' || !isFull) return undefined;
      refused++;
      return { bytes: '-MISCONF Redis cannot write to its disk\r\n' };
    };
    const worker = startWorker(between.url);
    try {
      await eventually(() => refused >= 4, 'the worker asks again and again');
      expect(worker.said, 'while it could not enter').to.deep.equal(['started']);
      isFull = false;
      await eventually(() => worker.said.length > 1, 'the worker is ready');
      expect(worker.said).to.deep.equal(['started', 'ready']);
    } finally {
      await worker.close();
      await between.close();
      await redis.close();
    }
  });
});

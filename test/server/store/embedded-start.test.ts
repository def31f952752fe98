import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEmbeddedRedis } from '../../../server/store/redis/embedded/embedded.ts';
import { attach } from '../../../server/store/redis/embedded/running.ts';
import { redisServersOn } from '../../support/redis/embedded.ts';
import { eventually } from '../../support/run/eventually.ts';

describe('a start of the embedded Redis that fails', () => {
  it('leaves no Redis when it is interrupted while it prepares', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'fightcard-data-'));
    // Aborted after it was looked at, and before anything listens for that.
    const looks = [false];
    const signal = Object.defineProperty(new EventTarget(), 'aborted', { get: () => looks.shift() ?? true });
    const error = await openEmbeddedRedis({ dataDir, signal: signal as AbortSignal }).catch((reason: Error) => reason);
    expect(error).to.include({ name: 'RedisMissing', message: 'The start was interrupted.' });
    await eventually(() => redisServersOn(dataDir).length === 0, 'no Redis runs');
    await rm(dataDir, { recursive: true, force: true });
  });

  it('leaves no connection, which would come back to the next Redis on its port', async () => {
    const silent = createServer((socket) => socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const failure = new AbortController();
    const attached = attach({ port, password: 'x', pid: 1 }, { signal: failure.signal });
    const [socket] = (await once(silent, 'connection')) as [Socket];
    const closed = once(socket, 'close');
    failure.abort();
    expect(await attached).to.equal(undefined);
    await closed;
    silent.close();
  });
});

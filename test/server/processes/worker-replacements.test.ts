import cluster from 'node:cluster';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { Workers } from '../../../server/processes/workers.ts';
import { eventually } from '../../support/run/eventually.ts';

/** Says that it answers requests, and stops when it is asked to. */
const program = `
  process.on('message', ({ kind }) => kind === 'stop' && process.exit());
  process.send({ kind: 'started' });
  process.send({ kind: 'ready', url: 'http://localhost:1', rssMiB: 1 });
`;

describe('the workers of a primary', () => {
  let folder: string;
  const { exec } = cluster.settings;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fightcard-replacements-'));
    const file = join(folder, 'worker.cjs');
    await writeFile(file, program);
    cluster.setupPrimary({ exec: file });
  });
  after(async () => {
    cluster.setupPrimary({ exec: exec ?? process.argv[1] });
    await rm(folder, { recursive: true });
  });
  afterEach(() => mock.reset());

  it('have not failed before when they come from a restart', async () => {
    // However long the machine takes, they end right after their start.
    mock.method(Date, 'now', () => 1_900_000_000_000);
    const lines: [string, object][] = [];
    const note = (details: object, message: string) => lines.push([message, details]);
    const workers = new Workers({
      ...{ count: 1, env: {}, replyBytes: 0, monitoring: undefined, keysOfReplacement: () => undefined },
      log: { info: note, error: note } as unknown as Logger,
    });
    try {
      await workers.start();
      await workers.restart();
      for (const failures of [1, 2]) {
        const [{ pid = 0 } = {}] = workers.list();
        lines.length = 0;
        process.kill(pid, 'SIGKILL');
        await eventually(() => lines.length === 2, 'another worker');
        expect(lines.map(([message]) => message)).to.deep.equal(['a worker ended', 'a worker is ready']);
        expect(lines[0]?.[1]).to.include({ worker: pid, signal: 'SIGKILL', failures });
      }
    } finally {
      await workers.close();
    }
  });
});

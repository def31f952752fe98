import { spawnSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { Schedule } from '../run/stages.ts';
import { root } from '../support/deploy/files.ts';
import { passing, Repository } from './runner-repository.ts';

const file = 'test/mock/a.test.ts';

describe('npm test, at its ends', () => {
  it('--count is red for a file that cannot be loaded, though its floor asks for no more than it had', async () => {
    const repository = new Repository({ [file]: `it('is not closed', () => {` }, { [file]: { tests: 1, seconds: 1 } });
    const { failed } = await repository.run(['mock'], { isCount: true });
    expect(repository.printed).to.include(`${file} could not be loaded:`);
    expect(failed).to.equal(1);
    repository.remove();
  });

  it('--write leaves the floors where a test failed', async () => {
    const before = { [file]: { tests: 3, seconds: 7 } };
    const repository = new Repository({ [file]: `${passing}it('fails', () => { throw new Error('no'); });` }, before);
    expect((await repository.run(['mock'], { isWrite: true })).failed).to.equal(1);
    expect(JSON.parse(repository.read('test/floors.json'))).to.deep.equal(before);
    repository.remove();
  });

  it('is red for a process that what a file left behind ends while there is nothing to run', async () => {
    // The mock waits for the consumer, which waits until that process has ended.
    const left = `import { writeFileSync } from 'node:fs';
      it('leaves something', () => void setTimeout(() => { writeFileSync('pid', String(process.pid)); process.exit(0); }, 200));`;
    const waits = `import { existsSync, readFileSync } from 'node:fs';
      const isAlive = (pid) => { try { return process.kill(Number(pid), 0); } catch { return false; } };
      it('waits', async function () {
        const isOver = () => existsSync('pid') && readFileSync('pid', 'utf8') !== '' && !isAlive(readFileSync('pid', 'utf8'));
        while (!isOver()) await new Promise((done) => setTimeout(done, 20));
      });`;
    const files = { 'test/consumer/a.test.ts': waits, 'test/server/b.test.ts': left, 'test/mock/c.test.ts': passing };
    const repository = new Repository(files);
    const { failures } = await repository.run(['consumer', 'mock', 'server']);
    expect(failures).to.have.length(1);
    expect(failures[0]).to.match(
      /^test\/server\/b\.test\.ts\n +the process ended with code 0 after the last test: something that the file left behind failed$/,
    );
    repository.remove();
  });

  it('ends with 1 for a single failure, and with 0 for none', () => {
    const repository = new Repository({ 'test/contracts/a.test.ts': passing });
    for (const part of ['test/run', 'test/support', 'contracts', 'server', 'package.json']) {
      cpSync(join(root, part), join(repository.root, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(repository.root, 'node_modules'));
    const count = (tests: number) => {
      repository.write('test/floors.json', JSON.stringify({ 'test/contracts/a.test.ts': { tests, seconds: 1 } }));
      const args = ['test/run/tests.ts', 'contracts', '--count'];
      return spawnSync(process.execPath, args, { cwd: repository.root, encoding: 'utf8' }).status;
    };
    expect([count(1), count(2)]).to.deep.equal([0, 1]);
    repository.remove();
  });

  it('lets each stage that reads the pacts wait until they are written, and no other', async () => {
    const stages = ['contracts', 'mock', 'provider', 'peers', 'server'];
    const schedule = new Schedule(['test/consumer/a', ...stages.map((name) => `test/${name}/a`)], () => 1);
    expect([await schedule.next(), await schedule.next()]).to.deep.equal(['test/consumer/a', 'test/server/a']);
    const next = schedule.next();
    expect(await Promise.race([next, new Promise((done) => setImmediate(done, 'waits'))])).to.equal('waits');
    schedule.finished('test/consumer/a');
    expect(await next).to.equal('test/contracts/a');
  });
});

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { mock } from 'node:test';
import { expect } from 'chai';
import type { Logger } from 'pino';
import { watchDescriptors } from '../../../server/processes/descriptors.ts';

describe('a process without free file descriptors', () => {
  /** The code of the error that opening a file ends with; undefined: it is opened. */
  let failure: string | undefined;
  let said: string[] = [];
  let stop: () => void;

  beforeEach(() => {
    failure = undefined;
    said = [];
    mock.timers.enable({ apis: ['setInterval', 'Date'], now: 1_900_000_000_000 });
    mock.method(fs, 'open', (_path: string, end: (error: Error | null, file?: number) => void) => {
      end(failure === undefined ? null : Object.assign(new Error(), { code: failure }), 99);
    });
    mock.method(fs, 'close', (_file: number, end: () => void) => end());
    syncBuiltinESMExports();
    stop = watchDescriptors({
      error: ({ code }: { code: string }, message: string) => said.push(`${code} ${message.split(',')[0]}`),
      info: ({ forMs }: { forMs: number }, message: string) => said.push(`${forMs} ${message}`),
    } as unknown as Logger);
  });
  afterEach(() => {
    stop();
    mock.reset();
    mock.timers.reset();
    syncBuiltinESMExports();
  });

  const lines = () => said.splice(0);

  for (const code of ['EMFILE', 'ENFILE']) {
    it(`says so once a minute, and when there are some again: ${code}`, () => {
      mock.timers.tick(500);
      expect(lines()).to.deep.equal([]);
      failure = code;
      const line = `${code} no file descriptor is left`;
      mock.timers.tick(500);
      expect(lines()).to.deep.equal([line]);
      mock.timers.tick(59_500);
      expect(lines()).to.deep.equal([]);
      mock.timers.tick(500);
      expect(lines()).to.deep.equal([line]);
      failure = undefined;
      mock.timers.tick(500);
      expect(lines()).to.deep.equal(['60500 file descriptors are left again']);
      mock.timers.tick(60_000);
      expect(lines()).to.deep.equal([]);
    });
  }

  it('says so once a minute, and its end once, however often it comes back', () => {
    for (let nth = 0; nth < 5; nth++) {
      failure = 'EMFILE';
      mock.timers.tick(500);
      failure = undefined;
      mock.timers.tick(500);
    }
    expect(lines()).to.deep.equal(['EMFILE no file descriptor is left', '500 file descriptors are left again']);
  });

  it('says for how long each shortage has lasted', () => {
    for (let nth = 0; nth < 2; nth++) {
      failure = 'EMFILE';
      for (let looks = 0; looks < 3; looks++) mock.timers.tick(500);
      failure = undefined;
      mock.timers.tick(500);
      expect(lines().at(-1)).to.equal('1500 file descriptors are left again');
      mock.timers.tick(120_000);
    }
  });

  it('says nothing of another error, and nothing once the watch has stopped', () => {
    failure = 'EACCES';
    mock.timers.tick(500);
    failure = 'EMFILE';
    stop();
    mock.timers.tick(60_000);
    expect(lines()).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { startupError } from '../../mock/command.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';

describe('startupError', () => {
  for (const [error, sentence] of [
    [
      { syscall: 'listen', code: 'EADDRINUSE', port: 80 },
      'Port 80 is taken; stop what listens there or choose another: --port 4020.',
    ],
    [
      { syscall: 'listen', code: 'EACCES', port: 80 },
      'Port 80 may not be opened by this user; choose one above 1023: --port 4010.',
    ],
    [{ syscall: 'listen', code: 'EPERM', port: 80 }, 'Port 80 cannot be opened (EPERM); choose another: --port 4020.'],
    [{ syscall: 'access', code: 'ENOENT', path: '/a' }, '/a is missing; generate it with: npm run generate.'],
    [
      { syscall: 'scandir', code: 'EACCES', path: '/pacts' },
      '/pacts cannot be read (EACCES); give this user the permission to read it, or name another.',
    ],
    [{ syscall: 'spawn x', code: 'ENOENT', path: 'x' }, undefined],
    [{}, undefined],
  ] as const) {
    it(`explains ${JSON.stringify(error)}`, () => {
      expect(startupError(Object.assign(new Error('x'), error))).to.equal(sentence);
    });
  }

  it('repeats the reason of a bad file', () => {
    expect(startupError(new BadFile('a.json:1: it is no pact'))).to.equal('a.json:1: it is no pact');
  });
});

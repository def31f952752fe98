import { expect } from 'chai';
import { startupError } from '../../mock/command.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';

describe('startupError', () => {
  for (const [error, sentence] of [
    [
      { syscall: 'listen', code: 'EADDRINUSE', port: 80 },
      'port 80 is in use; stop its program, or choose another port: --port 4020',
    ],
    [
      { syscall: 'listen', code: 'EACCES', port: 80 },
      'no permission to open port 80; choose a port above 1023: --port 4010',
    ],
    [{ syscall: 'listen', code: 'EPERM', port: 80 }, 'cannot open port 80 (EPERM); choose another port: --port 4020'],
    [{ syscall: 'access', code: 'ENOENT', path: '/a' }, '/a is missing; generate it: npm run generate'],
    [
      { syscall: 'scandir', code: 'EACCES', path: '/pacts' },
      'cannot read /pacts (EACCES); give this user permission to read it, or choose another path',
    ],
    [{ code: 'ERR_MODULE_NOT_FOUND' }, 'x; install the packages: npm ci --omit=dev'],
    [{ syscall: 'spawn x', code: 'ENOENT', path: 'x' }, undefined],
    [{}, undefined],
  ] as const) {
    it(`explains ${JSON.stringify(error)}`, () => {
      expect(startupError(Object.assign(new Error('x'), error))).to.equal(sentence);
    });
  }

  it('repeats the reason of a bad file', () => {
    expect(startupError(new BadFile('a.json:1: not a pact'))).to.equal('a.json:1: not a pact');
  });
});

import { expect } from 'chai';
import { announce, startupError } from '../../mock/command.ts';
import type { AddedPacts } from '../../mock/contracts/pacts/read-pacts.ts';
import { BadFile } from '../../mock/contracts/read-json.ts';
import type { StoredCertificate } from '../../mock/tls/stored-certificate.ts';

const url = 'http://localhost:4010';
const certificate = { path: '/certs/root.pem', fingerprint: 'AB:CD' } as StoredCertificate;
const pacts = (more: Partial<AddedPacts> = {}) => ({
  ...{ files: [], contracts: new Map(), conflicts: [], notes: [] },
  ...more,
});

describe('announce', () => {
  const said = (mock: object, folder?: string) => {
    const lines: string[] = [];
    announce({ url, certificate: undefined, pacts, ...mock }, folder, (line) => lines.push(line));
    return lines;
  };
  const ready = (
    origin: string,
    trust: string,
  ) => `The mock is ready: ${origin}/api/v3/mobile (Spanish) and ${origin}/api/v1/us (English). Try:
  curl${trust} ${origin}/api/v3/mobile/events
  curl${trust} -i ${origin}/api/v1/us/fighters/title_holders.json
  curl${trust} -i -H 'Prefer: code=503' ${origin}/api/v3/mobile/live
In a browser: ${origin}/`;

  it('prints its addresses and what to try', () => {
    expect(said({})).to.deep.equal([ready(url, '')]);
  });

  it('explains how to trust its certificate', () => {
    expect(said({ certificate, url: 'https://localhost:1' })).to.deep.equal([
      ready('https://localhost:1', ' --cacert /certs/root.pem'),
      `The certificate to trust is /certs/root.pem
  SHA-256 AB:CD
  iOS simulator:     xcrun simctl keychain booted add-root-cert /certs/root.pem
  Android emulator:  adb push /certs/root.pem /sdcard/Download/fightcard.pem, then Settings, "Install a certificate", "CA certificate";
                     the app's debug build takes it with <certificates src="user"/> in its network security configuration
  curl and Node:     curl --cacert /certs/root.pem …, NODE_EXTRA_CA_CERTS=/certs/root.pem`,
    ]);
  });

  it('prints notes and conflicts of its pacts', () => {
    expect(
      said({ pacts: () => pacts({ notes: ['a', 'b'], conflicts: ['c', 'd'] }) }, 'folder').slice(0, -1),
    ).to.deep.equal([
      ...['Note: folder has no pact file (*.json).', 'Note: a', 'Note: b', 'Conflict: c', 'Conflict: d'],
    ]);
    expect(said({ pacts: () => pacts({ files: ['a.json'] }) }, 'folder')).to.have.length(1);
    expect(said({}, undefined)).to.have.length(1);
  });
});

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

import { X509Certificate } from 'node:crypto';
import { expect } from 'chai';
import { makeCertificate } from '../../mock/tls/certificate.ts';

describe('makeCertificate', () => {
  it('makes an authority that signs only certificates', async () => {
    const { root, chain } = await makeCertificate(['localhost']);
    const [authority, server] = [new X509Certificate(root), new X509Certificate(chain)];
    expect([authority.ca, server.ca]).to.deep.equal([true, false]);
    // Key usage (2.5.29.15), critical, with the only bit for signatures of certificates: 0x04, two unused bits.
    expect(authority.raw.toString('hex')).to.include('0603551d0f0101ff040403020204');
    expect(server.checkIssued(authority)).to.equal(true);
  });
});

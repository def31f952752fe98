import 'reflect-metadata';
import { KeyObject, randomBytes, webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import * as x509 from '@peculiar/x509';

/** A server certificate, and the authority that signed it and that clients trust; in PEM. */
export interface Certificate {
  root: string;
  /** The certificate and the root, as servers send them. */
  chain: string;
  key: string;
}

const dayMs = 86_400_000;
/** Apple's systems refuse server certificates that are valid for more than 398 days. */
const validMs = 397 * dayMs;
/** The clock of a simulator or a phone may be slow. */
const earlyMs = dayMs;

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

type Keys = webcrypto.CryptoKeyPair;

const newKeys = (): Promise<Keys> => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

/** A host as in the list of alternative names; an IPv6 address may have brackets. */
function alternativeName(host: string): { type: 'dns' | 'ip'; value: string } {
  const value = host.replace(/^\[|\]$/g, '');
  return { type: isIP(value) === 0 ? 'dns' : 'ip', value };
}

/** A certificate, signed by another or by itself. */
async function certify(
  { name, keys }: { name: string; keys: Keys },
  issuer: { name: string; keys: Keys },
  nowMs: number,
  extensions: x509.Extension[],
): Promise<string> {
  const certificate = await x509.X509CertificateGenerator.create({
    subject: [{ CN: [name] }],
    publicKey: keys.publicKey,
    issuer: [{ CN: [issuer.name] }],
    signingKey: issuer.keys.privateKey,
    signingAlgorithm: algorithm,
    notBefore: new Date(nowMs - earlyMs),
    notAfter: new Date(nowMs - earlyMs + validMs),
    extensions: [...extensions, await x509.SubjectKeyIdentifierExtension.create(keys.publicKey)],
  });
  return `${certificate.toString('pem')}\n`;
}

/**
 * Makes an authority that signs one certificate and whose key is discarded, so that trusting it trusts nothing else.
 *
 * @param hosts names and addresses of the server.
 * @param nowMs the certificate is valid from a day before, for 397 days.
 */
export async function makeCertificate(hosts: readonly string[], nowMs = Date.now()): Promise<Certificate> {
  const authority = { name: `Fightcard mock ${randomBytes(4).toString('hex')}`, keys: await newKeys() };
  const server = { name: hosts[0] as string, keys: await newKeys() };
  const root = await certify(authority, authority, nowMs, [
    new x509.BasicConstraintsExtension(true, 0, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true),
  ]);
  const own = await certify(server, authority, nowMs, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    new x509.SubjectAlternativeNameExtension(hosts.map(alternativeName)),
    await x509.AuthorityKeyIdentifierExtension.create(authority.keys.publicKey),
  ]);
  const key = KeyObject.from(server.keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string;
  return { root, chain: own + root, key };
}

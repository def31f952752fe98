import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { bits, commonName, integer, isTrue, octets, oid, sequence, tagged, time, tlv } from './der.ts';

/** A certificate of a server, with the authority that signed it and that clients trust; in PEM. */
export interface Certificate {
  root: string;
  /** Also has the root, as servers send it. */
  chain: string;
  key: string;
}

const dayMs = 86_400_000;
/** Apple's systems refuse the certificate of a server that is valid for longer than 398 days. */
const validMs = 397 * dayMs;
/** The clock of a simulator or a phone may be slow. */
const earlyMs = dayMs;

const algorithm = sequence(oid('1.2.840.10045.4.3.2'));

const extension = (id: string, value: Buffer, isCritical = false) =>
  sequence(oid(id), ...(isCritical ? [isTrue] : []), octets(value));

/** The bytes of an IPv6 address. */
function ipv6Bytes(address: string): Buffer {
  const [before = [], after = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const groups = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return Buffer.from(groups.map((group) => group.padStart(4, '0')).join(''), 'hex');
}

/** A host as in the list of alternative names; an IPv6 address may have brackets. */
function alternativeName(host: string): Buffer {
  const bare = host.replace(/^\[|\]$/g, '');
  const version = isIP(bare);
  if (version === 0) return tlv(0x82, Buffer.from(bare));
  return tlv(0x87, version === 4 ? Buffer.from(bare.split('.').map(Number)) : ipv6Bytes(bare));
}

interface Signer {
  name: string;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const spkiOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const keyId = (key: KeyObject) => createHash('sha1').update(spkiOf(key)).digest();

const newSigner = (name: string): Signer => ({ name, ...generateKeyPairSync('ec', { namedCurve: 'prime256v1' }) });

/** Writes a certificate of a key, signed by another or by itself. */
function certify(subject: Signer, issuer: Signer, nowMs: number, extensions: readonly Buffer[]): string {
  const serial = randomBytes(16);
  // The first byte must not be 0.
  serial[0] = ((serial[0] as number) & 0x7f) | 0x40;
  const content = sequence(
    ...[tagged(0, integer(Buffer.from([2]))), integer(serial), algorithm, commonName(issuer.name)],
    sequence(time(new Date(nowMs - earlyMs)), time(new Date(nowMs - earlyMs + validMs))),
    ...[commonName(subject.name), spkiOf(subject.publicKey), tagged(3, sequence(...extensions))],
  );
  const der = sequence(content, algorithm, bits(sign('sha256', content, issuer.privateKey)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/**
 * Makes an authority, lets it sign one certificate, and forgets its key: who trusts it trusts this certificate and no other.
 *
 * @param hosts names and addresses of the server.
 * @param nowMs the certificate is valid from a day before, for 397 days.
 */
export function makeCertificate(hosts: readonly string[], nowMs = Date.now()): Certificate {
  const authority = newSigner(`Fightcard mock ${randomBytes(4).toString('hex')}`);
  const server = newSigner(hosts[0] as string);
  const root = certify(authority, authority, nowMs, [
    extension('2.5.29.19', sequence(isTrue, integer(Buffer.from([0]))), true),
    // It signs certificates and nothing else.
    extension('2.5.29.15', bits(Buffer.from([0x04]), 2), true),
    extension('2.5.29.14', octets(keyId(authority.publicKey))),
  ]);
  const own = certify(server, authority, nowMs, [
    extension('2.5.29.19', sequence(), true),
    // It signs the keys of connections, as a server.
    extension('2.5.29.15', bits(Buffer.from([0x80]), 7), true),
    extension('2.5.29.37', sequence(oid('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', sequence(...hosts.map(alternativeName))),
    extension('2.5.29.14', octets(keyId(server.publicKey))),
    extension('2.5.29.35', sequence(tlv(0x80, keyId(authority.publicKey)))),
  ]);
  return { root, chain: own + root, key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string };
}

import { isIPv4, isIPv6 } from 'node:net';

/** No form of an address with zone and port is longer. */
const maxAddressLength = 100;

function groupsOf(address: string): number[] {
  // An IPv4 address at the end is two groups.
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [a * 256 + Number(b), c * 256 + Number(d)].map((group) => group.toString(16)).join(':'),
  );
  const [head = '', tail = ''] = hex.split('::');
  const parsed = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)));
  const [before, after] = [parsed(head), parsed(tail)];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

const ipv4Of = (high = 0, low = 0) => `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;

/** A new string: a slice of a header would keep the whole header (up to 16 KiB) in memory. */
const copyOf = (ipv4: string) => ipv4.split('.').join('.');

/** The IPv4 address in an IPv6 address, or the /64 network, which belongs to one customer. */
function networkOf(address: string): string {
  const groups = groupsOf(address);
  const [a, b, c] = groups;
  const startsWith = (...prefix: number[]) => prefix.every((group, index) => group === groups[index]);
  // IPv4-mapped, and as translators (RFC 6052, before RFC 2765) and 6to4 write it.
  const isMapped = startsWith(0, 0, 0, 0, 0, 0xffff) || startsWith(0, 0, 0, 0, 0xffff, 0);
  if (isMapped || startsWith(0x64, 0xff9b, 0, 0, 0, 0)) return ipv4Of(groups[6], groups[7]);
  if (a === 0x2002) return ipv4Of(b, c);
  const network = groups.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
}

/**
 * The key of a client for limits: an IPv4 address, or the /64 network of an IPv6 address, since one customer has 2^64
 * addresses. The same for all forms of an address: with port, brackets or zone, in capitals, IPv4-mapped.
 *
 * @returns at most 24 characters; undefined if the text is not an address.
 */
export function clientKey(text: string): string | undefined {
  if (text.length > maxAddressLength) return undefined;
  const trimmed = text.trim();
  if (isIPv4(trimmed)) return copyOf(trimmed);
  const [, bracketed, plain = trimmed] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(trimmed) ?? [];
  const address = bracketed ?? plain;
  if (bracketed === undefined && isIPv4(address)) return copyOf(address);
  return isIPv6(address) ? networkOf(address.replace(/%.*$/, '')) : undefined;
}

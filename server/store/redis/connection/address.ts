/** REDIS_URL, parsed. */
export interface RedisAddress {
  kind: 'single' | 'cluster' | 'sentinel';
  /** The Sentinels, or some nodes of a Cluster, from which the others are discovered. */
  nodes: readonly RedisNode[];
  tls: boolean;
  username?: string;
  password?: string;
  /** 0 on a Cluster. */
  database: number;
  /** Only for Sentinel. */
  master?: { name: string; sentinelUsername?: string; sentinelPassword?: string };
}

export interface RedisNode {
  host: string;
  port: number;
}

/** An invalid address. The message is a predicate such as `needs …` and never quotes the address. */
export class BadAddress extends Error {
  override name = 'BadAddress';
}

const defaultPorts = { single: 6379, cluster: 6379, sentinel: 26_379 };

const examples =
  'redis://host:6379, redis+cluster://host1:7000,host2:7001 or redis+sentinel://host1:26379,host2:26379/mymaster';

function decode(text: string, what: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadAddress(`has a ${what} with a % without two hexadecimal digits; write % as %25`);
  }
}

function parseNode(text: string, position: number, defaultPort: number): RedisNode {
  const [, ipv6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:[\]/?#@]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = ipv6 ?? name;
  if (!host) throw new BadAddress(`has no valid host at node ${position}; expected host:port`);
  const number = port === undefined ? defaultPort : Number(port);
  if (number < 1 || number > 65_535)
    throw new BadAddress(`has an invalid port at node ${position}; expected 1 to 65535`);
  return { host, port: number };
}

function parseDatabase(text: string): number {
  if (!/^(?:\d{1,5})?$/.test(text)) throw new BadAddress('has an invalid database; expected a number from 0 to 99999');
  return Number(text);
}

function parseSentinelOptions(query: string): { sentinelUsername?: string; sentinelPassword?: string } {
  const options: { sentinelUsername?: string; sentinelPassword?: string } = {};
  for (const pair of query.split('&').filter((part) => part !== '')) {
    const equals = pair.indexOf('=');
    const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    if (name !== 'sentinelUsername' && name !== 'sentinelPassword') {
      throw new BadAddress('has an unknown option; expected sentinelUsername or sentinelPassword');
    }
    options[name] = decode(value, name === 'sentinelUsername' ? 'Sentinel user' : 'Sentinel password');
  }
  return options;
}

/**
 * Parses an address:
 *
 * - `redis://[[user]:password@]host[:port][/database]`
 * - `redis+cluster://[[user]:password@]host[:port],host[:port]…`, or several `redis://host:port` with commas
 * - `redis+sentinel://[[user]:password@]host[:port],host[:port]…/master[/database][?sentinelPassword=…]`
 *
 * `rediss` instead of `redis` uses TLS, also for Sentinels. User, password and master are percent-encoded.
 *
 * @throws {BadAddress}
 */
export function parseAddress(text: string): RedisAddress {
  const [, written = '', nodes = ''] = /^([a-z+]+):\/\/(.*)/is.exec(text) ?? [];
  const scheme = written.toLowerCase();
  // Every node of a Cluster may repeat the scheme.
  const rest = nodes.replace(/,\s*([a-z+]+):\/\//gi, (match, other: string) =>
    other.toLowerCase() === scheme ? ',' : match,
  );
  if (/,\s*[a-z+]+:\/\//i.test(rest))
    throw new BadAddress('has nodes of different schemes; write one scheme, before the first node');
  const [, secure, mode = 'single'] = /^redis(s?)(?:\+(cluster|sentinel))?$/.exec(scheme) ?? [];
  if (secure === undefined) throw new BadAddress(`is not an address such as ${examples}`);

  const [, authority = '', path = '', query = ''] = /^([^/?#]*)\/?([^?#]*)\??([^#]*)$/.exec(rest) ?? [];
  // A password may contain an unencoded @; hosts never do.
  const at = authority.lastIndexOf('@');
  const hosts = authority.slice(at + 1);
  if (hosts === '') throw new BadAddress(`is not an address such as ${examples}`);
  const credentials = at < 0 ? '' : authority.slice(0, at);
  if (/@.*,/.test(credentials))
    throw new BadAddress('has several users and passwords; write them once, before the first node');
  const colon = credentials.indexOf(':');
  const username = decode(colon < 0 ? credentials : credentials.slice(0, colon), 'user');
  const password = colon < 0 ? '' : decode(credentials.slice(colon + 1), 'password');

  const names = hosts.split(',').map((host) => host.trim());
  const kind = mode === 'single' && names.length > 1 ? 'cluster' : (mode as RedisAddress['kind']);
  const common = {
    kind,
    nodes: names.map((name, index) => parseNode(name, index + 1, defaultPorts[kind])),
    tls: secure !== '',
    ...(username && { username }),
    ...(password && { password }),
  };
  if (kind !== 'sentinel' && query !== '')
    throw new BadAddress('has options after a ?, which only redis+sentinel allows');
  const [first = '', second = '', ...more] = path.replace(/\/+$/, '').split('/');
  if (more.length > 0 || (kind !== 'sentinel' && second !== ''))
    throw new BadAddress(
      'has a path with too many parts; expected a database, after the name of the master of Sentinels',
    );
  if (kind === 'sentinel') {
    const name = decode(first, 'name of the master');
    if (name === '') throw new BadAddress('needs the name of the master after the Sentinels, as in …:26379/mymaster');
    return { ...common, database: parseDatabase(second), master: { name, ...parseSentinelOptions(query) } };
  }
  const database = parseDatabase(first);
  if (kind === 'cluster' && database !== 0) throw new BadAddress('names a database, but a Cluster has only database 0');
  return { ...common, database };
}

export const showNode = ({ host, port }: RedisNode): string => `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Formats an address for messages, without passwords and options. */
export function showAddress({ kind, nodes, tls, username, password, database, master }: RedisAddress): string {
  const scheme = `${tls ? 'rediss' : 'redis'}${kind === 'single' ? '' : `+${kind}`}`;
  const credentials = password ? `${username ?? ''}:***@` : username ? `${username}@` : '';
  const hosts = nodes.map(showNode).join(',');
  const path = [...(master ? [master.name] : []), ...(database > 0 ? [database] : [])].join('/');
  return `${scheme}://${credentials}${hosts}${path && `/${path}`}`;
}

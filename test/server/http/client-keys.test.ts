import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { clientKey } from '../../../contracts/rules/client-key.ts';
import { addressOf, clientKeyOf } from '../../../server/http/client-address.ts';

describe('the key of a client', () => {
  it('is its IPv4 address, or the first half of its IPv6 address', () => {
    const keys: Record<string, string | undefined> = {
      '203.0.113.7': '203.0.113.7',
      ' 203.0.113.7 ': '203.0.113.7',
      '203.0.113.7:443': '203.0.113.7',
      '203.0.113.7:99999': '203.0.113.7',
      '203.0.113.7:123456': undefined,
      '[203.0.113.7]': undefined,
      '[203.0.113.7]:443': undefined,
      '::': '0:0:0:0::/64',
      '::1': '0:0:0:0::/64',
      '1::': '1:0:0:0::/64',
      '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
      '[2001:DB8:1:2:3:4:5:6]': '2001:db8:1:2::/64',
      '[2001:db8:1:2:3:4:5:6]:443': '2001:db8:1:2::/64',
      '2001:db8:1::6': '2001:db8:1:0::/64',
      'fe80::1%eth0': 'fe80:0:0:0::/64',
      '1:2:3:4:5:6:203.0.113.7': '1:2:3:4::/64',
      '::203.0.113.7': '0:0:0:0::/64',
      '::ffff:203.0.113.7': '203.0.113.7',
      '::ffff:cb00:7107': '203.0.113.7',
      '::ffff:0:203.0.113.7': '203.0.113.7',
      '64:ff9b::203.0.113.7': '203.0.113.7',
      '64:ff9b::1.2.3.4': '1.2.3.4',
      '::ffff:10.3.5.7': '10.3.5.7',
      '::ffff:203.0.113.7%eth0': '203.0.113.7',
      'x[2001:db8:1:2:3:4:5:6]': undefined,
      '64:ff9b::255.254.253.252': '255.254.253.252',
      '2002:cb00:7107::1': '203.0.113.7',
      '2002:102:304::': '1.2.3.4',
      // Nearly those: each is a network of its own.
      '::fffe:203.0.113.7': '0:0:0:0::/64',
      '1::ffff:203.0.113.7': '1:0:0:0::/64',
      '0:1::ffff:203.0.113.7': '0:1:0:0::/64',
      '0:0:1::ffff:203.0.113.7': '0:0:1:0::/64',
      '0:0:0:1:0:ffff:203.0.113.7': '0:0:0:1::/64',
      '0:0:0:0:1:ffff:203.0.113.7': '0:0:0:0::/64',
      '0:0:0:0:ffff:1:203.0.113.7': '0:0:0:0::/64',
      '0:0:0:0:fffe:0:203.0.113.7': '0:0:0:0::/64',
      '1:0:0:0:ffff:0:203.0.113.7': '1:0:0:0::/64',
      '0:1:0:0:ffff:0:203.0.113.7': '0:1:0:0::/64',
      '0:0:1:0:ffff:0:203.0.113.7': '0:0:1:0::/64',
      '0:0:0:1:ffff:0:203.0.113.7': '0:0:0:1::/64',
      '64:ff9b:1::203.0.113.7': '64:ff9b:1:0::/64',
      '64:ff9b:0:1::203.0.113.7': '64:ff9b:0:1::/64',
      '64:ff9b:0:0:1::203.0.113.7': '64:ff9b:0:0::/64',
      '64:ff9b:0:0:0:1:203.0.113.7': '64:ff9b:0:0::/64',
      '65:ff9b::203.0.113.7': '65:ff9b:0:0::/64',
      '64:ff9c::203.0.113.7': '64:ff9c:0:0::/64',
      '2003:cb00:7107::1': '2003:cb00:7107:0::/64',
      unknown: undefined,
      '': undefined,
    };
    for (const [text, key] of Object.entries(keys)) expect(clientKey(text), text).to.equal(key);
  });

  it('is looked for in a hundred characters at most', () => {
    const spaces = (length: number) => '203.0.113.7'.padEnd(length, ' ');
    expect([clientKey(spaces(100)), clientKey(spaces(101))]).to.deep.equal(['203.0.113.7', undefined]);
  });

  it('is found once for a connection, and is unknown where it has no address', () => {
    const socket = { remoteAddress: '10.0.0.1' } as { remoteAddress: string | undefined };
    const keyOf = (one: object) => clientKeyOf({ socket: one as Socket, headers: {} } as IncomingMessage, 0);
    expect(keyOf(socket)).to.equal('10.0.0.1');
    socket.remoteAddress = undefined;
    expect([keyOf(socket), keyOf({ remoteAddress: undefined }), keyOf({ remoteAddress: 'x' })]).to.deep.equal([
      ...['10.0.0.1', 'unknown', 'unknown'],
    ]);
  });

  it('is that of the entry which the outermost trusted proxy has added', () => {
    for (const [forwarded, trustedProxies, key] of [
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 0, '10.0.0.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 1, '198.51.100.3'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 2, '198.51.100.2'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 3, '198.51.100.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 4, '198.51.100.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 9, '198.51.100.1'],
      [',198.51.100.3', 2, '10.0.0.1'],
      ['x,198.51.100.3', 2, '10.0.0.1'],
      ['198.51.100.1,,198.51.100.3', 3, '198.51.100.1'],
    ] as const) {
      const req = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } };
      expect(clientKeyOf(req as unknown as IncomingMessage, trustedProxies), `${forwarded} ${trustedProxies}`).to.equal(
        key,
      );
    }
  });

  it('is known to the requests of the server', () => {
    expect(addressOf({ ip: '203.0.113.7' } as unknown as IncomingMessage)).to.equal('203.0.113.7');
  });
});

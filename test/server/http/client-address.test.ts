import type { IncomingMessage } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'chai';
import fc from 'fast-check';
import { clientKey } from '../../../contracts/rules/client-key.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { clientKeyOf } from '../../../server/http/client-address.ts';
import { countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import type { Answer } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { startFightNight } from '../../support/server/fight-night.ts';

const keys: Readonly<Record<string, string | undefined>> = {
  '203.0.113.7': '203.0.113.7',
  ' 203.0.113.7 ': '203.0.113.7',
  '203.0.113.7:443': '203.0.113.7',
  '203.0.113.7:123456': undefined,
  '[203.0.113.7]': undefined,
  '::': '0:0:0:0::/64',
  '1::': '1:0:0:0::/64',
  '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
  '[2001:DB8:1:2:3:4:5:6]': '2001:db8:1:2::/64',
  '[2001:db8:1:2:3:4:5:6]:443': '2001:db8:1:2::/64',
  'x[2001:db8:1:2:3:4:5:6]': undefined,
  'fe80::1%eth0': 'fe80:0:0:0::/64',
  '1:2:3:4:5:6:203.0.113.7': '1:2:3:4::/64',
  '::203.0.113.7': '0:0:0:0::/64',
  // Mapped and translated IPv4 addresses.
  '::ffff:203.0.113.7': '203.0.113.7',
  '::ffff:cb00:7107%eth0': '203.0.113.7',
  '::ffff:0:203.0.113.7': '203.0.113.7',
  '64:ff9b::1.2.3.4': '1.2.3.4',
  '2002:cb00:7107::1': '203.0.113.7',
  // Nearly those: each is a network of its own.
  '::fffe:203.0.113.7': '0:0:0:0::/64',
  '1::ffff:203.0.113.7': '1:0:0:0::/64',
  '0:1::ffff:203.0.113.7': '0:1:0:0::/64',
  '0:0:0:1:0:ffff:203.0.113.7': '0:0:0:1::/64',
  '0:0:0:0:ffff:1:203.0.113.7': '0:0:0:0::/64',
  '0:0:0:0:fffe:0:203.0.113.7': '0:0:0:0::/64',
  '1:0:0:0:ffff:0:203.0.113.7': '1:0:0:0::/64',
  '0:0:0:1:ffff:0:203.0.113.7': '0:0:0:1::/64',
  '64:ff9b:1::203.0.113.7': '64:ff9b:1:0::/64',
  '64:ff9b:0:1::203.0.113.7': '64:ff9b:0:1::/64',
  '65:ff9b::203.0.113.7': '65:ff9b:0:0::/64',
  '64:ff9c::203.0.113.7': '64:ff9c:0:0::/64',
  '2003:cb00:7107::1': '2003:cb00:7107:0::/64',
};
const invalid = ['', ' ', 'unknown', 'localhost', '1.2.3', '256.1.1.1', '01.2.3.4', '1.2.3.4:', '1.2.3.4:x', '[::1'];
invalid.push('::1]', '[::1]x', ':::', '1::2::3', '::1:80x', '1.2.3.4, 5.6.7.8', '1'.repeat(5_000), '１.2.3.4');

describe('clientKey', () => {
  it('C12: is an IPv4 address or an IPv6 /64', () => {
    for (const [text, key] of Object.entries(keys)) expect(clientKey(text), text).to.equal(key);
    expect(clientKey('203.0.113.7'.padEnd(100, ' '))).to.equal('203.0.113.7');
    expect(clientKey('203.0.113.7'.padEnd(101, ' '))).to.equal(undefined);
  });

  it('C12: is undefined for other text', () => {
    expect(invalid.filter((text) => clientKey(text) !== undefined)).to.deep.equal([]);
  });

  it('C12: is the /64 of any IPv6 notation', () => {
    const groups = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 7, maxLength: 7 });
    const form = fc.record({
      pad: fc.boolean(),
      upper: fc.boolean(),
      around: fc.constantFrom('*', ' * ', '[*]', '[*]:1'),
    });
    fc.assert(
      fc.property(groups, form, (rest, { pad, upper, around }) => {
        const hex = [0x2a02, ...rest].map((group) => group.toString(16));
        const text = hex.map((group) => group.padStart(pad ? 4 : 1, '0')).join(':');
        const written = around.replace('*', upper ? text.toUpperCase() : text);
        expect(clientKey(written), written).to.equal(`${hex.slice(0, 4).join(':')}::/64`);
      }),
      { numRuns: scaled(500) },
    );
  });
});

describe('clientKeyOf', () => {
  const keyOf = (forwarded: string | undefined, trustedProxies: number, remoteAddress: string | undefined) => {
    const req = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
    return clientKeyOf(req as unknown as IncomingMessage, trustedProxies);
  };

  it('C12: takes the entry of the outermost trusted proxy', () => {
    const three = '198.51.100.1, 198.51.100.2,198.51.100.3';
    for (const [forwarded, trustedProxies, key] of [
      [three, 0, '10.0.0.1'],
      [three, 1, '198.51.100.3'],
      [three, 2, '198.51.100.2'],
      [three, 3, '198.51.100.1'],
      [three, 9, '198.51.100.1'],
      [',198.51.100.3', 2, '10.0.0.1'],
      ['x,198.51.100.3', 2, '10.0.0.1'],
      ['198.51.100.1,,198.51.100.3', 3, '198.51.100.1'],
      ['198.51.100.1, unknown', 1, '10.0.0.1'],
      ['', 1, '10.0.0.1'],
      [undefined, 1, '10.0.0.1'],
    ] as const) {
      expect(keyOf(forwarded, trustedProxies, '::ffff:10.0.0.1'), `${forwarded} ${trustedProxies}`).to.equal(key);
    }
  });

  it('is "unknown" for a connection without an address', () => {
    expect([keyOf(undefined, 0, undefined), keyOf(undefined, 0, 'x')]).to.deep.equal(['unknown', 'unknown']);
  });

  it('retains nothing else of X-Forwarded-For', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const usedBytes = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const kept = new Set<string>();
    const filler = 'x'.repeat(14_000);
    const before = usedBytes();
    for (let n = 0; n < 2_000; n++) {
      // A flat string, as the parser creates it.
      const header = Buffer.from(`${filler}, 100.100.${n >> 8}.${n & 255}`, 'latin1').toString('latin1');
      kept.add(keyOf(header, 1, undefined));
    }
    expect(usedBytes() - before).to.be.below(200 * 2_000 + 500_000);
    expect(kept).to.have.length(2_000);
  });
});

describe('limits behind a proxy', () => {
  const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
  const ofOne64 = Array.from({ length: 10 }, (_, n) => `2001:db8:0:1::${(n * 977).toString(16)}`);
  const ofOneIpv4 = [
    '203.0.113.9',
    '203.0.113.9:1',
    '::ffff:203.0.113.9',
    '::FFFF:cb00:7109',
    '198.51.100.1, 203.0.113.9',
  ];

  for (const [trustedProxies, expected] of [
    [1, [{ 201: 3, 429: 7 }, { 201: 3, 429: 2 }, { 201: 2 }]],
    [0, [{ 201: 3, 429: 7 }, { 429: 5 }, { 429: 2 }]],
  ] as const) {
    it(`C12: count addresses with ${trustedProxies} trusted proxies`, async () => {
      const night = await startFightNight({ trustedProxies, newClientLimit: 3 });
      const pool = openClientPool(night.url, 1);
      let clients = 0;
      const found = [];
      for (const addresses of [ofOne64, ofOneIpv4, ['2001:db8:0:2::1', '203.0.113.10']]) {
        const answers: Answer[] = [];
        for (const address of addresses) {
          const client_id = `addressed-client-${String(++clients).padStart(6, '0')}`;
          const vote = { round_num: 2, fighter_statid: ids.fightInProgressFighter1Statid, client_id };
          answers.push(await pool.sendOnce('POST', votePath, vote, { 'X-Forwarded-For': address }));
        }
        found.push(countStatuses(answers));
      }
      await pool.close();
      await night.close();
      expect(found).to.deep.equal(expected);
    });
  }
});

import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import { clientKey } from '../../../contracts/rules/client-key.ts';
import { ids } from '../../../contracts/world/index.ts';
import { clientKeyOf } from '../../../server/http/client-address.ts';
import { type ClientPool, countStatuses, openClientPool } from '../../support/http/client-pool.ts';
import type { Answer } from '../../support/http/send.ts';
import { scaled } from '../../support/run/scale.ts';
import { type FightNight, startFightNight } from '../../support/server/fight-night.ts';

const votePath = `/api/v3/mobile/fights/${ids.fightInProgress}/vote`;
let clients = 0;
const vote = () => ({
  round_num: 2,
  fighter_statid: ids.fightInProgressFighter1Statid,
  client_id: `addressed-client-${String(++clients).padStart(6, '0')}`,
});

const group = fc.integer({ min: 0, max: 0xffff });
const octet = fc.integer({ min: 0, max: 255 });
const zone = fc.constantFrom('', '%eth0', '%1', '%en-0.5');

/** One of the forms of an IPv6 address: zeros, capitals, `::` anywhere it may be, zone, brackets, port. */
const anyForm = (groups: readonly number[]) =>
  fc
    .record({
      zeros: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      capitals: fc.boolean(),
      from: fc.nat(7),
      length: fc.nat(8),
      dotted: fc.boolean(),
      zone,
      around: fc.constantFrom('', '[]', '[]:443', ' '),
    })
    .map(({ zeros, capitals, from, length, dotted, zone, around }) => {
      const written = groups.map((value, index) => value.toString(16).padStart(zeros[index] ? 4 : 1, '0'));
      const [high = 0, low = 0] = groups.slice(6);
      if (dotted) written.splice(6, 2, `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
      const last = Math.min(from + length, dotted ? 6 : 8);
      const canShorten = last > from && groups.slice(from, last).every((value) => value === 0);
      const text = canShorten
        ? `${written.slice(0, from).join(':')}::${written.slice(last).join(':')}`
        : written.join(':');
      const cased = (capitals ? text.toUpperCase() : text) + zone;
      if (around === ' ') return `  ${cased} `;
      return around === '' ? cased : `[${cased}]${around.slice(2)}`;
    });

describe('clientKey', () => {
  it('is an IPv4 address or an IPv6 /64', () => {
    const keys: Record<string, string | undefined> = {
      '203.0.113.7': '203.0.113.7',
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
      '::ffff:203.0.113.7%eth0': '203.0.113.7',
      'x[2001:db8:1:2:3:4:5:6]': undefined,
      '64:ff9b::255.254.253.252': '255.254.253.252',
      '2002:cb00:7107::1': '203.0.113.7',
      '2002:102:304::': '1.2.3.4',
      // Nearly those: each is a network of its own.
      '::fffe:203.0.113.7': '0:0:0:0::/64',
      '1::ffff:203.0.113.7': '1:0:0:0::/64',
      '0:0:0:1:0:ffff:203.0.113.7': '0:0:0:1::/64',
      '0:0:0:0:1:ffff:203.0.113.7': '0:0:0:0::/64',
      '0:0:0:0:ffff:1:203.0.113.7': '0:0:0:0::/64',
      '0:0:0:0:fffe:0:203.0.113.7': '0:0:0:0::/64',
      '1:0:0:0:ffff:0:203.0.113.7': '1:0:0:0::/64',
      '0:0:0:1:ffff:0:203.0.113.7': '0:0:0:1::/64',
      '64:ff9b:1::203.0.113.7': '64:ff9b:1:0::/64',
      '64:ff9b:0:0:1::203.0.113.7': '64:ff9b:0:0::/64',
      '64:ff9b:0:0:0:1:203.0.113.7': '64:ff9b:0:0::/64',
      '2003:cb00:7107::1': '2003:cb00:7107:0::/64',
      unknown: undefined,
      '': undefined,
    };
    for (const [text, key] of Object.entries(keys)) expect(clientKey(text), text).to.equal(key);
  });

  it('C12: maps every form of an IPv6 address to its /64', () => {
    const four = fc.array(group, { minLength: 3, maxLength: 3 });
    const host = fc.array(fc.oneof(group, fc.constant(0)), { minLength: 4, maxLength: 4 });
    const address = fc.record({ network: four.map((rest) => [0x2a02, ...rest]), host });
    fc.assert(
      fc.property(
        address.chain(({ network, host }) => fc.tuple(fc.constant(network), anyForm([...network, ...host]))),
        ([network, text]) => {
          expect(clientKey(text), text).to.equal(`${network.map((value) => value.toString(16)).join(':')}::/64`);
        },
      ),
      { numRuns: scaled(2_000) },
    );
  });

  it('C12: maps every form of an IPv4 address to it', () => {
    const four = fc.tuple(octet, octet, octet, octet);
    const pair = ([a, b, c, d]: readonly number[]) => [
      (a as number) * 256 + (b as number),
      (c as number) * 256 + (d as number),
    ];
    const spelled = four.chain((octets) => {
      const plain = octets.join('.');
      const [high = 0, low = 0] = pair(octets);
      const text = fc.oneof(
        fc.constantFrom(plain, `${plain}:1`, `${plain}:65535`, ` ${plain} `),
        anyForm([0, 0, 0, 0, 0, 0xffff, high, low]),
        anyForm([0x64, 0xff9b, 0, 0, 0, 0, high, low]),
        anyForm([0, 0, 0, 0, 0xffff, 0, high, low]),
        anyForm([0x2002, high, low, 0, 0, 0, 0, 1]),
      );
      return fc.tuple(fc.constant(plain), text);
    });
    fc.assert(
      fc.property(spelled, ([plain, text]) => {
        expect(clientKey(text), text).to.equal(plain);
      }),
      { numRuns: scaled(2_000) },
    );
  });

  it('C12: has no key for other text', () => {
    const no = [
      '',
      ' ',
      'unknown',
      'localhost',
      '1.2.3',
      '256.1.1.1',
      '01.2.3.4',
      '1.2.3.4:',
      '1.2.3.4:x',
      '[1.2.3.4]',
    ];
    no.push(
      '[::1',
      '::1]',
      '[::1]x',
      'x[::1]',
      ':::',
      '1::2::3',
      '::1:80x',
      '1.2.3.4, 5.6.7.8',
      '1'.repeat(5_000),
      '１.2.3.4',
    );
    expect(no.filter((text) => clientKey(text) !== undefined)).to.deep.equal([]);
    expect(clientKey('203.0.113.7'.padEnd(100, ' '))).to.equal('203.0.113.7');
    expect(clientKey('203.0.113.7'.padEnd(101, ' '))).to.equal(undefined);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        const key = clientKey(text);
        if (isIPv6(text)) expect(key).to.be.a('string');
        expect((key ?? '').length).to.be.at.most(24);
      }),
      { numRuns: scaled(2_000) },
    );
  });
});

describe('clientKeyOf', () => {
  it('C12: takes the entry of the outermost trusted proxy', () => {
    for (const [forwarded, trustedProxies, key] of [
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 0, '10.0.0.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 1, '198.51.100.3'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 2, '198.51.100.2'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 3, '198.51.100.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 4, '198.51.100.1'],
      ['198.51.100.1, 198.51.100.2,198.51.100.3', 9, '198.51.100.1'],
      [',198.51.100.3', 2, '10.0.0.1'],
      ['x,198.51.100.3', 2, '10.0.0.1'],
      ['198.51.100.1, unknown', 1, '10.0.0.1'],
      ['', 1, '10.0.0.1'],
      [undefined, 1, '10.0.0.1'],
      ['198.51.100.1,,198.51.100.3', 3, '198.51.100.1'],
    ] as const) {
      const req = { socket: { remoteAddress: '10.0.0.1' }, headers: { 'x-forwarded-for': forwarded } };
      expect(clientKeyOf(req as unknown as IncomingMessage, trustedProxies), `${forwarded} ${trustedProxies}`).to.equal(
        key,
      );
    }
  });

  it('is "unknown" for a connection without an address', () => {
    const req = { socket: {}, headers: {} } as IncomingMessage;
    expect(clientKeyOf(req, 0)).to.equal('unknown');
  });
});

describe('limits per address behind a proxy', () => {
  let night: FightNight;
  let pool: ClientPool;
  const open = async (trustedProxies: number, limits: { requestLimit?: number; newClientLimit?: number }) => {
    night = await startFightNight({ trustedProxies, ...limits }, { changesPerTenSeconds: 0 });
    pool = openClientPool(night.url, 1);
  };
  afterEach(async () => {
    await pool.close();
    await night.close();
  });

  /** How many votes of new clients are counted, one from each of these addresses. */
  async function passed(forwarded: readonly string[]): Promise<Record<number, number>> {
    const answers: Answer[] = [];
    for (const value of forwarded) {
      answers.push(await pool.sendOnce('POST', votePath, vote(), { 'X-Forwarded-For': value }));
    }
    return countStatuses(answers);
  }

  const ofOne64 = Array.from({ length: 40 }, (_, n) => `2001:db8:0:1::${(n * 977).toString(16)}`);
  const ofOneIpv4 = [
    ...['203.0.113.9', '::ffff:203.0.113.9', '::FFFF:cb00:7109', '0:0:0:0:0:ffff:203.0.113.9', '[::ffff:203.0.113.9]'],
    ...[
      '[::ffff:203.0.113.9]:443',
      '::ffff:203.0.113.9%eth0',
      ...Array.from({ length: 33 }, (_, n) => `203.0.113.9:${n + 1}`),
    ],
  ];

  it('C12: share one limit for a /64 or an IPv4 address', async () => {
    await open(1, { newClientLimit: 5 });
    const [ipv6, ipv4] = [await passed(ofOne64), await passed(ofOneIpv4)];
    expect([ipv6, ipv4]).to.deep.equal([
      { 201: 5, 429: 35 },
      { 201: 5, 429: 35 },
    ]);
    expect(await passed(['2001:db8:0:2::1', '203.0.113.10']), 'others').to.deep.equal({ 201: 2 });
  });

  it('C12: ignore the header without trusted proxies', async () => {
    await open(0, { newClientLimit: 5 });
    expect(await passed([...ofOne64.slice(0, 20), ...ofOneIpv4.slice(0, 20)])).to.deep.equal({ 201: 5, 429: 35 });
  });
});

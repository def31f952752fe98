import { isIPv6, type Socket } from 'node:net';
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

describe('what limits count as one client', () => {
  it('C12: every form of an IPv6 address has the key of its /64', () => {
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

  it('C12: every form of an IPv4 address, mapped and translated too, has the key of that address', () => {
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

  it('C12: text that is not an address has no key, and no key is longer than 24 characters', () => {
    const no = [
      ...[
        '',
        ' ',
        'unknown',
        '_hidden',
        'localhost',
        '1.2.3',
        '1.2.3.4.5',
        '256.1.1.1',
        '01.2.3.4',
        '0x7f.1',
        '1.2.3.4:',
      ],
      ...[
        '1.2.3.4:123456',
        '1.2.3.4:x',
        '[1.2.3.4]',
        '[::1',
        '::1]',
        '[::1]x',
        'x[::1]',
        'x1.2.3.4:80',
        ':::',
        '1::2::3',
        '12345::',
        '::1:80x',
      ],
      ...['1.2.3.4, 5.6.7.8', `${'1'.repeat(5_000)}`, `::1%${'z'.repeat(5_000)}`, '127.0.0.1\u0000', '１.2.3.4'],
    ];
    expect(no.filter((text) => clientKey(text) !== undefined)).to.deep.equal([]);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6(), fc.ipV4Extended()), (text) => {
        const key = clientKey(text);
        if (isIPv6(text)) expect(key).to.be.a('string');
        expect((key ?? '').length).to.be.at.most(24);
      }),
      { numRuns: scaled(2_000) },
    );
  });

  it('C12: forged entries and untrusted proxies have no effect', () => {
    const from = (forwarded: string | undefined, trusted: number) =>
      clientKeyOf(
        { socket: { remoteAddress: '::ffff:10.0.0.1' } as Socket, headers: { 'x-forwarded-for': forwarded } } as never,
        trusted,
      );
    const hundred = Array.from({ length: 100 }, (_, n) => `198.51.100.${n}`).join(', ');
    expect([
      from(undefined, 1),
      from('203.0.113.7', 0),
      from('198.51.100.1, 203.0.113.7', 1),
      from('198.51.100.1,203.0.113.7,10.0.0.2', 2),
      from(`${hundred}, 203.0.113.7`, 1),
      from('203.0.113.7', 3),
      from('198.51.100.1, unknown', 1),
      from('198.51.100.1,', 1),
      from(',', 2),
      from('', 1),
      from(`198.51.100.1, ${'x'.repeat(15_000)}`, 1),
    ]).to.deep.equal([
      ...['10.0.0.1', '10.0.0.1', '203.0.113.7', '203.0.113.7', '203.0.113.7', '203.0.113.7'],
      ...['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'],
    ]);
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

  it('C12: 40 addresses of one /64, and 40 forms of one IPv4 address, share one limit of new clients', async () => {
    await open(1, { newClientLimit: 5 });
    const [ipv6, ipv4] = [await passed(ofOne64), await passed(ofOneIpv4)];
    console.log(`      C12: of one /64 ${JSON.stringify(ipv6)}, of one IPv4 address ${JSON.stringify(ipv4)}`);
    expect([ipv6, ipv4]).to.deep.equal([
      { 201: 5, 429: 35 },
      { 201: 5, 429: 35 },
    ]);
    expect(await passed(['2001:db8:0:2::1', '203.0.113.10']), 'others').to.deep.equal({ 201: 2 });
  });

  it('C12: entries forged before the trusted entry, or not an address, are no second client', async () => {
    await open(1, { requestLimit: 5 });
    const forged = Array.from({ length: 40 }, (_, n) => `198.51.100.${n}, 203.0.113.7`);
    const junk = Array.from({ length: 40 }, (_, n) => `203.0.113.7, junk-${n}`);
    const [ofForged, ofJunk] = [await passed(forged), await passed(junk)];
    // On a slow machine another request may be allowed by now: one every 2 s.
    expect(ofForged[201]).to.be.within(5, 8);
    expect(ofJunk[201]).to.be.within(5, 8);
  });

  it('C12: without trusted proxies the header has no effect', async () => {
    await open(0, { newClientLimit: 5 });
    expect(await passed([...ofOne64.slice(0, 20), ...ofOneIpv4.slice(0, 20)])).to.deep.equal({ 201: 5, 429: 35 });
  });
});

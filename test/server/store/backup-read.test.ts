import { mock } from 'node:test';
import { expect } from 'chai';
import type { Part } from '../../../server/store/backup/format.ts';
import { writeContent } from '../../../server/store/backup/read-content.ts';
import { readHeader, readStore } from '../../../server/store/backup/read-store.ts';
import { type Answer, recordClient } from '../../support/redis/recorded-client.ts';
import { reasonOf } from '../../support/run/reason-of.ts';

const signal = new AbortController().signal;
const bytes = (...texts: string[]) => texts.map((text) => Buffer.from(text));

/** A place for parts; at most so many rewinds. */
function sinkOf() {
  const parts: Part[] = [];
  let rewinds = 0;
  return {
    parts,
    rewinds: () => rewinds,
    write: async (part: Part) => void parts.push(part),
    mark: async () => parts.length,
    async rewind(mark: unknown) {
      rewinds++;
      parts.length = mark as number;
    },
  };
}

describe('the store that is backed up', () => {
  it('is described first, or refused', async () => {
    const made = mock.method(Date.prototype, 'toISOString', () => '2031-01-01T00:00:00Z');
    const restored = 'StoreRefused: A restore into this Redis has not ended: there is no whole store to back up.';
    const unused = 'StoreRefused: No server has used this Redis yet: there is nothing to back up.';
    const newer = (least: string) =>
      `StoreRefused: The data in this Redis ask for store schema ${least}, and this version has 2: make the backup with the version of the server.`;
    const header = { fightcard: 'backup', format: 2, buckets: 8, madeAt: '2031-01-01T00:00:00Z' };
    for (const [buckets, schema, expected] of [
      ['8', {}, { ...header, schema: 1, least: 1 }],
      ['8', { version: '3', least: '2' }, { ...header, schema: 3, least: 2 }],
      ['8', { version: '3', least: '3' }, newer('3')],
      ['8', { least: 'x' }, newer('x')],
      ['8', { restoring: '' }, restored],
      [null, {}, unused],
    ] as const) {
      const { client, asked } = recordClient((name) => (name === 'get' ? buckets : schema));
      let found: unknown;
      const reason = await reasonOf(
        readHeader(client).then((one) => {
          found = one;
        }),
      );
      expect(found ?? reason).to.deep.equal(expected);
      expect(asked).to.deep.equal([
        ['get', 'votes:buckets'],
        ['hgetall', '{votes:buckets}:schema'],
      ]);
    }
    made.mock.restore();
  });

  it('is read in this order: content, live data, ballots before the windows', async () => {
    const pages = [
      '{7:05cc}:votes:1',
      '{7:0bku}:tally',
      '{live:801}',
      '{live:801}:history',
      'other',
      '{05cc}:pinged',
      'x',
    ];
    const { client, asked } = recordClient((name) => {
      if (name === 'info') return 'run_id:r1';
      if (name === 'scan') return ['0', pages];
      return name === 'type' ? 'none' : name === 'get' ? null : [];
    });
    expect(await readStore({ client, sink: sinkOf(), signal, buckets: 2 })).to.equal(2);
    const kinds = [
      ...[1, 2, 3, 4, 5].map((round) => `votes:${round}`),
      ...[1, 2, 3, 4, 5].map((round) => `scores:${round}`),
    ];
    const keys = ['05cc', '0bku'].flatMap((tag) =>
      [...kinds, 'tally', 'scoretally', 'windows'].map((one) => `{7:${tag}}:${one}`),
    );
    expect(asked.slice(4).filter(([name]) => name !== 'multi')).to.deep.equal(
      ['live:events', ...keys].map((key) => ['type', key]),
    );
    expect(asked.map(([name]) => name).slice(0, 5)).to.deep.equal(['multi', 'info', 'scan', 'info', 'multi']);
    expect(asked[4]?.[1]).to.deep.equal(['callBuffer', 'HGETALL', '{live:801}']);
    const found = (name: string, args: unknown[]) => {
      if (name === 'callBuffer' && args[0] === 'HGETALL') return bytes('version', '3');
      if (name === 'info') return 'run_id:r1';
      return name === 'scan' ? ['0', ['{live:801}']] : name === 'type' ? 'none' : name === 'get' ? null : [];
    };
    const stop = new AbortController();
    const sink = sinkOf();
    const write = async (part: Part) => {
      await sink.write(part);
      stop.abort();
    };
    const event = recordClient(found);
    const work = readStore({ client: event.client, sink: { ...sink, write }, signal: stop.signal, buckets: 2 });
    expect(await reasonOf(work)).to.match(/^AbortError/);
    expect(sink.parts).to.deep.equal([{ key: '{live:801}', type: 'hash', values: ['version', '3'] }]);
    expect(event.asked.at(-1)?.[0]).to.equal('multi');
    const stopped = recordClient((name) => {
      if (name === 'info') return 'run_id:r1';
      if (name === 'scan' || name === 'zrange') return name === 'scan' ? ['0', []] : [];
      return name === 'type' ? 'string' : name === 'get' ? null : Buffer.from('a');
    });
    const reason = await reasonOf(
      readStore({ client: stopped.client, sink: sinkOf(), signal: AbortSignal.abort(), buckets: 2 }),
    );
    expect(reason).to.match(/^AbortError/);
  });
});

describe('content that is backed up', () => {
  const news = '{content}:5:news';
  const about = (more: object = {}) => ({ 'records:news': '2', 'records:media': '0', ...more });
  const base: Record<string, unknown> = {
    'get {content}:live': '7',
    'zrange {content}:generations 0 -1': ['6', '7'],
    'hgetall {content}:live:6': { generation: '6', news },
    'hgetall {content}:live:7': { generation: '7', news },
    'hgetall {content}:live:7:about': about(),
    'hlen {content}:5:news': 2,
    'zcard {content}:5:news:list:all': 2,
    'smembers {content}:5:news:lists': ['all', 'fighter'],
    'zrangebyscore {content}:5:news:changes -inf 7': ['10', '6'],
    'exists {content}:5:news:before:7': 1,
    'zrangebyscore {content}:5:news:changes (7 +inf': ['8', '9'],
    'callBuffer HGETALL {content}:5:news:before:8': bytes(
      'r1',
      'old',
      'r2',
      '',
      'lall\0m1',
      '1',
      'lfighter\0m\0x',
      '0',
    ),
    'callBuffer HGETALL {content}:5:news:before:9': bytes('r1', 'newer', 'r3', 'other'),
  };
  const sinkParts = [
    { key: `${news}:changes`, type: 'zset', values: ['6', '6', '7', '7', '10', '10'] },
    { key: news, type: 'hash', values: ['1', 'old'] },
    { key: news, type: 'hash', values: ['2'], removed: true },
    { key: `${news}:list:all`, type: 'zset', values: ['m1', '0'] },
    { key: `${news}:list:fighter`, type: 'zset', values: ['m\0x'], removed: true },
    { key: news, type: 'hash', values: ['3', 'other'] },
    { key: '{content}:written', type: 'set', values: [news] },
    { key: '{content}:live', type: 'string', values: ['7'] },
    { key: '{content}:generations', type: 'zset', values: ['6', '6', '7', '7'] },
  ];

  /** What is written of content with these answers; a list of them is given in turn, the last again and again. */
  async function write(more: Record<string, unknown> = {}) {
    const all = { ...base, ...more };
    const used = new Map<string, number>();
    const answer: Answer = (name, args) => {
      const key = [name, ...args].join(' ');
      const value = all[key];
      if (typeof value === 'function') {
        used.set(key, (used.get(key) ?? 0) + 1);
        return value(used.get(key));
      }
      if (name === 'type') return 'none';
      if (key in all) return value;
      return /^(exists|hlen|zcard)$/.test(name) ? 0 : name === 'hgetall' ? {} : [];
    };
    const { client, asked } = recordClient(answer);
    const sink = sinkOf();
    const reason = await reasonOf(writeContent({ client, sink, signal }));
    return {
      reason,
      parts: sink.parts,
      rewinds: sink.rewinds(),
      asked,
      types: asked.filter(([name]) => name === 'type').map(([, key]) => key),
    };
  }
  const lacks = (what: string) =>
    `StoreRefused: ${what}, so a backup would lack content: run "npm run content -- audit", which says how to repair it, and make the backup then.`;

  it('has every key of what generations refer to, and what was changed since put back', async () => {
    const { reason, parts, types, asked } = await write();
    expect([reason, parts]).to.deep.equal(['done', sinkParts]);
    expect(types).to.deep.equal([
      ...[news, `${news}:lists`, `${news}:list:all`, `${news}:list:fighter`],
      ...['6', '7', '10'].map((number) => `${news}:before:${number}`),
      '{content}:counter',
      ...['6', '7'].flatMap((number) => [`{content}:live:${number}`, `{content}:live:${number}:about`]),
    ]);
    expect(asked.filter(([name]) => name === 'multi' || name === 'pipeline')).to.deep.equal([
      ['multi', ['get', '{content}:live'], ['zrange', '{content}:generations', '0', '-1']],
      [
        ...['multi', ['get', '{content}:live'], ['hlen', ''], ['zcard', ':list:all'], ['hlen', news]],
        ['zcard', `${news}:list:all`],
      ],
      ['multi', ['smembers', `${news}:lists`], ['hlen', news]],
      ['pipeline', ['exists', `${news}:before:6`], ['exists', `${news}:before:7`]],
      ['multi', ['get', '{content}:live'], ['zrange', '{content}:generations', '0', '-1']],
    ]);
  });

  it('names what was changed before only where there is some', async () => {
    for (const [listed, expected] of [
      [[], sinkParts.slice(1)],
      [['6'], [{ key: `${news}:changes`, type: 'zset', values: ['6', '6'] }, ...sinkParts.slice(1)]],
    ] as const) {
      const { parts } = await write({
        ...{ 'zrangebyscore {content}:5:news:changes -inf 7': listed, 'exists {content}:5:news:before:7': 0 },
      });
      expect(parts).to.deep.equal(expected);
    }
  });

  it('is refused where something of it is lost', async () => {
    const smaller = (records: number, listed: number, figure: number, name = 'news') =>
      lacks(`The content has ${records} ${name}, its list ${listed}, and its figures say ${figure}`);
    for (const [more, said] of [
      [{ 'get {content}:live': null }, lacks('The content has 2 generations, and none is live')],
      [{ 'get {content}:live': '8' }, lacks('Generation 8 of the content is live but not listed')],
      [{ 'hgetall {content}:live:6': {} }, lacks('Generation 6 of the content is listed but gone')],
      [{ 'hlen {content}:5:news': 1 }, smaller(1, 2, 2)],
      [{ 'zcard {content}:5:news:list:all': 1 }, smaller(2, 1, 2)],
      [{ 'hgetall {content}:live:7:about': about({ 'records:media': '3' }) }, smaller(0, 0, 3, 'media')],
      [{ 'hgetall {content}:live:7:about': {} }, 'done'],
      [{ 'hgetall {content}:live:7:about': { 'records:news': '2' } }, 'done'],
      [{ 'hlen {content}:5:news': 3, 'zcard {content}:5:news:list:all': 4 }, 'done'],
      [{ 'smembers {content}:5:news:lists': ['fighter'] }, lacks(`${news}:lists in Redis names no list`)],
      [
        {
          ...{
            'smembers {content}:5:news:lists': [],
            'hlen {content}:5:news': 0,
            'zcard {content}:5:news:list:all': 0,
          },
          'hgetall {content}:live:7:about': about({ 'records:news': '0' }),
        },
        'done',
      ],
      [
        {
          ...{
            'smembers {content}:5:news:lists': [],
            'hlen {content}:5:news': 1,
            'zcard {content}:5:news:list:all': 1,
          },
          'hgetall {content}:live:7:about': about({ 'records:news': '1' }),
        },
        lacks(`${news}:lists in Redis names no list`),
      ],
    ] as const) {
      expect((await write(more)).reason, JSON.stringify(more)).to.equal(said);
    }
    const none = await write({ 'get {content}:live': null, 'zrange {content}:generations 0 -1': [] });
    expect([none.reason, none.parts, none.asked.length]).to.deep.equal(['done', [], 1]);
    const empty = await write({
      'hgetall {content}:live:6': { generation: '6' },
      'hgetall {content}:live:7': { generation: '7' },
      'hgetall {content}:live:7:about': {},
    });
    expect(empty.parts).to.deep.equal(sinkParts.slice(-2));
  });

  it('leaves out what was dropped meanwhile, and is read again up to ten times where that is the live generation', async () => {
    const listed = 'zrange {content}:generations 0 -1';
    const dropped = await write({ [listed]: (time: number) => (time === 1 ? ['6', '7'] : ['7']) });
    expect(dropped.parts.slice(-1)).to.deep.equal([{ key: '{content}:generations', type: 'zset', values: ['7', '7'] }]);
    const gone = await write({
      [listed]: (time: number) => (time === 1 ? ['6', '7'] : ['7']),
      'hgetall {content}:live:6': {},
    });
    expect(gone.reason).to.equal('done');
    const late = await write({ [listed]: (time: number) => (time % 2 === 1 || time === 20 ? ['6', '7'] : ['8']) });
    expect([late.reason, late.rewinds, late.parts]).to.deep.equal(['done', 9, sinkParts]);
    const tooMany =
      'StoreRefused: The content was dropped during each of 10 attempts to read it: run it again when nobody publishes.';
    const never = await write({ [listed]: (time: number) => (time % 2 === 1 ? ['6', '7'] : ['8']) });
    expect([never.reason, never.rewinds]).to.deep.equal([tooMany, 9]);
    const moving = await write({ 'get {content}:live': (time: number) => (time === 1 || time % 2 === 0 ? '7' : '6') });
    expect([moving.reason, moving.asked.filter(([name]) => name === 'multi').length]).to.deep.equal([tooMany, 11]);
    const settled = await write({
      'get {content}:live': (time: number) => (time > 1 && time < 20 && time % 2 === 1 ? '6' : '7'),
    });
    expect(settled.reason).to.equal('done');
  });
});

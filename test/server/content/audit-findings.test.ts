import { expect } from 'chai';
import { events } from '../../../contracts/content/collections/events.ts';
import { fighters } from '../../../contracts/content/collections/fighters.ts';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { rawEvent, rawFight, rawFighter } from '../../support/fixtures/records.ts';
import { audited, type Contents, type Figures } from './made-up-audit.ts';

const alert = (id: number, more: object = {}) =>
  JSON.stringify({
    ...{ id, title: 't', message: 'm', created: '2031-01-02T00:00:00Z', expires: null, url: null, event_id: null },
    ...more,
  });
const fighterJson = (id: number, more: object = {}) => JSON.stringify(fighters.normalise(rawFighter(id, more)));

describe('what an audit finds', () => {
  it('in records is their first error, the warnings of a publish, and references that lead nowhere', async () => {
    const cut = `{"id":2,"title":"${'x'.repeat(60)}`;
    const portions = {
      alerts: [
        [
          ['1', alert(1, { event_id: 5 })],
          ['2', cut],
          ['3', alert(3, { id: 'x', title: 1 })],
          ['4', '[]'],
        ],
        [
          ['5', alert(6)],
          ['7', alert(7, { unknown: 1 })],
          ['8', alert(8, { event_id: 5, expires: '2031-01-01T00:00:00Z' })],
          ['9', alert(9, { event_id: 4 })],
        ],
      ] as [string, string][][],
      events: [
        [1, 2].map((id) => {
          const fights = [
            rawFight(10 * id, { statid: 41 }),
            rawFight(10 * id + 1, { statid: null, fightcard_order: 2 }),
          ];
          return [String(id), JSON.stringify(events.normalise(rawEvent(id, { statid: 9, fights })))] as [
            string,
            string,
          ];
        }),
      ],
      fighters: [
        [
          ['1', fighterJson(1, { statid: 41 })],
          ['2', fighterJson(2, { statid: 41 })],
          ['3', fighterJson(3, { last_name: 'x'.repeat(183), first_name: 'y' })],
        ],
      ] as [string, string][][],
    };
    const found = await audited({ portions, exist: ['events 4', 'fighters 1'] });
    expect(found.lines).to.deep.equal([
      `error record alerts 2 is not JSON: ${cut.slice(0, 40)}`,
      'error record alerts 3 /id: is "x", must be an integer from 1 to 2147483647',
      'error record alerts 4 /: is a list, must be an object',
      'warning reference alerts 1 /event_id refers to event 5, which does not exist',
      'error record alerts 5 has the key 6, must have 5',
      'error record alerts 7 is not in its stored form',
      'warning dates alerts 8 /expires expires before it was created: 2031-01-01T00:00:00Z is earlier than 2031-01-02T00:00:00Z',
      'warning reference alerts 8 /event_id refers to event 5, which does not exist',
      'error index alerts 77 is wrongly in the lists of statid',
      'warning statid events 2 has the statid 41, which events 1 has too',
      ...[1, 1, 2, 2].map(
        (id) => `warning reference events ${id} /fights/fighter2_id refers to fighter 2, which does not exist`,
      ),
      'error record fighters 3 /last_name: makes, with first_name, a cursor of 514 characters',
      'warning statid fighters 2 has the statid 41, which fighters 1 has too',
      'error index fighters 77 is wrongly in the lists of statid',
    ]);
    expect(found.looked).to.deep.equal({ alerts: 8, events: 2, fighters: 3, votes: 0, scorecards: 0 });
    expect(found.asked).to.deep.equal([
      ...[
        ['locked', false],
        ['generations', false],
        ['records', 'alerts', 500],
        ['exist', 'events', [5]],
      ],
      ...[
        ['lists', 'alerts', false],
        ['members', 'alerts', ['1'], false],
        ['exist', 'events', [5, 4]],
      ],
      ...[
        ['lists', 'alerts', false],
        ['members', 'alerts', ['8', '9'], false],
        ['stray', 'alerts', false],
      ],
      ...[
        ['records', 'events', 500],
        ['exist', 'fighters', [1, 2]],
        ['lists', 'events', false],
      ],
      ...[
        ['members', 'events', ['1', '2'], false],
        ['records', 'fighters', 500],
        ['lists', 'fighters', false],
      ],
      ...[
        ['members', 'fighters', ['1', '2'], false],
        ['stray', 'fighters', false],
        ['tallies', false],
      ],
    ]);
  });

  const one = { alerts: [[['1', alert(1)]]] as [string, string][][] };
  const { length } = alert(1);
  for (const repair of [false, true]) {
    const mark = repair ? ' (repaired)' : '';
    it(`in lists and figures is ${repair ? 'repaired' : 'told'}`, async () => {
      const { lines, asked } = await audited(
        {
          portions: one,
          unnamed: { alerts: ['all', 'statid'] },
          missing: { alerts: [{ key: '1', list: 'all' }] },
          figures: { alerts: { records: 4, stored: 3, bytes: 9 } },
          generations: [{ where: 'generation 9', says: 'is listed but gone', repaired: repair }],
        },
        { repair },
      );
      const figures = `is counted as 4 records of 9 bytes, has 3 of ${length}`;
      const stray = repair ? [] : ['error index alerts 77 is wrongly in the lists of statid'];
      expect(lines).to.deep.equal([
        `error generation generation 9 is listed but gone${mark}`,
        `error index alerts does not name its lists of all${mark}`,
        `error index alerts does not name its lists of statid${mark}`,
        `error index alerts 1 is missing from the list all${mark}`,
        // The missing one counts as a member once it is added.
        ...stray,
        `error figures alerts ${figures}${mark}`,
      ]);
      expect(asked).to.deep.equal([
        ...[
          ['locked', repair],
          ['generations', repair],
          ['records', 'alerts', 500],
          ['lists', 'alerts', repair],
        ],
        ['members', 'alerts', ['1'], repair],
        ...(repair ? [['set', 'alerts', 3, length]] : [['stray', 'alerts', false]]),
        ['tallies', repair],
      ]);
    });
  }

  it('is nothing in figures that are right, or whose bytes cannot be compared', async () => {
    const toldOf = async (figures: Figures) => (await audited({ portions: one, figures: { alerts: figures } })).lines;
    expect(await toldOf({ records: 1, stored: 1, bytes: length })).to.deep.equal([]);
    expect(await toldOf({ records: 1, stored: 1, bytes: length + 1 })).to.deep.equal([
      `error figures alerts is counted as 1 records of ${length + 1} bytes, has 1 of ${length}`,
    ]);
    // A scan has returned a record twice.
    expect(await toldOf({ records: 2, stored: 2, bytes: 7 })).to.deep.equal([]);
    expect(await toldOf({ records: 1, stored: 2, bytes: length })).to.have.length(1);
  });

  it('is looked for in all lists where a record is damaged, or where they have another number of members', async () => {
    const straysOf = async (contents: Contents) =>
      (await audited(contents)).asked.filter((call) => (call as string[])[0] === 'stray').length;
    const missing = { alerts: [{ key: '1', list: 'all' }] };
    expect(await straysOf({ portions: one, members: { alerts: 2 } })).to.equal(0);
    expect(await straysOf({ portions: one, members: { alerts: 3 } })).to.equal(1);
    expect(await straysOf({ portions: one, members: { alerts: 1 }, missing })).to.equal(0);
    const damaged = { alerts: [[...(one.alerts[0] as [string, string][]), ['2', '{']]] as [string, string][][] };
    expect(await straysOf({ portions: damaged, members: { alerts: 2 } })).to.equal(1);
  });

  it('of keys of another type is told, and what they hide is not checked', async () => {
    const portions = { ...one, fighters: [[['1', fighterJson(1)]]] as [string, string][][] };
    const key = '{content}:1:alerts:list:all';
    const of = (repaired: boolean, collection?: CollectionName) => ({
      ...{ key, says: 'is a string in Redis, must be a zset', repaired },
      ...(collection && { collection }),
    });
    const told = async (...otherTypes: NonNullable<Contents['otherTypes']>) => {
      const { lines, looked } = await audited({ portions, otherTypes });
      return [lines, looked];
    };
    const says = `error index ${key} is a string in Redis, must be a zset`;
    const votes = { votes: 0, scorecards: 0 };
    expect(await told(of(false, 'alerts'))).to.deep.equal([
      [`${says}: remove it; until then alerts is not checked`],
      { fighters: 1, ...votes },
    ]);
    expect(await told(of(true, 'alerts'))).to.deep.equal([
      [`${says} (repaired)`],
      { alerts: 1, fighters: 1, ...votes },
    ]);
    expect(await told(of(false))).to.deep.equal([[`${says}: remove it; until then content is not checked`], votes]);
    expect(await audited({ portions, exists: false, generations: [] })).to.deep.equal({
      ...{ lines: [], looked: votes },
      asked: [
        ['locked', false],
        ['generations', false],
        ['tallies', false],
      ],
    });
  });

  it('in a collection that changes is read three times, and then only what no change explains is told', async () => {
    const told = async (currentAt: number) => {
      let asked = 0;
      const isCurrent = () => ++asked >= currentAt;
      const portions = {
        alerts: [
          [
            ['1', alert(1)],
            ['2', '{'],
          ],
        ] as [string, string][][],
      };
      const { lines, asked: calls } = await audited({ portions, isCurrent });
      return [calls.filter((call) => (call as string[])[0] === 'records').length, ...lines];
    };
    const damaged = 'error record alerts 2 is not JSON: {';
    const stray = 'error index alerts 77 is wrongly in the lists of statid';
    const figures = { alerts: { records: 9, stored: 1, bytes: 1 } };
    const busy = await audited({ portions: one, figures, isCurrent: () => false });
    expect(busy.lines).to.deep.equal([
      'warning busy alerts changed during each of 3 attempts, so its lists and figures are not compared: audit again',
    ]);
    expect(await told(1)).to.deep.equal([1, damaged, stray]);
    expect(await told(2)).to.deep.equal([2, damaged, stray]);
    expect(await told(3)).to.deep.equal([3, damaged, stray]);
    expect(await told(4)).to.deep.equal([
      ...[3, damaged],
      'warning busy alerts changed during each of 3 attempts, so its lists and figures are not compared: audit again',
    ]);
  });

  it('in tallies is what differs from the votes, and every step reports progress', async () => {
    const differs = (...rows: [field: string, stored: string, right: number][]) =>
      rows.map(([field, stored, right]) => ({ field, stored, right }));
    const tallies = [
      {
        bucket: '88001:0',
        what: 'votes',
        counted: 3,
        differs: differs(['2:811', '4', 3], ['3:811', '', 1]),
        isBusy: false,
      },
      { bucket: '88001:0', what: 'scores', counted: 2, differs: differs(['vote client-1', 'a"b', 0]), isBusy: true },
      { bucket: '88001:1', what: 'votes', counted: 4, differs: differs(['vote client-2', 'no', 0]), isBusy: false },
    ];
    const steps: [string, number][] = [];
    const portions = { alerts: [[['1', alert(1)]], [['2', alert(2)]]] as [string, string][][] };
    const progress = (what: string, checked: number) => void steps.push([what, checked]);
    const contents = { portions, tallies, fault: 'WRONGTYPE' };
    const { lines, looked } = await audited(contents, { progress });
    expect(lines).to.deep.equal([
      'error tally 88001:0 votes cannot be read: WRONGTYPE',
      'error tally 88001:0 votes 2:811 is 4, must be 3',
      'error tally 88001:0 votes 3:811 is missing, must be 1',
      'warning busy 88001:0 scores are still being cast, so not compared: audit again after the round closes',
      'error vote 88001:0 scores vote client-1 is "a\\"b", which is no scorecard',
      'error vote 88001:1 votes vote client-2 is "no", which is no vote',
    ]);
    expect(looked).to.deep.equal({ alerts: 2, votes: 7, scorecards: 2 });
    expect(steps).to.deep.equal([
      ['alerts', 1],
      ['alerts', 2],
      ['votes', 3],
      ['votes', 5],
      ['votes', 9],
    ]);
    const repaired = await audited(contents, { repair: true });
    expect(repaired.lines.filter((line) => line.endsWith(' (repaired)'))).to.deep.equal([
      'error tally 88001:0 votes 2:811 is 4, must be 3 (repaired)',
      'error tally 88001:0 votes 3:811 is missing, must be 1 (repaired)',
    ]);
  });
});

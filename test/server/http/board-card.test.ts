import { expect } from 'chai';
import { wordsFor } from '../../../server/pages/board/words.js';
import {
  boutWith,
  corner,
  fed,
  scoresOfRound,
  useBoardTree,
  view,
  votesOfRound,
} from '../../support/browser/board-tree.ts';

const [en, es] = [wordsFor('en', []), wordsFor('es', [])];

describe('the card of the board', () => {
  const on = useBoardTree();

  interface About {
    shown?: unknown;
    weightClasses?: Map<string, string>;
    tallies?: Map<number | null, unknown>;
    scoring?: unknown[];
  }
  const show = (card: unknown[], about: About = {}, words = en) =>
    view.showCard(words, card, {
      ...{ shown: undefined, weightClasses: new Map(), tallies: new Map(), scoring: [] },
      ...about,
    });
  const rows = () => on.page.tag('bouts').children;
  const texts = (name: string) => rows().map((row) => row.getElementsByClassName(name)[0]?.textContent);

  it('has a row for each fight, with its corners, and is hidden without any', () => {
    const won = { ...corner('Ana Roja', { record: '3-1-0', won: true }) };
    const one = boutWith({ key: 'stored 1', status: 'over', method: 'KO', red: won, description: 'Main Event' });
    const two = boutWith({ key: 'fed 2', status: 'live', red: won, blue: corner('', { record: '1-0-0', won: true }) });
    show([one, two], { shown: two });
    expect(on.page.rows('bouts')).to.deep.equal([
      '<li class="bout" data-key="stored 1" data-status="over">' +
        '<span class="about"><span class="status">KO</span> <span class="class">Main Event</span></span>' +
        '<span class="fighter blue"><strong class="name-blue">Bea Azul</strong> ' +
        '<span class="record-blue">7-0-0</span> <em class="won-blue"></em></span>' +
        '<span class="fighter red"><strong class="name-red">Ana Roja</strong> ' +
        '<span class="record-red">3-1-0</span> <em class="won-red">Winner</em></span>' +
        '<span class="audience"></span></li>',
      '<li class="bout" data-key="fed 2" data-status="live" aria-current="true">' +
        '<span class="about"><span class="status">Live · round 2</span> ' +
        '<span class="class">Women\'s Straw Weight</span></span>' +
        '<span class="fighter blue"><strong class="name-blue">To be determined</strong> ' +
        '<span class="record-blue"></span> <em class="won-blue"></em></span>' +
        '<span class="fighter red"><strong class="name-red">Ana Roja</strong> ' +
        '<span class="record-red">3-1-0</span> <em class="won-red"></em></span>' +
        '<span class="audience"></span></li>',
    ]);
    expect(on.page.tag('card').hidden).to.equal(false);
    show([two]);
    expect([on.page.tag('card').hidden, rows().length]).to.deep.equal([false, 1]);
    show([]);
    expect([on.page.tag('card').hidden, rows().length]).to.deep.equal([true, 0]);
  });

  it('says how each fight stands, or ended', () => {
    const status = (more: object) => boutWith({ key: JSON.stringify(more), ...more });
    const inRound = (CurRd?: string) => ({ status: 'live', fed: CurRd === undefined ? undefined : { ...fed, CurRd } });
    const red = corner('Ana Roja', { won: true });
    const card = [
      { status: 'upcoming' },
      { status: 'open' },
      { status: 'over' },
      { status: 'over', method: 'SUB', endingRound: 1, endingTime: '3:41', red },
      inRound('1'),
      inRound('9'),
      inRound('0'),
      inRound('10'),
      inRound('x1'),
      inRound(undefined),
    ].map(status);
    show(card);
    expect(texts('status')).to.deep.equal([
      ...['Upcoming', 'No result', 'Final', 'Submission · round 1 · 3:41', 'Live · round 1', 'Live · round 9'],
      ...['Live', 'Live', 'Live', 'Live'],
    ]);
    show(card, {}, es);
    expect(texts('status')).to.deep.equal([
      ...['Por venir', 'Sin resultado', 'Final', 'Sumisión · asalto 1 · 3:41'],
      ...['En vivo · asalto 1', 'En vivo · asalto 9', 'En vivo', 'En vivo', 'En vivo', 'En vivo'],
    ]);
  });

  it('names the class of each fight by its description, or else in words, with the title', () => {
    const weightClasses = new Map([['Women_Straw_Weight', 'Peso paja femenino']]);
    const card = [
      { description: 'Main Event', isTitle: true },
      { isTitle: true },
      { isTitle: false },
      { weightClass: 'Super_Heavy_Weight', isTitle: true },
    ].map((more, key) => boutWith({ key: `${key}`, ...more }));
    show(card);
    expect(texts('class')).to.deep.equal([
      'Main Event',
      "Women's Straw Weight · Title fight",
      "Women's Straw Weight",
      'Super Heavy Weight · Title fight',
    ]);
    show(card, { weightClasses }, es);
    expect(texts('class')).to.deep.equal([
      'Main Event',
      'Peso paja femenino · Pelea por el título',
      'Peso paja femenino',
      'Super Heavy Weight · Pelea por el título',
    ]);
  });

  it('has what the audience says of each fight, by its id', () => {
    const tallies = new Map([
      [9, { rounds: [votesOfRound(1, 1_500, 500, '75.00')] }],
      [10, { rounds: [votesOfRound(1, 1, 0, '100.00')] }],
      [12, { rounds: [votesOfRound(1, 0, 0, '0.00')] }],
    ]);
    const scoring = [
      { fight_id: 11, rounds: [scoresOfRound(1, '10.00', '9.00', 2)] },
      { fight_id: 9, rounds: [scoresOfRound(1, '9.50', '9.00', 1)] },
      { fight_id: 12, rounds: [scoresOfRound(1, '0.00', '0.00', 0)] },
    ];
    const card = [9, 10, 11, 12].map((fightId) => boutWith({ key: `${fightId}`, fightId, swapped: fightId === 10 }));
    show(card, { tallies, scoring });
    expect(texts('audience')).to.deep.equal([
      'Votes 75%\u00a0–\u00a025% (2,000) · Fan scorecards 9.50\u00a0–\u00a09.00',
      'Votes 0%\u00a0–\u00a0100% (1)',
      'Fan scorecards 10.00\u00a0–\u00a09.00',
      '',
    ]);
    show(card.slice(0, 1), { tallies, scoring }, es);
    expect(texts('audience')).to.deep.equal([
      'Votos 75\u00a0%\u00a0–\u00a025\u00a0% (2000) · Tarjetas del público 9.50\u00a0–\u00a09.00',
    ]);
  });

  it('marks the shown fight, and brings it to its middle once', () => {
    const card = ['1', '2'].map((key) => boutWith({ key }));
    const marked = () => rows().map((row) => row.getAttribute('aria-current'));
    show(card);
    expect([marked(), on.frames.length]).to.deep.equal([[null, null], 0]);
    const list = on.page.tag('bouts');
    Object.assign(list, { offsetTop: 100, clientHeight: 300 });
    for (const row of rows()) Object.assign(row, { offsetTop: 900, offsetHeight: 40 });
    for (let time = 0; time < 2; time++) show(card, { shown: card[1] });
    expect([marked(), on.frames.length]).to.deep.equal([[null, 'true'], 1]);
    on.frames[0]?.();
    expect(list.scrollTop).to.equal(670);
    show(card, { shown: card[0] });
    expect([marked(), on.frames.length]).to.deep.equal([['true', null], 2]);
  });
});

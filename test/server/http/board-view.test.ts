import { expect } from 'chai';
import { wordsFor } from '../../../server/pages/board/words.js';
import {
  boardPage,
  boutWith,
  corner,
  fed,
  scoresOfRound,
  useBoardTree,
  view,
  votesOfRound,
} from '../../support/browser/board-tree.ts';

const [en, es] = [wordsFor('en', []), wordsFor('es', [])];
const redWon = { red: corner('Ana Roja', { won: true }) };
const blueWon = { blue: corner('Bea Azul', { won: true }) };

describe('the board writes', () => {
  const on = useBoardTree();
  const text = (id: string) => on.page.text(id);
  const attribute = (selector: string, name: string) =>
    on.page.querySelectorAll(selector).map((tag) => tag.getAttribute(name));

  it('its own words in the language of the page, and marks the language', () => {
    const [strange, unknown] = [on.page.createElement('p'), on.page.createElement('p')];
    strange.setAttribute('data-word', 'round');
    unknown.setAttribute('data-word', 'nothing');
    on.page.tag('main').append(strange, unknown);
    for (const tag of [strange, unknown]) tag.textContent = 'as it is';
    const ofPage = () => on.page.querySelectorAll('[data-word]').map(({ textContent }) => textContent);
    view.showWords(es);
    expect([on.page.documentElement.lang, ...attribute('#languages', 'aria-label')]).to.deep.equal(['es', 'Idioma']);
    expect(attribute('#languages a', 'aria-current')).to.deep.equal(['true', null]);
    expect(ofPage()).to.deep.equal([
      ...['Esquina azul', 'Gana', 'Esquina roja', 'Gana', 'Votos del público', 'Estadísticas'],
      ...['Tarjetas del público', 'Asalto', 'Tarjetas', 'Suma', 'Acción', 'Cartelera', 'as it is', 'as it is'],
    ]);
    on.page = boardPage();
    Object.assign(globalThis, { document: on.page });
    view.showWords(en);
    expect([on.page.documentElement.lang, ...attribute('#languages', 'aria-label')]).to.deep.equal(['en', 'Language']);
    expect(attribute('#languages a', 'aria-current')).to.deep.equal([null, 'true']);
    expect(ofPage()).to.deep.equal([
      ...['Blue corner', 'Winner', 'Red corner', 'Winner', 'Audience votes', 'Statistics'],
      ...['Fan scorecards', 'Round', 'Cards', 'Sum', 'Action', 'Card'],
    ]);
  });

  it('the state of its connection as a word, and for its style', () => {
    const said = ['connecting', 'live', 'polling', 'reconnecting', 'idle'].map((state) => {
      view.showConnection(en, state);
      return [...attribute('#connection', 'data-state'), text('connection')];
    });
    expect(said).to.deep.equal([
      ['connecting', 'Connecting…'],
      ['live', 'Live'],
      ['polling', 'Updating'],
      ['reconnecting', 'Reconnecting…'],
      ['idle', 'Not live'],
    ]);
  });

  it('only what has changed, and never into a part that the page lacks', () => {
    on.page.changes.length = 0;
    for (const said of ['one', 'one', 'two']) view.say('title', said);
    expect(on.page.changes).to.deep.equal(['says one', 'says two']);
    view.show('fight', true);
    expect(on.page.tag('fight').hidden).to.equal(false);
    view.show('fight', false);
    expect(on.page.tag('fight').hidden).to.equal(true);
    expect(() => view.say('nothing', '')).to.throw('the page has no #nothing');
  });

  it('the name of an event, with what it is about if that is known', () => {
    const names = [{ base_title: 'Night 41', title_tag_line: 'Uno vs. Dos' }, { base_title: 'Night 42' }];
    expect(names.map((event) => view.nameOf(event))).to.deep.equal(['Night 41: Uno vs. Dos', 'Night 42']);
  });

  for (const [what, words, more, phase, tally, phaseText, time] of [
    ['a round', en, {}, { is: 'round', round: 2, clock: '1:05' }, undefined, 'Round 2 of 3', '1:05'],
    ['a round', es, {}, { is: 'round', round: 2, clock: '' }, undefined, 'Asalto 2 de 3', ''],
    [
      'one of votes',
      en,
      { fed: { ...fed, PossibleRds: '' } },
      { is: 'round', round: 1, clock: '' },
      5,
      'Round 1 of 5',
      '',
    ],
    ['one of no feed', en, { fed: undefined }, { is: 'round', round: 1, clock: '' }, 5, 'Round 1', ''],
    ['a break', en, {}, { is: 'break', round: 2, clock: '' }, 5, 'Break after round 2', ''],
    ['the last break', en, {}, { is: 'break', round: 3, clock: '' }, 5, 'Waiting for the decision', ''],
    ['a break of no feed', en, { fed: undefined }, { is: 'break', round: 0, clock: '' }, 5, 'Break after round 0', ''],
    ['the time before', en, {}, { is: 'starting', round: 0, clock: '' }, 5, 'About to start', ''],
    ['the first wait', en, { status: 'upcoming' }, { is: 'starting', clock: '' }, 5, 'Waiting for the first fight', ''],
    ['the end', en, { status: 'over' }, { is: 'over', round: 3, clock: '4:59' }, 5, 'Final', '4:59'],
    [
      ...(['an end with all', en, { ...redWon, method: 'sub', endingRound: 3, endingTime: '2:03' }] as const),
      ...([{ is: 'over', clock: '2:04' }, 5, 'Final · Submission · round 3 · 2:03', ''] as const),
    ],
    ['a time before', en, { endingTime: '2:03' }, { is: 'round', round: 2, clock: '2:04' }, 5, 'Round 2 of 3', '2:04'],
    ['a decision', en, { ...blueWon, method: 'dec' }, { is: 'over', clock: '' }, 5, 'Final · Decision', ''],
    ['a draw', en, { method: 'DEC' }, { is: 'over', clock: '' }, 5, 'Final · Draw · Decision', ''],
    ['another way', es, { ...redWon, method: 'SUBDEC' }, { is: 'over', clock: '' }, 5, 'Final · SUBDEC', ''],
    ['yet another', en, { ...redWon, method: 'DECSUB' }, { is: 'over', clock: '' }, 5, 'Final · DECSUB', ''],
  ] as const) {
    it(`the phase of a fight: ${what} in ${words.locale}, ${phaseText} ${time}`, () => {
      view.showFight(words, boutWith(more), phase, { rounds: Array.from({ length: tally ?? 0 }) });
      expect([text('phase'), text('time')]).to.deep.equal([phaseText, time]);
    });
  }

  it('both corners of a fight, as far as they are known', () => {
    const phase = { is: 'round', round: 2, clock: '' };
    const heads = () =>
      ['th.blue', 'th.red'].map((side) => on.page.querySelectorAll(side).map((tag) => tag.textContent));
    const shown = () => ['fight-title', 'blue-name', 'blue-record', 'red-name', 'red-record'].map(text);
    const won = () => ['blue-won', 'red-won'].map((id) => !on.page.tag(id).hidden);
    view.showFight(en, boutWith(), phase, undefined);
    expect(shown()).to.deep.equal(['Bea Azul vs. Ana Roja', 'Bea Azul', '7-0-0', 'Ana Roja', '3-1-0']);
    expect([won(), heads()]).to.deep.equal([
      [false, false],
      [
        ['Azul', 'Azul'],
        ['Roja', 'Roja'],
      ],
    ]);
    view.showFight(es, boutWith({ blue: corner(''), red: corner('') }), phase, undefined);
    expect(shown()).to.deep.equal(['Por definir vs. Por definir', 'Por definir', '', 'Por definir', '']);
    expect(heads()).to.deep.equal([
      ['Esquina azul', 'Esquina azul'],
      ['Esquina roja', 'Esquina roja'],
    ]);
    view.showFight(en, boutWith(redWon), phase, undefined);
    expect(won(), 'before the end').to.deep.equal([false, false]);
    view.showFight(en, boutWith({ ...redWon, status: 'over' }), phase, undefined);
    expect(won()).to.deep.equal([false, true]);
  });
});

describe('the board lists', () => {
  const on = useBoardTree();
  const text = (id: string) => on.page.text(id);
  const tally = {
    total_votes: 12_003,
    rounds: [votesOfRound(1, 4_503, 7_500, '37.50'), votesOfRound(2, 0, 0, '0.00')],
  };
  const vote = (key: number, more: string, name: string, blue: string, bar: string, red: string) =>
    `<li class="votes${more}" data-key="${key}"><span class="round">${name}</span> <span class="blue">${blue}</span>` +
    `<span class="bar${bar}"><span class="fill"></span></span> <span class="red">${red}</span></li>`;

  it('the votes of each round, and marks the one under way', () => {
    view.showVotes(en, boutWith(), tally, 2);
    expect([text('votes-total'), ...on.page.rows('vote-rounds')]).to.deep.equal([
      '12,003 votes',
      vote(1, '', 'Round 1', '38% (4,503)', '" style="--share: 0.375', '62% (7,500)'),
      vote(2, ' current', 'Round 2', '0% (0)', ' empty" style="--share: 0', '0% (0)'),
    ]);
    const even = [votesOfRound(1, 2, 2, '50.00')];
    view.showVotes(en, boutWith(), { total_votes: 1, rounds: even }, 2);
    expect([text('votes-total'), ...on.page.rows('vote-rounds')]).to.deep.equal([
      '1 vote',
      vote(1, '', 'Round 1', '50% (2)', '" style="--share: 0.5', '50% (2)'),
    ]);
    view.showVotes(en, boutWith(), tally, 2);
    on.page.changes.length = 0;
    view.showVotes(en, boutWith(), tally, 2);
    expect(on.page.changes, 'when it is shown again').to.deep.equal([]);
    view.showVotes(es, boutWith({ swapped: true }), { ...tally, rounds: tally.rounds.slice(0, 1) }, 1);
    expect([text('votes-total'), ...on.page.rows('vote-rounds')]).to.deep.equal([
      '12.003 votos',
      vote(1, ' current', 'Asalto 1', '63\u00a0% (7500)', '" style="--share: 0.625', '37\u00a0% (4503)'),
    ]);
  });

  const score = (key: number, more: string, blue: string, red: string, count: string, open: string) =>
    `<tr data-key="${key}"${more}><th class="round" scope="row">${key}</th><td class="blue">${blue}</td>` +
    `<td class="red">${red}</td><td><span class="count">${count}</span> <small class="open">${open}</small></td></tr>`;
  const sums = () => [text('blue-sum'), text('red-sum')];

  it('the scorecards of each round and their sums, and marks the open one', () => {
    const rounds = [scoresOfRound(1, '9.10', '10.00', 1_300), scoresOfRound(2, '9.20', '8.00', 1, true)];
    view.showScores(en, boutWith(), { rounds });
    expect(on.page.rows('score-rounds')).to.deep.equal([
      score(1, ' class', '9.10', '10.00', '1,300', ''),
      score(2, ' class="current"', '9.20', '8.00', '1', 'open'),
    ]);
    expect(sums()).to.deep.equal(['18.30', '18.00']);
    view.showScores(es, boutWith({ swapped: true }), { rounds: [scoresOfRound(1, '0.00', '1.00', 0, true)] });
    expect(on.page.rows('score-rounds')).to.deep.equal([score(1, ' class="current"', '–', '–', '0', 'abierto')]);
    expect(sums()).to.deep.equal(['–', '–']);
    view.showScores(en, boutWith(), { rounds: [scoresOfRound(1, '10', '9', 1), scoresOfRound(2, '7', '8', 0)] });
    expect([on.page.rows('score-rounds')[1], ...sums()]).to.deep.equal([
      score(2, ' class', '–', '–', '0', ''),
      ...['10.00', '9.00'],
    ]);
  });

  const statistics = (strikes: object, takedowns: object, knockdowns: object, control: string) => ({
    Strikes: { 'Significant Strikes': strikes, 'Knock Down': knockdowns },
    ...{ Grappling: { Takedowns: takedowns }, TIP: { 'Control Time': control } },
  });
  const counted = (name: string, ...texts: string[]) =>
    `<tr data-key="${name}"><th class="name" scope="row">${texts[0]}</th>` +
    `<td class="blue">${texts[1]}</td><td class="red">${texts[2]}</td></tr>`;

  it('the statistics that were counted, as landed of attempts', () => {
    const of = (n: string) =>
      statistics({ Landed: n, Attempts: '9' }, { Landed: '', Attempts: '4' }, { Landed: '' }, '');
    const none = statistics({ Landed: '' }, { Landed: '' }, { Landed: '' }, '');
    expect(view.showStatistics(en, { FightStats: { Blue: none, Red: none } })).to.equal(false);
    const all = statistics({ Landed: '4', Attempts: '' }, { Landed: '1', Attempts: '2' }, { Landed: '3' }, '1:02');
    expect(view.showStatistics(en, { FightStats: { Blue: of('5'), Red: all } })).to.equal(true);
    expect(on.page.rows('statistic-rows')).to.deep.equal([
      counted('strikes', 'Significant strikes', '5 of 9', '4'),
      counted('takedowns', 'Takedowns', '–', '1 of 2'),
      counted('knockdowns', 'Knockdowns', '–', '3'),
      counted('control', 'Control time', '–', '1:02'),
    ]);
    expect(view.showStatistics(es, { FightStats: { Blue: of('5'), Red: none } })).to.equal(true);
    expect(on.page.rows('statistic-rows')).to.deep.equal([counted('strikes', 'Golpes significativos', '5 de 9', '–')]);
  });

  const action = (ActionID: number, Type: string, Round: string, TruckTime: string, Fighter = '0') => ({
    ...{ ActionID, Type, Round, TruckTime, Fighter },
  });
  const done = (key: string, side: string, when: string, what: string, who: string) =>
    `<li data-key="${key}" data-side${side}><span class="when">${when}</span> ` +
    `<strong class="what">${what}</strong> <span class="who">${who}</span></li>`;

  it('the actions of a fight, newest first, with a word of its own for each type that it knows', () => {
    expect(view.showActions(en, boutWith())).to.equal(false);
    const FightActions = [
      action(1, 'Walkout', '0', '23:50:00', '11'),
      action(2, 'Round_Start', '2', '23:58:30'),
      action(3, 'KD', '2', '23:59:59', '12'),
      action(4, 'Cut_To_Crowd', '2', '23:58:00'),
      action(5, 'constructor', '2', '23:59:00'),
    ];
    expect(view.showActions(en, boutWith({ fed: { ...fed, FightActions } }))).to.equal(true);
    expect(on.page.rows('actions')).to.deep.equal([
      done('7 5', '', 'R2 0:30', 'constructor', ''),
      done('7 4', '', '23:58:00', 'Cut To Crowd', ''),
      done('7 3', '="blue"', 'R2 1:29', 'Knockdown', 'Bea Azul'),
      done('7 2', '', 'R2 0:00', 'Round starts', ''),
      done('7 1', '="red"', '23:50:00', 'Walkout', 'Ana Roja'),
    ]);
    on.page.changes.length = 0;
    const newest = action(6, 'Takedown', '2', '00:00:30', '11');
    view.showActions(es, boutWith({ fed: { ...fed, FightActions: [...FightActions.slice(1, 3), newest] } }));
    expect(on.page.rows('actions')).to.deep.equal([
      done('7 6', '="red"', 'A2 2:00', 'Derribo', 'Ana Roja'),
      done('7 3', '="blue"', 'A2 1:29', 'Caída por golpe', 'Bea Azul'),
      done('7 2', '', 'A2 0:00', 'Empieza el asalto', ''),
    ]);
    const moves = on.page.changes.filter((change) => !change.startsWith('says'));
    expect(moves).to.deep.equal(['inserts li', 'inserts li', 'inserts li', 'removes li', 'removes li', 'removes li']);
  });

  it('each of two items with the same key, and leaves those in their place that stay', () => {
    const keys = () => on.page.tag('actions').children.map(({ dataset }) => dataset.key);
    const shown = (...types: [id: number, type: string][]) => {
      on.page.changes.length = 0;
      const FightActions = types.map(([id, type]) => action(id, type, '0', '23:50:00'));
      view.showActions(en, boutWith({ fed: { ...fed, FightActions } }));
      return on.page.changes;
    };
    expect(view.showActions(en, boutWith({ fed: { ...fed, FightActions: [action(1, 'Hero', '0', '')] } }))).to.equal(
      true,
    );
    shown([1, 'Hero'], [1, 'KD'], [1, 'ToT'], [2, 'Intro']);
    expect(keys()).to.deep.equal(['7 2', '7 1', '7 1 2', '7 1 3']);
    expect(shown([1, 'Hero'], [1, 'KD'], [1, 'ToT'], [2, 'Intro']), 'shown again').to.deep.equal([]);
    expect(shown([1, 'Hero'], [1, 'KD'], [1, 'ToT'])).to.deep.equal([
      'inserts li',
      'inserts li',
      'inserts li',
      'removes li',
    ]);
    expect([keys(), text('actions')]).to.deep.equal([
      ['7 1', '7 1 2', '7 1 3'],
      '23:50:00 Tale of the tape 23:50:00 Knockdown 23:50:00 Portrait ',
    ]);
  });

  it('the next event with its date, or that none is announced', () => {
    const texts = () => ['next-title', 'next-event', 'next-date'].map(text);
    const event = { base_title: 'Night 42', title_tag_line: 'Uno vs. Dos', event_dategmt: '2031-04-05T12:30:00Z' };
    const date = (locale: string) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(event.event_dategmt));
    view.showNext(en, event, true);
    expect(texts()).to.deep.equal(['Nothing is live right now', 'Night 42: Uno vs. Dos', date('en')]);
    view.showNext(es, event, false);
    expect(texts()).to.deep.equal(['Próximo evento', 'Night 42: Uno vs. Dos', date('es')]);
    view.showNext(en, undefined, false);
    expect(texts()).to.deep.equal(['Next event', 'No event is announced.', '']);
    view.showNext(en, { base_title: 'Night 43', event_dategmt: null }, false);
    expect(texts()).to.deep.equal(['Next event', 'Night 43', '']);
    view.showNext(en, { base_title: 'Night 43', event_dategmt: 'soon' }, false);
    expect(texts()).to.deep.equal(['Next event', 'Night 43', '']);
  });
});

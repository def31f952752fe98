import { expect } from 'chai';
import {
  type BoardRun,
  eventWith,
  feedWith,
  fightOfFeed,
  scoringWith,
  statisticsWith,
  tallyWith,
  useBoardRun,
} from '../../support/browser/board-run.ts';

const metrics = '/api/v1/us/fight_metrics';
const votes = (fight: number) => `/api/v3/mobile/fights/${fight}/votes`;
const scoring = '/api/v3/mobile/events/round_scoring/41';
const overFight = (id: string) => fightOfFeed(id, { Status: 'closed', CurRd: '1', Method: 'KO' });
const overFeed = feedWith({ EventEnd: '05:00:00', CurFight: '', Fights: [overFight('7'), fightOfFeed('8')] });
const row = (statid: number, event_id: number | null, live_event_url: string | null = 'there') => ({
  ...{ statid, event_id, live_event_url },
});

const whatIsLive = `${metrics}/live_event_url`;
const feeds = `${metrics}?limit=50`;
const weightClasses = '/api/v3/mobile/translations/weight_classes';

/** A service on which nothing is live, and one night is over. */
const afterNight = (content = '/api/v1/us') => ({
  [whatIsLive]: { statid: null, event_id: null },
  [feeds]: [row(810, 40, null), row(811, 41)],
  [`${metrics}/live_event/811`]: overFeed,
  [`${content}/events?limit=50`]: [eventWith(43, { end_event_dategmt: '9999-05-05' }), eventWith(42), eventWith(41)],
  [`${content}/events/41`]: eventWith(41),
});

const texts = (run: BoardRun, ...ids: string[]) => ids.map(run.page.text);
const next = ['next-title', 'next-event'];

describe('the board while nothing is live', () => {
  const boardOn = useBoardRun();

  it('shows the results of the last night, with what the audience says, and the next event', async () => {
    const run = boardOn('', { ...afterNight('/api/v3/mobile'), [votes(700)]: tallyWith(3, 3) }, ['es-PE', 'en']);
    run.answers[weightClasses] = { translations: { Flyweight: 'Peso mosca' } };
    await run.start();
    expect(run.first?.texts).to.deep.equal(['Fightcard', '', 'Conectando…', 'Fight']);
    expect(run.page.documentElement.lang).to.equal('es');
    expect(run.asked()).to.deep.equal([
      ...[whatIsLive, feeds, `${metrics}/live_event/811`, '/api/v3/mobile/events?limit=50'],
      ...['/api/v3/mobile/events/41', weightClasses],
    ]);
    expect(run.opened()).to.deep.equal([`${metrics}/live_event/811`, scoring]);
    const { promise, resolve } = Promise.withResolvers<void>();
    run.held.set(votes(700), promise);
    await run.on(`${metrics}/live_event/811`, overFeed);
    expect(run.page.text('bouts').includes('Votos')).to.equal(false);
    resolve();
    await run.draw();
    expect(run.page.text('bouts').includes('Votos'), 'as soon as they are counted').to.equal(true);
    await run.on(scoring, scoringWith('9.50'));
    expect(run.asked(), 'as soon as its end is known').to.deep.equal([votes(700), votes(800)]);
    expect(run.opened()).to.deep.equal([`${metrics}/live_event/811?fight=7`, votes(700)]);
    expect(run.seen()).to.deep.equal({
      title: 'Night 41: Uno vs. Dos – Fightcard',
      texts: ['Night 41: Uno vs. Dos', 'El evento terminó', 'Sin transmisión', 'Ana 7 vs. Bea 7'],
      parts: ['fight', 'next', 'scores', 'card'],
      classes: ['results', 'panel'],
    });
    expect(texts(run, ...next, 'bouts')).to.deep.equal([
      ...['Próximo evento', 'Night 42: Uno vs. Dos'],
      'Empate · KO Peso moscaAna 7  Bea 7  Votos 50\u00a0%\u00a0–\u00a050\u00a0% (12) · ' +
        'Tarjetas del público 9.50\u00a0–\u00a08.00Sin resultado Peso moscaAna 8  Bea 8  ',
    ]);
    run.answers[whatIsLive] = { statid: 812, event_id: null };
    await run.pass();
    await run.on(`${metrics}/live_event/812`, feedWith({ EventEnd: '06:00:00', Fights: [overFight('7')] }));
    expect([run.seen().classes, run.seen().parts]).to.deep.equal([
      ['', 'panel'],
      ['fight', 'card'],
    ]);
    expect(run.page.text('bouts')).to.equal('Empate · KO Peso moscaAna 7  Bea 7  ');
  });

  it('looks for the last night among the five newest feeds, until it knows one', async () => {
    const run = boardOn('', afterNight());
    run.answers[feeds] = [1, 2, 3, 4, 5].map((statid) => row(statid, statid + 30)).concat(row(811, 41));
    run.answers[`${metrics}/live_event/2`] = feedWith();
    await run.start();
    const looked = [1, 2, 3, 4, 5].map((statid) => `${metrics}/live_event/${statid}`);
    const events = '/api/v1/us/events?limit=50';
    expect(run.asked()).to.deep.equal([whatIsLive, feeds, ...looked, events, '/api/v1/us/events/41']);
    expect(run.opened()).to.deep.equal([]);
    run.answers[feeds] = [row(810, 40, null), row(4, 34), row(811, 41), row(5, 35)];
    await run.pass();
    expect(run.asked()).to.deep.equal([
      ...[whatIsLive, feeds, `${metrics}/live_event/4`, `${metrics}/live_event/811`, events, '/api/v1/us/events/41'],
    ]);
    expect(run.opened()).to.deep.equal([`${metrics}/live_event/811`, scoring]);
    run.answers[feeds] = 304;
    await run.pass();
    expect(run.asked(), 'in the list as it was').to.deep.equal([
      ...[whatIsLive, feeds, `${metrics}/live_event/4`, `${metrics}/live_event/811`, events, '/api/v1/us/events/41'],
    ]);
    await run.on(`${metrics}/live_event/811`, overFeed);
    run.asked();
    run.answers[events] = 304;
    run.answers[whatIsLive] = 404;
    await run.pass();
    expect(run.asked()).to.deep.equal([whatIsLive, events, '/api/v1/us/events/41', votes(700), votes(800)]);
    expect([run.opened().slice(2), run.seen().parts, texts(run, ...next)]).to.deep.equal([
      [],
      ['fight', 'next', 'card'],
      ['Next event', 'Night 42: Uno vs. Dos'],
    ]);
    expect(run.streams()[0]).to.equal(`${metrics}/live_event/811`);
  });

  it('shows the next event alone where no night was, and says when there is none', async () => {
    const run = boardOn('?lang=en', {
      [whatIsLive]: { statid: null, event_id: null },
      '/api/v1/us/events?limit=50': [eventWith(42)],
      '/api/v1/us/events/42': eventWith(42, { base_title: 'Night forty-two' }),
    });
    await run.start();
    expect(run.seen()).to.deep.equal({
      title: 'Fightcard',
      texts: ['Fightcard', '', 'Not live', 'Waiting for the first fight'],
      ...{ parts: ['next', 'card'], classes: ['', 'panel empty'] },
    });
    expect(texts(run, ...next)).to.deep.equal(['Nothing is live right now', 'Night forty-two: Uno vs. Dos']);
    expect(run.streams()).to.deep.equal([]);
    run.answers['/api/v1/us/events?limit=50'] = [];
    await run.pass();
    expect([run.seen().parts, texts(run, ...next)]).to.deep.equal([
      ['next'],
      ['Nothing is live right now', 'No event is announced.'],
    ]);
    run.asked();
    await run.pass();
    expect(run.asked(), 'no event without an id').to.deep.equal([whatIsLive, feeds, '/api/v1/us/events?limit=50']);
  });

  it('shows no next event beside results when none is announced', async () => {
    const run = boardOn('', { ...afterNight(), '/api/v1/us/events?limit=50': [eventWith(41)] });
    await run.start();
    await run.on(`${metrics}/live_event/811`, overFeed);
    expect(run.seen().parts).to.deep.equal(['fight', 'card']);
    expect(run.asked().includes(weightClasses), 'in English').to.equal(false);
  });

  it('counts the votes 24 times after the end, and goes on when they cannot be counted', async () => {
    const run = boardOn('?lang=en', { ...afterNight(), [votes(800)]: tallyWith(1, 1) });
    run.answers[votes(700)] = 500;
    await run.start();
    await run.on(`${metrics}/live_event/811`, overFeed);
    run.asked();
    expect([await run.pass(), run.page.text('connection')]).to.deep.equal([[15_000], 'Reconnecting…']);
    expect([await run.pass(), run.asked().filter((path) => path.endsWith('/votes'))]).to.deep.equal([
      [3_000],
      [votes(700), votes(700)],
    ]);
    run.answers[votes(700)] = 404;
    let counted = 0;
    for (let time = 4; time <= 26; time++) {
      await run.pass();
      counted += run.asked().filter((path) => path === votes(800)).length;
      run.answers[votes(800)] = 404;
    }
    expect(counted).to.equal(21);
    expect(run.page.text('bouts')).to.equal(
      'Draw · KO FlyweightAna 7  Bea 7  No result FlyweightAna 8  Bea 8  Votes 50%\u00a0–\u00a050% (4)',
    );
    // Another night is counted as often.
    run.answers[whatIsLive] = { statid: 812, event_id: 41 };
    await run.pass();
    expect(run.page.text('bouts').includes('Votes')).to.equal(false);
    await run.on(`${metrics}/live_event/812`, overFeed);
    expect(run.asked().slice(-2)).to.deep.equal([votes(700), votes(800)]);
  });

  it('asks for the names of weight classes until content has them', async () => {
    const run = boardOn('?lang=es', {});
    await run.start();
    run.answers[weightClasses] = { translations: { Flyweight: 'Peso mosca' } };
    const times = [];
    for (let time = 0; time < 3; time++) {
      times.push(run.asked().filter((path) => path === weightClasses).length);
      expect(await run.pass()).to.deep.equal([15_000]);
    }
    expect([times, run.page.text('connection')]).to.deep.equal([[1, 1, 0], 'Sin transmisión']);
  });

  it('shows a fight with the statistics of the end', async () => {
    const run = boardOn('?lang=en', afterNight());
    await run.start();
    await run.on(`${metrics}/live_event/811`, overFeed);
    const { FMLiveFeed } = statisticsWith('4');
    await run.on(`${metrics}/live_event/811?fight=7`, { FMLiveFeed: { ...FMLiveFeed, CurrentRoundTime: '03:21' } });
    expect(texts(run, 'phase', 'time')).to.deep.equal(['Final · Draw · KO', '3:21']);
  });
});

import { expect } from 'chai';
import {
  eventWith,
  feedWith,
  fightOfFeed,
  scoringWith,
  statisticsWith,
  tallyWith,
  useBoardRun,
} from '../../support/browser/board-run.ts';

const whatIsLive = '/api/v1/us/fight_metrics/live_event_url';
const feed = '/api/v1/us/fight_metrics/live_event/811';
const scoring = '/api/v3/mobile/events/round_scoring/41';
const votes = '/api/v3/mobile/fights/700/votes';
const connecting = { texts: ['Fightcard', '', 'Connecting…', 'Fight'], parts: [] as string[] };
const night = { title: 'Night 41: Uno vs. Dos – Fightcard', classes: ['', 'panel'] };
const texts = (connection: string, fight: string) => [
  'Night 41: Uno vs. Dos',
  'Central Arena · Lima, Peru',
  ...[connection, fight],
];

describe('the board of a live event', () => {
  const boardOn = useBoardRun();
  const live = (event_id: number | null = 41) =>
    boardOn('?lang=en', { [whatIsLive]: { statid: 811, event_id }, '/api/v1/us/events/41': eventWith(41) });

  it('finds it, and follows it, its scores, and the statistics and votes of the fight in progress', async () => {
    const run = live();
    await run.start();
    expect(run.first).to.deep.equal({ title: '', ...connecting, classes: ['', 'panel'] });
    expect(run.asked()).to.deep.equal([whatIsLive, '/api/v1/us/events/41']);
    expect(run.opened()).to.deep.equal([feed, scoring]);
    expect(run.seen()).to.deep.equal({
      ...night,
      ...{ texts: texts('Connecting…', 'Waiting for the first fight'), parts: ['card'], classes: ['', 'panel empty'] },
    });
    expect(run.page.text('next-title'), 'is left as it is').to.equal('Nothing is live right now');
    await run.on(feed, feedWith());
    expect(run.seen()).to.deep.equal({
      ...night,
      ...{ texts: texts('Connecting…', 'Ana 7 vs. Bea 7'), parts: ['fight', 'card'] },
    });
    expect(run.opened()).to.deep.equal([`${feed}?fight=7`, votes]);
    const marked = run.page.tag('bouts').children.map((row) => row.getAttribute('aria-current'));
    expect(marked).to.deep.equal(['true', null]);
    await run.on(votes, tallyWith(2, 2));
    await run.on(scoring, scoringWith('9.50'));
    await run.on(`${feed}?fight=7`, statisticsWith('4'));
    expect(run.seen().parts).to.deep.equal(['fight', 'votes', 'statistics', 'scores', 'card']);
    expect(['vote-rounds', 'blue-sum', 'statistic-rows', 'bouts'].map(run.page.text)).to.deep.equal([
      'Round 1 50% (2) 50% (2)Round 2 50% (2) 50% (2)',
      '9.50',
      'Significant strikes44',
      // Without the results of the audience before the end.
      'Live · round 2 FlyweightAna 7  Bea 7  Upcoming FlyweightAna 8  Bea 8  ',
    ]);
    const current = run.page.tag('vote-rounds').children.map(({ className }) => className);
    expect(current).to.deep.equal(['votes', 'votes current']);
    expect([run.asked(), run.opened()], 'nothing is opened again').to.deep.equal([[], []]);
    const FightActions = [{ ActionID: 1, Type: 'KD', Round: '2', TruckTime: '23:50:00', Fighter: '0' }];
    await run.on(feed, feedWith({ Fights: [fightOfFeed('7', { Status: 'closed', CurRd: '2', FightActions })] }));
    expect(run.page.tag('vote-rounds').children.map(({ className }) => className)).to.deep.equal(['votes', 'votes']);
    expect(run.seen().parts).to.deep.equal(['fight', 'votes', 'statistics', 'scores', 'action', 'card']);
  });

  it('says how it is connected: by a stream, by polls, or not at the moment', async () => {
    const run = live();
    await run.start();
    const said = () => run.page.text('connection');
    await run.on(feed, 'open');
    expect(said()).to.equal('Live');
    await run.on(scoring, 'error');
    expect(said(), 'one stream is broken').to.equal('Reconnecting…');
    await run.on(scoring, 'open');
    expect(said()).to.equal('Live');
    run.answers[scoring] = scoringWith('9.50');
    await run.on(scoring, 'refuse');
    expect(said(), 'one stream is refused').to.equal('Updating');
    expect(run.page.text('score-rounds'), 'no fight is shown').to.equal('');
    run.answers[whatIsLive] = 503;
    expect([await run.pass(), said()], 'what is live is not known').to.deep.equal([[15_000], 'Reconnecting…']);
    run.answers[whatIsLive] = 304;
    expect([await run.pass(), said()], 'as before').to.deep.equal([[3_000], 'Updating']);
    expect(run.streams()).to.deep.equal([feed]);
    run.answers['/api/v1/us/events/41'] = 304;
    await run.pass();
    expect(run.page.text('title'), 'the event is as it was').to.equal('Night 41: Uno vs. Dos');
    for (const [status, waitMs] of [
      [500, 3_000],
      [401, 3_000],
      [404, 15_000],
      [200, 15_000],
    ] as const) {
      run.answers['/api/v1/us/events/41'] = status === 200 ? eventWith(41) : status;
      await run.pass();
      expect([status, await run.pass()]).to.deep.equal([status, [waitMs]]);
    }
  });

  it('while it loads, and when it cannot load', async () => {
    const run = live();
    run.held.set('/api/v1/us/events/41', new Promise(() => undefined));
    await run.start();
    await run.on(feed, 'open');
    await run.on(feed, feedWith({ Fights: [] }));
    expect(run.seen()).to.deep.equal({
      title: 'Arena Nueva – Fightcard',
      texts: ['Arena Nueva', 'Lima · Perú', 'Connecting…', 'Waiting for the first fight'],
      ...{ parts: ['fight'], classes: ['', 'panel empty'] },
    });
    run.close();
    const failing = boardOn('?lang=en', { [whatIsLive]: 500 });
    await failing.start();
    expect(failing.seen()).to.deep.equal({
      title: 'Fightcard',
      texts: ['Fightcard', '', 'Reconnecting…', 'Waiting for the first fight'],
      ...{ parts: [], classes: ['', 'panel empty'] },
    });
    expect(failing.page.text('next-event')).to.equal('No event is announced.');
  });

  it('draws several snapshots at once', async () => {
    const run = live();
    await run.start();
    await run.on(feed, feedWith());
    const before = run.drawn;
    await Promise.all([run.on(feed, feedWith()), run.on(feed, feedWith()), run.on(scoring, scoringWith('9.00'))]);
    expect(run.drawn - before).to.equal(1);
    await run.on(feed, feedWith());
    expect(run.drawn - before).to.equal(2);
  });

  it('asks for the statistics of a fight that has begun, and for the votes on one that content has', async () => {
    const run = live();
    await run.start();
    const upcoming = feedWith({ CurFight: '', Fights: [fightOfFeed('7')] });
    await run.on(feed, upcoming);
    expect(run.streams()).to.deep.equal([feed, scoring, votes]);
    await run.on(votes, tallyWith(1, 0));
    expect([run.seen().parts, run.page.text('phase')]).to.deep.equal([
      ['fight', 'votes', 'card'],
      'Waiting for the first fight',
    ]);
    await run.on(feed, feedWith());
    expect(run.streams()).to.deep.equal([feed, scoring, `${feed}?fight=7`, votes]);
    expect(run.seen().parts, 'votes are asked for again').to.deep.equal(['fight', 'card']);
    await run.on(votes, tallyWith(1, 0));
    await run.on(`${feed}?fight=7`, statisticsWith('4'));
    await run.on(`${feed}?fight=7`, 'error');
    expect(run.seen().parts).to.deep.equal(['fight', 'votes', 'statistics', 'card']);
    expect(run.page.text('connection')).to.equal('Reconnecting…');
    await run.on(feed, feedWith({ CurFight: '9', Fights: [fightOfFeed('9')] }));
    expect(run.streams(), 'only the feed has it').to.deep.equal([feed, scoring, `${feed}?fight=9`]);
    expect(run.seen().parts).to.deep.equal(['fight', 'card']);
    expect(run.page.text('connection'), 'of what is followed now').to.equal('Connecting…');
    await run.on(feed, feedWith({ CurFight: '', Fights: [] }));
    expect([run.streams(), run.seen().classes]).to.deep.equal([
      [feed, scoring],
      ['', 'panel empty'],
    ]);
    run.opened();
    await run.on(feed, feedWith({ CurFight: '9', Fights: [fightOfFeed('9')] }));
    expect(run.opened(), 'the same fight again').to.deep.equal([`${feed}?fight=9`]);
  });

  it('changes to another event that is live, and forgets the first', async () => {
    const run = live();
    await run.start();
    await run.on(feed, feedWith());
    await run.on(scoring, scoringWith('9.50'));
    expect(run.seen().parts).to.deep.equal(['fight', 'scores', 'card']);
    run.opened();
    await run.pass();
    expect([run.opened(), run.asked().length], 'the same event').to.deep.equal([[], 4]);

    run.answers[whatIsLive] = { statid: 811, event_id: null };
    await run.pass();
    expect([run.opened(), run.streams()], 'content no longer has it').to.deep.equal([[feed], [feed]]);
    expect(run.asked()).to.deep.equal([whatIsLive]);
    expect(run.seen()).to.deep.equal({
      title: 'Board – Fightcard',
      texts: ['Board', '', 'Connecting…', 'Waiting for the first fight'],
      ...{ parts: [], classes: ['', 'panel empty'] },
    });
    await run.on(feed, feedWith({ City: '', Fights: [fightOfFeed('7')] }));
    expect([run.seen().texts, run.seen().parts], 'without the scores of before').to.deep.equal([
      ['Arena Nueva', 'Perú', 'Connecting…', 'Ana 7 vs. Bea 7'],
      ['fight', 'card'],
    ]);

    run.answers[whatIsLive] = { statid: 812, event_id: 41 };
    run.answers['/api/v1/us/events/41'] = eventWith(41, { base_title: '', title_tag_line: null, location: '' });
    await run.pass();
    expect(run.opened()).to.deep.equal([
      `${feed}?fight=7`,
      '/api/v1/us/fight_metrics/live_event/812',
      '/api/v3/mobile/events/round_scoring/41',
    ]);
    expect(run.seen().texts).to.deep.equal(['Board', 'Central Arena', 'Connecting…', 'Waiting for the first fight']);
    await run.on('/api/v1/us/fight_metrics/live_event/812', feedWith());
    expect(run.seen().parts, 'without the scores of before').to.deep.equal(['fight', 'card']);

    run.answers[whatIsLive] = { statid: null, event_id: null };
    await run.pass();
    expect([run.streams(), run.seen().texts.slice(0, 3), run.seen().parts]).to.deep.equal([
      [],
      ['Fightcard', '', 'Not live'],
      ['next'],
    ]);
  });
});

import { expect } from 'chai';
import { ids } from '../../../contracts/world/ids.ts';
import { type FeedFight, snapshot, text, timeout, useBoard } from '../../support/browser/board.ts';
import { crowding, faintness } from '../../support/browser/page-checks.ts';

const action = (id: number, Type: string, TruckTime: string, Round: string, Fighter: number) => ({
  ...{ ActionID: String(id), Type, Time: TruckTime, TruckTime, Fighter: String(Fighter), Round },
});

describe('the board in Chromium', () => {
  const { open, submit, post, newPage, url } = useBoard();

  const client = (n: number) => `client-of-the-board-${n}`;

  const vote = (n: number, fighter_statid: number) =>
    submit(`/api/v3/mobile/fights/${ids.fightInProgress}/vote`, { round_num: 2, fighter_statid, client_id: client(n) });

  it('shows the card, the round, its clock and actions', async () => {
    const page = await open();
    await text(page, 'h1', 'Night 41: Ejemplo vs. Supuesto');
    expect(await page.locator('#place').textContent()).to.equal('Central Arena · Lima, Peru');
    await text(page, '#phase', 'Round 2 of 3');
    await text(page, '#time', /^\d+:\d\d$/);
    await text(page, '#blue-name', 'Darío Fábula');
    await text(page, '#red-name', 'Otto Boceto');
    const rows = page.locator('#bouts > li');
    expect(await rows.count()).to.equal(6);
    expect(await rows.nth(0).textContent()).to.match(/Upcoming.*Lightweight title.*Marcos Ejemplo\s+14-2-0/s);
    expect(await rows.nth(4).textContent()).to.match(/Live · round 2.*Darío Fábula\s+15-3-1/s);
    expect(await rows.nth(5).textContent()).to.match(/Submission · round 1 · 3:41.*Hugo Borrador.*Winner/s);
    const first = page.locator('#actions > li').first();
    expect(await first.textContent()).to.match(/R2 1:05\s+Grappling\s+Otto Boceto/);
    await text(page, '#connection[data-state=live]', 'Live');
  });

  it('uses the browser’s language, which the keyboard changes', async () => {
    const page = await open('/board', { locale: 'es-PE' });
    await text(page, '#phase', 'Asalto 2 de 3');
    await text(page, '.bout', 'Peso wélter');
    expect(await page.locator('html').getAttribute('lang')).to.equal('es');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).to.equal('English');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).to.equal('solid');
    await page.keyboard.press('Enter');
    await text(page, '#phase', 'Round 2 of 3');
    expect(await page.locator('nav [aria-current]').textContent()).to.equal('English');
  });

  it('shows a new snapshot without a reload', async () => {
    const page = await open();
    await text(page, '#actions', 'Grappling');
    await page.evaluate(`document.querySelector('#actions > li').isOld = true`);
    await post(
      snapshot((fight) => ({
        ...fight,
        FightActions: [
          ...(fight.FightActions ?? []),
          action(23, 'KD', '23:37:30', '2', ids.fightInProgressFighter1Statid),
        ],
      })),
    );
    await text(page, '#actions > li:first-child', /R2 1:30\s*Knockdown\s*Darío Fábula/);
    expect(await page.evaluate(`document.querySelector('#actions > li:nth-child(2)').isOld`)).to.equal(true);
    expect(await page.evaluate(`document.querySelector('#actions > li:first-child').isOld`)).to.equal(undefined);
    expect(await page.locator('#actions').getAttribute('aria-live')).to.equal('polite');
  });

  it('shows votes and scorecards as they arrive', async () => {
    const page = await open();
    const bar = page.locator('#vote-rounds > li').nth(1).locator('.fill');
    await vote(1, ids.fightInProgressFighter1Statid);
    await text(page, '#vote-rounds > li:nth-child(2)', '100% (1)');
    const widthOf = async () => (await bar.boundingBox())?.width ?? 0;
    const whole = await widthOf();
    await vote(2, ids.fightInProgressFighter2Statid);
    await text(page, '#vote-rounds > li:nth-child(2)', '50% (1)');
    const until = Date.now() + timeout;
    while ((await widthOf()) > whole * 0.51 && Date.now() < until) await page.waitForTimeout(50);
    expect((await widthOf()) / whole).to.be.closeTo(0.5, 0.02);

    for (const [n, score] of [9, 10, 10].entries()) {
      const card = { event_id: ids.liveEvent, fight_id: ids.fightInProgress, round_num: 2, client_id: client(n) };
      await submit('/api/v3/mobile/events/score_round', { ...card, fighter1_score: score, fighter2_score: 9 });
    }
    await text(page, '#score-rounds > tr:nth-child(2)', /9\.67\s*9\.00\s*3/);
    expect(await page.locator('#score-rounds th').first().getAttribute('scope')).to.equal('row');
    await text(page, '#blue-sum', '9.67');
  });

  it('names the phase of the fight in both languages', async () => {
    const [english, spanish] = [await open('/board?lang=en'), await open('/board?lang=es', { locale: 'es' })];
    const start = action(50, 'Round_Start', '23:36:00', '2', 0);
    const end = (round: number) => action(50 + round, 'Round_End', '23:41:00', String(round), 0);
    const [second, third] = [2, 3].map((round) => ({ FightActions: [start, end(round)], CurRd: String(round) }));
    const over = { Status: 'closed', CurRd: '1', EndingRoundNum: '1' };
    for (const [change, en, es] of [
      [{ ...second, PossibleRds: '3' }, 'Break after round 2', 'Descanso tras el asalto 2'],
      [{ ...third, PossibleRds: '3' }, 'Waiting for the decision', 'A la espera de la decisión'],
      [{ ...over, Method: 'DEC' }, /Draw\s*Decision · R1/, /Empate\s*Decisión · A1/],
      [{ ...over, Method: 'CNC' }, /No contest\s*CNC · R1/, /Sin decisión\s*CNC · A1/],
    ] as const) {
      await post(snapshot((fight) => ({ ...fight, ...change }) as FeedFight));
      await text(english, '#clock', en);
      await text(spanish, '#clock', es);
    }
  });

  it('shows HTML in a feed as text', async () => {
    const name = `<img src="x" onerror="document.title='run'"><b>Bold</b>`;
    const page = await open();
    await post(
      snapshot((fight) => ({
        ...fight,
        Fighters: (fight.Fighters ?? []).map((fighter) => ({ ...fighter, FullName: name, LastName: name })),
        FightActions: [
          ...(fight.FightActions ?? []),
          action(24, '<i>constructor</i>', '23:37:31', '2', ids.fightInProgressFighter1Statid),
          action(25, 'constructor', '23:37:32', '2', 0),
        ],
      })),
    );
    await text(page, '#blue-name', name);
    await text(page, '#actions', '<i>constructor</i>');
    expect(await page.locator('main :is(img, b, i)').count()).to.equal(0);
    expect(await page.title()).not.to.equal('run');
  });

  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const) {
    it(`is readable at ${width}×${height} in light and dark`, async () => {
      const long = ['Maximiliano Echeverría-Goicoechea del Valle', 'Wolfeschlegelsteinhausenbergerdorff Hubert'];
      const update = snapshot((fight) => ({
        ...fight,
        PossibleRds: '5',
        Fighters: (fight.Fighters ?? []).map((fighter, n) => ({ ...fighter, FullName: long[n] ?? '' })),
      }));
      const [model] = update.FMLiveFeed.Fights ?? [];
      for (let n = 0; n < 8; n++) update.FMLiveFeed.Fights?.push({ ...model, FightID: String(6500 + n) });
      await post(update);
      const page = await open('/board?lang=es', { viewport: { width, height } });
      await text(page, '#phase', 'Asalto 2 de 5');
      await text(page, '#connection', 'En vivo');
      await page.locator('#vote-rounds > li').first().waitFor();
      const grounds = new Set<unknown>();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        grounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
        expect(await page.evaluate(crowding)).to.deep.equal([]);
        expect(await page.evaluate(faintness)).to.deep.equal([]);
      }
      expect(grounds.size, 'the dark page has another ground').to.equal(2);
    });
  }

  it('control: finds overlapping and faint text', async () => {
    const page = await open();
    await text(page, '#phase', 'Round 2');
    await page.evaluate(`
      document.querySelector('#phase').style.color = '#999999';
      document.querySelector('#blue-about').style.marginTop = '-1rem';
    `);
    expect(await page.evaluate(crowding)).to.have.length(1);
    expect(String(await page.evaluate(faintness))).to.match(/^Round 2 of\s\d has a contrast of 2\.\d\d$/);
  });

  it('shows results until another event is live', async () => {
    const page = await open();
    const ended = (fight: FeedFight): FeedFight => ({
      ...fight,
      ...{ Status: 'closed', CurRd: '3', Method: 'DEC', EndingRoundNum: '3' },
      Fighters: (fight.Fighters ?? []).map((fighter, n) => ({ ...fighter, Outcome: n === 1 ? 'Win' : 'Loss' })),
      FightActions: [
        ...(fight.FightActions ?? []),
        action(40, 'Round_Start', '23:42:00', '3', 0),
        action(41, 'Round_End', '23:47:00', '3', 0),
        action(42, 'Fight_Over', '23:48:00', '3', 0),
      ],
    });
    await post(snapshot(ended));
    await text(page, '#clock', /Final\s*Otto Boceto\s*Decision · R3\s5:00/);
    await text(page, '#red-won', 'Winner');
    expect(await page.locator('#blue-won').isVisible()).to.equal(false);
    // Actions of a round after its end have no time.
    await text(page, '#actions > li', /^\s*The fight is over/);
    await text(page, '#bouts > li', 'Upcoming');

    await post(snapshot(ended, { EventEnd: '05:00:00', CurFight: '' }));
    await text(page, '#place', 'The event is over');
    const later = await open();
    for (const [locale, over, idle, next, result, none, winner] of [
      ['en', 'The event is over', 'Not live', 'Next event', 'Decision · round 3 · 5:00', 'No result', 'Winner'],
      ['es', 'El evento terminó', 'Sin transmisión', 'Próximo evento', 'Decisión · asalto 3', 'Sin resultado', 'Gana'],
    ] as const) {
      await later.goto(`${url()}/board?lang=${locale}`);
      await text(later, '#place', over);
      await text(later, '#connection', idle);
      await text(later, '#next-title', next);
      await text(later, '#next-event', /^(Night|Noche) 4[^1]/);
      const rows = later.locator('#bouts > li');
      await text(later, '#bouts > li:nth-child(5) .audience', /50\s?%\s–\s50\s?% \(2\)\s.* 9.67\s–\s9.00$/);
      expect(await rows.nth(4).textContent())
        .to.include(result)
        .and.match(new RegExp(`Otto Boceto.*${winner}`));
      // Neither the feed's fights without an end, nor the fight that only content has, are still to come.
      for (const n of [0, 1, 2, 3]) expect(await rows.nth(n).locator('.status').textContent()).to.equal(none);
      expect(await later.locator('#votes').isVisible()).to.equal(true);
    }

    const before = await newPage(url());
    await before.clock.install();
    await before.goto(`${url()}/board?lang=en`);
    await text(before, '#connection', 'Not live');
    const other = { EventID: '996', EventStart: '19:00:00', Venue: 'Arena Nueva' };
    await post({ sequence: 1, FMLiveFeed: other });
    const now = await open();
    await text(now, 'h1', 'Arena Nueva');
    await text(now, '#connection', 'Live');
    expect(await now.locator('#next').isVisible()).to.equal(false);
    // The page with the results finds the new event without a reload.
    await before.clock.fastForward(15_000);
    await text(before, 'h1', 'Arena Nueva');
    await post({ sequence: 2, FMLiveFeed: { ...other, EventEnd: '22:00:00' } });
  });
});

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ids } from '../../contracts/world/ids.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { findViolations } from '../support/browser/axe.ts';
import { text } from '../support/browser/board.ts';
import { crowding } from '../support/browser/page-checks.ts';
import { usePages } from '../support/browser/pages.ts';
import { json, send } from '../support/http/send.ts';

/** Sum of the layout shifts since the page was opened. */
const watchShifts = `
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

describe('the board of the mock', () => {
  const pages = usePages();
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock?.close());

  const night = (method: string, body: object) =>
    send(mock.url, method, '/__mock/night', { 'Content-Type': 'application/json' }, JSON.stringify(body));

  /** An empty page, and everything that is written to its console, such as requests that fail. */
  async function newPage(width = 1440): Promise<{ page: Page; messages: string[] }> {
    const page = await pages().open(mock.url, { viewport: { width, height: 900 } });
    const messages: string[] = [];
    page.on('console', (message) => messages.push(message.text()));
    return { page, messages };
  }

  it('plays a night to its end without a message', async () => {
    const { page, messages } = await newPage();
    await night('POST', { speed: 2_000, seed: 1 });
    await page.goto(`${mock.url}/board?lang=en`);
    await text(page, '#connection', 'Live');
    await text(page, '#place', 'The event is over');
    expect(await page.locator('#connection').textContent()).to.equal('Not live');
    for (const [n, method, side, judges] of [
      [1, 'Submission · round 4 · 2:28', 'red', ''],
      [2, 'KO/TKO · round 3 · 4:20', 'blue', ''],
      [3, 'Decision · round 3 · 5:00', 'red', 'Judges 27 – 30, 27 – 30, 27 – 30'],
      [5, 'Decision · round 3 · 5:00', 'red', 'Judges 27 – 29, 27 – 29, 27 – 29'],
      [6, 'Submission · round 1 · 3:41', 'blue', ''],
    ] as const) {
      const row = `#bouts > li:nth-child(${n})`;
      await text(page, `${row} .status`, method);
      await text(page, `${row} .won-${side}`, 'Winner');
      await text(page, `${row} .audience`, judges);
    }
    expect(messages).to.deep.equal([]);
  });

  it('shows how a fight ended, with judges and crowd', async () => {
    await night('POST', { speed: 1, seed: 1 });
    await night('PATCH', { pause: true, seek: 2_240 });
    const { page } = await newPage();
    await page.goto(`${mock.url}/board?lang=en`);
    await text(page, '#judge-cards > li', /Eva Jurado\s*27 – 29/);
    await text(page, '#judge-cards > li:nth-child(4)', /Fan scorecards\s*26.41 – 29.30/);
    const saved = page.waitForEvent('download');
    await page.locator('#share').click();
    const picture = readFileSync(await (await saved).path());
    expect([picture.readUInt32BE(16), picture.readUInt32BE(20)], 'width and height').to.deep.equal([1200, 630]);
    await text(page, '#clock[data-won=red]', /Final\s*Otto Boceto\s*Decision · R3\s5:00/);
  });

  it('runs its clock between updates, and stands with the night', async () => {
    await night('POST', { speed: 1, seed: 1 });
    await night('PATCH', { pause: true, seek: 1_400 });
    const { page } = await newPage();
    await page.goto(`${mock.url}/board?lang=en`);
    await text(page, '#transport-play', /^Play$/);
    await text(page, '#time', '1:30');
    await page.waitForTimeout(1_200);
    expect(await page.locator('#time').textContent()).to.equal('1:30');
    await page.locator('#transport-play').click();
    // The statistics say 1:35, then 1:40.
    await text(page, '#time', '1:37');
  });

  it('shows both fighters with picture, rank and measures', async () => {
    const { page } = await newPage();
    await page.goto(`${mock.url}/board?lang=es`);
    await text(page, '.corner.blue', /Darío Fábula\s*El Cuento\s*#1 · 15-3-1\s*ARG Córdoba, Argentina/);
    await text(page, '#tape-rows > tr', /196 cm\s*Alcance\s*201 cm/);
    await page.locator('#red-portrait img').waitFor();
    expect(await page.evaluate('document.querySelector("#red-portrait img").naturalWidth')).to.be.above(0);
    await text(page, '#momentum-led', /Minutos con más acciones: Fábula \d+, Boceto \d+/);
  });

  for (const [width, seek] of [
    [1440, 2_700],
    [768, 100_000],
    [390, 100_000],
  ] as const) {
    it(`is readable and stands still at ${width} px`, async () => {
      await night('POST', { speed: 1, seed: 1 });
      await night('PATCH', { pause: true, seek });
      const { page } = await newPage(width);
      await page.addInitScript(watchShifts);
      await page.goto(`${mock.url}/board?lang=es`);
      await text(page, '#bouts .audience', 'Jueces');
      if (seek === 100_000) await text(page, '#bouts .audience', 'Tarjetas');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await page.evaluate(crowding)).to.deep.equal([]);
        expect(await findViolations(page)).to.deep.equal([]);
      }
      expect(await page.evaluate('window.shifts')).to.be.below(0.1);
      await page.emulateMedia({ forcedColors: 'active' });
      const colours = `['.fill', '.bar'].map((name) => getComputedStyle(document.querySelector(name)).backgroundColor)`;
      expect(new Set((await page.evaluate(colours)) as string[]).size, 'colours of a bar').to.equal(2);
    });
  }

  it('shows the event that the address names', async () => {
    const { page, messages } = await newPage();
    await page.goto(`${mock.url}/board?event=${ids.pastEvent}&lang=es`);
    await text(page, '#place', 'El evento terminó');
    await text(page, '#connection', 'Sin transmisión');
    await page.locator('#languages a', { hasText: 'English' }).click();
    await text(page, '#place', 'The event is over');
    await text(page, '#bouts > li .status', 'Decision');
    await text(page, '#bouts > li .audience', 'Judges');
    await text(page, '#bouts > li:nth-child(5) .status', 'No contest · Could Not Continue · round 1 · 2:37');
    const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    expect(sheet.match(/\/Type \/Page\b/g)).to.have.length(1);
    await page.goto(`${mock.url}/board?event=${ids.upcomingEvent}&lang=en`);
    await text(page, '#place', 'May 17, 2031');
    expect(messages).to.deep.equal([]);
    await page.goto(`${mock.url}/board?event=1&lang=en`);
    await text(page, '#notice', 'This event does not exist.');
  });

  it('fills a screen on a wall, and leads to the vote', async () => {
    await night('POST', { speed: 1, seed: 1 });
    // Round 4 of the main event.
    await night('PATCH', { pause: true, seek: 6_600 });
    const { page, messages } = await newPage();
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto(`${mock.url}/board?view=arena&lang=en`);
    await text(page, '#momentum-led', 'Ejemplo');
    await text(page, '#vote-rounds', 'Round 5');
    await text(page, '#bouts [aria-current]', 'Leo Supuesto');
    const card = await page.locator('#bouts').evaluate((bouts) => bouts.scrollHeight - bouts.clientHeight);
    expect(card, 'what does not fit of the card').to.equal(0);
    await page.locator('#vote-code svg').waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight')).to.equal(1080);
    expect(await page.evaluate('parseFloat(getComputedStyle(document.body).fontSize)')).to.be.at.least(28);
    const link = await page.locator('#vote-link').boundingBox();
    expect((link?.y ?? 2_000) + (link?.height ?? 0)).to.be.below(1080);
    expect(await page.evaluate(crowding)).to.deep.equal([]);

    await page.locator('#vote-link').click();
    await text(page, '#question', 'Who wins round 4?');
    await page.locator('#choices button', { hasText: 'Leo Supuesto' }).click();
    await text(page, '#said', 'Your vote for round 4: Leo Supuesto');
    await page.locator('#choices [aria-pressed=true]', { hasText: 'Supuesto' }).waitFor();
    expect(await findViolations(page)).to.deep.equal([]);
    await night('DELETE', {});
    expect(messages).to.deep.equal([]);
  });

  it('starts, seeks and pauses the night', async () => {
    await night('DELETE', {});
    const { page, messages } = await newPage();
    await page.goto(`${mock.url}/board?lang=en`);
    await page.locator('#transport-speed').selectOption('1');
    await page.locator('button', { hasText: 'Play a fight night' }).click();
    await text(page, '#phase', 'Waiting for the first fight');
    await page.locator('#transport-seek').fill('2700');
    await text(page, '#blue-name', 'Nando Modelo');
    await page.locator('#transport-speed').selectOption('60');
    await page.locator('button', { hasText: 'Pause' }).click();
    await text(page, 'button', /^Play$/);
    await page.locator('#transport-seek').fill('100000');
    await text(page, '#place', 'The event is over');
    // A night that begins again has no statistics to read: 404.
    await text(page, '#statistics', 'Supuesto');
    await page.locator('button', { hasText: 'Play again' }).click();
    await text(page, '#connection', 'Live');
    await page.locator('button', { hasText: 'Pause' }).click();
    await text(page, 'button', /^Play$/);
    expect(json(await send(mock.url, 'GET', '/__mock/night'))).to.deep.include({ state: 'paused', speed: 60 });
    expect(await findViolations(page)).to.deep.equal([]);
    expect(messages).to.deep.equal([]);
  });

  it('scrolls its lists with the keyboard', async () => {
    await night('PATCH', { pause: true, seek: 2_700 });
    const { page } = await newPage();
    await page.goto(`${mock.url}/board?lang=en`);
    await text(page, '#actions', 'Strike');
    const seen: unknown[] = [];
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('document.activeElement.id'));
    }
    expect(seen).to.include.members(['actions', 'bouts']);
  });
});

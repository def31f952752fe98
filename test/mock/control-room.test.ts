import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { ids } from '../../contracts/world/ids.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { findViolations } from '../support/browser/axe.ts';
import { crowding } from '../support/browser/page-checks.ts';
import { type OpenOptions, usePages } from '../support/browser/pages.ts';
import { json, send } from '../support/http/send.ts';
import { eventually } from '../support/run/eventually.ts';
import { expectPagePart } from '../support/suites/page-parts.ts';

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const champion = `/api/v3/mobile/fighters/${ids.champion}`;
describe('the control room of the mock', () => {
  const pages = usePages();
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock?.close());

  async function open(session: string, options: OpenOptions = {}): Promise<Page> {
    const page = await pages().open(new URL(mock.url).origin, options);
    await page.goto(`${mock.url}/__session/${session}/__mock`);
    await page.getByRole('heading', { name: 'Journal' }).waitFor();
    return page;
  }
  /** A request of an app, in a session. */
  const ask = (session: string, path: string, headers: Record<string, string> = {}) =>
    send(mock.url, 'GET', `/__session/${session}${path}`, headers);
  const statuses = async (session: string, path: string, count: number) => {
    const all: number[] = [];
    for (let i = 0; i < count; i++) all.push((await ask(session, path)).status);
    return all;
  };
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const row = (page: Page, text: string | RegExp) => page.locator('.row', { hasText: text }).first();
  /** Opens the row of a request that an app makes now. */
  async function openRow(page: Page, session: string, path: string): Promise<void> {
    await ask(session, path);
    await row(page, path).click();
    await button(page, 'Send again').waitFor();
  }

  describe('over HTTP', () => {
    it('is a page for browsers and an index for others', async () => {
      const page = await send(mock.url, 'GET', '/__mock', html);
      expect(page.headers).to.include({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept, Accept-Encoding' });
      const index = await send(mock.url, 'GET', '/__mock');
      expect(index.headers).to.include({ 'content-type': 'application/json; charset=utf-8', vary: 'Accept' });
      expect(json(index).paths).to.include.keys('/__mock/addresses', '/__mock/state');
    });

    it('refuses the page to foreign names and pages', async () => {
      for (const headers of [{ Host: 'rebound.example' }, { Origin: 'https://page.example' }]) {
        expect((await send(mock.url, 'GET', '/__mock', { ...html, ...headers })).status).to.equal(403);
      }
    });

    it('sends at most 45 kB with its parts and data', async () => {
      const page = String((await send(mock.url, 'GET', '/__mock', html)).body);
      const parts = [...page.matchAll(/(?:href|src)="(\/[^"]+)"/g)].map(([, path]) => String(path));
      let bytes = page.length;
      for (const part of parts) bytes += await expectPagePart(mock.url, part);
      const data = ['/__mock/states', '/__mock/night/timeline'];
      for (const path of data) bytes += (await send(mock.url, 'GET', path, { 'Sec-Fetch-Mode': 'cors' })).body.length;
      expect(parts).to.have.length.above(10);
      expect(bytes).to.be.below(45_000);
    });
  });

  describe('in Chromium', () => {
    it('sets a state that the app meets', async () => {
      const page = await open('state');
      await page.getByLabel('Search states').fill('no content');
      await button(page, 'there is no content').click();
      await page.locator('.active', { hasText: 'Affects' }).waitFor();
      expect(json(await ask('state', '/api/v3/mobile/events'))).to.deep.equal([]);
      await button(page, 'Clear').click();
      await page.getByText('No state:').waitFor();
      expect(json(await ask('state', '/api/v3/mobile/events'))).not.to.deep.equal([]);
    });

    it('sets the parameters of a state', async () => {
      const page = await open('parameters');
      await button(page, 'voting on the round has closed').click();
      await page.getByLabel('round num').fill('1');
      await page.getByLabel('round num').press('Enter');
      await eventually(
        async () => json(await ask('parameters', '/__mock/state')).params?.round_num === '1',
        'the round is a parameter of the state',
      );
      await page.getByLabel('round num').fill('77');
      await page.getByLabel('round num').press('Enter');
      await page.getByRole('status').filter({ hasText: '#/params: Must be' }).waitFor();
    });

    it('shows a request of the app with its reply and reason', async () => {
      const page = await open('journal');
      await page.getByText('No requests yet').waitFor();
      await openRow(page, 'journal', '/api/v3/mobile/fighters/999');
      await page.getByText('No contract has this request.').waitFor();
      await page.locator('.why li', { hasText: 'id: 3107 en el contrato, 999 aquí' }).waitFor();
      await page
        .getByLabel('Body of the reply')
        .filter({ hasText: '"type": "urn:problem-type:fighter-not-found"' })
        .waitFor();
      await button(page, 'Copy as curl').click();
      const curl = await page.getByLabel('Copied text').textContent();
      expect(curl).to.equal(`curl -i '${mock.url}/__session/journal/api/v3/mobile/fighters/999'`);
      await button(page, 'Copy as interaction').click();
      await page.getByLabel('Copied text').filter({ hasText: "success('fighter', 'v3'" }).waitFor();
      await button(page, 'Send again').click();
      await page.getByText('2 requests · 2 unmatched').waitFor();
    });

    it('filters the journal', async () => {
      const page = await open('filters');
      const only = async (path: string) => {
        await page.locator('.row').nth(1).waitFor({ state: 'detached' });
        expect(await page.locator('.path').allTextContents()).to.deep.equal([path]);
      };
      for (const path of [champion, '/api/v3/mobile/fighters/999', '/api/v3/mobile/news?limit=0']) {
        await ask('filters', path);
      }
      await page.locator('.row').nth(2).waitFor();
      await page.getByLabel('only fallback').check();
      await only('/api/v3/mobile/fighters/999');
      await page.getByLabel('only fallback').uncheck();
      await page.locator('.row').nth(2).waitFor();
      await page.getByLabel('Operation').selectOption('v3.news');
      await only('/api/v3/mobile/news?limit=0');
    });

    it('answers 503 twice, then 200, by one click', async () => {
      const page = await open('outage');
      await openRow(page, 'outage', champion);
      await button(page, '503 twice, then 200').click();
      await page.getByRole('status').filter({ hasText: 'The next two requests get 503.' }).waitFor();
      expect(await statuses('outage', champion, 3)).to.deep.equal([503, 503, 200]);
    });

    it('answers with an own reply, once it fits the schema', async () => {
      const page = await open('own');
      await openRow(page, 'own', champion);
      await button(page, 'Answer this myself').click();
      const body = page.getByLabel('Body, as JSON');
      const { last_name: _, ...nameless } = JSON.parse(await body.inputValue());
      await body.fill(JSON.stringify(nameless));
      await button(page, 'Answer with this').click();
      await page.getByRole('status').filter({ hasText: '/last_name' }).waitFor();
      await body.fill(JSON.stringify({ ...nameless, last_name: 'Supuesto de los Nombres Largos' }));
      await button(page, 'Answer with this').click();
      await page.locator('.own', { hasText: `200 for ${champion}` }).waitFor();
      expect(json(await ask('own', champion)).last_name).to.equal('Supuesto de los Nombres Largos');
      await row(page, 'own').waitFor();
      await button(page, /^Remove 200/).click();
      await page.locator('.own').waitFor({ state: 'detached' });
      expect(json(await ask('own', champion)).last_name).to.equal('Ejemplo');
    });

    it('slows and breaks the network of the session', async () => {
      const page = await open('network');
      await button(page, 'Server down').click();
      await page.locator('button[aria-pressed=true]', { hasText: 'Server down' }).waitFor();
      expect(await statuses('network', champion, 1)).to.deep.equal([503]);
      await button(page, 'Normal').click();
      await page.locator('button[aria-pressed=true]', { hasText: 'Server down' }).waitFor({ state: 'detached' });
      expect(await statuses('network', champion, 1)).to.deep.equal([200]);
    });

    it('goes to a round of the night', async () => {
      const page = await open('night');
      await button(page, /^Go to 6415:R2/).click();
      await page.getByText('open for votes: 6415:R2').waitFor();
      await button(page, 'Pause').click();
      await button(page, 'Play').waitFor();
      const position = page.getByLabel('Position in the night');
      await position.press('Home');
      await page.getByText('before the first fight').waitFor();
      expect(json(await ask('night', '/__mock/night'))).to.include({ state: 'paused', at: 0 });
      const box = await position.boundingBox();
      await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 10);
      await page.getByText(', over').waitFor();
    });

    it('keeps two pages in step', async () => {
      const [one, other] = [await open('both'), await open('both')];
      await button(one, 'no event is live').click();
      await other.locator('.active', { hasText: 'no event is live' }).waitFor();
      await button(one, 'Start').click();
      await button(other, 'Stop').click();
      await button(one, 'Start').waitFor();
      await ask('both', champion);
      await row(other, champion).waitFor();
      await button(one, 'Clear journal').click();
      await other.getByText('No requests yet').waitFor();
    });

    it('saves a session and its pact, and loads it', async () => {
      const page = await open('saved');
      await button(page, 'no event is live').click();
      await page.locator('.active').waitFor();
      await openRow(page, 'saved', champion);
      const saved = page.waitForEvent('download');
      await button(page, 'Save session').click();
      const file = await (await saved).path();
      await page.getByLabel('Consumer').fill('corner-ios');
      const pact = page.waitForEvent('download');
      await button(page, 'Download pact').click();
      expect(JSON.parse(readFileSync(await (await pact).path(), 'utf8')).consumer.name).to.equal('corner-ios');
      const fresh = await open('loaded');
      await fresh.getByLabel('Load session').setInputFiles(file);
      await fresh.locator('.active', { hasText: 'no event is live' }).waitFor();
    });

    it('works with the keyboard alone', async () => {
      const page = await open('keys');
      await ask('keys', champion);
      await row(page, champion).waitFor();
      /** Moves on until an element with this text has the focus, and presses it. */
      async function press(text: string): Promise<void> {
        const isFocused = `document.activeElement.localName === 'button' && document.activeElement.textContent.includes('${text}')`;
        for (let presses = 0; presses < 200 && !(await page.evaluate(isFocused)); presses++)
          await page.keyboard.press('Tab');
        await page.keyboard.press('Enter');
      }
      await press(champion);
      await button(page, '503 twice, then 200').waitFor();
      await press('503 twice');
      await page.locator('.active', { hasText: 'the store does not answer' }).waitFor();
    });

    it('shows a thousand requests with few nodes', async () => {
      const page = await open('many');
      for (let i = 0; i < 1_000; i++) await ask('many', '/api/v3/mobile/health');
      await page.getByText('1000 requests · 0 unmatched').waitFor();
      expect(await page.evaluate("document.querySelectorAll('*').length")).to.be.below(2_000);
      await button(page, 'Show older').click();
      await page.getByText('81 to 160 of 1000').waitFor();
    });

    for (const width of [1440, 768, 390, 320]) {
      it(`is accessible at ${width} px in both colour schemes`, async () => {
        const page = await open(`looks-${width}`, { viewport: { width, height: 844 } });
        await openRow(page, `looks-${width}`, '/api/v3/mobile/fighters/999');
        await button(page, 'Answer this myself').click();
        const tabs = width <= 768 ? ['Journal', 'State, network', 'Night'] : [undefined];
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const tab of tabs) {
            if (tab) await button(page, tab).click();
            expect(await findViolations(page), `${tab} ${colorScheme}`).to.deep.equal([]);
            expect(await page.evaluate(crowding), `${tab} ${colorScheme}`).to.deep.equal([]);
          }
        }
      });
    }
  });
});

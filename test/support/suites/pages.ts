import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { CatalogueIndex, Host, ListedContract } from '../../../common/pages/listing.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { crowding, faintness } from '../browser/page-checks.ts';
import { type OpenOptions, usePages } from '../browser/pages.ts';
import { expectedOperations } from '../expected/routes.ts';
import { json, send } from '../http/send.ts';
import { expectPagePart } from './page-parts.ts';

export interface Target {
  url: string;
  close: () => Promise<void>;
}

const routeNames = [...new Set(expectedOperations.map(({ name }) => name))];

/** Of `/`: the page with its parts and the index, as served compressed; replies are asked for one route at a time. */
const largestBytes = 40_000;

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const names = ['catalogue', 'contract', 'elements', 'list', 'request', 'route'];
const parts = ['/shared/text.js', ...names.map((name) => `/catalogue/${name}.js`)];
const v3Fighter = `/api/v3/mobile/fighters/${ids.champion}`;

export function pagesSuite(host: Host, start: () => Promise<Target>): void {
  describe(`GET / of the ${host}`, () => {
    const pages = usePages();
    let target: Target;
    let index: CatalogueIndex;

    before(async () => {
      target = await start();
      index = json(await send(target.url, 'GET', '/catalogue/index.json'));
    });
    after(() => target?.close());

    async function open(path: string, options: OpenOptions = {}): Promise<Page> {
      const page = await pages().open(new URL(target.url).origin, options);
      await page.goto(target.url + path);
      return page;
    }

    const text = (page: Page, selector: string, expected: string | RegExp) =>
      page.locator(selector).filter({ hasText: expected, visible: true }).first().waitFor();

    const focused = (page: Page) => page.evaluate('document.activeElement.textContent.trim()');

    function contractOf(operation: string, is: (contract: ListedContract) => boolean): ListedContract {
      const found = index.routes.flatMap((route) => route.operations).find(({ id }) => id === operation);
      const contract = found?.contracts.find(is);
      if (!contract) throw new Error(`no such contract of ${operation}`);
      return contract;
    }
    describe('over HTTP', () => {
      it('sends HTML at / only when it is requested', async () => {
        const page = await send(target.url, 'GET', '/', html);
        expect(page.status).to.equal(200);
        expect(page.headers['content-type']).to.equal('text/html; charset=utf-8');
        expect(page.headers.vary).to.equal('Accept, Accept-Encoding');
        for (const Accept of ['*/*', 'application/json', 'text/*', 'text/html;q=0, */*', '']) {
          const answer = await send(target.url, 'GET', '/', Accept ? { Accept } : {});
          expect(answer.status, Accept).to.equal(200);
          expect(answer.headers['content-type']).to.equal('application/json; charset=utf-8');
          expect(answer.headers.vary).to.equal('Accept, Accept-Encoding');
          expect(answer.headers.etag).not.to.equal(page.headers.etag);
          const { name, host: answering, families, pages, control } = json(answer);
          expect([name, answering]).to.deep.equal(['Fightcard', host]);
          expect(families.v3).to.include({ language: 'es-US', base: '/api/v3/mobile' });
          expect(families.v1).to.include({ language: 'en-US', base: '/api/v1/us' });
          const own = host === 'mock' ? ['control'] : [];
          expect(Object.keys(pages)).to.deep.equal(['catalogue', 'openapi', 'asyncapi', 'board', ...own]);
          expect(control === undefined).to.equal(host === 'server');
          const ofFamilies = [families.v3, families.v1].flatMap(({ health, routes }) => [health, routes]);
          for (const path of [...ofFamilies, ...Object.values(pages), ...Object.values(control ?? {})])
            expect((await send(target.url, 'GET', String(path))).status, String(path)).to.equal(200);
        }
        const posted = await send(target.url, 'POST', '/', html);
        expect([posted.status, posted.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
        // Pages are beside the families: their routes still give JSON to browsers.
        const api = await send(target.url, 'GET', v3Fighter, html);
        expect(api.headers['content-type']).to.match(/^application\/json/);
      });

      it('sends every part with its policy and compression', async () => {
        let bytes = 0;
        const first = ['/', '/shared/tokens.css', '/catalogue/catalogue.css', '/catalogue/index.json', ...parts];
        for (const path of first) bytes += await expectPagePart(target.url, path);
        const others = [
          '/shared/icon.svg',
          '/shared/preact.js',
          '/shared/uqr.js',
          '/catalogue/v3.fighter.json',
          '/asyncapi.json',
          '/openapi.json',
        ];
        for (const path of others) await expectPagePart(target.url, path);
        expect(bytes).to.be.below(largestBytes);
      });

      it('redirects /docs to the catalogue', async () => {
        const session = host === 'mock' ? '/__session/reader' : '';
        for (const path of ['/docs', `${session}/docs`, `${session}/docs/`]) {
          const { status, headers } = await send(target.url, 'GET', path, html);
          expect(status, path).to.equal(308);
          const at = path === '/docs' ? '/' : `${session}/`;
          expect(new URL(String(headers.location), target.url + path).pathname, path).to.equal(at);
        }
      });

      it('serves no other files', async () => {
        const others = ['/catalogue/tsconfig.json', '/catalogue/../package.json', '/catalogue/'];
        for (const path of [...others, '/catalogue/..%2fasset.ts'])
          expect((await send(target.url, 'GET', path)).status, path).to.equal(404);
      });

      it('lists every operation with its contracts', async () => {
        expect(index.host).to.equal(host);
        expect(index.routes.map(({ name }) => name)).to.have.members(routeNames);
        const listed = index.routes.flatMap((route) => route.operations);
        const paths = listed.flatMap((operation) => operation.paths);
        expect(paths.sort()).to.deep.equal([...new Set(expectedOperations.map(({ path }) => path))].sort());
        const document = (await send(target.url, 'GET', '/openapi.json')).body.toString();
        const inDocument = new Set([...document.matchAll(/"x-contract-id":\s*"([^"]+)"/g)].map(([, id]) => id));
        const contracts = listed.flatMap((operation) => operation.contracts.map(({ id }) => id));
        expect(new Set(contracts)).to.deep.equal(inDocument);
        for (const { id, contracts } of listed) {
          const replies = json(await send(target.url, 'GET', `/catalogue/${id}.json`));
          expect(Object.keys(replies).sort()).to.deep.equal(contracts.map((contract) => contract.id).sort());
        }
      });
    });

    describe('/ in Chromium', () => {
      it('searches routes and contracts', async () => {
        const page = await open('/');
        await text(page, '#found', `${routeNames.length} routes`);
        expect(await page.locator('#list a[data-route]').count()).to.equal(routeNames.length);
        await page.locator('#search').fill('voting CLÓSED');
        await text(page, '#found', '1 route, 2 contracts');
        await page.locator('#list a', { hasText: 'a vote on a round that has closed' }).click();
        await text(page, 'main h2', 'fight_vote_cast');
        await text(page, 'details[open] h4', 'Reply in the contract');
        await text(page, 'details[open] pre', 'urn:problem-type:voting-closed');
        await page.locator('#search').fill('no such thing anywhere');
        await text(page, '#found', '0 routes');
      });

      it('opens an operation and a contract by deep link', async () => {
        const page = await open('/#v3.fighter');
        await text(page, 'main h2', 'fighter');
        expect(await page.title()).to.equal('fighter · Fightcard');
        const { id, receiving } = contractOf('v1.fighter', ({ status }) => status === 404);
        // What names nothing shows the list.
        await page.goto(`${target.url}/#%`);
        await page.waitForFunction("document.title === 'Fightcard'");
        await page.goto(`${target.url}/#${id}`);
        await text(page, 'details[open] > summary', receiving);
        expect(await focused(page)).to.contain(receiving);
      });

      it('tries a contract and shows the reply', async () => {
        const { id } = contractOf('v3.fighter', ({ url }) => url === v3Fighter);
        const page = await open(`/#${id}`);
        const contract = page.locator(`[id="${id}"]`);
        await contract.locator('button.try').click();
        await contract.locator('.answer .s2', { hasText: '200' }).waitFor();
        await contract.locator('.answer pre[aria-label=Answer]', { hasText: '"last_name": "Ejemplo"' }).waitFor();
        const said = host === 'mock' ? 'This contract answered.' : 'The status is that of the contract.';
        await contract.locator('.answer p', { hasText: said }).waitFor();
        // The address bar names the open contract, so that it can be shared.
        expect(page.url()).to.match(new RegExp(`#${id}$`));
      });

      if (host === 'mock') {
        it('stays in the session of its path', async () => {
          const { id } = contractOf('v3.events', ({ url }) => url === '/api/v3/mobile/events');
          const page = await open(`/__session/tried/#${id}`);
          const contract = page.locator(`[id="${id}"]`);
          await contract.locator('button.try').click();
          await contract.locator('.answer pre[aria-label=Answer]', { hasText: '/__session/tried/api/' }).waitFor();
          await contract.locator('pre', { hasText: `'${target.url}/__session/tried/api/v3/mobile/events'` }).waitFor();
          const logged = json(await send(target.url, 'GET', '/__session/tried/__mock/requests'));
          expect(logged.map(({ path }: { path: string }) => path)).to.deep.equal(['/api/v3/mobile/events']);
          expect(await page.locator('header a').first().getAttribute('href')).to.equal('/__session/tried/');
        });
      }

      it('shows a reply that differs from the contract', async () => {
        const limited = contractOf('v3.health', ({ status }) => status === 503);
        const page = await open(`/#${limited.id}`);
        const contract = page.locator(`[id="${limited.id}"]`);
        if (host === 'mock') await contract.locator('input').uncheck();
        await contract.locator('button.try').click();
        await contract.locator('.answer .s2', { hasText: '200' }).waitFor();
        await contract
          .locator('.answer p', {
            hasText: host === 'mock' ? 'Another contract answered' : 'The contract says 503, given:',
          })
          .waitFor();
      });

      it('works with the keyboard alone', async () => {
        const page = await open('/');
        await text(page, '#found', 'routes');
        await page.keyboard.press('/');
        await page.keyboard.type('fight_votes');
        await text(page, '#found', '1 route');
        await page.keyboard.press('ArrowDown');
        expect(await focused(page)).to.contain('fight_votes');
        await page.keyboard.press('Enter');
        await text(page, 'main h2', 'fight_votes');
        expect(await focused(page)).to.equal('fight_votes');
        // Tab goes to what is there: the contract has to be.
        await text(page, 'button.try', 'Try it');
        for (let presses = 0; presses < 10 && !String(await focused(page)).startsWith('Try it'); presses++) {
          await page.keyboard.press('Tab');
        }
        expect(await focused(page)).to.match(/^Try it/);
        await page.keyboard.press('Enter');
        await text(page, '.answer .s2', '200');
        await text(page, '.answer pre', '"fight_id"');
      });

      it('is readable on a phone in both color schemes', async () => {
        const page = await open('/', { viewport: { width: 360, height: 740 } });
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          for (const [path, selector, shown] of [
            ['/#', '#found', 'routes'],
            ['/#v3.fighters_stats', 'main h2', 'fighters_stats'],
          ] as const) {
            await page.goto(target.url + path);
            await text(page, selector, shown);
            expect(await page.evaluate(crowding)).to.deep.equal([]);
            expect(await page.evaluate(faintness)).to.deep.equal([]);
          }
        }
      });

      it('control: finds a request to another host', async () => {
        const page = await open('/');
        await page.evaluate(`fetch('https://elsewhere.example/').catch(() => undefined)`);
        expect(pages().faults.splice(0).join()).to.match(/elsewhere\.example/);
      });
    });
  });
}

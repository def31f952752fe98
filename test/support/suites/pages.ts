import { expect } from 'chai';
import type { Page } from 'playwright-core';
import type { CatalogueIndex, Host, ListedContract } from '../../../common/pages/listing.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { findViolations } from '../browser/axe.ts';
import { crowding } from '../browser/page-checks.ts';
import { type OpenOptions, usePages } from '../browser/pages.ts';
import { expectedOperations } from '../expected/routes.ts';
import { json, send } from '../http/send.ts';
import { expectPagePart } from './page-parts.ts';

export interface Target {
  url: string;
  close: () => Promise<void>;
}

const routeNames = [...new Set(expectedOperations.map(({ name }) => name))];

/** Of the page with everything that it loads, as served compressed, at the start and for one route. */
const largestBytes = { front: 40_000, route: 45_000 };

const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const scriptsOf = (names: readonly string[]) => names.map((name) => `/catalogue/${name}.js`);
const first = [
  ...['/', '/shared/tokens.css', '/shared/text.js', '/catalogue/catalogue.css', '/catalogue/index.json'],
  ...scriptsOf(['catalogue', 'elements', 'list', 'request']),
];
const ofRoute = scriptsOf(['code', 'contract', 'fields', 'route', 'try']);

/** The sum of movements that no input caused, from the entries that the browser has buffered. */
const layoutShift = `new Promise((resolve) => {
  const observer = new PerformanceObserver((list) =>
    resolve(list.getEntries().reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)),
  );
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 100);
})`;

const v3Fighter = `/api/v3/mobile/fighters/${ids.champion}`;

/** @param startProduction starts the server as in production. */
export function pagesSuite(host: Host, start: () => Promise<Target>, startProduction?: () => Promise<Target>): void {
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
        const sizeOf = async (paths: readonly string[]) => {
          let bytes = 0;
          for (const path of paths) bytes += await expectPagePart(target.url, path);
          return bytes;
        };
        const front = await sizeOf(first);
        expect(front + (await sizeOf(['/catalogue/start.js', '/catalogue/names.json']))).to.be.below(
          largestBytes.front,
        );
        const details = index.routes.flatMap(({ operations }) => operations.map(({ id }) => `/catalogue/${id}.json`));
        const route = front + (await sizeOf(ofRoute));
        for (const path of details) expect(route + (await sizeOf([path])), path).to.be.below(largestBytes.route);
        const others = ['/catalogue/search.js', '/shared/icon.svg', '/shared/preact.js', '/shared/uqr.js'];
        await sizeOf([...others, '/openapi.json', '/asyncapi.json']);
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
        const paths = listed.flatMap(({ forms }) => forms.map(({ path }) => path));
        expect(paths.sort()).to.deep.equal([...new Set(expectedOperations.map(({ path }) => path))].sort());
        const document = (await send(target.url, 'GET', '/openapi.json')).body.toString();
        const inDocument = new Set([...document.matchAll(/"x-contract-id":\s*"([^"]+)"/g)].map(([, id]) => id));
        const contracts = listed.flatMap((operation) => operation.contracts.map(({ id }) => id));
        expect(new Set(contracts)).to.deep.equal(inDocument);
        for (const { id, contracts } of listed) {
          const details = json(await send(target.url, 'GET', `/catalogue/${id}.json`));
          expect(Object.keys(details.contracts).sort()).to.deep.equal(contracts.map((contract) => contract.id).sort());
        }
      });
    });

    describe('/ in Chromium', () => {
      const routeTitle = (page: Page, title: string) => text(page, 'main h2', title);

      it('opens what a search finds first', async () => {
        const page = await open('/');
        await text(page, '#found', `${routeNames.length} routes`);
        expect(await page.locator('#list a[data-route]').count()).to.equal(routeNames.length);
        for (const [query, first] of [
          ['fighters/{id}', /^GET One fighter/],
          ['/api/v1/us/events/:id', /^GET One event/],
          ['Lightweight', /^weight_class/],
          ['wins', /^wins ?field of One fighter/],
          ['pound_for_pound_rank', /^pound_for_pound_rank/],
          ['ETag', /^ETag ?header/],
          ['Prefer', /^Prefer ?header/],
          ['pelea', /^GET Fights of an event/],
          ['luchador', /^GET One fighter/],
          ['luchadores', /^GET Fighters/],
          ['503', /^503/],
          ['voting-closed', /^409/],
          ['urn:problem-type:voting-closed', /^409/],
          ['nobody has voted', /^200/],
          ['voting CLÓSED', /^409/],
          ['fihgter', /^GET One fighter/],
        ] as const) {
          await page.locator('#search').fill(query);
          await text(page, '#list li:first-child a', first);
        }
        await text(page, '#found', 'Nothing for “fihgter”. Did you mean fighter?');
        await page.locator('#found button').click();
        await text(page, '#found', /^\d+ results$/);
        // Contract ids are random: a part of one finds nothing.
        const { id } = contractOf('v3.fighter', ({ status }) => status === 200);
        await page.locator('#search').fill(id);
        await text(page, '#found', '1 result');
        await page.locator('#search').fill('__proto__');
        await text(page, '#found', 'Nothing for “__proto__”.');
        await page.locator('#search').fill('wins');
        await page.locator('#list li a').first().click();
        await routeTitle(page, 'One fighter');
        await text(page, ':focus', 'wins');
        await text(page, '.marked', '"wins"');
      });

      it('opens an operation and a contract by deep link', async () => {
        const page = await open('/#v3.fighter');
        await routeTitle(page, 'One fighter');
        expect(await page.title()).to.equal('One fighter (es) · Fightcard');
        await page.locator('.switch a', { hasText: 'English' }).click();
        await text(page, '.switch a[aria-current]', 'English');
        expect(await page.title()).to.equal('One fighter (en) · Fightcard');
        const { id, receiving } = contractOf('v1.fighter', ({ status }) => status === 404);
        // The skip link leaves its name in the address.
        await page.goto('about:blank');
        await page.goto(`${target.url}/#main`);
        await routeTitle(page, 'The API and its contracts');
        await page.goto(`${target.url}/#%`);
        await text(page, '[role=alert]', 'There is no %.');
        await page.goto(`${target.url}/#v3.nope`);
        await text(page, '[role=alert]', /^There is no v3\.nope\. Near: v3\./);
        await page.goto(`${target.url}/#${id}`);
        await text(page, 'details[open] > summary', receiving);
        await text(page, ':focus', receiving);
        await page.getByRole('tab', { name: 'Try' }).click();
        await page.goto(`${target.url}/#v1.fighter`);
        await text(page, '[role=tab][aria-selected=true]', 'Contracts');
      });

      it('offers to reload what could not be loaded', async () => {
        const page = await open('/');
        await routeTitle(page, 'The API and its contracts');
        await page.route('**/v3.fighter.json', (route) => route.abort());
        await page.goto(`${target.url}/#v3.fighter`);
        await text(page, '[role=alert]', 'This page could not be loaded: Failed to fetch.');
        await page.unroute('**/v3.fighter.json');
        await page.getByText('Reload').click();
        await routeTitle(page, 'One fighter');
      });

      it('gives every operation a short title', () => {
        for (const family of ['v3', 'v1']) {
          const titles = index.routes.flatMap(({ operations }) =>
            operations.filter((one) => one.family === family).flatMap(({ forms }) => forms.map(({ title }) => title)),
          );
          expect(titles).to.deep.equal([...new Set(titles)]);
          expect(titles.filter((title) => title.length > 40)).to.deep.equal([]);
        }
      });

      it('sends a changed request and shows the difference', async () => {
        const { id } = contractOf('v3.fighter', ({ receiving }) => receiving === 'one fighter');
        const page = await open(`/#${id}`);
        await page.locator(`[id="${id}"] a.try`).click();
        // A GET is sent at once.
        await text(page, '.answer .s2', '200');
        await text(page, '.answer pre[aria-label=Answer]', '"last_name": "Ejemplo"');
        await text(page, '.answer', host === 'mock' ? 'The answer is that of the contract.' : /the contract/);
        expect(page.url()).to.match(new RegExp(`#${id}/try$`));
        if (host === 'mock') await page.locator('select[name=prefer]').selectOption('');
        await page.locator('input[name="path.id"]').fill(String(ids.unknown));
        await text(page, '.code pre', `fighters/${ids.unknown}'`);
        await page.getByRole('tab', { name: 'Swift' }).click();
        await text(page, '.code pre', 'URLSession');
        await page.locator('button.try').click();
        await text(page, '.answer .s4', '404');
        const differing = page.locator('.differences tr', { hasText: /^status ?200 ?404/ });
        await differing.waitFor({ state: 'attached' });
      });

      it(host === 'mock' ? 'sends a POST at once' : 'asks before it sends a POST', async () => {
        const { id } = contractOf('v3.fight_vote_cast', ({ status }) => status === 422);
        const page = await open(`/#${id}/try`);
        const questions: string[] = [];
        page.on('dialog', (dialog) => {
          questions.push(dialog.message());
          dialog.accept();
        });
        await page.locator('button.try').click();
        await text(page, '.answer .s4', '422');
        expect(questions.length).to.equal(host === 'mock' ? 0 : 1);
      });

      if (startProduction) {
        it('offers no POST in production', async () => {
          const production = await startProduction();
          try {
            const page = await pages().open(production.url);
            await page.goto(`${production.url}/#v3.fight_vote_cast/try`);
            await text(page, '.form', 'This server is in production');
            expect(await page.locator('.form button').count()).to.equal(0);
            await page.goto(`${production.url}/#v3.fighters/try`);
            await page.locator('.form button', { hasText: 'Send' }).waitFor();
          } finally {
            await production.close();
          }
        });
      }

      it('shows the events of a stream', async () => {
        const page = await open('/');
        await routeTitle(page, 'The API and its contracts');
        expect(await page.locator('main a[href$="/try"]', { hasText: '/api/' }).count()).to.equal(4);
        await page.goto(`${target.url}/#v3.fight_votes/try`);
        await page.getByText('Watch live').click();
        await text(page, '.answer', 'Event 1');
        await text(page, '.answer pre', '"fight_id"');
        await page.getByText('Stop', { exact: true }).click();
      });

      if (host === 'mock') {
        it('stays in the session of its path', async () => {
          const { id } = contractOf('v3.events', ({ receiving }) => receiving === 'events');
          const page = await open(`/__session/tried/#${id}/try`);
          await text(page, '.answer pre[aria-label=Answer]', '/__session/tried/api/');
          await text(page, 'pre', `'${target.url}/__session/tried/api/v3/mobile/events'`);
          const logged = json(await send(target.url, 'GET', '/__session/tried/__mock/requests'));
          expect(logged.map(({ path }: { path: string }) => path)).to.deep.equal(['/api/v3/mobile/events']);
          expect(await page.locator('header a').first().getAttribute('href')).to.equal('/__session/tried/');
        });

        it('shows with a button what the mock can do', async () => {
          const page = await open('/__session/cards/');
          for (const [name, status, shown] of [
            ['Force an error', '503', 'service-unavailable'],
            ['Empty lists', '200', '[]'],
            ['A fight night', '201', '"playing"'],
            ['A fight night', '200', '"stopped"'],
            ['Slow network', '200', '"id"'],
            ['Your pact', '200', 'corner-ios'],
          ] as const) {
            const card = page.getByRole('region', { name, exact: true });
            await card.getByRole('button').click();
            await card.locator('.status', { hasText: status }).waitFor();
            await card.locator('pre', { hasText: shown }).waitFor();
          }
          await page.getByText('Open a session').click();
          await page.waitForURL(/__session\/[a-z0-9]{6}\/$/);
        });
      }

      it('works with the keyboard alone', async () => {
        const page = await open('/');
        await text(page, '#found', 'routes');
        await page.keyboard.press('/');
        await page.keyboard.type('fight_votes');
        await text(page, '#found', /results?$/);
        await page.keyboard.press('ArrowDown');
        expect(await focused(page)).to.contain('Votes on a fight');
        await page.keyboard.press('Enter');
        await routeTitle(page, 'Votes on a fight');
        await text(page, ':focus', 'Votes on a fight');
        for (let presses = 0; presses < 12 && (await focused(page)) !== 'Contracts'; presses++) {
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('ArrowLeft');
        expect(await focused(page)).to.equal('Try');
        for (let presses = 0; presses < 12 && !String(await focused(page)).startsWith('Send'); presses++) {
          await page.keyboard.press('Tab');
        }
        await page.keyboard.press('Enter');
        await text(page, '.answer .s2', '200');
        await text(page, '.answer pre', '"fight_id"');
      });

      it('has no violation of axe, sideways scrolling or shift', async () => {
        const { id: sent } = contractOf('v3.fight_votes', ({ status }) => status === 200);
        const page = await open('/');
        // Each check takes seconds: mock and server check the colours of one scheme each.
        const checked = host === 'mock' ? 'dark' : 'light';
        for (const [width, colorScheme] of [
          [1440, 'dark'],
          [768, undefined],
          [320, 'light'],
        ] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme: colorScheme ?? null });
          for (const [path, selector, shown] of [
            ['/', 'main h2', 'The API'],
            ['/#v3.fight_vote_cast', 'main h2', 'Cast a vote'],
            ['/#v3.event/fields', '.tree', 'id'],
            [`/#${sent}/try`, '.answer .s2', '200'],
            ['/#v3.nope', '[role=alert]', 'There is no'],
          ] as const) {
            await page.goto('about:blank');
            await page.goto(target.url + path);
            await text(page, selector, shown);
            expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path).to.equal(true);
            expect(await page.evaluate(layoutShift), path).to.be.below(0.05);
            // On a narrow screen the example stays over the fields.
            if (!path.endsWith('/fields')) expect(await page.evaluate(crowding), path).to.deep.equal([]);
            if (colorScheme !== checked) continue;
            expect(await findViolations(page), `${path} ${width}`).to.deep.equal([]);
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

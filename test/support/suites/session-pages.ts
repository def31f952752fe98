import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { patienceMs as timeout } from '../browser/pages.ts';
import { json, send } from '../http/send.ts';

/**
 * Checks that the mock's catalogue stays in the session whose path it is opened under.
 *
 * @param page `/__session/tried/` with a contract of the events of v3.
 * @param url of the mock.
 * @param id of the contract.
 */
export async function expectInSession(page: Page, url: string, id: string): Promise<void> {
  const contract = page.locator(`[id="${id}"]`);
  await contract.locator('button.try').click();
  const answer = contract.locator('.answer pre[aria-label=Answer]');
  await answer.waitFor({ timeout });
  expect(await answer.textContent()).to.contain(`"${url}/__session/tried/api/`);
  const logged = json(await send(url, 'GET', '/__session/tried/__mock/requests'));
  expect(logged.map(({ path }: { path: string }) => path)).to.deep.equal(['/api/v3/mobile/events']);
  const curl = await contract.locator('pre', { hasText: 'curl' }).textContent();
  expect(curl).to.contain(`'${url}/__session/tried/api/v3/mobile/events'`);
  const links = 'Array.from(document.querySelectorAll("header a"), (link) => link.getAttribute("href"))';
  expect(await page.evaluate(links)).to.deep.equal(
    ['/', '/docs', '/openapi.json', '/asyncapi.json'].map((path) => `/__session/tried${path}`),
  );
  // Also without the slash at the end.
  await page.goto(`${url}/__session/tried`);
  const base = page.locator('main dd').filter({ hasText: `${url}/__session/tried/api/v1/us`, visible: true });
  await base.first().waitFor({ timeout });
}

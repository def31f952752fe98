import { expect } from 'chai';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { feed, ids } from '../../../contracts/world/index.ts';
import { send } from '../http/send.ts';
import { type FightNight, startFightNight } from '../server/fight-night.ts';
import { startChromium } from './chromium.ts';

export type FeedFight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];

/** How soon a post must be on the page, on a busy machine. */
export const timeout = 20_000;

const jsonHeaders = { 'Content-Type': 'application/json' };

const inProgress = String(ids.fightInProgressStatid);

let sequence = 100;

/** The recorded snapshot with the fight in progress changed. */
export function snapshot(change: (fight: FeedFight) => FeedFight, more: object = {}): EventUpdate {
  const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
    fight.FightID === inProgress ? change(fight) : fight,
  );
  return { sequence: ++sequence, FMLiveFeed: { ...feed.event.FMLiveFeed, ...more, Fights } };
}

/** Waits until an element shows a text. */
export const text = (page: Page, selector: string, expected: string | RegExp) =>
  page.locator(selector).filter({ hasText: expected, visible: true }).first().waitFor({ timeout });

/** Registers hooks that start Chromium and a server for the board, and fail a test whose pages have errors. */
export function useBoard() {
  let browser: Browser;
  let night: FightNight;
  const errors: string[] = [];

  before(async function () {
    this.timeout(300_000);
    browser = await startChromium();
    night = await startFightNight();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    expect(errors.splice(0)).to.deep.equal([]);
  });
  after(async () => {
    await browser?.close();
    await night?.close();
  });

  /** Opens the board; errors in the page and requests to other origins fail the test. */
  async function open(path = '/board?lang=en', options: BrowserContextOptions = {}, origin = night.url): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    await page.clock.install();
    page.on('console', (message) => {
      // The browser itself logs a refused stream that it requests again later.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        errors.push(`console: ${message.text()}`);
      }
    });
    page.on('pageerror', (error) => errors.push(`page: ${error.message}`));
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) errors.push(`leaves the origin: ${request.url()}`);
    });
    await page.goto(path);
    return page;
  }

  /** Sends a body as clients do: again when a busy server could not take it in time. */
  async function submit(path: string, body: object, headers: Record<string, string> = {}): Promise<void> {
    const post = () => send(night.url, 'POST', path, { ...jsonHeaders, ...headers }, JSON.stringify(body));
    let answer = await post();
    for (let again = 0; again < 5 && answer.status === 503; again++) answer = await post();
    expect(answer.status, answer.body.toString()).to.be.oneOf([200, 201]);
  }

  const post = (update: EventUpdate) =>
    submit('/api/v1/us/fight_metrics/update_live_event', update, { Authorization: `Bearer ${feedKey}` });

  return {
    open,
    submit,
    post,
    url: () => night.url,
    newPage: async () => (await browser.newContext({ baseURL: night.url })).newPage(),
  };
}

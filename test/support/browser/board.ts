import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { feedKey } from '../../../contracts/interactions/live-updates.ts';
import type { EventUpdate } from '../../../contracts/schemas/metrics.ts';
import { ids } from '../../../contracts/world/ids.ts';
import { feed } from '../../../contracts/world/index.ts';
import { send } from '../http/send.ts';
import { type FightNight, startFightNight } from '../server/fight-night.ts';
import { type OpenOptions, patienceMs, usePages } from './pages.ts';

export type FeedFight = NonNullable<EventUpdate['FMLiveFeed']['Fights']>[number];

export const timeout = patienceMs;

const jsonHeaders = { 'Content-Type': 'application/json' };

const inProgress = String(ids.fightInProgressStatid);

let sequence = 100;

export function snapshot(change: (fight: FeedFight) => FeedFight, more: object = {}): EventUpdate {
  const Fights = (feed.event.FMLiveFeed.Fights ?? []).map((fight) =>
    fight.FightID === inProgress ? change(fight) : fight,
  );
  return { sequence: ++sequence, FMLiveFeed: { ...feed.event.FMLiveFeed, ...more, Fights } };
}

export const text = (page: Page, selector: string, expected: string | RegExp) =>
  page.locator(selector).filter({ hasText: expected, visible: true }).first().waitFor({ timeout });

/** Registers hooks that start Chromium and a server for the board, and fail a test whose pages have errors. */
export function useBoard() {
  const pages = usePages();
  let night: FightNight;

  before(async () => {
    night = await startFightNight();
  });
  after(() => night?.close());

  async function open(path = '/board?lang=en', options: OpenOptions = {}, origin = night.url): Promise<Page> {
    const page = await pages().open(origin, options);
    await page.goto(origin + path);
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
    /** An empty page; without an origin its faults are not collected. */
    newPage: (origin?: string) => pages().open(origin),
  };
}

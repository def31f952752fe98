import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from './chromium.ts';

export type OpenOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'reducedMotion' | 'locale' | 'hasTouch' | 'javaScriptEnabled'
>;

export interface Pages {
  faults: string[];
  /**
   * An empty page of its own, which closes after the test.
   *
   * @param origin the only one that it may request; without one, its faults are not collected.
   */
  open(origin?: string, options?: OpenOptions): Promise<Page>;
}

/** How long a page may take to show something, in milliseconds: minutes on a busy machine. */
export const patienceMs = 240_000;

function collectFaults(page: Page, allowed: string, faults: string[]): void {
  page.on('console', (message) => {
    // The browser itself logs a refused request, which a test may expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== allowed && protocol !== 'data:') faults.push(`leaves the origin: ${request.url()}`);
  });
}

/** Registers hooks that start Chromium, and fail a test whose pages have errors. */
export function usePages(): () => Pages {
  let browser: Browser;
  const faults: string[] = [];
  const contexts: BrowserContext[] = [];

  async function open(origin?: string, options: OpenOptions = {}): Promise<Page> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    contexts.push(context);
    const page = await context.newPage();
    if (origin !== undefined) collectFaults(page, origin, faults);
    return page;
  }

  before(async () => {
    browser = await startChromium();
  });
  afterEach(async () => {
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    expect(faults.splice(0)).to.deep.equal([]);
  });
  after(() => browser?.close());
  return () => ({ faults, open });
}

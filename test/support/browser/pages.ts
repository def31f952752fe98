import { expect } from 'chai';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { startChromium } from './chromium.ts';

export type OpenOptions = Pick<
  BrowserContextOptions,
  'viewport' | 'colorScheme' | 'reducedMotion' | 'locale' | 'hasTouch'
>;

/** The pages of a test file in one Chromium. */
export interface Pages {
  /** Errors in pages and requests to other origins, so far. */
  faults: string[];
  /**
   * An empty page that may ask this origin only.
   *
   * @param isKept keeps it for all further tests, as they leave it.
   */
  open(origin: string, options?: OpenOptions, isKept?: boolean): Promise<Page>;
  /**
   * An empty page of its own, which closes after the test.
   *
   * @param origin without one, its faults are not collected.
   */
  openAlone(origin?: string): Promise<Page>;
  /** Empties every page, so that the next test can use it. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** A page that tests use one after the other. */
interface SharedPage {
  page: Page;
  /** What only a new page can change. */
  kind: string;
  /** Undefined: no test uses it. */
  origin: string | undefined;
  isKept: boolean;
  /** What earlier tests asked for is asked for again. */
  clearCache(): Promise<void>;
}

/** Collects the errors in a page, and its requests to other origins. */
function collectFaults(page: Page, of: Pick<SharedPage, 'origin'>, faults: string[]): void {
  page.on('console', (message) => {
    // The browser itself logs a refused request, which a test may expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== of.origin && protocol !== 'data:') faults.push(`leaves the origin: ${request.url()}`);
  });
}

/** How long a page may take to show something, in milliseconds: minutes on a busy machine. */
export const patienceMs = 240_000;

/**
 * Starts Chromium. A new page costs a process, so a page that a test has left is emptied and used by the next one: the
 * pages under test store nothing in the browser.
 */
async function openPages(): Promise<Pages> {
  const browser: Browser = await startChromium();
  const faults: string[] = [];
  const all: SharedPage[] = [];
  const alone: BrowserContext[] = [];

  async function openShared(kind: string, options: OpenOptions): Promise<SharedPage> {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(patienceMs);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const shared: SharedPage = {
      ...{ page, kind, origin: undefined, isKept: false },
      clearCache: async () => void (await session.send('Network.clearBrowserCache')),
    };
    collectFaults(page, shared, faults);
    all.push(shared);
    return shared;
  }

  return {
    faults,
    async open(origin, options = {}, isKept = false) {
      const { viewport = { width: 1280, height: 800 }, colorScheme = null, reducedMotion = null, ...others } = options;
      const kind = JSON.stringify(others);
      const free = all.find((each) => each.kind === kind && each.origin === undefined && !each.page.isClosed());
      const shared = free ?? (await openShared(kind, others));
      Object.assign(shared, { origin, isKept });
      if (viewport) await shared.page.setViewportSize(viewport);
      await shared.page.emulateMedia({ colorScheme, reducedMotion });
      return shared.page;
    },
    async openAlone(origin) {
      const context = await browser.newContext();
      context.setDefaultTimeout(patienceMs);
      alone.push(context);
      const page = await context.newPage();
      if (origin !== undefined) collectFaults(page, { origin }, faults);
      return page;
    },
    async clear() {
      await Promise.all(alone.splice(0).map((context) => context.close()));
      for (const shared of all.filter(({ origin, isKept }) => origin !== undefined && !isKept)) {
        if (shared.page.isClosed()) continue;
        await shared.page.goto('about:blank');
        await shared.clearCache();
        shared.origin = undefined;
      }
    },
    close: () => browser.close(),
  };
}

/**
 * Registers hooks that start Chromium, and fail a test whose pages have errors.
 *
 * @returns the pages, from the first test on.
 */
export function usePages(): () => Pages {
  let pages: Pages;
  before(async () => {
    pages = await openPages();
  });
  afterEach(async () => {
    await pages.clear();
    expect(pages.faults.splice(0)).to.deep.equal([]);
  });
  after(() => pages?.close());
  return () => pages;
}

import { type Browser, chromium } from 'playwright-core';
import { findProgram, installWithApt } from '../../../server/store/redis/embedded/install.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Only the pages under test use the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

async function findChromium(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const name of names) {
    const path = await findProgram(name);
    if (path) return path;
  }
  return undefined;
}

/** Installed first where that needs no question: on Debian as root. Ubuntu's package is a snap, which needs a service. */
export async function chromiumPath(): Promise<string> {
  const path = await findChromium();
  if (path) return path;
  const apt = process.platform === 'linux' ? await findProgram('apt-get') : undefined;
  let reason = 'is not installed';
  if (apt && process.getuid?.() === 0) {
    console.error('chromium is not installed: installing it with apt-get (once).');
    // Without the fonts that it recommends a page has no letters.
    await installWithApt(apt, ['chromium', 'fonts-liberation']).catch((error: Error) => {
      reason = `could not be installed (${error.message})`;
    });
    const installed = await findChromium();
    if (installed) return installed;
  }
  throw new Error(`Chromium ${reason}: install it (sudo apt-get install -y chromium), or set CHROMIUM_PATH to one.`);
}

/**
 * Starts Chromium without a window; installing it may take minutes.
 *
 * @throws {Error} with the command to run, when there is none.
 */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args });
}

import { type Browser, chromium } from 'playwright-core';
import { findOrInstall } from '../run/programs.ts';

/**
 * Chromium takes the last list only, so those of Playwright stand here again: without them it calls its maker at the
 * start, and asks for https. The others are ours.
 */
const disabledFeatures = [
  ...['AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'PaintHolding'],
  ...['HttpsUpgrades', 'HttpsFirstBalancedModeAutoEnable', 'AvoidCorsURLLoaderRestartOnRedirect'],
  ...['LensOverlay', 'MediaRouter', 'ThirdPartyStoragePartitioning', 'TcpPortRandomizationWin'],
  ...['OptimizationHints', 'NetworkTimeServiceQuerying', 'AimEnabled', 'PreconnectToSearch'],
  // Else each window loads the suggestions of its address bar, as a page of its own: two thirds of the CPU of a page.
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'],
];

const args = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The shared memory of a container is small, and a test of a full disk may fill it.
  '--disable-dev-shm-usage',
];

/** Starts Chromium, or CHROMIUM_PATH: Ubuntu's package is a snap, which needs a service. */
export async function startChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH || (await findOrInstall('chromium')), args });
}

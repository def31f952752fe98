import { redisServer } from '../../../server/store/redis/embedded/install.ts';
import { chromiumPath } from '../browser/chromium.ts';

/**
 * Runs once before a stage whose files run side by side: what they need beside npm packages is installed here, which may
 * take longer than a test does. A program that cannot be installed is named by the test that needs it.
 */
export async function mochaGlobalSetup(): Promise<void> {
  await redisServer(console.error).catch(() => undefined);
  await chromiumPath().catch(() => undefined);
}

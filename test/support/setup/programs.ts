import { redisServer } from '../../../server/store/redis/embedded/install.ts';
import { chromiumPath } from '../browser/chromium.ts';

/**
 * Runs once before a stage whose files run in parallel: installs the programs they need besides npm packages, which may
 * take longer than a test. The test that needs a program names it if it cannot be installed.
 */
export async function mochaGlobalSetup(): Promise<void> {
  await redisServer(console.error).catch(() => undefined);
  await chromiumPath().catch(() => undefined);
}

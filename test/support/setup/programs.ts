import { redisServer } from '../../../server/embedded/install.ts';
import { findOrInstall, programNames } from '../run/programs.ts';

/**
 * Runs once before files that run in parallel: installs the programs they need besides npm packages, which may take
 * longer than a test. The test that needs a program names it if it cannot be installed.
 */
export async function mochaGlobalSetup(): Promise<void> {
  await redisServer(console.error).catch(() => undefined);
  for (const name of programNames) await findOrInstall(name).catch(() => undefined);
}

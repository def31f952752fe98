import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { useRedisServer } from './redis-server.ts';

process.env.PATH = useRedisServer(process.env.REDIS_SERVER);

// The tools used here send no telemetry.
process.env.PACT_DO_NOT_TRACK = 'true';
process.env.SCARF_ANALYTICS = 'false';

// This process and those that it starts share compiled code, without which each strips the types of all that it loads:
// half of what a start costs.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/fightcard', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);

const throwReason = (reason: unknown): never => {
  throw reason;
};

export const mochaHooks = {
  /** Mocha swallows a rejection that nothing handles: with this, it fails the test that runs. A worker needs it for each file. */
  beforeAll(): void {
    process.off('unhandledRejection', throwReason).on('unhandledRejection', throwReason);
  },
};

let isUnderWay = false;
process.on('exit', () => {
  if (!isUnderWay) return;
  process.stderr.write('The tests ended in the middle: what was not reported has not run.\n');
  process.exitCode ||= 1;
});

/** Runs once before all tests of a stage, in its first process; a stage that ends before the other one ran has failed. */
export function mochaGlobalSetup(): void {
  isUnderWay = true;
}

export function mochaGlobalTeardown(): void {
  isUnderWay = false;
}

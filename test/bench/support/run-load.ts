import { findProgram } from '../../../server/store/redis/embedded/install.ts';
import { runCannon } from './cannon.ts';
import type { Load, Loaded } from './load.ts';
import { runWrk } from './wrk.ts';

let wrk: Promise<string | undefined> | undefined;

/** Which program makes the load. */
export async function loadTool(): Promise<'wrk' | 'autocannon'> {
  wrk ??= findProgram('wrk');
  return (await wrk) ? 'wrk' : 'autocannon';
}

/**
 * Loads a server.
 *
 * @throws {WrongAnswers} when any answer was neither 2xx nor 3xx, or a connection failed.
 */
export async function runLoad(load: Load): Promise<Loaded> {
  wrk ??= findProgram('wrk');
  const program = await wrk;
  return program ? runWrk(program, load) : runCannon(load);
}

import { findProgram } from '../../../server/embedded/install.ts';
import { runCannon } from './cannon.ts';
import type { Load, Loaded } from './load.ts';
import { runWrk } from './wrk.ts';

let wrk: Promise<string | undefined> | undefined;

/** The program that produces the load. */
export async function loadTool(): Promise<'wrk' | 'autocannon'> {
  wrk ??= findProgram('wrk');
  return (await wrk) ? 'wrk' : 'autocannon';
}

/**
 * Loads a server.
 *
 * @throws {WrongAnswers} when an answer is neither 2xx nor 3xx, or a connection fails.
 */
export async function runLoad(load: Load): Promise<Loaded> {
  wrk ??= findProgram('wrk');
  const program = await wrk;
  return program ? runWrk(program, load) : runCannon(load);
}

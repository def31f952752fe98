/**
 * Runs Pact's verifier in its own process, once for each message: its native part prints a report of thousands of lines to
 * stdout, and a file can crash it.
 */
import { Verifier } from '@pact-foundation/pact-core';

process.on('message', async (/** @type {ConstructorParameters<typeof Verifier>[0]} */ options) => {
  // The resolved value and the message of a rejection are the same JSON.
  const results = await new Verifier(options).verify().catch((error) => error.message);
  process.send?.(results);
});
process.on('disconnect', () => process.exit());

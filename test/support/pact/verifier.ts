/** Runs Pact's verifier in its own process: its native part prints a report of thousands of lines to stdout. */
import { Verifier } from '@pact-foundation/pact-core';

process.once('message', async (options: ConstructorParameters<typeof Verifier>[0]) => {
  // The resolved value and the message of a rejection are the same JSON.
  const results = await new Verifier(options).verify().catch((error: Error) => error.message);
  process.send?.(results, () => process.disconnect());
});

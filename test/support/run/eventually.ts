import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for something to become true, for as long as a busy machine may need. */
export async function eventually(isTrue: () => boolean | Promise<boolean>, what: string, ms = 40_000): Promise<void> {
  const giveUp = Date.now() + ms;
  while (!(await isTrue())) {
    if (Date.now() > giveUp) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(5);
  }
}

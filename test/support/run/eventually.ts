import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks: a fortieth of the wait so far, since a look may cost more than what is waited for. */
const pauseMs = (waitedMs: number) => Math.min(200, 5 + waitedMs / 40);

export async function eventually(isTrue: () => boolean | Promise<boolean>, what: string, ms = 180_000): Promise<void> {
  const startMs = Date.now();
  while (!(await isTrue())) {
    const waitedMs = Date.now() - startMs;
    if (waitedMs > ms) throw new Error(`not within ${ms} ms: ${what}`);
    await sleep(pauseMs(waitedMs));
  }
}

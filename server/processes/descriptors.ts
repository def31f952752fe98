import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from 'pino';

const everyMs = 500;
/** How often it is said again while it lasts. */
const repeatMs = 60_000;

/**
 * Logs that this process has no file descriptor left: Node accepts and closes what connects then, without a word.
 *
 * @returns what ends it.
 */
export function watchDescriptors(log: Logger): () => void {
  let sinceMs: number | undefined;
  let saidMs = 0;
  const timer = setInterval(() => {
    open(devNull, (error, file) => {
      if (!error) close(file, () => undefined);
      const nowMs = Date.now();
      if (error?.code === 'EMFILE' || error?.code === 'ENFILE') {
        sinceMs ??= nowMs;
        if (nowMs - saidMs < repeatMs) return;
        saidMs = nowMs;
        log.error(
          { code: error.code },
          'no file descriptor is left, so connections are refused: raise the limit with ulimit -n, LimitNOFILE of systemd or --ulimit nofile of docker',
        );
      } else if (sinceMs !== undefined) {
        log.info({ forMs: nowMs - sinceMs }, 'file descriptors are left again');
        sinceMs = undefined;
      }
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from 'pino';

const everyMs = 500;
/** Between two log lines while the shortage lasts, or comes back. */
const repeatMs = 60_000;

/** @returns how many file descriptors this process may have open. */
export function descriptorLimit(): number {
  // Otherwise the report looks up the names of network peers. Not in the types.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}

/**
 * Logs when this process runs out of file descriptors: Node then accepts and closes new connections silently.
 *
 * @returns a function that stops the watch.
 */
export function watchDescriptors(log: Logger): () => void {
  let sinceMs: number | undefined;
  let loggedMs = 0;
  /** Whether the shortage was logged, so that its end is. */
  let isKnown = false;
  const timer = setInterval(() => {
    open(devNull, (error, file) => {
      if (!error) close(file, () => undefined);
      const nowMs = Date.now();
      if (error?.code === 'EMFILE' || error?.code === 'ENFILE') {
        sinceMs ??= nowMs;
        if (nowMs - loggedMs < repeatMs) return;
        loggedMs = nowMs;
        isKnown = true;
        log.error(
          { code: error.code },
          'no file descriptor is left, so connections are refused: raise the limit with ulimit -n, LimitNOFILE of systemd or --ulimit nofile of docker',
        );
      } else {
        if (isKnown) log.info({ forMs: nowMs - (sinceMs as number) }, 'file descriptors are left again');
        sinceMs = undefined;
        isKnown = false;
      }
    });
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

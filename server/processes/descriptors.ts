import { close, open } from 'node:fs';
import { devNull } from 'node:os';
import type { Logger } from 'pino';

const everyMs = 500;
const repeatMs = 60_000;

/** The maximum number of file descriptors of this process. */
export function descriptorLimit(): number {
  // Otherwise the report resolves the names of network peers. Not in the types.
  Object.assign(process.report, { excludeNetwork: true });
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = Number(userLimits?.open_files?.soft);
  return Number.isNaN(soft) ? Number.POSITIVE_INFINITY : soft;
}

/** Logs when no file descriptor is left, because Node then closes new connections silently. */
export function watchDescriptors(log: Logger): void {
  let sinceMs: number | undefined;
  let loggedMs = 0;
  let isLogged = false;
  const timer = setInterval(() => {
    open(devNull, (error, file) => {
      if (!error) close(file, () => undefined);
      const nowMs = Date.now();
      if (error?.code === 'EMFILE' || error?.code === 'ENFILE') {
        sinceMs ??= nowMs;
        if (nowMs - loggedMs < repeatMs) return;
        loggedMs = nowMs;
        isLogged = true;
        log.error(
          { code: error.code },
          'no file descriptor is left, so connections are refused: raise the limit with ulimit -n, LimitNOFILE of systemd or --ulimit nofile of docker',
        );
      } else {
        if (isLogged) log.info({ forMs: nowMs - (sinceMs ?? nowMs) }, 'file descriptors are available again');
        sinceMs = undefined;
        isLogged = false;
      }
    });
  }, everyMs);
  timer.unref();
}

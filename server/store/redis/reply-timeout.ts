export class NoReply extends Error {
  override name = 'NoReply';

  constructor() {
    super('no reply came in time');
  }
}

/** A timer this late means that the process stood still, and with it perhaps the machine, and a Redis on it. */
const stallMs = 50;

/**
 * Calls back after a time without a reply. After a stall of the process, timers are due before the replies that came during
 * it are read: so once the time begins again, and in the end the event loop reads its sockets first, twice since one read of
 * a socket ends after 2 MB.
 *
 * @returns a timer that `clearTimeout` ends, unless it is due.
 */
export function whenOverdue(ms: number, callback: () => void): NodeJS.Timeout {
  const stalledMs = performance.now() + ms + stallMs;
  let isSecond = false;
  const timer = setTimeout(() => {
    if (isSecond || performance.now() < stalledMs) {
      setImmediate(() => setImmediate(callback));
      return;
    }
    isSecond = true;
    timer.refresh();
  }, ms);
  return timer;
}

/**
 * Waits for a reply, but not forever.
 *
 * @param ms undefined waits as long as the connection does.
 * @throws {NoReply}
 */
export function withTimeout<T>(reply: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms === undefined) return reply;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = whenOverdue(ms, () => reject(new NoReply()));
  reply.then(
    (value) => {
      clearTimeout(timer);
      resolve(value);
    },
    (error: unknown) => {
      clearTimeout(timer);
      reject(error);
    },
  );
  return promise;
}

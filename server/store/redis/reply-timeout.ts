export class NoReply extends Error {
  override name = 'NoReply';

  constructor() {
    super('no reply came in time');
  }
}

/** A timer this late means that the process was stopped, and perhaps the whole machine with Redis. */
const stallMs = 50;

/**
 * Calls back after a time without a reply. After a stall of the process, timers run before the replies that arrived meanwhile
 * are read. So the time starts again once, and at its end the event loop reads its sockets first: twice, since one read of a
 * socket ends after 2 MB.
 *
 * @returns a timer for `clearTimeout`.
 */
export function whenOverdue(ms: number, callback: () => void): NodeJS.Timeout {
  const stalledMs = performance.now() + ms + stallMs;
  let isRestarted = false;
  const timer = setTimeout(() => {
    if (isRestarted || performance.now() < stalledMs) {
      setImmediate(() => setImmediate(callback));
      return;
    }
    isRestarted = true;
    timer.refresh();
  }, ms);
  return timer;
}

/**
 * Waits for a reply for a limited time.
 *
 * @param ms undefined waits as long as the connection lasts.
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

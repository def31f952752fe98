export class NoReply extends Error {
  override name = 'NoReply';

  constructor() {
    super('no reply came in time');
  }
}

/**
 * Waits for a reply, but not forever. After a stall of the process, timers are due before the replies that came during it
 * are read: so a timeout lets the event loop read its sockets first, twice since one read of a socket ends after 2 MB.
 *
 * @param ms undefined waits as long as the connection does.
 * @throws {NoReply}
 */
export function withTimeout<T>(reply: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms === undefined) return reply;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new NoReply()))), ms);
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

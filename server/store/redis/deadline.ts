/** There was no reply in time. */
export class NoReply extends Error {
  override name = 'NoReply';

  constructor() {
    super('no reply came in time');
  }
}

/**
 * Waits for a reply, but not for ever. A process that stood still finds its timers due before it has read what came
 * meanwhile: so a limit that is reached lets the event loop read its sockets first, twice since one reading of a socket
 * ends after 2 MB.
 *
 * @param ms undefined waits for as long as the connection does.
 * @throws {NoReply}
 */
export function inTime<T>(reply: Promise<T>, ms: number | undefined): Promise<T> {
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

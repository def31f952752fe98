/** A store that does its work in the order in which it was asked, one piece after the other. */
export function openVirtualStore() {
  const queue: { leftMs: number; done(): void }[] = [];
  let busyMs = 0;
  return {
    read: (serviceMs: number) => new Promise<void>((done) => queue.push({ leftMs: serviceMs, done })),
    /** Works for a millisecond. */
    work(): void {
      const [first] = queue;
      if (!first) return;
      busyMs++;
      if (--first.leftMs > 0) return;
      queue.shift();
      first.done();
    },
    /** For how long it worked since the last call. */
    takeBusyMs(): number {
      const before = busyMs;
      busyMs = 0;
      return before;
    },
  };
}

export function openVirtualStore() {
  const queue: { leftMs: number; done(): void }[] = [];
  let busyMs = 0;
  return {
    read: (serviceMs: number) => new Promise<void>((done) => queue.push({ leftMs: serviceMs, done })),
    work(): void {
      const [first] = queue;
      if (!first) return;
      busyMs++;
      if (--first.leftMs > 0) return;
      queue.shift();
      first.done();
    },
    takeBusyMs(): number {
      const before = busyMs;
      busyMs = 0;
      return before;
    },
  };
}

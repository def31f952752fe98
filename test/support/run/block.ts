const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/**
 * Keeps the event loop of this process from turning, as long work would, but leaves the CPU to others: a test that
 * overloads a server does not overload the machine.
 */
export function blockEventLoop(ms: number): void {
  Atomics.wait(nobodyWakes, 0, 0, ms);
}

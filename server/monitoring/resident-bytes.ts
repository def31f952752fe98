let last = 0;

/** The memory of this process. Its figure is in a file of the system: without a file descriptor it is the one before. */
export function residentBytes(): number {
  try {
    last = process.memoryUsage.rss();
  } catch {
    // As it was.
  }
  return last;
}

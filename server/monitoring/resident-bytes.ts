let last = 0;

/** The memory of this process. It is read from a file: without a free file descriptor the previous value is returned. */
export function residentBytes(): number {
  try {
    last = process.memoryUsage.rss();
  } catch {
    // The previous value.
  }
  return last;
}

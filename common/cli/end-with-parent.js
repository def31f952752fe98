const everyMs = 250;

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Ends this process like SIGTERM after its parent has ended: npm sends SIGTERM to the shell that runs a script, and the
 * shell does not forward it. (`exec` in a script would help, but cmd.exe does not have it.)
 *
 * Does nothing without npm. Stops watching after a signal, since a second signal would end the process immediately.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  let isWatching = false;
  const timer = setInterval(() => {
    // Waits for other listeners: if ours were the only one, a signal would no longer end the process.
    if (!isWatching && process.listenerCount('SIGTERM') > 0 && process.listenerCount('SIGINT') > 0) {
      isWatching = true;
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(timer));
    }
    // On Windows `ppid` does not change when the parent ends.
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    // Windows has no signals, but the listeners work.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, everyMs);
  timer.unref();
}

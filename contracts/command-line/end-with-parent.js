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
 * Ends this process, as SIGTERM does, when the one that started it has gone: npm hands SIGTERM to the shell that it starts a
 * script with, and a shell ends of it without telling anybody. (`exec` in a script would do, but cmd.exe has none.)
 *
 * Does nothing where npm is not involved, and nothing more once a signal has come: the second would end at once.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  let isWatching = false;
  const timer = setInterval(() => {
    // A listener of ours alone would keep a signal from ending a process that has none.
    if (!isWatching && process.listenerCount('SIGTERM') > 0 && process.listenerCount('SIGINT') > 0) {
      isWatching = true;
      for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clearInterval(timer));
    }
    // On Windows a process keeps the id of a parent that has gone.
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    // Windows has no signals to send, but the same listeners.
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(143);
  }, everyMs);
  timer.unref();
}

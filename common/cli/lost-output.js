/**
 * Goes on when nobody reads the output any more, as behind `| head`: what a command does stands, and so does the exit code
 * that says so. Without this Node ends the process with a stack trace and 1, also after a publish that went live.
 * Not for the server, whose output has rules of its own.
 */
export function goOnWithoutReader() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
    });
  }
}

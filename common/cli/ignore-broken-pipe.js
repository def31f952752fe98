/**
 * Survives EPIPE, as with `| head`. Otherwise Node would end the process with a stack trace and exit code 1, even after a
 * successful publish. The server does not use this.
 */
export function ignoreBrokenPipe() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
    });
  }
}

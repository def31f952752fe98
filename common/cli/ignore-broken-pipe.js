/**
 * Survives EPIPE, as behind `| head`. Otherwise Node would end the process with a stack trace and exit code 1, even after
 * a publish that went live. The server has its own rules for its output.
 */
export function ignoreBrokenPipe() {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error) => {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPIPE') throw error;
    });
  }
}

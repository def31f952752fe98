/** Loads the modules of every server process and exits, which leaves them compiled in `NODE_COMPILE_CACHE`. */
await Promise.all([
  import('./command.ts'),
  import('./start.ts'),
  import('./startup-error.ts'),
  import('./workers.ts'),
  import('./worker.ts'),
  import('../monitoring/admin/server.ts'),
]);
// The loaded modules would keep the process running.
process.exit(0);

/** Loads what a server process runs and ends, which leaves its compiled code in the folder `NODE_COMPILE_CACHE`. */
await Promise.all([
  import('../server.ts'),
  import('./open-store.ts'),
  import('./workers.ts'),
  import('../redis/open.ts'),
]);
// What is loaded holds the process otherwise.
process.exit(0);

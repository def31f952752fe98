/** Loads what the processes of the server run and ends, which leaves it compiled in the folder `NODE_COMPILE_CACHE`. */
await Promise.all([import('./start.ts'), import('./workers.ts'), import('./worker.ts')]);
// What is loaded holds the process otherwise.
process.exit(0);

import '../../../common/cli/without-fetch.js';
import module from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread of the admin port. JavaScript, so that the cache of compiled code is named before the first types are
 * stripped, as in `main.js`.
 */
if (workerData.compiled !== undefined) module.enableCompileCache(workerData.compiled);
const { runAdmin } = await import('./server.ts');
if (parentPort) await runAdmin(workerData, parentPort);

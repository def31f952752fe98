import '../common/cli/check-node.js';
import '../common/cli/without-fetch.js';
import { spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { opendirSync } from 'node:fs';
// The whole module: check-node.js must be able to refuse a Node that lacks one of its exports.
import module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import v8 from 'node:v8';
import { endWithParent } from '../common/cli/end-with-parent.js';

// V8 moves to the old space at once what a place in the code allocates if most of it has lived long, as while the cache is
// filled. Votes come from the same places, and each was kept, with all that it led to, until a full collection: 5 KB.
v8.setFlagsFromString('--no-allocation-site-pretenuring');

/**
 * `npm start`, and every worker. Compiles the code and strips its types once, not in every process at every start: a
 * process then starts in 0.7 of the time and takes 15 MiB less. The first start compiles in a separate process, since
 * the memory for it is never returned. Where the cache cannot be written, the server runs without it.
 *
 * JavaScript, since Node strips the types of its main file before the cache can be named, and never frees the memory
 * for that: 11 of the MiB.
 */
const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? here('../node_modules/.cache/fightcard'));
// Its name contains the version of Node.
const folder = module.getCompileCacheDir();
/** Reads one name: there may be tens of thousands. */
const isEmpty = (/** @type {string} */ path) => {
  const names = opendirSync(path, { bufferSize: 1 });
  const first = names.readSync();
  names.closeSync();
  return first === null;
};
if (cluster.isPrimary && folder !== undefined && isEmpty(folder)) {
  const env = { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
  spawnSync(process.execPath, [here('./processes/compile.ts')], { stdio: 'ignore', env });
}
if (cluster.isPrimary) endWithParent();
const { main } = await (cluster.isPrimary ? import('./processes/command.ts') : import('./processes/worker.ts'));
main();

import '../contracts/command-line/check-node.js';
import { spawnSync } from 'node:child_process';
import cluster from 'node:cluster';
import { readdirSync } from 'node:fs';
// Whole: a Node that lacks one of its exports is to be refused in words.
import module from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endWithParent } from '../contracts/command-line/end-with-parent.js';

/**
 * `npm start`, and every worker. Sees that code is compiled and its types are stripped once and not by every process at
 * every start: a process is there in 0.7 of the time then, and takes 15 MiB less. The first start does it in a process
 * of its own, since what that takes is not given back. Where nothing can be written, all goes on without.
 *
 * JavaScript, since Node strips the types of the file that it is started with before the cache can be named, and keeps
 * what it needs for that: 11 of the MiB.
 */
const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
module.enableCompileCache(process.env.NODE_COMPILE_CACHE ?? here('../node_modules/.cache/fightcard'));
// Its name has the version of Node in it.
const folder = module.getCompileCacheDir();
if (cluster.isPrimary && folder !== undefined && readdirSync(folder).length === 0) {
  const env = { ...process.env, NODE_COMPILE_CACHE: dirname(folder) };
  spawnSync(process.execPath, [here('./processes/compile.ts')], { stdio: 'ignore', env });
}
if (cluster.isPrimary) endWithParent();
const { main } = await (cluster.isPrimary ? import('./processes/start.ts') : import('./processes/worker.ts'));
main();

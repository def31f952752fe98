/**
 * What npm scripts start: `node scripts/run.js <file> [arguments]` runs a TypeScript file as if Node had been started
 * with it. Refuses an older Node, and ends when npm does.
 */
import '../common/cli/check-node.js';
import '../common/cli/without-fetch.js';
// The whole module: check-node.js must be able to refuse a Node that lacks one of its exports.
import module from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { endWithParent } from '../common/cli/end-with-parent.js';
import { ignoreBrokenPipe } from '../common/cli/ignore-broken-pipe.js';

// A command then starts in half of the time. Not the server's folder: a server compiles apart while that is empty.
module.enableCompileCache(
  process.env.NODE_COMPILE_CACHE ??
    fileURLToPath(new URL('../node_modules/.cache/fightcard-commands', import.meta.url)),
);
const file = resolve(process.argv[2] ?? '');
process.argv.splice(1, 2, file);
endWithParent();
ignoreBrokenPipe();
await import(pathToFileURL(file).href);

/**
 * What npm scripts start: `node scripts/run.js <file> [arguments]` runs a TypeScript file as if Node had been started
 * with it. Refuses an older Node, and ends when npm does.
 */
import '../contracts/command-line/check-node.js';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { endWithParent } from '../contracts/command-line/end-with-parent.js';

const file = resolve(process.argv[2] ?? '');
process.argv.splice(1, 2, file);
endWithParent();
await import(pathToFileURL(file).href);

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const client = createRequire(import.meta.resolve('@pact-foundation/pact-cli/package.json'));
const system = process.platform === 'win32' ? 'windows' : process.platform;
const installed = dirname(client.resolve(`@pact-foundation/pact-cli-${system}-${process.arch}/package.json`));

/** The official client, without its wrapper. */
export const pactProgram = join(installed, 'standalone', process.platform === 'win32' ? 'pact.exe' : 'pact');

import { parseArgs } from 'node:util';
import { families } from '../contracts/families.ts';
import { startMock } from './prism.ts';

const help = `Serves every contract of this repository: npm run mock -- [--port 4010] [--help]

  --port   port to listen on; the environment variable PORT does the same (default 4010)
  --help   this text

mock/README.md says what can be asked for.`;

function fail(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({ options: { port: { type: 'string' }, help: { type: 'boolean' } } }).values;
  } catch (error) {
    return fail(`${(error as Error).message}\n\n${help}`);
  }
}

function portOf(text: string): number {
  const port = Number(text);
  if (text.trim() === '' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    fail(`The port must be an integer from 0 to 65535, not "${text}".`);
  }
  return port;
}

const asked = readArguments();
if (asked.help) {
  console.log(help);
  process.exit(0);
}
const port = portOf(asked.port ?? process.env.PORT ?? '4010');

const mock = await startMock({ port, log: console.log }).catch((error: NodeJS.ErrnoException) => {
  if (error.code === 'EADDRINUSE')
    fail(`Port ${port} is taken; stop what listens there or choose another: --port 4020.`);
  if (error.code === 'EACCES') fail(`Port ${port} may not be opened by this user; choose one above 1023: --port 4010.`);
  if (error.code === 'ENOENT') fail(`${error.path} is missing; make it with: npm run generate.`);
  throw error;
});

const v3 = mock.url + families.v3.prefix;
const v1 = mock.url + families.v1.prefix;
console.log(`The mock is ready: ${v3} (Spanish) and ${v1} (English). Try:
  curl ${v3}/events
  curl -i ${v1}/fighters/title_holders.json
  curl -i -H 'Prefer: code=503' ${v3}/live`);

async function stop(): Promise<void> {
  await mock.close();
  process.exit(0);
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);

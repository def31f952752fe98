/** `npm test`: every stage of the proof. */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { BadArguments, closestWord, flag, integer, runCommand, text } from '../../contracts/command-line/arguments.ts';
import { mochaGlobalSetup as installPrograms } from '../support/setup/programs.ts';
import { useRedisServer } from '../support/setup/redis-server.ts';
import { runTests } from './run.ts';
import { stageNames } from './stages.ts';

const help = `Runs the tests: all stages, or the ones that are named.

  npm test -- [<stage>…] [--jobs <number>] [--count] [--write]

  <stage>  ${stageNames.join(', ')}; default: all
  --jobs   files that run at the same time; default: four more than cores, since many tests wait
  --count  runs nothing, and compares how many tests each file has with test/floors.json
  --write  makes test/floors.json ask for what was counted, if nothing failed
  --help   this text

REDIS_SERVER=<path> names another redis-server, or a valkey-server, for all tests.

Exits with 1 when a test failed or did not run, when a file has no test, fewer than test/floors.json asks for, or ended in
the middle, and when a commit lowered test/floors.json without a "!" in its type. All stages run to the end in any case.
`;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Longer than any test may take by its own limit. */
const silentMs = 15 * 60_000;

await runCommand(
  { name: 'npm test', help, options: { jobs: text, count: flag, write: flag }, names: 'a stage' },
  async ({ jobs, count = false, write = false }, given) => {
    const unknown = given.find((name) => !stageNames.includes(name));
    if (unknown !== undefined) {
      throw new BadArguments(`There is no stage "${unknown}"; the nearest is ${closestWord(unknown, stageNames)}.`);
    }
    const names = stageNames.filter((name) => given.length === 0 || given.includes(name));
    const processes = integer('jobs', jobs, 1, 64, availableParallelism() + 4);
    if (!count) {
      process.env.PATH = useRedisServer(process.env.REDIS_SERVER);
      await installPrograms();
    }
    const { failed } = await runTests({
      ...{ root, names, silentMs, isCount: count, isWrite: write },
      jobs: processes,
      print: (line) => void process.stdout.write(line),
    });
    process.exit(failed > 0 ? 1 : 0);
  },
);

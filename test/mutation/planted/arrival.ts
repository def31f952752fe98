/** What somebody meets who has just come: the log, the sentence without Redis, the first installation, the action for workflows. */
import type { PlantedFault } from './fault.ts';

const logs = 'test/server/processes/log-format.test.ts';

export const planted: readonly PlantedFault[] = [
  {
    title: 'a log that goes to a file is for people',
    file: 'contracts/command-line/log-format.ts',
    from: "format === 'auto' ? isTerminal",
    to: "format === 'auto' ? true",
    test: logs,
  },
  {
    title: 'a value in a line for people moves the cursor',
    file: 'server/processes/plain-lines.ts',
    from: 'JSON.stringify(value)',
    to: 'value',
    test: logs,
  },
  {
    title: 'the log has the feed key',
    file: 'server/processes/start.ts',
    from: 'feedKeyFile: key?.file,',
    to: 'feedKeyFile: key?.file, feedKey: key?.key,',
    test: logs,
  },
  {
    title: 'Windows is told to look for Redis on PATH',
    file: 'server/store/redis/embedded/install.ts',
    from: "machine.platform === 'win32'",
    to: "machine.platform === 'cygwin'",
    test: 'test/server/store/embedded-redis.test.ts',
  },
  {
    title: 'npm ci warns on Node 20',
    file: '.npmrc',
    from: 'loglevel=error',
    to: 'loglevel=warn',
    test: 'test/contracts/packages.test.ts',
  },
  {
    title: 'the action drops the options after the first line',
    file: '.github/actions/mock/start',
    from: "read -r -d '' -a arguments",
    to: 'read -r -a arguments',
    test: 'test/mock/pack.test.ts',
  },
  {
    title: 'the action takes the replies of another program for those of the mock',
    file: '.github/actions/mock/start',
    from: 'then fail "Something else',
    to: 'then : "Something else',
    test: 'test/mock/pack.test.ts',
  },
];

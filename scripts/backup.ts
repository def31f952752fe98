/** `npm run backup`: writes all data of a running service to a file. */
import { BadArguments, runCommand, text } from '../contracts/command-line/arguments.ts';
import { withRedis } from './backup/with-redis.ts';
import { formatBytes, formatNumber } from './content/output.ts';

const help = `Writes all data of a service to a new file, while it runs: content with its generations, live data, votes and scorecards.

  npm run backup -- --to <file>

  --to    the file, which appears when it is whole and on disk
  --help  this text

It reads the Redis of REDIS_URL (one, a Cluster or Sentinels), or the embedded one in DATA_DIR. The content is that of one
moment, and so are the live data of each event. Every vote that was acknowledged before the start is there; of those that
come meanwhile some are, and the restore counts tallies again, so that they fit. Only the owner may read the file: with a
client id from it one can vote. Restore it with "npm run restore", into this or any later version of Redis or Valkey.

Ends with 0 when the file is written, 1 when not, 2 when called wrongly, 130 when interrupted; without 0 there is no file.
`;

await runCommand({ name: 'npm run backup', help, options: { to: text } }, async ({ to: file }) => {
  if (!file) throw new BadArguments('Say where to write the backup: --to <file>.');
  await withRedis(async (surroundings) => {
    // Loaded here, since the help needs nothing of it.
    const { backUp } = await import('../server/store/backup/backup.ts');
    const { parts, bytes, others } = await backUp({ ...surroundings, file });
    const rest = others > 0 ? `; ${formatNumber(others, 'key')} of other programs left out` : '';
    process.stdout.write(`Wrote ${formatBytes(bytes)} in ${formatNumber(parts, 'part')} to ${file}${rest}.\n`);
  }, 'Interrupted: no file was written.');
});

/** `npm run restore`: fills a Redis with a backup. */
import { BadArguments, flag, runCommand, text } from '../common/cli/arguments.ts';
import { withRedis } from './backup/with-redis.ts';
import { formatNumber } from './content/output.ts';

const help = `Loads a backup of "npm run backup" into an empty Redis, before servers start on it.

  npm run restore -- --from <file> [--replace]

  --from     the backup; the whole file is checked before anything changes
  --replace  first removes the data of Fightcard from this Redis; keys of other programs stay
  --help     this text

It writes to the Redis of REDIS_URL, or to the embedded one in DATA_DIR. No server starts there until it has ended; if it
was interrupted or killed, run it again.

Exit codes: 0 everything is restored, 1 failed, 2 wrong arguments, 130 interrupted.
`;

await runCommand({ name: 'npm run restore', help, options: { from: text, replace: flag } }, async (values) => {
  const { from: file, replace = false } = values;
  if (!file) throw new BadArguments('Say which backup to restore: --from <file>.');
  await withRedis(async (surroundings) => {
    // Loaded here, since the help needs nothing of it.
    const { restore } = await import('../server/backup/restore.ts');
    const { header, keys } = await restore({ ...surroundings, file, replace });
    process.stdout.write(`Restored ${formatNumber(keys, 'key')} of ${header.madeAt}.\n`);
    const expected = Number(process.env.VOTE_BUCKETS?.trim() || 8);
    if (header.buckets !== expected) process.stdout.write(`Start servers on it with VOTE_BUCKETS=${header.buckets}.\n`);
  }, 'Interrupted. Run the same command again; if it had changed anything, no server starts there before that.');
});

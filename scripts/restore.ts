/** `npm run restore`: fills a Redis with a backup. */
import { BadArguments, flag, runCommand, text } from '../common/cli/arguments.ts';
import { withRedis } from './backup/with-redis.ts';
import { formatNumber } from './content/output.ts';

const help = `Restores a backup of "npm run backup" into an empty Redis, before servers start on it.

  npm run restore -- --from <file> [--replace]

  --from     the backup; every byte of it is checked before anything is changed
  --replace  first remove what Fightcard has stored there; keys of other programs stay
  --help     this text

It writes to the Redis of REDIS_URL (one, a Cluster or Sentinels), or to the embedded one in DATA_DIR. Until it has ended
no server starts there; interrupted or killed, the same command begins again. Limits of clients begin again, and histories
of streams that have expired since are left out.

Ends with 0 when everything is restored, 1 when not, 2 when called wrongly, 130 when interrupted.
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
  }, 'Interrupted. If anything was restored yet, no server starts there until the same command has ended.');
});

/** `npm run backup`: writes all data of a running service to a file. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BadArguments, runCommand, text } from '../common/cli/arguments.ts';
import { makeFolder } from '../common/cli/make-folder.ts';
import { withRedis } from './backup/with-redis.ts';
import { formatBytes, formatNumber } from './content/output.ts';

const help = `Writes all data of a running service to a new file: content with its generations, live data, votes and scorecards.

  npm run backup -- --to <file>
  npm run backup -- --to <folder> --keep <number>

  --to    the file, which appears when it is whole and on disk
  --keep  writes a file with the time in its name into the folder, which it creates, and then removes all but this many
          of the newest
  --help  this text

It reads the Redis of REDIS_URL (one, a Cluster or Sentinels), or the embedded one in DATA_DIR. The content is that of one
moment, and so are the live data of each event. Every vote that was acknowledged before the start is there; of later ones,
some are, and the restore counts the tallies again. Only the owner may read the file: a client id from it is enough to vote. Restore it with "npm run restore",
into the same version of Redis or a newer one.

Ends with 0 when the file is written, 1 when not, 2 when called wrongly, 130 when interrupted; without 0 there is no file.
`;

/** Sorts by time. */
const nameAt = (time: Date) => `fightcard-${time.toISOString().replace(/[:.]/g, '-')}.backup`;
const ownName = /^fightcard-\d{4}-\d\d-\d\dT[\d-]+Z\.backup$/;
const partialName = /^fightcard-\d{4}-\d\d-\d\dT[\d-]+Z\.backup\.[\w-]+\.partial$/;

function readKeep(given: string): number {
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw new BadArguments(`--keep must be an integer from 1 to 99999, not "${given}".`);
}

/** Removes what killed backups have left, so that it does not fill the disk. */
async function removePartial(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (partialName.test(name)) await rm(join(folder, name));
}

/** Removes all but the newest backups of a folder. */
async function removeOld(folder: string, keep: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => ownName.test(name)).sort();
  for (const name of names.slice(0, -keep)) await rm(join(folder, name));
}

await runCommand({ name: 'npm run backup', help, options: { to: text, keep: text } }, async ({ to, keep }) => {
  if (!to) throw new BadArguments('Say where to write the backup: --to <file>.');
  const kept = keep === undefined ? undefined : readKeep(keep);
  const file = kept === undefined ? to : join(to, nameAt(new Date()));
  await withRedis(async (surroundings) => {
    // Loaded here, since the help needs nothing of it.
    const { backUp } = await import('../server/backup/backup.ts');
    if (kept !== undefined) {
      await makeFolder(to, 0o700);
      await removePartial(to);
    }
    const { keys, bytes, others } = await backUp({ ...surroundings, file });
    const rest = others > 0 ? `; ${formatNumber(others, 'key')} of other programs left out` : '';
    process.stdout.write(`Wrote ${formatBytes(bytes)} in ${formatNumber(keys, 'key')} to ${file}${rest}.\n`);
    if (kept !== undefined) await removeOld(to, kept);
  }, 'Interrupted: no file was written.');
});

/** `npm run backup`: writes all data of a running service to a file. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BadArguments, runCommand, text } from '../common/cli/arguments.ts';
import { makeFolder } from '../common/cli/make-folder.ts';
import { withRedis } from './backup/with-redis.ts';
import { formatBytes, formatNumber } from './content/output.ts';

const help = `Writes all data of a running service to a file: content with its generations, live data, votes and scorecards.

  npm run backup -- --to <file>
  npm run backup -- --to <folder> --keep <number>

  --to    a new file, which appears when it is complete and on disk
  --keep  writes a file named after the time to the folder, and then removes all but this many of the newest
  --help  this text

It reads the Redis of REDIS_URL, or the embedded one in DATA_DIR. The file has every vote that was acknowledged before
the start. Only its owner may read it, because a client id in it is enough to vote. "npm run restore" loads it.

Exit codes: 0 the file is written, 1 failed, 2 wrong arguments, 130 interrupted. Without 0 there is no file.
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

/** `npm run ratchet`: compares the contracts with those of earlier commits. */
import { fileURLToPath } from 'node:url';
import { CommandFailed, integer, runCommand, text } from '../common/cli/arguments.ts';
import { git, unannouncedCommits, unannouncedNow } from './ratchet/judge.ts';

const help = `Finds unannounced changes of the generated contracts: a reply that accepts more than before, a request that accepts less, a
contract, header or matcher that was removed, a fact of the sample world that has changed. Order never matters, and what is
added is not a change. Run "npm run generate" and "npm test -- consumer" before.

  npm run ratchet -- [--base <commit>] [--commits <number>]

  --base     the commit to compare the files with; default: HEAD
  --commits  how many of the last commits that change contracts to judge, each against its parent; default: 10
  --help     this text

Such a change is allowed in a commit whose subject has "!" ("feat(contracts)!: …") and that adds a line to
contracts/CHANGELOG.md with the name of what changes in backticks: a schema (\`Fighter\`), a member (\`Fighter.rank\`), an
operation (\`GET /api/v3/mobile/news\` or \`v3_news\`), a parameter, a header, the description of an interaction,
\`interaction descriptions\` for many at once, or \`sample world\`. Exits with 1 and names each change.
`;

const root = fileURLToPath(new URL('..', import.meta.url));

const options = { base: text, commits: text } as const;

await runCommand({ name: 'npm run ratchet', help, options }, ({ base, commits }) => {
  const max = integer('commits', commits, 0, 1_000, 10);
  if (base !== undefined && git(root, 'rev-parse', '--verify', '--quiet', `${base}^{commit}`) === undefined)
    throw new CommandFailed(`unknown commit "${base}"; name one that "git log" lists`);
  const now = unannouncedNow(root, base);
  const { lines, judged } = unannouncedCommits(root, max);
  for (const line of [...now, ...lines]) process.stderr.write(`${line}\n`);
  console.log(
    `Compared the files with ${base ?? 'the last commit'}, and ${judged} commits with their parents. Unannounced changes: ${now.length + lines.length}.`,
  );
  process.exitCode = now.length + lines.length > 0 ? 1 : 0;
});

/** `npm run ratchet`: compares the contracts with those of earlier commits. */
import { fileURLToPath } from 'node:url';
import { CommandFailed, integer, runCommand, text } from '../common/cli/arguments.ts';

const help = `Finds unannounced changes of the contracts: a reply whose schema accepts more than before, a request whose schema accepts
less, a contract, state, header or matcher that was removed, a fact of the sample world that has changed.

  npm run ratchet -- [--base <commit>] [--commits <number>]

  --base     the commit to compare the sources with; default: HEAD
  --commits  how many of the last commits that change contracts to judge, each against its parent; default: 10
  --help     this text

Such a change is allowed in a commit whose subject has "!" ("feat(contracts)!: …") and that adds a line to
contracts/CHANGELOG.md with the name of what changes in backticks: a schema (\`Fighter\`), a member (\`Fighter.rank\`), an
operation (\`GET /api/v3/mobile/news\` or \`v3_news\`), a parameter, a header, a state, the description of a contract, or
\`sample world\`. What a request may now be in addition, or a new member or status, needs the line only.
Exits with 1 and names each change.
`;

const root = fileURLToPath(new URL('..', import.meta.url));

const options = { base: text, commits: text } as const;

await runCommand({ name: 'npm run ratchet', help, options }, async ({ base, commits }) => {
  const most = integer('commits', commits, 0, 1_000, 10);
  // Loaded here, since the help needs nothing of it.
  const { untoldCommits, untoldNow } = await import('./ratchet/judge.ts');
  const { git, snapshotOfSources } = await import('./ratchet/snapshot.ts');
  if (base !== undefined && git(root, 'rev-parse', '--verify', '--quiet', `${base}^{commit}`) === undefined)
    throw new CommandFailed(`There is no commit ${base} here; name one that "git log" lists.`);
  const now = untoldNow(root, snapshotOfSources(root), base);
  const { lines, judged } = untoldCommits(root, most);
  for (const line of [...now, ...lines]) process.stderr.write(`${line}\n`);
  console.log(
    `Compared the sources with ${base ?? 'the last commit'}, and ${judged} commits with their parents. Unannounced changes: ${now.length + lines.length}.`,
  );
  process.exitCode = now.length + lines.length > 0 ? 1 : 0;
});

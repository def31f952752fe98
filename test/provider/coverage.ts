/** `npm run coverage`: which cells of operation × contract × mock × server are verified. */
import { relative } from 'node:path';
import { flag, runCommand } from '../../contracts/command-line/arguments.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { type CoverageRow, coverageOf, type Gap, gapsOf, identityOf } from '../../contracts/pact/coverage.ts';
import { messages } from '../../contracts/pact/messages.ts';
import { changesSince, digests, otherPactsFolder, type Part, parts, readEvidence } from '../support/pact/evidence.ts';

const help = `Shows which operation is covered by contracts, and verified on the mock and on the server.

  npm run coverage [-- --json]

  --json  rows and gaps as JSON
  --help  this text

Verified counts come from the last "npm run test:provider": of requests, of messages, and of other teams' pacts (in
test/mock/pacts, or in the folder that PACTS names). Exits with 1 when a cell is empty, and when anything that the proof
rests on has changed since: contracts, pacts, server, mock, set-ups, the lock file. It names what.
`;

const titles: Record<Part, string> = {
  requests: 'requests',
  messages: 'messages',
  pacts: `pacts of ${relative(process.cwd(), otherPactsFolder()) || '.'}`,
};

/** Names each change once, not for each part; files with many changes come first. */
const mostLines = 20;

/** The verified parts, and why they no longer count: one line each, empty if they count. */
function lastVerification() {
  const now = digests();
  const found = parts.map((part) => [part, readEvidence(part)] as const);
  const missing = found.flatMap(([part, evidence]) => (evidence ? [] : [`the ${titles[part]} were not verified`]));
  const changes = found.flatMap(([, evidence]) => (evidence ? changesSince(evidence.files, now) : []));
  return {
    of: Object.fromEntries(found) as Record<Part, (typeof found)[0][1]>,
    stale: [...missing, ...new Set(changes)],
  };
}

function table(rows: readonly CoverageRow[]): string {
  const head = ['operation', 'interactions', 'problems', 'mock', 'server'];
  const cells = rows.map(({ id, interactions, problems, verified }) => [
    id,
    String(interactions),
    problems.listed === 0 ? '-' : `${problems.covered} of ${problems.listed}`,
    `${verified.mock} of ${interactions}`,
    `${verified.server} of ${interactions}`,
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((row) => (row[column] ?? '').length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [head, ...cells].map(line).join('\n');
}

const sum = (rows: readonly CoverageRow[], of: (row: CoverageRow) => number) =>
  rows.reduce((total, row) => total + of(row), 0);

const gapLine = ({ id, cell, reason }: Gap) => `${id}, ${cell}: ${reason}`;

function main(values: { json?: boolean }): void {
  const { of, stale } = lastVerification();
  if (!of.requests || !of.messages || !of.pacts || stale.length > 0) {
    if (values.json) process.stdout.write(`${JSON.stringify({ stale }, null, 2)}\n`);
    const more = stale.length > mostLines ? [`and ${stale.length - mostLines} more`] : [];
    const lines = [...stale.slice(0, mostLines), ...more].map((line) => `  ${line}\n`);
    process.stderr.write(
      `Not proved: run "npm run test:provider" first. Since the last verification\n${lines.join('')}`,
    );
    process.exitCode = 1;
    return;
  }
  const { rows, gaps: ofOperations } = coverageOf(interactions, of.requests);
  const gaps = [
    ...ofOperations,
    ...gapsOf('messages', messages.map(identityOf), of.messages),
    ...gapsOf(titles.pacts, of.pacts.replayed, of.pacts),
  ];
  if (values.json) process.stdout.write(`${JSON.stringify({ rows, gaps }, null, 2)}\n`);
  else {
    const total = sum(rows, (row) => row.interactions);
    const counts = [
      `${rows.length} operations, ${total} interactions`,
      `verified: mock ${sum(rows, (row) => row.verified.mock)} of ${total}, server ${sum(rows, (row) => row.verified.server)} of ${total}`,
      ...[
        [messages.length, titles.messages, of.messages] as const,
        [of.pacts.replayed.length, titles.pacts, of.pacts] as const,
      ].map(
        ([all, title, { verified }]) =>
          `${title}: mock ${verified.mock.length} of ${all}, server ${verified.server.length} of ${all}`,
      ),
    ];
    process.stdout.write(`${table(rows)}\n\n${counts.join('; ')}\n`);
    if (gaps.length > 0) process.stderr.write(`\n${gaps.length} gaps:\n${gaps.map(gapLine).join('\n')}\n`);
  }
  if (gaps.length > 0) process.exitCode = 1;
}

await runCommand({ name: 'npm run coverage', help, options: { json: flag } }, main);

/** `npm run coverage`: which operation × contract × mock × server cell is proved. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type CoverageRow, coverageOf, type Gap, type Verification } from '../contracts/coverage.ts';
import { interactions } from '../contracts/interactions/index.ts';
import { pactsDigest, verificationPath } from '../test/support/pacts.ts';

const help = `Shows which operation is covered by contracts, and verified on the mock and on the server.

  npm run coverage [-- --json]

  --json  rows and gaps as JSON
  --help  this text

Verified counts come from the last "npm run test:provider". Exits with 1 when a cell is empty.
`;

/** @returns undefined when nothing was verified since the pacts last changed. */
function lastVerification(): Verification | undefined {
  try {
    const found = JSON.parse(readFileSync(verificationPath, 'utf8')) as Verification;
    return found.pacts === pactsDigest() ? found : undefined;
  } catch {
    return undefined;
  }
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

function main(): void {
  const { values } = parseArgs({ options: { json: { type: 'boolean' }, help: { type: 'boolean' } } });
  if (values.help) {
    process.stdout.write(help);
    return;
  }
  const verification = lastVerification();
  if (!verification) {
    process.stderr.write('Nothing was verified since the pacts last changed: run "npm run test:provider" first.\n');
    process.exitCode = 1;
    return;
  }
  const { rows, gaps } = coverageOf(interactions, verification);
  if (values.json) process.stdout.write(`${JSON.stringify({ rows, gaps }, null, 2)}\n`);
  else {
    const total = sum(rows, (row) => row.interactions);
    const [mock, server] = [sum(rows, (row) => row.verified.mock), sum(rows, (row) => row.verified.server)];
    const verified = `verified: mock ${mock} of ${total}, server ${server} of ${total}`;
    process.stdout.write(`${table(rows)}\n\n${rows.length} operations, ${total} interactions; ${verified}\n`);
    if (gaps.length > 0) process.stderr.write(`\n${gaps.length} gaps:\n${gaps.map(gapLine).join('\n')}\n`);
  }
  if (gaps.length > 0) process.exitCode = 1;
}

main();

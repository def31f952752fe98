import { relative } from 'node:path';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { messages } from '../../scripts/verify/stream-messages.ts';
import { exitCodes } from '../../scripts/verify/verdict.ts';
import { type CoverageRow, coverageOf, type Gap, gapsOf } from '../support/pact/coverage.ts';
import { changesSince, digests, otherPactsFolder, type Part, parts, readEvidence } from '../support/pact/evidence.ts';

const titlesIn = (root: string): Record<Part, string> => ({
  requests: 'requests',
  messages: 'messages',
  pacts: `pacts of ${relative(root, otherPactsFolder(root)) || '.'}`,
});

const mostLines = 20;

/** The verified parts, and why they no longer count: one line each, empty if they count. */
function lastVerification(root: string) {
  const titles = titlesIn(root);
  const now = digests(root);
  const found = parts.map((part) => [part, readEvidence(part, root)] as const);
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

export interface CoverageReport {
  stdout: string;
  stderr: string;
  exitCode: number;
}

function reportStale(stale: readonly string[], isJson: boolean): CoverageReport {
  const more = stale.length > mostLines ? [`and ${stale.length - mostLines} more`] : [];
  const lines = [...stale.slice(0, mostLines), ...more].map((line) => `  ${line}\n`);
  return {
    stdout: isJson ? `${JSON.stringify({ stale }, null, 2)}\n` : '',
    stderr: `Not proved: run "npm test -- provider" first. Since the last verification\n${lines.join('')}`,
    exitCode: exitCodes.unknown,
  };
}

export function reportCoverage(root: string, isJson: boolean): CoverageReport {
  const titles = titlesIn(root);
  const { of, stale } = lastVerification(root);
  if (!of.requests || !of.messages || !of.pacts || stale.length > 0) return reportStale(stale, isJson);
  const { rows, gaps: ofOperations } = coverageOf(interactions, of.requests);
  const gaps = [
    ...ofOperations,
    ...gapsOf('messages', messages.map(identityOf), of.messages),
    ...gapsOf(titles.pacts, of.pacts.replayed, of.pacts),
  ];
  const exitCode = gaps.length > 0 ? exitCodes.broken : exitCodes.kept;
  if (isJson) return { stdout: `${JSON.stringify({ rows, gaps }, null, 2)}\n`, stderr: '', exitCode };
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
  return {
    stdout: `${table(rows)}\n\n${counts.join('; ')}\n`,
    stderr: gaps.length > 0 ? `\n${gaps.length} gaps:\n${gaps.map(gapLine).join('\n')}\n` : '',
    exitCode,
  };
}

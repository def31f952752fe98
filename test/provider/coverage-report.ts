import { existsSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interactions } from '../../contracts/interactions/index.ts';
import { identityOf } from '../../contracts/interactions/interaction.ts';
import { findPactFiles, type ReadFile, type ReadInteraction, readPact } from '../../scripts/verify/pact-files.ts';
import { messages } from '../../scripts/verify/stream-messages.ts';
import { exitCodes, type InteractionVerdict, type Outcome, type Verdict } from '../../scripts/verify/verdict.ts';
import {
  type CoverageRow,
  coverageOf,
  type Gap,
  gapsOf,
  targetNames,
  type Verification,
} from '../support/pact/coverage.ts';
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

const ownPacts = fileURLToPath(new URL('../../contracts/generated/pacts', import.meta.url));

/** The last verification by interactions, so that reports name file and line; other gaps are its findings. */
function verdictOf(root: string, of: Record<Part, Verification>, gaps: readonly Gap[]): Verdict {
  const others = otherPactsFolder(root);
  const read = [ownPacts, ...(existsSync(others) ? [others] : [])].flatMap(findPactFiles).map((source) => {
    const isOwn = source.file.startsWith(ownPacts);
    const part: Part = !isOwn ? 'pacts' : source.file.startsWith(`${ownPacts}/messages`) ? 'messages' : 'requests';
    return { part, file: readPact(source) };
  });
  const identityIn = (part: Part, { consumer = '', version = '', file }: ReadFile, one: ReadInteraction) =>
    part === 'pacts'
      ? `${`${consumer} ${version}`.trim()}\n${one.at.replace(file, relative(root, resolve(file)))}: ${one.description}`
      : identityOf({ consumer, receiving: one.description, given: one.states } as Parameters<typeof identityOf>[0]);
  const outcomeOf = (verified: boolean, replayed: boolean, isPending: boolean): Outcome =>
    verified ? 'kept' : replayed ? 'broken' : isPending ? 'pending' : 'not replayed';
  const broken = new Set<string>();
  const files = read.map(({ part, file }) => {
    const { pact: _, gap: ___, interactions, ...about } = file;
    if (about.damage !== undefined) for (const target of targetNames) broken.add(`${part} ${target}`);
    const judged = interactions.map(({ written: _, refused: __, isPending, ...one }, index): InteractionVerdict => {
      const identity = identityIn(part, file, interactions[index] as ReadInteraction);
      const results = targetNames.map((target) => {
        const { verified, replayed } = of[part];
        const outcome = outcomeOf(verified[target].includes(identity), replayed.includes(identity), isPending);
        if (outcome === 'broken') broken.add(`${part} ${target}`);
        const mismatches =
          outcome === 'kept' ? [] : [{ sentence: 'the last "npm test -- provider" did not verify it' }];
        return [target, { outcome, mismatches }] as const;
      });
      return { ...one, results: Object.fromEntries(results) };
    });
    return { ...about, interactions: judged };
  });
  const titles = titlesIn(root);
  const partOf = (id: string) => parts.find((part) => titles[part] === id) ?? 'requests';
  const findings = gaps
    .filter(({ id, cell }) => !broken.has(`${partOf(id)} ${cell}`))
    .map((gap) => ({ outcome: 'broken' as const, sentence: gapLine(gap) }));
  return { startedMs: Date.now(), durationMs: 0, targets: [...targetNames], files, findings };
}

export interface CoverageReport {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** For `--report`. */
  verdict: () => Verdict;
}

function reportStale(stale: readonly string[], isJson: boolean): CoverageReport {
  const more = stale.length > mostLines ? [`and ${stale.length - mostLines} more`] : [];
  const lines = [...stale.slice(0, mostLines), ...more].map((line) => `  ${line}\n`);
  const changes = [...stale.slice(0, mostLines), ...more].join('; ');
  const sentence = `run "npm test -- provider" first. Since the last verification: ${changes}`;
  const findings = [{ outcome: 'not replayed' as const, sentence }];
  return {
    verdict: () => ({ startedMs: Date.now(), durationMs: 0, targets: [...targetNames], files: [], findings }),
    stdout: isJson ? `${JSON.stringify({ stale }, null, 2)}\n` : '',
    stderr: `Not proved: run "npm test -- provider" first. Since the last verification\n${lines.join('')}`,
    exitCode: exitCodes.unknown,
  };
}

function reportCells(root: string, isJson: boolean): CoverageReport {
  const titles = titlesIn(root);
  const { of, stale } = lastVerification(root);
  const { requests, messages: ofMessages, pacts } = of;
  if (!requests || !ofMessages || !pacts || stale.length > 0) return reportStale(stale, isJson);
  const { rows, gaps: ofOperations } = coverageOf(interactions, requests);
  const gaps = [
    ...ofOperations,
    ...gapsOf('messages', messages.map(identityOf), ofMessages),
    ...gapsOf(titles.pacts, pacts.replayed, pacts),
  ];
  const exitCode = gaps.length > 0 ? exitCodes.broken : exitCodes.kept;
  const verdict = () => verdictOf(root, { requests, messages: ofMessages, pacts }, gaps);
  if (isJson) return { stdout: `${JSON.stringify({ rows, gaps }, null, 2)}\n`, stderr: '', exitCode, verdict };
  const total = sum(rows, (row) => row.interactions);
  const counts = [
    `${rows.length} operations, ${total} interactions`,
    `verified: mock ${sum(rows, (row) => row.verified.mock)} of ${total}, server ${sum(rows, (row) => row.verified.server)} of ${total}`,
    ...[
      [messages.length, titles.messages, ofMessages] as const,
      [pacts.replayed.length, titles.pacts, pacts] as const,
    ].map(
      ([all, title, { verified }]) =>
        `${title}: mock ${verified.mock.length} of ${all}, server ${verified.server.length} of ${all}`,
    ),
  ];
  return {
    stdout: `${table(rows)}\n\n${counts.join('; ')}\n`,
    stderr: gaps.length > 0 ? `\n${gaps.length} gaps:\n${gaps.map(gapLine).join('\n')}\n` : '',
    exitCode,
    verdict,
  };
}

/** @param changes of the contracts that are not announced, if the caller asked for them. */
export function reportCoverage(root: string, isJson: boolean, changes?: readonly string[]): CoverageReport {
  const cells = reportCells(root, isJson);
  if (!changes) return cells;
  const { verdict, exitCode, stdout, stderr } = cells;
  const title = `Unannounced changes of the contracts: ${changes.length}.\n`;
  const added = { ...(JSON.parse(isJson ? stdout : '{}') as object), changes };
  const found = changes.map((sentence) => ({ outcome: 'broken' as const, sentence }));
  return {
    stdout: isJson ? `${JSON.stringify(added, null, 2)}\n` : stdout + title,
    stderr: stderr + changes.map((line) => `${line}\n`).join(''),
    exitCode: changes.length > 0 ? exitCodes.broken : exitCode,
    verdict: () => {
      const own = verdict();
      return { ...own, findings: [...found, ...own.findings] };
    },
  };
}

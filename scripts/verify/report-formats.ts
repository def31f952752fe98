import { appOf, describeInteraction, describeNotes, verdictLine } from './describe.ts';
import { coverageLine, coverageOf } from './matrix.ts';
import { escaped } from './page/html.ts';
import { countsOn, exitCodeOf, type FileVerdict, type Outcome, outcomeOn, outcomes, type Verdict } from './verdict.ts';

/** What no verdict tells. */
export interface Run {
  /** The command, such as `npm run verify`. */
  tool: string;
  env: Readonly<Record<string, string | undefined>>;
  /** Of the working folder, if it is known. */
  commit?: string | undefined;
  branch?: string | undefined;
}

/** One entry of CTRF and JUnit: an interaction on a target, or what belongs to no interaction. */
interface Case {
  name: string;
  outcome: Outcome;
  /** Relative to the working folder. */
  file?: string;
  line?: number;
  app?: string;
  target?: string;
  durationMs?: number;
  /** What differs, for people; empty if it is kept. */
  lines: string[];
  extra?: object;
}

const damageOf = ({ file, damage = '' }: FileVerdict): Case => ({
  ...{ name: 'the file can be read', outcome: 'broken', file, lines: [damage] },
  line: Number(/^:(\d+)/.exec(damage.slice(file.length))?.[1] ?? 1),
});

const interactionsOf = (file: FileVerdict, targets: readonly string[]): Case[] =>
  file.interactions.flatMap((one) =>
    targets.map((target): Case => {
      const { description: name, kind, at, line, states, curl, results } = one;
      const { mismatches = [], durationMs = 0 } = results[target] ?? {};
      return {
        ...{ name, outcome: outcomeOn(target, results), file: file.file, line, app: appOf(file), target, durationMs },
        lines: describeInteraction(one, file, [target]).flatMap(({ lines }) => lines),
        extra: { at, kind, states, mismatches, curl: curl?.[target === 'mock' ? 'mock' : 'server'] },
      };
    }),
  );

const casesIn = (file: FileVerdict, targets: readonly string[]) =>
  file.damage === undefined ? interactionsOf(file, targets) : [damageOf(file)];

/** A verdict about nothing has one entry that is not replayed: an empty report would look green. */
function otherCases(verdict: Verdict): Case[] {
  const { findings, files, targets } = verdict;
  const isEmpty = findings.length === 0 && files.every((file) => casesIn(file, targets).length === 0);
  const all = isEmpty ? [{ outcome: 'not replayed' as const, sentence: verdictLine(verdict) }] : findings;
  return all.map(({ outcome, sentence }) => ({ name: sentence, outcome, lines: [sentence] }));
}

/** All entries, by file. */
const suitesOf = (verdict: Verdict) =>
  [
    ...verdict.files.map((file) => ({ name: file.file, cases: casesIn(file, verdict.targets) })),
    { name: 'outside of the interactions', cases: otherCases(verdict) },
  ].filter(({ cases }) => cases.length > 0);

const statuses = {
  kept: 'passed',
  broken: 'failed',
  impossible: 'failed',
  pending: 'pending',
  'not replayed': 'other',
} as const satisfies Record<Outcome, string>;

const count = (cases: readonly Case[], status: string) =>
  cases.filter(({ outcome }) => statuses[outcome] === status).length;

/** @see https://ctrf.io */
export function ctrfOf(verdict: Verdict, { tool, env, commit, branch: branchName }: Run) {
  const suites = suitesOf(verdict);
  const cases = suites.flatMap((suite) => suite.cases);
  const { startedMs: start, durationMs: duration } = verdict;
  const counts = ['passed', 'failed', 'pending', 'skipped', 'other'].map((name) => [name, count(cases, name)]);
  return {
    ...{ reportFormat: 'CTRF', specVersion: '0.0.0', timestamp: new Date(start + duration).toISOString() },
    generatedBy: 'fightcard',
    results: {
      tool: { name: tool },
      summary: {
        ...{ tests: cases.length, ...Object.fromEntries(counts), suites: suites.length },
        ...{ start, stop: start + duration, duration },
      },
      tests: suites.flatMap(({ name: suite, cases }) =>
        cases.map(({ name, outcome, file, line, app, target, durationMs = 0, lines, extra }) => ({
          ...{ name: name || '(no description)', status: statuses[outcome], duration: Math.round(durationMs) },
          suite: [suite, app, target].filter((part) => part !== undefined && part !== ''),
          ...{ rawStatus: outcome, filePath: file, line, extra },
          ...(lines.length > 0 && { message: lines.join('\n') }),
        })),
      ),
      environment: { commit, branchName, repositoryName: env.GITHUB_REPOSITORY },
      extra: {
        ...{ verdict: verdictLine(verdict), exitCode: exitCodeOf(verdict), targets: verdict.targets },
        replies: coverageOf(verdict),
      },
    },
  };
}

/** In an attribute, XML takes tabs and ends of lines for spaces. */
const xml = (text: string) => escaped(text).replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');

const elements = { passed: undefined, failed: 'failure', pending: 'skipped', other: 'error' } as const;

/** Valid for the schema of Jenkins, which knows no file and line of a test case. */
export function junitOf(verdict: Verdict, { tool }: Run): string {
  const suites = suitesOf(verdict);
  const attributes = (cases: readonly Case[]) =>
    `tests="${cases.length}" failures="${count(cases, 'failed')}" errors="${count(cases, 'other')}"`;
  const seconds = (ms = 0) => (ms / 1000).toFixed(3);
  const testCase = ({ name, outcome, app, target, durationMs, lines }: Case) => {
    const element = elements[statuses[outcome]];
    const classname = [app, target].filter(Boolean).join(', ');
    const start = `    <testcase name="${xml(name)}" classname="${xml(classname)}" time="${seconds(durationMs)}"`;
    if (!element) return `${start}/>`;
    const [first = '', ...others] = lines;
    const inside = `<${element} type="${outcome}" message="${xml(first)}">${xml(others.join('\n'))}</${element}>`;
    return `${start}>${inside}</testcase>`;
  };
  // The schema has properties of a suite only.
  const { documented, ceiling, kept } = coverageOf(verdict);
  const counted = Object.entries(kept).map(([target, count]) => [`kept on ${target}`, count]);
  const properties = [['documented', documented], ['ceiling', ceiling], ...counted].map(
    ([name, value]) => `      <property name="${xml(String(name))}" value="${value}"/>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${tool}" time="${seconds(verdict.durationMs)}" ${attributes(suites.flatMap(({ cases }) => cases))}>`,
    ...suites.flatMap(({ name, cases }, index) => [
      `  <testsuite name="${xml(name)}" ${attributes(cases)} skipped="${count(cases, 'pending')}">`,
      ...(index === 0 ? ['    <properties>', ...properties, '    </properties>'] : []),
      ...cases.map(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>\n',
  ].join('\n');
}

/** What is neither kept nor pending, once for all targets. */
function failuresIn(verdict: Verdict): Pick<Case, 'file' | 'line' | 'lines'>[] {
  const ofFile = (file: FileVerdict) => [
    ...(file.damage === undefined ? [] : [damageOf(file)]),
    ...file.interactions.flatMap((one) =>
      describeInteraction(one, file, verdict.targets)
        .filter(({ outcome }) => outcome !== 'pending')
        .map(({ lines }) => ({ file: file.file, line: one.line, lines })),
    ),
  ];
  return [...verdict.files.flatMap(ofFile), ...otherCases(verdict)];
}

/** GitHub shows ten of a step. */
const maxAnnotations = 10;

export function annotationsOf(verdict: Verdict): string[] {
  const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return failuresIn(verdict)
    .slice(0, maxAnnotations)
    .map(({ file, line, lines }) => {
      const place = file === undefined ? '' : ` file=${property(file)},line=${line}`;
      return `::error${place}::${data(lines.join('\n'))}`;
    });
}

/** The page of a step has a limit of 1 MiB. */
const maxFailures = 50;

const cell = (text: string) =>
  text
    .replaceAll(/[\\|`*_[\]]/g, '\\$&')
    .replaceAll('<', '&lt;')
    .replaceAll(/\s+/g, ' ');

function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}\n`;
}

export function summaryOf(verdict: Verdict, { tool, commit: of, branch }: Run): string {
  const { files, targets, startedMs, durationMs } = verdict;
  const failures = failuresIn(verdict);
  const row = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const head = ['file', 'app', 'target', 'interactions', ...outcomes];
  const rowsOf = (title: string, app: string, of: readonly FileVerdict[]) =>
    targets.map((target) => {
      const read = of.reduce((sum, { interactions }) => sum + interactions.length, 0);
      return row([cell(title), cell(app), target, read, ...Object.values(countsOn(target, of))]);
    });
  const commit = of ? `, commit ${of.slice(0, 12)} of ${cell(branch ?? '')}` : '';
  const notes = [...describeNotes(verdict)].slice(0, maxFailures);
  return [
    `## ${cell(verdictLine(verdict))}\n`,
    `\`${tool}\`, ${new Date(startedMs).toISOString()}, ${(durationMs / 1000).toFixed(1)} s${commit}\n`,
    `${coverageLine(coverageOf(verdict))}.\n`,
    ...[row(head), row(head.map(() => '---'))],
    ...files.filter(({ damage }) => damage === undefined).flatMap((file) => rowsOf(file.file, appOf(file), [file])),
    ...(files.length === 1 ? [] : rowsOf('all', '', files)),
    '',
    ...(notes.length > 0 ? [fenced(notes)] : []),
    ...failures.slice(0, maxFailures).map(({ lines }) => fenced(lines)),
    ...(failures.length > maxFailures ? [`${failures.length - maxFailures} more are in verdict.json.\n`] : []),
  ].join('\n');
}

const colors = { 0: 'brightgreen', 1: 'red', 3: 'lightgrey' } as const;

/** @see https://shields.io/badges/endpoint-badge */
export function badgeOf(verdict: Verdict) {
  const message = (verdictLine(verdict).split(' on ')[0] ?? '').replace(/\.$/, '').toLowerCase();
  return { schemaVersion: 1, label: 'contracts', message, color: colors[exitCodeOf(verdict)] };
}

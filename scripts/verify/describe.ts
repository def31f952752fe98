import { verifyCommand } from './command.ts';
import { quoted } from './curl.ts';
import {
  countsOn,
  exitCodeOf,
  type FileVerdict,
  type InteractionVerdict,
  type Mismatch,
  type Outcome,
  outcomeOn,
  outcomes,
  type Verdict,
} from './verdict.ts';

/** A long value is cut; reports have all of it. */
export const maxValueLength = 300;

export const cut = (value: string) => (value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value);

export function describeMismatch({ path, expected, actual, sentence }: Mismatch): string {
  if (path === undefined) return sentence;
  if (expected === undefined && actual === undefined) return `${path}: ${sentence}`;
  return `${path}: expected ${cut(expected ?? 'nothing')}, got ${cut(actual ?? 'nothing')} (${cut(sentence)})`;
}

const quotedAddress = (at: string) => (/^[\w./:@+-]+$/.test(at) ? at : quoted(at));

/** What is not kept of an interaction; the same on several targets is one. */
interface InteractionFinding {
  targets: string[];
  outcome: Exclude<Outcome, 'kept'>;
  mismatches: Mismatch[];
  /** The request as a command, unless nothing was sent. */
  request?: string;
  /** The command that verifies this interaction again. */
  repeat: string;
  /** All of it, for people. */
  lines: string[];
}

export const appOf = ({ consumer, version }: FileVerdict) =>
  [consumer, version].filter((part) => part !== undefined).join(' ');

export const stateOf = ({ name, params = {} }: InteractionVerdict['states'][number]) =>
  Object.keys(params).length > 0 ? `${name} ${JSON.stringify(params)}` : name;

const sentencesOf = (mismatches: readonly Mismatch[]) => mismatches.map(describeMismatch).sort();

/** What is not kept of an interaction. */
export function describeInteraction(
  one: InteractionVerdict,
  file: FileVerdict,
  all: readonly string[],
): InteractionFinding[] {
  const found = all.flatMap((target) => {
    const { mismatches = [] } = one.results[target] ?? {};
    const outcome = outcomeOn(target, one.results);
    return outcome === 'kept' ? [] : [{ target, outcome, mismatches }];
  });
  const same = Map.groupBy(found, ({ outcome, mismatches }) => [outcome, ...sentencesOf(mismatches)].join('\n'));
  return [...same.values()].map((group) => {
    const [{ target, outcome, mismatches }] = group as [(typeof found)[0]];
    const targets = group.map((finding) => finding.target);
    const on = targets.length === all.length && outcome !== 'broken' ? '' : ` on ${targets.join('; ')}`;
    const isOn = targets.every((name) => name === 'mock')
      ? ' --on mock'
      : targets.includes('mock')
        ? ''
        : ' --on server';
    const repeat = `${verifyCommand} ${quotedAddress(one.at)}${outcome === 'impossible' ? '' : isOn}`;
    const request = outcome === 'not replayed' ? undefined : one.curl?.[target === 'mock' ? 'mock' : 'server'];
    return {
      ...{ targets, outcome, mismatches, repeat },
      ...(request !== undefined && { request }),
      lines: [
        `${one.at}: ${appOf(file)}: "${one.description}" is ${outcome}${on}`,
        ...one.states.map((state) => `  given   ${stateOf(state)}`),
        ...sentencesOf(mismatches).map((line) => `  ${line}`),
        ...(request === undefined ? [] : [`  request ${request}`]),
        ...(outcome === 'not replayed' ? [] : [`  repeat  ${repeat}`]),
      ],
    };
  });
}

/** The verdict in one sentence. */
export function verdictLine(verdict: Verdict): string {
  const { files, targets, findings } = verdict;
  const count = files.reduce((sum, { interactions }) => sum + interactions.length, 0);
  const damaged = files.filter(({ damage }) => damage !== undefined).length;
  const on = targets.join('; ');
  const code = exitCodeOf(verdict);
  const has = (...wanted: string[]) =>
    files
      .flatMap(({ interactions }) => interactions)
      .filter(({ results }) => targets.some((target) => wanted.includes(results[target]?.outcome ?? 'not replayed')))
      .length;
  const unknown = findings.find(({ outcome }) => outcome === 'not replayed');
  if (code === 3 && unknown) return `Unknown: ${unknown.sentence}`;
  if (count === 0 && damaged === 0 && findings.length === 0) return 'Unknown: there is no interaction to verify.';
  if (code === 0) return `Kept: ${count - has('pending')} of ${count} interactions on ${on}.`;
  if (code === 3) return `Unknown: ${has('not replayed')} of ${count} interactions were not replayed.`;
  const files_ = damaged > 0 ? [`${damaged} of ${files.length} files cannot be read`] : [];
  const broken = has('broken', 'impossible');
  const others = findings.length > 0 ? [`${findings.length} outside of the interactions`] : [];
  return `Broken: ${[...(broken > 0 ? [`${broken} of ${count} interactions`] : []), ...files_, ...others].join('; ')}.`;
}

/** What is no failure: skipped files, and interactions that prove less than they seem to. */
export function* describeNotes({ files }: Verdict): Generator<string> {
  for (const { note } of files) if (note !== undefined) yield `Note: ${note}`;
  for (const { interactions } of files) {
    for (const { at, description, warnings } of interactions) {
      for (const warning of warnings) yield `Warning: ${at}: "${description}": ${warning}`;
    }
  }
}

/** A verdict for people: notes, one line per target, each finding, and the verdict in one sentence. */
export function* describeVerdict(verdict: Verdict): Generator<string> {
  const { files, targets, findings } = verdict;
  yield* describeNotes(verdict);
  const total = files.reduce((sum, { interactions }) => sum + interactions.length, 0);
  for (const target of total > 0 ? targets : []) {
    const counts = countsOn(target, files);
    const others = outcomes.filter((outcome) => outcome !== 'kept' && counts[outcome] > 0);
    yield [
      `${target}: ${counts.kept} of ${total} interactions kept`,
      ...others.map((outcome) => `${counts[outcome]} ${outcome}`),
    ].join(', ');
  }
  for (const { damage } of files) if (damage !== undefined) yield damage;
  // The last line has the first reason why nothing is known.
  for (const { sentence } of findings.slice(exitCodeOf(verdict) === 3 ? 1 : 0)) yield sentence;
  for (const file of files) {
    for (const one of file.interactions) {
      for (const { lines } of describeInteraction(one, file, targets)) yield* ['', ...lines];
    }
  }
  yield '';
  yield verdictLine(verdict);
}

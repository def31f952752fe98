import { flag } from '../../../common/cli/arguments.ts';
import type { Finding } from '../../../server/content/audit.ts';
import { formatCounts, formatNumber, ProgressBar, shownOfKind, Usage } from '../output.ts';
import type { Verb } from '../verb.ts';

const formatFinding = ({ level, kind, where, says, repaired }: Finding) =>
  `${level}: ${kind}: ${where} ${says}${repaired ? ' (repaired)' : ''}`;

/** The first warnings of each kind, and how many more there are. */
function formatWarnings(warnings: readonly Finding[]): string[] {
  return [...Map.groupBy(warnings, ({ kind }) => kind)].flatMap(([kind, found]) => {
    const more = found.length - shownOfKind;
    const shown = found.slice(0, shownOfKind).map(formatFinding);
    return more > 0 ? [...shown, `warning: and ${more} more: ${kind}`] : shown;
  });
}

export const auditVerb: Verb = {
  summary: 'find inconsistencies in the store, and repair them',
  help: `Usage: npm run content -- audit [--repair] [--json]

Checks everything stored: every record against its schema, every list against its records, every reference, the
generations and figures of content list, and every tally against its votes and scorecards. Errors end it with 1; warnings do not.
A collection that changes meanwhile is read again, three times at most; then a warning says that it was not compared.

  --repair  correct lists, figures, tallies and the list of generations; records are not changed: put correct ones

Examples:
  npm run content -- audit
  npm run content -- audit --repair --json`,
  options: { repair: flag, json: flag },
  async run(values, names, surroundings) {
    if (names.length > 0) throw new Usage('audit takes no names');
    const { audit } = await import('../../../server/content/audit.ts');
    const bar = new ProgressBar(surroundings, values.json === true);
    const { findings, looked } = await surroundings
      .withStore((store) =>
        audit(store, { repair: values.repair ?? false, progress: (what, count) => bar.show(what, count, 0, 0) }),
      )
      .finally(() => bar.end());
    const errors = findings.filter(({ level }) => level === 'error');
    const warnings = findings.filter(({ level }) => level === 'warning');
    const open = errors.filter(({ repaired }) => !repaired).length;
    const summary = [
      formatNumber(errors.length, 'error'),
      ...(values.repair ? [`${errors.length - open} repaired`] : []),
      formatNumber(warnings.length, 'warning'),
    ].join(', ');
    return {
      lines: [
        ...errors.map(formatFinding),
        ...formatWarnings(warnings),
        `Checked ${formatCounts(Object.entries(looked))}: ${summary}.`,
      ],
      json: { findings, looked, errors: errors.length, open, warnings: warnings.length },
      exitCode: open > 0 ? 1 : 0,
    };
  },
};

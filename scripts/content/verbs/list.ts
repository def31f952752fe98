import { flag } from '../../../common/cli/arguments.ts';
import type { Generation } from '../../../server/store/content/generations.ts';
import { formatBytes, formatCounts, Usage } from '../output.ts';
import type { Verb } from '../verb.ts';

const sum = (figures: Partial<Record<string, number>>) =>
  Object.values(figures).reduce<number>((total, figure) => total + (figure ?? 0), 0);

function describeChange({ kind, to, changed }: Generation): string {
  if (kind === 'rollback') return `rollback to ${to}`;
  return changed === undefined ? kind : `${kind} ${changed}`;
}

export const list: Verb = {
  summary: 'list the generations that a rollback can restore, newest first',
  help: `Usage: npm run content -- list [--json]

Lists the generations that a rollback can restore, newest first: number, time, change, bytes, who, records.

Examples:
  npm run content -- list
  npm run --silent content -- list --json | jq '.generations[0].records'`,
  options: { json: flag },
  async run(_values, names, surroundings) {
    if (names.length > 0) throw new Usage('list takes no names');
    const generations = await surroundings.withStore((store) => store.content.generations.list());
    const rows = generations.map((generation) => [
      `${generation.isLive ? '*' : ' '} ${generation.number}`,
      generation.timeMs === undefined ? '' : `${new Date(generation.timeMs).toISOString().slice(0, 19)}Z`,
      describeChange(generation),
      formatBytes(sum(generation.bytes)),
      generation.who,
      formatCounts(Object.entries(generation.records)),
    ]);
    const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
    const lines = rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
    return { lines: lines.length > 0 ? lines : ['Nothing has been published yet.'], json: { generations } };
  },
};

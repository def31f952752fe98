import { flag, text } from '../../../common/cli/arguments.ts';
import { formatBytes, formatCounts, ProgressBar, Usage } from '../output.ts';
import { parseInteger, type Verb } from '../verb.ts';

export const exportVerb: Verb = {
  summary: 'write all content to files',
  help: `Usage: npm run content -- export <folder> [--generation N] [--force] [--json]

Writes all content, one .ndjson file per collection. Publishing the folder gives the same replies byte for byte.

  --generation N  an earlier generation of content list (default: the live one)
  --force         replace existing content files

Examples:
  npm run content -- export backup/
  npm run content -- export before/ --generation 41`,
  options: { generation: text, force: flag, json: flag },
  async run(values, [folder, ...more], surroundings) {
    if (folder === undefined || more.length > 0) throw new Usage('export needs one folder');
    const { exportContent } = await import('../../../server/content/export.ts');
    const bar = new ProgressBar(surroundings, values.json === true);
    const { generation, records, bytes } = await surroundings
      .withStore((store) =>
        exportContent(store, folder, {
          ...(values.generation !== undefined && { generation: parseInteger(values, 'generation', 0) }),
          overwrite: values.force ?? false,
          progress: (collection, count) => bar.show(collection, count, 0, 0),
        }),
      )
      .finally(() => bar.end());
    return {
      lines: [`Exported generation ${generation} to ${folder}: ${formatCounts(records)}; ${formatBytes(bytes)}.`],
      json: { generation, records: Object.fromEntries(records), bytes },
    };
  },
};

import { flag, text } from '../../../common/cli/arguments.ts';
import { formatBytes, formatCounts, ProgressBar, Usage } from '../output.ts';
import { parseCollections, parseInteger, type Verb } from '../verb.ts';

export const sample: Verb = {
  summary: 'write a made-up archive',
  help: `Usage: npm run content -- sample <folder> [--fighters N] [--events N] [--news N] [--media N] [--seed N]
       [--only NAMES] [--json]

Writes a made-up archive with realistic shapes, for load and tests; the same numbers give the same files.

  --fighters N  (2000)      --events N  (500)      --news N  (100000)
  --media N     (a tenth of the news)               --seed N  (1)

Example:
  npm run content -- sample --fighters 2000 --events 500 --news 100000 --seed 1 archive/`,
  options: { fighters: text, events: text, news: text, media: text, seed: text, only: text, json: flag },
  async run(values, [folder, ...more], surroundings) {
    if (folder === undefined || more.length > 0) throw new Usage('sample needs one folder');
    const size = {
      fighters: parseInteger(values, 'fighters', 2_000),
      events: parseInteger(values, 'events', 500),
      news: parseInteger(values, 'news', 100_000),
      seed: parseInteger(values, 'seed', 1),
      ...(values.media !== undefined && { media: parseInteger(values, 'media', 0) }),
    };
    const only = await parseCollections(values.only);
    const { writeSampleArchive } = await import('../../../server/content/sample-archive.ts');
    const bar = new ProgressBar(surroundings, values.json === true);
    const { records, bytes } = await writeSampleArchive(folder, size, only, (name, count) =>
      bar.show(name, count, name === 'news' ? count : 0, name === 'news' ? size.news : 0),
    ).finally(() => bar.end());
    return {
      lines: [`Wrote ${formatCounts(records)} to ${folder}: ${formatBytes(bytes)}.`],
      json: { records: Object.fromEntries(records), bytes },
    };
  },
};

import { flag, text } from '../../../common/cli/arguments.ts';
import type { CollectionName } from '../../../contracts/content/collections/index.ts';
import { formatCounts, ProgressBar, printSkipped, printWarnings, Usage, userName } from '../output.ts';
import { changeHelp, changeOptions, parseCollections, type Verb, warningsJson } from '../verb.ts';

export const publish: Verb = {
  summary: 'replace whole collections from files, all or nothing',
  async help() {
    const { collectionNames } = await import('../../../contracts/content/collections/index.ts');
    return `Usage: npm run content -- publish <folder | file… | -> [--only NAMES] [--strict] [--check] [--json]
       [--who NAME]

Replaces whole collections, all at once. A file is named after its collection and holds an array of records (.json) or
one record per line (.ndjson). Other files and subfolders of a folder are named and not read; hidden files are ignored.
Collections without a file stay as they are. Every record is checked before anything
changes. Files are read as streams, so they may be of any size.

Collections: ${collectionNames.join(', ')}.

  --only NAMES  take only these collections, with commas between; with -, the collection on standard input
  --strict      refuse what would be a warning: references to missing records, a statid that two fighters or two fights
                share, dates out of order, texts in one locale only
  --check       check everything and publish nothing
${changeHelp}

Examples:
  npm run content -- publish content/
  npm run content -- publish fighters.json events.ndjson
  npm run content -- publish content/ --only news,alerts --strict
  gunzip -c news.ndjson.gz | npm run content -- publish - --only news`;
  },
  options: { only: text, strict: flag, check: flag, ...changeOptions },
  async run(values, paths, surroundings) {
    if (paths.length === 0) throw new Usage('publish needs a folder, files or -');
    const only = await parseCollections(values.only);
    const isStream = paths.includes('-');
    if (isStream && (paths.length > 1 || only?.length !== 1)) {
      throw new Usage('publish - needs --only with the one collection on standard input');
    }
    const { openContentFiles, openStream } = await import('../../../server/content/reading/sources.ts');
    const { publishSources } = await import('../../../server/content/publish.ts');
    // Before Redis starts, so that a wrong path is reported at once.
    const skipped: string[] = [];
    const sources = isStream
      ? [await openStream(only?.[0] as CollectionName, 'standard input', surroundings.stdin, { layouts: ['array'] })]
      : await openContentFiles(paths, only, (path) => skipped.push(path));
    if (!values.json) printSkipped(surroundings.stderr, skipped);
    // Leaves out the start of the process and of Redis.
    let startMs = 0;
    const bar = new ProgressBar(surroundings, values.json === true);
    const published = await surroundings
      .withStore((store) => {
        startMs = performance.now();
        return publishSources(store, sources, {
          who: values.who ?? userName(),
          strict: values.strict ?? false,
          checkOnly: values.check ?? false,
          progress: ({ collection, records, bytes, totalBytes }) => bar.show(collection, records, bytes, totalBytes),
        });
      })
      .finally(() => bar.end());
    if (!values.json) printWarnings(surroundings.stderr, published.warnings);
    const counts = formatCounts(published);
    return {
      lines: [values.check ? `Fits: ${counts}. Nothing was published.` : `Published ${counts}.`],
      json: {
        published: !values.check,
        records: Object.fromEntries(published),
        ...warningsJson(published.warnings),
        skipped,
        seconds: (performance.now() - startMs) / 1000,
        peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      },
    };
  },
};

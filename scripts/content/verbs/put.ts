import { flag } from '../../../common/cli/arguments.ts';
import { printWarnings, Usage, userName } from '../output.ts';
import { changeHelp, changeOptions, parseCollection, type Verb, warningsJson } from '../verb.ts';

export const put: Verb = {
  summary: 'add or replace a few records',
  help: `Usage: npm run content -- put <collection> <file | -> [--strict] [--json] [--who NAME]

Adds records to a collection, or replaces those with the same key, all at once for every reader. The file holds one
record over any number of lines, an array, or one record per line: at most 5,000 records, 32 MiB, and 100,000 ids in
lists. The cost depends on these records, not on the size of the collection.

  --strict      refuse what would be a warning
${changeHelp}

Examples:
  npm run content -- put news article.json
  echo '{"id":7, …}' | npm run content -- put alerts -`,
  options: { strict: flag, ...changeOptions },
  async run(values, [name, path, ...more], surroundings) {
    if (name === undefined || path === undefined || more.length > 0) {
      throw new Usage('put needs a collection and a file or -');
    }
    const collection = await parseCollection(name);
    const { openFile, openStream } = await import('../../../server/content/reading/sources.ts');
    const { putRecords } = await import('../../../server/content/put-and-remove.ts');
    const source =
      path === '-'
        ? await openStream(collection, 'standard input', surroundings.stdin)
        : await openFile(collection, path);
    const options = { who: values.who ?? userName(), strict: values.strict ?? false };
    const { generation, changed, given, warnings } = await surroundings.withStore((store) =>
      putRecords(store, source, options),
    );
    if (!values.json) printWarnings(surroundings.stderr, warnings);
    const unchanged = given > changed ? ` (${given - changed} had not changed)` : '';
    return {
      lines: [
        changed === 0
          ? `Nothing to change: ${collection} already had ${given === 1 ? 'this record' : 'these records'}.`
          : `Put ${changed} ${collection}${unchanged}: generation ${generation}.`,
      ],
      json: { generation, changed, given, ...warningsJson(warnings) },
    };
  },
};

import { Usage, userName } from '../output.ts';
import { changeHelp, changeOptions, parseCollection, type Verb } from '../verb.ts';

export const remove: Verb = {
  summary: 'remove a few records',
  help: `Usage: npm run content -- remove <collection> <key…> [--json] [--who NAME]

Removes records, all at once for every reader. The key is the id; of pages the page; of stats statid:stat.

${changeHelp}

Examples:
  npm run content -- remove news 51288 51289
  npm run content -- remove stats 10007:Knockdowns`,
  options: changeOptions,
  async run(values, [name, ...recordKeys], surroundings) {
    if (name === undefined || recordKeys.length === 0) throw new Usage('remove needs a collection and keys');
    const collection = await parseCollection(name);
    const { removeRecords } = await import('../../../server/content/put-and-remove.ts');
    const { generation, changed, missing } = await surroundings.withStore((store) =>
      removeRecords(store, collection, recordKeys, values.who ?? userName()),
    );
    const lines = changed > 0 ? [`Removed ${changed} ${collection}: generation ${generation}.`] : [];
    if (missing.length > 0) lines.push(`${collection} has no ${missing.join(', ')}.`);
    return { lines, json: { generation, changed, missing }, exitCode: changed === 0 ? 1 : 0 };
  },
};

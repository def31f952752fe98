import { flag } from '../../../common/cli/arguments.ts';
import { Usage } from '../output.ts';
import { parseGeneration, type Verb } from '../verb.ts';

const signs = { added: '+', changed: '~', removed: '-' };
/** Most differences in the JSON object. */
const mostListed = 10_000;

export const diff: Verb = {
  summary: 'list the records that differ between two generations',
  help: `Usage: npm run content -- diff <from> <to> [--json]

Lists the records that differ between two generations, and counts them. \`live\` stands for the live one.

Examples:
  npm run content -- diff 41 42
  npm run content -- diff 41 live`,
  options: { json: flag },
  async run(values, [from, to, ...more], surroundings) {
    if (from === undefined || to === undefined || more.length > 0) throw new Usage('diff needs two generations');
    const counts = { added: 0, changed: 0, removed: 0 };
    const differences: { collection: string; key: string; change: string }[] = [];
    await surroundings.withStore(async (store) => {
      const [first, second] = [await parseGeneration(store, from), await parseGeneration(store, to)];
      for await (const difference of store.content.generations.diff(first, second)) {
        const { collection, key, change } = difference;
        counts[change]++;
        if (!values.json) surroundings.stdout.write(`${signs[change]} ${collection} ${key}\n`);
        else if (differences.length < mostListed) differences.push(difference);
      }
    });
    const isSame = counts.added + counts.changed + counts.removed === 0;
    const summary = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed.`;
    return { lines: [isSame ? 'No difference.' : summary], json: { ...counts, differences } };
  },
};

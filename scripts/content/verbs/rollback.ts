import { Usage, userName } from '../output.ts';
import { changeHelp, changeOptions, parseGeneration, type Verb } from '../verb.ts';

export const rollback: Verb = {
  summary: 'restore an earlier generation',
  help: `Usage: npm run content -- rollback [generation] [--json] [--who NAME]

Restores the content of a generation of content list; without a number, of the one before the live one. A rollback
makes a generation too, so it can be rolled back.

${changeHelp}

Examples:
  npm run content -- rollback
  npm run content -- rollback 41`,
  options: changeOptions,
  async run(values, [name, ...more], surroundings) {
    if (more.length > 0) throw new Usage('rollback needs at most one generation');
    const { generation, to, collections } = await surroundings.withStore(async (store) => {
      const target = name === undefined ? undefined : await parseGeneration(store, name);
      const done = await store.content.generations.rollBack(target, values.who ?? userName());
      await store.live.joinFights();
      return done;
    });
    const what = collections.length > 0 ? collections.join(', ') : 'nothing differs';
    return {
      lines: [`Rolled back to generation ${to} (${what}): generation ${generation}.`],
      json: { generation, to, collections },
    };
  },
};

import { BadArguments, closestWord, readArguments } from '../../common/cli/arguments.ts';
import { Usage } from './output.ts';
import type { Result, Surroundings, Values, Verb } from './verb.ts';
import { auditVerb } from './verbs/audit.ts';
import { diff } from './verbs/diff.ts';
import { exportVerb } from './verbs/export.ts';
import { list } from './verbs/list.ts';
import { publish } from './verbs/publish.ts';
import { put } from './verbs/put.ts';
import { remove } from './verbs/remove.ts';
import { rollback } from './verbs/rollback.ts';
import { sample } from './verbs/sample.ts';

export const verbs: Readonly<Record<string, Verb>> = {
  publish,
  put,
  remove,
  list,
  diff,
  rollback,
  export: exportVerb,
  audit: auditVerb,
  sample,
};

const footer = `Environment:
  REDIS_URL         Redis to work on; without it the embedded one, which is started when no server runs
  DATA_DIR          folder of the embedded Redis (.data)
  GENERATIONS_KEPT  publishes that can be rolled back to, the live one included (3)

Ends with
  0    done
  1    refused or failed: errors in the content, findings of audit, Redis away or full; readers keep the old content
  2    called wrongly
  3    another publish is running: nothing changed, try again
  130  interrupted: nothing changed`;

export const help = `Usage: npm run content -- <verb> …

${Object.entries(verbs)
  .map(([name, { summary }]) => `  ${name.padEnd(9)} ${summary}`)
  .join('\n')}

npm run content -- <verb> --help explains a verb, with examples.

${footer}`;

export const formatHelp = async ({ help: ofVerb }: Verb) =>
  `${typeof ofVerb === 'string' ? ofVerb : await ofVerb()}\n\n${footer}`;

/** @throws {Usage} when there is no such verb. */
export function findVerb(name: string | undefined): Verb {
  if (name === undefined) throw new Usage('a verb is missing');
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (verb) return verb;
  throw new Usage(`there is no verb ${name}; the nearest is ${closestWord(name, [...Object.keys(verbs), '--help'])}`);
}

/** @throws {Usage} when the arguments do not fit the verb. */
export function parseArguments(
  { options, run }: Verb,
  args: string[],
): { json: boolean; run: (surroundings: Surroundings) => Promise<Result> } {
  try {
    const { values, positionals } = readArguments(args, options, 'names');
    const given = values as Values;
    return { json: given.json === true, run: (surroundings) => run(given, positionals, surroundings) };
  } catch (error) {
    throw error instanceof BadArguments ? new Usage(error.message) : error;
  }
}

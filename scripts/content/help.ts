/** Texts of `npm run content -- --help` and `npm run content -- <verb> --help`. */

const environment = `Environment:
  REDIS_URL         Redis to work on; without it the embedded one, which is started when no server runs
  DATA_DIR          folder of the embedded Redis (.data)
  GENERATIONS_KEPT  publishes that can be rolled back to, the live one included (3)`;

const exits = `Ends with
  0    done
  1    refused or failed: faults in the content, findings of audit, Redis away or full; readers keep what they had
  2    called wrongly
  3    somebody else is publishing: nothing changed, try again
  130  interrupted: nothing changed`;

const shared = `  --json        print one JSON object instead of lines; faults are listed in it, and of each kind of warning the first 50,
                with counts
  --who NAME    who does it, for content list (default: user@host)`;

const collections = 'fighters, events, news, media, octagon_girls, alerts, pages, translations, stats';

export const verbs = {
  publish: `Usage: content publish <folder | file… | -> [--only NAMES] [--strict] [--check] [--json] [--who NAME]

Replaces whole collections, all at once. A file is named after its collection and holds an array of records (.json) or
one record per line (.ndjson): ${collections}. Collections
without a file stay as they are. Every record is checked before anything changes; files are read as streams.

  --only NAMES  take these collections only, with commas between; with - the one that standard input holds
  --strict      refuse what would be a warning: references that lead nowhere, a statid that two fighters or two fights
                have, dates out of order, texts with one locale only
  --check       check everything and publish nothing
${shared}

Examples:
  npm run content -- publish content/
  npm run content -- publish fighters.json events.ndjson
  npm run content -- publish content/ --only news,alerts --strict
  gunzip -c news.ndjson.gz | npm run content -- publish - --only news`,

  put: `Usage: content put <collection> <file | -> [--strict] [--json] [--who NAME]

Adds records to a collection, or replaces those with the same key, all at once and at once for every reader. The file
holds one record, over as many lines as it likes, an array, or one record per line; at most 5,000. Costs as much as the records given, however many the
collection has.

  --strict      refuse what would be a warning
${shared}

Examples:
  npm run content -- put news article.json
  echo '{"id":7, …}' | npm run content -- put alerts -`,

  remove: `Usage: content remove <collection> <key…> [--json] [--who NAME]

Removes records, all at once and at once for every reader. The key is the id; of pages the page; of stats statid:stat.

${shared}

Examples:
  npm run content -- remove news 51288 51289
  npm run content -- remove stats 10007:Knockdowns`,

  list: `Usage: content list [--json]

Lists the states of content that can still be rolled back to, newest first: number, when, what, who, records, bytes.

Examples:
  npm run content -- list
  npm run content -- list --json | jq '.generations[0].records'`,

  diff: `Usage: content diff <from> <to> [--json]

Lists the records that differ between two generations, and counts them. \`live\` stands for the live one.

Examples:
  npm run content -- diff 41 42
  npm run content -- diff 41 live`,

  rollback: `Usage: content rollback [generation] [--json] [--who NAME]

Makes content what it was in a generation of content list; without a number, in the one before the live one. This makes
a generation too: a rollback can be rolled back.

${shared}

Examples:
  npm run content -- rollback
  npm run content -- rollback 41`,

  export: `Usage: content export <folder> [--generation N] [--force] [--json]

Writes all content, one .ndjson file per collection. Publishing the folder gives the same answers byte for byte.

  --generation N  an earlier one of content list (default: the live one)
  --force         replace content files that are there

Examples:
  npm run content -- export backup/
  npm run content -- export before/ --generation 41`,

  audit: `Usage: content audit [--repair] [--json]

Looks at everything stored: every record against its schema, every list against its records, every reference, the
figures of content list, and every tally against its votes and scorecards. Errors end it with 1; warnings do not.

  --repair  make lists, figures and tallies right; records are not changed: put the right ones

Examples:
  npm run content -- audit
  npm run content -- audit --repair --json`,

  sample: `Usage: content sample --fighters N --events N --news N [--media N] [--seed N] [--only NAMES] [--json] <folder>

Writes a made-up archive with realistic shapes, for load and tests; the same numbers give the same files.

  --fighters N  (2000)      --events N  (500)      --news N  (100000)
  --media N     (a tenth of the news)               --seed N  (1)

Example:
  npm run content -- sample --fighters 2000 --events 500 --news 100000 --seed 1 archive/`,
} as const;

export type Verb = keyof typeof verbs;

const firstLines: Record<Verb, string> = {
  publish: 'replace whole collections from files, all or nothing',
  put: 'add or replace a few records',
  remove: 'remove a few records',
  list: 'what can be rolled back to, newest first',
  diff: 'records that differ between two generations',
  rollback: 'bring an earlier generation back',
  export: 'write all content to files',
  audit: 'look for what does not fit in the store, and repair it',
  sample: 'write a made-up archive',
};

export const help = `Usage: content <verb> …

${Object.entries(firstLines)
  .map(([verb, line]) => `  ${verb.padEnd(9)} ${line}`)
  .join('\n')}

content <verb> --help explains each, with examples.

${environment}

${exits}`;

export const helpOf = (verb: Verb) => `${verbs[verb]}

${verb === 'sample' ? '' : `${environment}\n\n`}${exits}`;

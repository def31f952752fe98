import { BadArguments, flag, text } from '../../common/cli/arguments.ts';
import { type CollectionName, collectionNames } from '../../contracts/content/collections/index.ts';
import { audit, type Finding } from '../../server/content/audit.ts';
import { closestWord, type ErrorSummary, suggestion } from '../../server/content/errors.ts';
import { exportContent } from '../../server/content/export.ts';
import { publishSources } from '../../server/content/publish.ts';
import { putRecords, removeRecords } from '../../server/content/put-and-remove.ts';
import { openContentFiles, openFile, openStream } from '../../server/content/sources.ts';
import type { Generation } from '../../server/store/content/generations.ts';
import type { Store } from '../../server/store/index.ts';
import {
  formatBytes,
  formatCounts,
  formatNumber,
  type Output,
  type ProgressBar,
  printWarnings,
  shownOfKind,
} from './output.ts';

/** What a verb did: lines for a person, an object for a program. */
interface Result {
  lines: string[];
  json: Record<string, unknown>;
  exitCode?: number;
}

/** What a verb works with. */
interface Context {
  /** Runs an action with the store, which is opened for it. */
  withStore<T>(action: (store: Store) => Promise<T>): Promise<T>;
  stdin: AsyncIterable<Buffer>;
  stdout: Output;
  stderr: Output;
  progress: ProgressBar;
  /** Who makes the change. */
  who: string;
}

/** Every option that a verb may take. */
export type Values = Partial<{
  only: string;
  strict: boolean;
  check: boolean;
  json: boolean;
  who: string;
  generation: string;
  force: boolean;
  repair: boolean;
}>;

export interface Verb {
  /** One line for `content --help`. */
  summary: string;
  /** For `content <verb> --help`. */
  help: string;
  options: { [Option in keyof Values]: typeof flag | typeof text };
  /** @throws {BadArguments} */
  run(values: Values, names: string[], context: Context): Promise<Result>;
}

const changeOptions = { json: flag, who: text };

const changeHelp = `  --json        print one JSON object instead of lines: errors as faults, and the first 50 warnings of each kind,
                with counts
  --who NAME    who makes the change, for content list (default: user@host)`;

function parseCollection(name: string): CollectionName {
  const found = collectionNames.find((candidate) => candidate === name);
  if (found) return found;
  const closest = suggestion(closestWord(name, collectionNames));
  throw new BadArguments(`unknown collection "${name}": expected one of ${collectionNames.join(', ')}${closest}`);
}

/** @param only names with commas between. */
function parseCollections(only: string | undefined): CollectionName[] | undefined {
  const names = only?.split(',').filter((name) => name !== '');
  if (names?.length === 0) throw new BadArguments('--only needs the name of a collection');
  return names?.map(parseCollection);
}

function parseNumber(generation: string, expected: string): number {
  if (/^\d{1,9}$/.test(generation)) return Number(generation);
  throw new BadArguments(`unknown generation "${generation}": expected ${expected}`);
}

/** @param name a number, or `live`. */
async function parseGeneration(store: Store, name: string): Promise<number> {
  if (name !== 'live') return parseNumber(name, 'a number or "live"');
  return (await store.content.generations.list()).find(({ isLive }) => isLive)?.number ?? 0;
}

const warningsJson = ({ first, kinds, count }: ErrorSummary) => ({
  warnings: first,
  warningKinds: kinds,
  warningCount: count,
});

const shownSkipped = 10;

/** Names what is in a folder and is not read. */
function printSkipped(stderr: Output, paths: readonly string[]): void {
  for (const path of paths.slice(0, shownSkipped)) stderr.write(`${path}: skipped, is not named after a collection\n`);
  const more = paths.length - shownSkipped;
  if (more > 0) stderr.write(`and ${more} more skipped\n`);
}

const publish: Verb = {
  summary: 'replace whole collections from files, all or nothing',
  help: `Usage: npm run content -- publish <folder | file… | -> [--only NAMES] [--strict] [--check] [--json]
       [--who NAME]

Replaces whole collections, all at once. Each file is named after its collection and holds one record per line
(.ndjson, of any size) or an array of records (.json, up to 64 MiB). In a folder, hidden files are ignored, and other
files and subfolders are skipped and named. Collections without a file stay as they are. Every record is checked before
anything changes.

Collections: ${collectionNames.join(', ')}.

  --only NAMES  publish only these collections, separated by commas; with -, the collection on standard input
  --strict      refuse warnings: references to missing records, a statid that two fighters or two fights share, dates
                out of order, texts in one locale only
  --check       check everything and publish nothing
${changeHelp}

Examples:
  npm run content -- publish content/
  npm run content -- publish fighters.json events.ndjson
  npm run content -- publish content/ --only news,alerts --strict
  gunzip -c news.ndjson.gz | npm run content -- publish - --only news`,
  options: { only: text, strict: flag, check: flag, ...changeOptions },
  async run({ strict = false, check = false, json, ...values }, paths, { withStore, stdin, stderr, progress, who }) {
    if (paths.length === 0) throw new BadArguments('publish needs a folder, files or -');
    const only = parseCollections(values.only);
    const [collection, ...others] = only ?? [];
    const skipped: string[] = [];
    let sources: Awaited<ReturnType<typeof openContentFiles>>;
    if (paths.includes('-')) {
      if (paths.length > 1 || collection === undefined || others.length > 0) {
        throw new BadArguments('publish - needs --only with the one collection on standard input');
      }
      sources = [openStream(collection, 'standard input', stdin)];
      // Before Redis starts, so that a wrong path is reported at once.
    } else sources = await openContentFiles(paths, only, (path) => skipped.push(path));
    if (!json) printSkipped(stderr, skipped);
    // Leaves out the start of the process and of Redis.
    let startMs = 0;
    const published = await withStore((store) => {
      startMs = performance.now();
      return publishSources(store, sources, {
        who,
        strict,
        checkOnly: check,
        progress: ({ collection, records, bytes, totalBytes }) => progress.show(collection, records, bytes, totalBytes),
      });
    });
    if (!json) printWarnings(stderr, published.warnings);
    const counts = formatCounts(published);
    return {
      lines: [check ? `Fits: ${counts}. Nothing was published.` : `Published ${counts}.`],
      json: {
        published: !check,
        records: Object.fromEntries(published),
        ...warningsJson(published.warnings),
        skipped,
        seconds: (performance.now() - startMs) / 1000,
        peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      },
    };
  },
};

const put: Verb = {
  summary: 'add or replace a few records',
  help: `Usage: npm run content -- put <collection> <file | -> [--strict] [--json] [--who NAME]

Adds records to a collection, or replaces those with the same key, all at once for every reader. The file holds one
record over any number of lines, an array, or one record per line: at most 5,000 records, 32 MiB, and 100,000 ids in
lists. The cost depends on these records, not on the size of the collection.

  --strict      refuse warnings
${changeHelp}

Examples:
  npm run content -- put news article.json
  echo '{"id":7, …}' | npm run content -- put alerts -`,
  options: { strict: flag, ...changeOptions },
  async run({ strict = false, json }, [name, path, ...more], { withStore, stdin, stderr, who }) {
    if (name === undefined || path === undefined || more.length > 0) {
      throw new BadArguments('put needs a collection and a file or -');
    }
    const collection = parseCollection(name);
    const source =
      path === '-' ? openStream(collection, 'standard input', stdin) : await openFile(collection, path, 'any');
    const { generation, changed, given, warnings } = await withStore((store) =>
      putRecords(store, source, { who, strict }),
    );
    if (!json) printWarnings(stderr, warnings);
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

const remove: Verb = {
  summary: 'remove a few records',
  help: `Usage: npm run content -- remove <collection> <key…> [--json] [--who NAME]

Removes records, all at once for every reader. The key of a record is its id; of pages, the page; of stats, statid:stat.

${changeHelp}

Examples:
  npm run content -- remove news 51288 51289
  npm run content -- remove stats 10007:Knockdowns`,
  options: changeOptions,
  async run(_values, [name, ...recordKeys], { withStore, who }) {
    if (name === undefined || recordKeys.length === 0) throw new BadArguments('remove needs a collection and keys');
    const collection = parseCollection(name);
    const { generation, changed, missing } = await withStore((store) =>
      removeRecords(store, collection, recordKeys, who),
    );
    const lines = changed > 0 ? [`Removed ${changed} ${collection}: generation ${generation}.`] : [];
    if (missing.length > 0) lines.push(`${collection}: no record has the key ${missing.join(' or ')}.`);
    return { lines, json: { generation, changed, missing }, exitCode: changed === 0 ? 1 : 0 };
  },
};

const sum = (figures: Partial<Record<string, number>>) =>
  Object.values(figures).reduce<number>((total, figure) => total + (figure ?? 0), 0);

function describeChange({ kind, to, changed }: Generation): string {
  if (kind === 'rollback') return `rollback to ${to}`;
  return changed === undefined ? kind : `${kind} ${changed}`;
}

const list: Verb = {
  summary: 'list the generations that a rollback can restore, newest first',
  help: `Usage: npm run content -- list [--json]

Lists the generations that a rollback can restore, newest first: number, time, change, bytes, who, records. * is live.

Examples:
  npm run content -- list
  npm run --silent content -- list --json | jq '.generations[0].records'`,
  options: { json: flag },
  async run(_values, names, { withStore }) {
    if (names.length > 0) throw new BadArguments('list takes no names');
    const generations = await withStore((store) => store.content.generations.list());
    const rows = generations.map((generation) => [
      `${generation.isLive ? '*' : ' '} ${generation.number}`,
      generation.timeMs === undefined ? '' : `${new Date(generation.timeMs).toISOString().slice(0, 19)}Z`,
      describeChange(generation),
      formatBytes(sum(generation.bytes)),
      generation.who,
      formatCounts(Object.entries(generation.records)),
    ]);
    const widthOf = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
    const lines = rows.map((row) =>
      row
        .map((cell, column) => cell.padEnd(column < 5 ? widthOf(column) : 0))
        .join('  ')
        .trimEnd(),
    );
    return { lines: lines.length > 0 ? lines : ['Nothing has been published yet.'], json: { generations } };
  },
};

const signs = { added: '+', changed: '~', removed: '-' };
/** How many differences the JSON object lists. */
const maxListed = 10_000;

const diff: Verb = {
  summary: 'list the records that differ between two generations',
  help: `Usage: npm run content -- diff <from> <to> [--json]

Lists the records that differ between two generations of content list, and counts them. A generation is its number, or
live for the live one.

Examples:
  npm run content -- diff 41 42
  npm run content -- diff 41 live`,
  options: { json: flag },
  async run({ json }, [from, to, ...more], { withStore, stdout }) {
    if (from === undefined || to === undefined || more.length > 0)
      throw new BadArguments('diff needs two generations, such as 41 live');
    const counts = { added: 0, changed: 0, removed: 0 };
    const differences: { collection: string; key: string; change: string }[] = [];
    await withStore(async (store) => {
      const [first, second] = [await parseGeneration(store, from), await parseGeneration(store, to)];
      for await (const difference of store.content.generations.diff(first, second)) {
        const { collection, key, change } = difference;
        counts[change]++;
        if (!json) stdout.write(`${signs[change]} ${collection} ${key}\n`);
        else if (differences.length < maxListed) differences.push(difference);
      }
    });
    const isSame = counts.added + counts.changed + counts.removed === 0;
    const summary = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed.`;
    return { lines: [isSame ? 'No difference.' : summary], json: { ...counts, differences } };
  },
};

const rollback: Verb = {
  summary: 'restore an earlier generation',
  help: `Usage: npm run content -- rollback [generation] [--json] [--who NAME]

Restores the content of a generation of content list; without a number, of the one before the live one. A rollback
makes a new generation, so it can itself be rolled back.

${changeHelp}

Examples:
  npm run content -- rollback
  npm run content -- rollback 41`,
  options: changeOptions,
  async run(_values, [name, ...more], { withStore, who }) {
    if (more.length > 0) throw new BadArguments('rollback needs at most one generation');
    const { generation, to, collections } = await withStore(async (store) => {
      const target = name === undefined ? undefined : await parseGeneration(store, name);
      const done = await store.content.generations.rollBack(target, who);
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

const exportVerb: Verb = {
  summary: 'write all content to files',
  help: `Usage: npm run content -- export <folder> [--generation N] [--force] [--json]

Writes all content, one .ndjson file per collection. Publishing the folder gives the same replies byte for byte.

  --generation N  an earlier generation of content list (default: the live one)
  --force         replace existing content files

Examples:
  npm run content -- export backup/
  npm run content -- export before/ --generation 41`,
  options: { generation: text, force: flag, json: flag },
  async run({ generation: given, force = false }, [folder, ...more], { withStore, progress }) {
    if (folder === undefined || more.length > 0) throw new BadArguments('export needs one folder');
    const { generation, records, bytes } = await withStore((store) =>
      exportContent(store, folder, {
        ...(given !== undefined && { generation: parseNumber(given, 'a number') }),
        overwrite: force,
        progress: (collection, count) => progress.show(collection, count),
      }),
    );
    return {
      lines: [`Exported generation ${generation} to ${folder}: ${formatCounts(records)}; ${formatBytes(bytes)}.`],
      json: { generation, records: Object.fromEntries(records), bytes },
    };
  },
};

const formatFinding = ({ level, kind, where, says, repaired }: Finding) =>
  `${level}: ${kind}: ${where} ${says}${repaired ? ' (repaired)' : ''}`;

/** The first warnings of each kind, and how many more there are. */
function formatWarnings(warnings: readonly Finding[]): string[] {
  return [...Map.groupBy(warnings, ({ kind }) => kind)].flatMap(([kind, found]) => {
    const more = found.length - shownOfKind;
    const shown = found.slice(0, shownOfKind).map(formatFinding);
    return more > 0 ? [...shown, `warning: and ${more} more: ${kind}`] : shown;
  });
}

const auditVerb: Verb = {
  summary: 'find inconsistencies in the store, and repair them',
  help: `Usage: npm run content -- audit [--repair] [--json]

Checks everything stored: every record against its schema, every list against its records, every reference, the
generations and figures of content list, and every tally against its votes and scorecards. The exit code is 1 after
errors, but not after warnings. If a collection changes during the audit, a warning says that its lists and figures were not
compared.

  --repair  correct lists, figures, tallies and the list of generations; damaged records stay: put correct ones

Examples:
  npm run content -- audit
  npm run content -- audit --repair --json`,
  options: { repair: flag, json: flag },
  async run({ repair = false }, names, { withStore, progress }) {
    if (names.length > 0) throw new BadArguments('audit takes no names');
    const { findings, looked } = await withStore((store) =>
      audit(store, { repair, progress: (what, count) => progress.show(what, count) }),
    );
    const errors = findings.filter(({ level }) => level === 'error');
    const warnings = findings.filter(({ level }) => level === 'warning');
    const open = errors.filter(({ repaired }) => !repaired).length;
    const summary = [
      formatNumber(errors.length, 'error'),
      ...(repair ? [`${errors.length - open} repaired`] : []),
      formatNumber(warnings.length, 'warning'),
    ].join(', ');
    return {
      lines: [
        ...errors.map(formatFinding),
        ...formatWarnings(warnings),
        `Checked ${formatCounts(Object.entries(looked))}: ${summary}.`,
      ],
      json: { findings, looked, errors: errors.length, open, warnings: warnings.length },
      exitCode: open > 0 ? 1 : 0,
    };
  },
};

export const verbs: Readonly<Record<string, Verb>> = {
  publish,
  put,
  remove,
  list,
  diff,
  rollback,
  export: exportVerb,
  audit: auditVerb,
};

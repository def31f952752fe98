import { BadArguments, flag, readArguments, text } from '../../contracts/command-line/arguments.ts';
import type { CollectionName } from '../../contracts/content/collections/index.ts';
import { audit, type Finding } from '../../server/content/audit.ts';
import { putRecords, removeRecords } from '../../server/content/change.ts';
import { exportContent } from '../../server/content/export.ts';
import type { Found } from '../../server/content/found.ts';
import { publishSources } from '../../server/content/publish.ts';
import {
  anySource,
  BadPath,
  collectionNamed,
  contentSources,
  fileSource,
  streamSource,
} from '../../server/content/read.ts';
import { writeSample } from '../../server/content/sample.ts';
import type { Generation, Store } from '../../server/store/index.ts';
import type { Verb } from './help.ts';
import { Bar, bytesOf, counted, ownName, printWarnings, shownOfKind, Usage } from './output.ts';

/** What a verb has done: lines for a person, an object for a program. */
export interface Done {
  lines: string[];
  json: Record<string, unknown>;
  exitCode?: number;
}

/** Runs an action with the store, which is opened for it. */
export type WithStore = <T>(action: (store: Store) => Promise<T>) => Promise<T>;

interface Options {
  only: string;
  strict: boolean;
  check: boolean;
  json: boolean;
  who: string;
  generation: string;
  force: boolean;
  repair: boolean;
  fighters: string;
  events: string;
  news: string;
  media: string;
  seed: string;
}
type Values = Partial<Options>;
type Run = (values: Values, names: string[], withStore: WithStore) => Promise<Done>;

const standardInput = () => process.stdin as AsyncIterable<Buffer>;

/** @throws {Usage} */
function collectionOf(name: string): CollectionName {
  try {
    return collectionNamed(name);
  } catch (error) {
    throw error instanceof BadPath ? new Usage(error.message) : error;
  }
}

const namesOf = (only: string | undefined): CollectionName[] | undefined =>
  only === undefined
    ? undefined
    : only
        .split(',')
        .filter((name) => name !== '')
        .map(collectionOf);

function integer(values: Values, name: keyof Options, fallback: number): number {
  const given = values[name] ?? String(fallback);
  if (typeof given !== 'string' || !/^\d{1,9}$/.test(given)) throw new Usage(`--${name} must be a whole number`);
  return Number(given);
}

const warningsOf = (found: Found | undefined) => ({
  warnings: found?.first ?? [],
  warningKinds: found?.kinds ?? {},
  warningCount: found?.count ?? 0,
});

const plural = (collection: string, count: number) => `${count} ${collection}`;
const publish: Run = async (values, paths, withStore) => {
  if (paths.length === 0) throw new Usage('publish needs a folder, files or -');
  const only = namesOf(values.only);
  const isStream = paths.includes('-');
  if (isStream && (paths.length > 1 || only?.length !== 1)) {
    throw new Usage('publish - needs --only with the one collection that standard input holds');
  }
  const sources = async () =>
    isStream
      ? [await streamSource(only?.[0] as CollectionName, 'standard input', standardInput())]
      : contentSources(paths, only);
  // A wrong path is said before a Redis is started for it.
  const given = await sources();
  // Without the start of the process and of Redis.
  let started = 0;
  const bar = new Bar(values.json === true);
  const published = await withStore((store) => {
    started = performance.now();
    return publishSources(store, given, {
      who: values.who ?? ownName(),
      strict: values.strict ?? false,
      checkOnly: values.check ?? false,
      progress: ({ collection, records, bytes, totalBytes }) => bar.show(collection, records, bytes, totalBytes),
    });
  }).finally(() => bar.end());
  if (!values.json && published.warnings) printWarnings(published.warnings);
  const all = [...published].map(([collection, count]) => plural(collection, count)).join(', ');
  const { maxRSS } = process.resourceUsage();
  return {
    lines: [values.check ? `Fits: ${all}. Nothing was published.` : `Published ${all}.`],
    json: {
      published: !values.check,
      records: Object.fromEntries(published),
      ...warningsOf(published.warnings),
      seconds: (performance.now() - started) / 1000,
      peakMemoryBytes: maxRSS * 1024,
    },
  };
};

const put: Run = async (values, [name, path, ...more], withStore) => {
  if (name === undefined || path === undefined || more.length > 0)
    throw new Usage('put needs a collection and a file or -');
  const collection = collectionOf(name);
  const source =
    path === '-' ? await anySource(collection, 'standard input', standardInput()) : await fileSource(collection, path);
  const options = { who: values.who ?? ownName(), strict: values.strict ?? false };
  const { generation, changed, given, warnings } = await withStore((store) => putRecords(store, source, options));
  if (!values.json) printWarnings(warnings);
  const same = given - changed;
  return {
    lines: [
      changed === 0
        ? `Nothing to change: ${collection} had ${given === 1 ? 'this record' : 'these records'} already.`
        : `Put ${plural(collection, changed)}${same > 0 ? ` (${same} had not changed)` : ''}: generation ${generation}.`,
    ],
    json: { generation, changed, given, ...warningsOf(warnings) },
  };
};

const remove: Run = async (values, [name, ...recordKeys], withStore) => {
  if (name === undefined || recordKeys.length === 0) throw new Usage('remove needs a collection and keys');
  const collection = collectionOf(name);
  const { generation, changed, missing } = await withStore((store) =>
    removeRecords(store, collection, recordKeys, values.who ?? ownName()),
  );
  const lines = changed > 0 ? [`Removed ${plural(collection, changed)}: generation ${generation}.`] : [];
  if (missing.length > 0) lines.push(`${collection} has no ${missing.join(', ')}.`);
  return { lines, json: { generation, changed, missing }, exitCode: changed === 0 ? 1 : 0 };
};

const sum = (figures: Partial<Record<string, number>>) =>
  Object.values(figures).reduce<number>((all, one) => all + (one ?? 0), 0);

function describe({ kind, to, changed }: Generation): string {
  if (kind === 'rollback') return `rollback to ${to}`;
  return changed === undefined ? kind : `${kind} ${changed}`;
}

const list: Run = async (_values, names, withStore) => {
  if (names.length > 0) throw new Usage('list takes no names');
  const generations = await withStore((store) => store.content.generations.list());
  const rows = generations.map((one) => [
    `${one.isLive ? '*' : ' '} ${one.number}`,
    one.timeMs === undefined ? '' : `${new Date(one.timeMs).toISOString().slice(0, 19)}Z`,
    describe(one),
    bytesOf(sum(one.bytes)),
    one.who,
    Object.entries(one.records)
      .map(([collection, count]) => plural(collection, count ?? 0))
      .join(', '),
  ]);
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(0, ...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return { lines: lines.length > 0 ? lines : ['Nothing was published yet.'], json: { generations } };
};

async function generationNamed(store: Store, name: string): Promise<number> {
  if (name !== 'live') {
    if (!/^\d{1,9}$/.test(name)) throw new Usage(`${name} is no number of a generation`);
    return Number(name);
  }
  return (await store.content.generations.list()).find(({ isLive }) => isLive)?.number ?? 0;
}

const diff: Run = async (values, [from, to, ...more], withStore) => {
  if (from === undefined || to === undefined || more.length > 0) throw new Usage('diff needs two generations');
  const counts = { added: 0, changed: 0, removed: 0 };
  const shown: { collection: string; key: string; change: string }[] = [];
  await withStore(async (store) => {
    const [first, second] = [await generationNamed(store, from), await generationNamed(store, to)];
    for await (const difference of store.content.generations.diff(first, second)) {
      counts[difference.change]++;
      if (values.json) {
        if (shown.length < 10_000) shown.push(difference);
      } else
        console.log(
          `${{ added: '+', changed: '~', removed: '-' }[difference.change]} ${difference.collection} ${difference.key}`,
        );
    }
  });
  const total = counts.added + counts.changed + counts.removed;
  const said = `${counts.added} added, ${counts.changed} changed, ${counts.removed} removed.`;
  return { lines: [total === 0 ? 'No difference.' : said], json: { ...counts, differences: shown } };
};

const rollback: Run = async (values, [name, ...more], withStore) => {
  if (more.length > 0) throw new Usage('rollback needs at most one generation');
  const { generation, to, collections } = await withStore(async (store) => {
    const target = name === undefined ? undefined : await generationNamed(store, name);
    const done = await store.content.generations.rollBack(target, values.who ?? ownName());
    await store.live.joinFights();
    return done;
  });
  const what = collections.length > 0 ? collections.join(', ') : 'nothing differs';
  return {
    lines: [`Rolled back to generation ${to} (${what}): generation ${generation}.`],
    json: { generation, to, collections },
  };
};

const exported: Run = async (values, [folder, ...more], withStore) => {
  if (folder === undefined || more.length > 0) throw new Usage('export needs one folder');
  const bar = new Bar(values.json === true);
  const done = await withStore((store) =>
    exportContent(store, folder, {
      ...(values.generation !== undefined && { generation: integer(values, 'generation', 0) }),
      overwrite: values.force ?? false,
      progress: (collection, records) => bar.show(collection, records, 0, 0),
    }),
  ).finally(() => bar.end());
  const all = [...done.records].map(([collection, count]) => plural(collection, count)).join(', ');
  return {
    lines: [`Exported generation ${done.generation} to ${folder}: ${all}; ${bytesOf(done.bytes)}.`],
    json: { generation: done.generation, records: Object.fromEntries(done.records), bytes: done.bytes },
  };
};

const audited: Run = async (values, names, withStore) => {
  if (names.length > 0) throw new Usage('audit takes no names');
  const bar = new Bar(values.json === true);
  const { findings, looked } = await withStore((store) =>
    audit(store, { repair: values.repair ?? false, progress: (what, count) => bar.show(what, count, 0, 0) }),
  ).finally(() => bar.end());
  const errors = findings.filter(({ level }) => level === 'error');
  const open = errors.filter(({ repaired }) => !repaired);
  const lineOf = ({ level, kind, where, says, repaired }: Finding) =>
    `${level}: ${kind}: ${where} ${says}${repaired ? ' (repaired)' : ''}`;
  const lines = errors.map(lineOf);
  for (const [kind, found] of Map.groupBy(
    findings.filter(({ level }) => level === 'warning'),
    (finding) => finding.kind,
  )) {
    lines.push(...found.slice(0, shownOfKind).map(lineOf));
    if (found.length > shownOfKind) lines.push(`warning: and ${found.length - shownOfKind} more: ${kind}`);
  }
  const all = Object.entries(looked).map(([what, count]) => plural(what, count));
  const warnings = findings.length - errors.length;
  lines.push(
    `Looked at ${all.join(', ')}: ${counted(errors.length, 'error')}${values.repair ? `, ${errors.length - open.length} repaired` : ''}, ${counted(warnings, 'warning')}.`,
  );
  return {
    lines,
    json: { findings, looked, errors: errors.length, open: open.length, warnings },
    exitCode: open.length > 0 ? 1 : 0,
  };
};

const sample: Run = async (values, [folder, ...more]) => {
  if (folder === undefined || more.length > 0) throw new Usage('sample needs one folder');
  const size = {
    fighters: integer(values, 'fighters', 2_000),
    events: integer(values, 'events', 500),
    news: integer(values, 'news', 100_000),
    seed: integer(values, 'seed', 1),
    ...(values.media !== undefined && { media: integer(values, 'media', 0) }),
  };
  const bar = new Bar(values.json === true);
  const { records, bytes } = await writeSample(folder, size, namesOf(values.only), (name, count) =>
    bar.show(name, count, name === 'news' ? count : 0, name === 'news' ? size.news : 0),
  ).finally(() => bar.end());
  const all = [...records].map(([collection, count]) => plural(collection, count)).join(', ');
  return {
    lines: [`Wrote ${all} to ${folder}: ${bytesOf(bytes)}.`],
    json: { records: Object.fromEntries(records), bytes },
  };
};

const whoAndJson = { json: flag, who: text };

/** Each verb: its options and what it runs. */
const table: Record<Verb, { options: Record<string, typeof flag | typeof text>; run: Run }> = {
  publish: { options: { only: text, strict: flag, check: flag, ...whoAndJson }, run: publish },
  put: { options: { strict: flag, ...whoAndJson }, run: put },
  remove: { options: whoAndJson, run: remove },
  list: { options: { json: flag }, run: list },
  diff: { options: { json: flag }, run: diff },
  rollback: { options: whoAndJson, run: rollback },
  export: { options: { generation: text, force: flag, json: flag }, run: exported },
  audit: { options: { repair: flag, json: flag }, run: audited },
  sample: {
    options: { fighters: text, events: text, news: text, media: text, seed: text, only: text, json: flag },
    run: sample,
  },
};

/** @throws {Usage} when the arguments do not fit the verb. */
export function parseVerb(verb: Verb, args: string[]): { json: boolean; run: (withStore: WithStore) => Promise<Done> } {
  const { options, run } = table[verb];
  try {
    const { values, positionals } = readArguments(args, options, 'names');
    const given = values as Values;
    return { json: given.json === true, run: (withStore) => run(given, positionals, withStore) };
  } catch (error) {
    throw error instanceof BadArguments ? new Usage(error.message) : error;
  }
}

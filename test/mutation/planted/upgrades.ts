/** Servers of two versions on one store; backups and restores. */
import type { PlantedFault } from './fault.ts';

const schema = 'test/server/store/schema.test.ts';
const changing = 'test/server/store/backup-changing.test.ts';
const files = 'test/server/store/backup-files.test.ts';
const restores = 'test/server/store/restores.test.ts';
const script = 'server/store/schema/openStore-2.lua';

export const planted: readonly PlantedFault[] = [
  {
    title: 'an older server starts on a store that asks for a newer one',
    file: script,
    from: 'if own < least then return { -1, version, least, spread } end',
    to: '',
    test: schema,
  },
  {
    title: 'a server starts on a store that is too old for it',
    file: script,
    from: 'if version < ownLeast then return { -2, version, least, spread } end',
    to: '',
    test: schema,
  },
  {
    title: 'an older server lowers the schema of the store',
    file: script,
    from: 'version, least = math.max(version, own), math.max(least, ownLeast)',
    to: 'version, least = own, ownLeast',
    test: schema,
  },
  {
    title: 'an old store without a schema counts as empty',
    file: script,
    from: "local before = count and '1' or ARGV[1]",
    to: 'local before = ARGV[1]',
    test: schema,
  },
  {
    title: 'a worker with new code does not ask whether it may use the store',
    file: 'server/processes/worker.ts',
    from: "  await enterStore(store, isFirst && redis.reads.status === 'ready', (error) => {",
    to: '  void (async (..._: unknown[]) => undefined)(store, isFirst, (error: unknown) => {',
    test: 'test/server/processes/versions.test.ts',
  },
  {
    title: 'a script reads another key and no line says how servers share it',
    file: 'server/store/content/touchLock-1.lua',
    from: "if redis.call('GET', lock) ~= token then return 0 end",
    to: "if redis.call('GETEX', lock) ~= token then return 0 end",
    test: 'test/server/store/stored-list.test.ts',
  },
  {
    title: 'a backup mixes two generations of content',
    file: 'server/store/backup/read-content.ts',
    from: 'for (const part of correctionsOf(records, await readBefore(client, records, live))) await sink.write(part);',
    to: 'await readBefore(client, records, live);',
    test: changing,
  },
  {
    title: 'a backup has what a record was between two changes, not at the start',
    file: 'server/store/backup/read-content.ts',
    from: 'if (!before.has(name)) before.set(name, { field, value });',
    to: 'before.set(name, { field, value });',
    test: changing,
  },
  {
    title: 'a restore leaves in lists what was added after the start of the backup',
    file: 'server/store/backup/write-store.ts',
    from: "if (removed) return [[removals[type] ?? '', key, ...values]];",
    to: 'if (removed) return [];',
    test: changing,
  },
  {
    title: 'a backup has content of which records were dropped',
    file: 'server/store/backup/read-content.ts',
    from: 'if (left.has(live)) {',
    to: 'if (left.size > 0) {',
    test: files,
  },
  {
    title: 'a backup has earlier generations of which records were dropped',
    file: 'server/store/backup/read-content.ts',
    from: 'generations.filter((number) => left.has(number)),',
    to: 'generations,',
    test: changing,
  },
  {
    title: 'a backup that begins again keeps what it has written',
    file: 'server/store/backup/write-file.ts',
    from: 'this.#written = { ...mark, hash: mark.hash.copy() };',
    to: '',
    test: files,
  },
  {
    title: 'a backup does not mind slots that move',
    file: 'server/store/backup/find-keys.ts',
    from: "if (slots.some((slot) => slot.startsWith('[')))",
    to: "if (slots[0]?.startsWith('['))",
    test: 'test/server/store/backup-drill.test.ts',
  },
  {
    title: 'a backup leaves out the keys of a master that the client does not know',
    file: 'server/store/backup/find-keys.ts',
    from: 'if (found !== slotsOfCluster)',
    to: 'if (found > slotsOfCluster)',
    test: 'test/server/store/backup-drill.test.ts',
  },
  {
    title: 'a backup stores bytes that are no UTF-8 as text',
    file: 'server/store/backup/format.ts',
    from: 'isUtf8(bytes) ?',
    to: 'bytes ?',
    test: files,
  },
  {
    title: 'a restore believes lines in any order',
    file: 'server/store/backup/read-file.ts',
    from: "line.parts !== parts || line.sha256 !== hash.copy().digest('hex')",
    to: 'line.parts === undefined',
    test: files,
  },
  {
    title: 'a restore trusts the tallies of a backup that was made during votes',
    file: 'server/store/backup/write-store.ts',
    from: 'tallies(true)',
    to: 'tallies(false)',
    test: files,
  },
  {
    title: 'a server starts on half a restore',
    file: 'server/store/backup/write-store.ts',
    from: 'await this.#mark(earlier, isUnfinished ? this.#filling : this.#checking);',
    to: '',
    test: restores,
  },
  {
    title: 'a restore mixes a backup with the data that are there',
    file: 'server/store/backup/write-store.ts',
    from: 'if (!isUnfinished && !replace) await this.#refuseData(signal);',
    to: '',
    test: restores,
  },
  {
    title: 'a restore removes data because another was killed while it looked for them',
    file: 'server/store/backup/write-store.ts',
    from: "const isUnfinished = earlier.startsWith('filling');",
    to: "const isUnfinished = earlier !== '';",
    test: restores,
  },
  {
    title: 'two restores write to one store',
    file: 'server/store/backup/write-store.ts',
    from: 'if ((await this.#readMark()) !== this.#filling)',
    to: "if ((await this.#readMark()) === '')",
    test: restores,
  },
  {
    title: 'a refused restore removes the mark of another',
    file: 'server/store/schema/markRestore-1.lua',
    from: 'if present ~= ARGV[1] then return 0 end',
    to: '',
    test: restores,
  },
  {
    title: 'a restored history never expires',
    file: 'server/store/backup/write-store.ts',
    from: 'if (expiresMs !== undefined)',
    to: 'if (expiresMs === 0)',
    test: files,
  },
];

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { copyRepository } from '../support/run/copy-repository.ts';
import { sharedCache } from '../support/run/shared-cache.ts';
import { withoutLinks } from '../support/run/without-links.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fightcard-recipe-'));
  copyRepository(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (file: string, text: string) => writeFileSync(join(folder, file), text);

function insertBefore(file: string, place: string, text: string): void {
  const parts = readFileSync(join(folder, file), 'utf8').split(place);
  expect(parts, `${file} has "${place}"`).to.have.length(2);
  write(file, parts.join(text + place));
}

/** Runs a program of the copy. @returns its exit code and what it wrote. */
function run(...args: string[]): { status: number | null; output: string } {
  const env = { ...process.env, ...sharedCache(folder), NODE_OPTIONS: withoutLinks.join(' ') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { status, output: stdout + stderr };
}

/** Runs test files of the copy. @returns the titles of the tests that fail. */
function failuresOf(...files: string[]): string[] {
  const { output } = run('node_modules/mocha/bin/mocha.js', '--reporter', 'json', ...files);
  const report = JSON.parse(output.slice(output.indexOf('{\n'))) as { failures: { fullTitle: string }[] };
  return report.failures.map(({ fullTitle }) => fullTitle);
}

describe('the recipes of the guides', () => {
  it('add a route with a new collection', () => {
    insertBefore(
      'contracts/routes.ts',
      '  alerts: {\n',
      `  venues: {
    path: '/venues',
    tag: 'events',
    summary: 'Venues, by id.',
    reply: both(schemas.Venue),
    list: { limit: 'all', sortKey: 'venues' },
  },
`,
    );
    write(
      'contracts/schemas/venues.ts',
      `import type { Static } from 'typebox';
import { common, described, Filled, record } from './common.ts';

export const Venue = record('Venue', 'A place of events.', { id: common.id, name: described(Filled, 'Its name.') });
export type Venue = Static<typeof Venue>;
`,
    );
    write(
      'contracts/content/collections/venues.ts',
      `import { Venue } from '../../schemas/venues.ts';
import { type Localizable, shape } from '../shape.ts';
import { type Collection, isNumber, sortKey } from './collection.ts';

export type VenueRecord = Localizable<Venue, 'name'>;

export const venues: Collection<VenueRecord> = {
  ...shape<VenueRecord>(Venue.properties, { localized: ['name'] }),
  key: (record) => String(record.id),
  order: 'ascending',
  sort: (record) => sortKey(record.id),
  isSortKey: isNumber,
  lists: () => [],
};
`,
    );
    write(
      'contracts/content/represent/venues.ts',
      `import type { Family } from '../../families.ts';
import { Venue } from '../../schemas/venues.ts';
import type { VenueRecord } from '../collections/venues.ts';
import { cut } from './cut.ts';

export const venue = (record: VenueRecord, family: Family): Venue => cut(Venue, record, family);
`,
    );
    write(
      'contracts/world/venues.ts',
      `import { both, type Raw } from './text.ts';

export const venues: readonly Raw[] = [
  { id: 901, name: both('Arena del Puerto', 'Harbour Arena') },
  { id: 902, name: both('Arena del Norte', 'Northern Arena') },
];
`,
    );
    write(
      'contracts/interactions/venues.ts',
      `import { venues as collection } from '../content/collections/venues.ts';
import { venue } from '../content/represent/venues.ts';
import { familyNames } from '../families.ts';
import type { Interaction } from './interaction.ts';
import { listOf } from './lists.ts';
import { content } from './sample.ts';

const { records } = content.list('venues');

export const venues: Interaction[] = familyNames.flatMap((family) =>
  listOf('venues', family, {
    what: 'venues',
    body: records.map((record) => venue(record, family)),
    keys: records.map(collection.sort),
  }),
);
`,
    );
    write(
      'server/handlers/venues.ts',
      `import { venue } from '../../contracts/content/represent/venues.ts';
import { readListReply } from './list-reply.ts';
import type { Handler } from './types.ts';

export const venues: Handler<'venues'> = async ({ family, values, content }) =>
  readListReply(content, 'venues', undefined, values, (record) => venue(record, family));
`,
    );
    const generated = run('scripts/generate.ts');
    expect(generated.status, generated.output).to.equal(0);
    const consumer = run('test/run.ts', 'consumer');
    expect(consumer.status, consumer.output).to.equal(0);

    expect(
      failuresOf(
        // The tests of smoke itself take five times as long, and know no route.
        ...['--invert', '--grep', 'read-only|false provider'],
        'test/contracts/routes.test.ts',
        'test/contracts/interactions.test.ts',
        'test/contracts/generated-files.test.ts',
        'test/contracts/content/*.test.ts',
        'test/provider/smoke.test.ts',
      ),
    ).to.have.members([
      'operations are those of the specification',
      'record positions sort dated records newest first',
    ]);
  });

  it('add a setting', () => {
    insertBefore(
      'server/config.ts',
      '  liveHours: setting(',
      "  encoreSeconds: setting('ENCORE_SECONDS', integer(0, 60), '5', 'seconds of the encore'),\n",
    );
    expect(failuresOf('test/server/processes/config.test.ts')).to.have.members([
      'readConfig needs no settings in development',
      'readConfig has the settings of the table in server/README.md',
    ]);
  });

  it('add a metric', () => {
    insertBefore(
      'server/monitoring/primary-metrics.ts',
      '  readonly #workersReady =',
      "  readonly encores = this.gauge('fightcard_encores', 'Encores so far.', () => 0);\n",
    );
    expect(
      failuresOf(
        ...['--grep', 'exported metric|documented metrics'],
        'test/server/monitoring/metrics.test.ts',
        'test/server/monitoring/dashboard.test.ts',
      ),
    ).to.have.members([
      'expressions of deploy/monitoring show every exported metric in a panel',
      '/metrics of a server with two workers has the documented metrics, types and buckets',
    ]);
  });
});

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { sharedCache } from '../support/server/server-process.ts';

/** The steps of contracts/README.md, carried out on a copy of the source. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'contracts/README.md'), 'utf8');

/** An edit: a new file, or with `before` text to insert before an existing line. */
interface Edit {
  path: string;
  text: string;
  before?: string;
}

const route: Edit = {
  path: 'contracts/routes.ts',
  before: '  alerts: {\n',
  text: `  venues: {
    path: '/venues',
    tag: 'events',
    summary: 'Venues by name.',
    reply: { v3: schemas.Venue },
    list: { limit: 'all', sortKey: 'venues' },
  },
`,
};

const schema: Edit = {
  path: 'contracts/schemas/venues.ts',
  text: `import { type Static, Type } from './type.ts';
import { closed, Id } from './common.ts';

export const Venue = closed({ id: Id, name: Type.String() }, { $id: 'Venue' });
export type Venue = Static<typeof Venue>;
`,
};

const record: Edit = {
  path: 'contracts/content/collections/venues.ts',
  text: `import { Venue } from '../../schemas/venues.ts';
import { type Localizable, shape } from '../shape.ts';
import { type Collection, isNumber, sortKey } from './collection.ts';

export type VenueRecord = Localizable<Venue, 'name'>;

export const venues: Collection<VenueRecord> = {
  ...shape<VenueRecord>(Venue.properties, { localized: ['name'] }),
  key: (venue) => String(venue.id),
  order: 'ascending',
  sort: (venue) => sortKey(venue.id),
  isSortKey: isNumber,
  lists: () => [],
};
`,
};

const representation: Edit = {
  path: 'contracts/content/represent/venues.ts',
  text: `import type { Family } from '../../families.ts';
import { Venue } from '../../schemas/venues.ts';
import type { VenueRecord } from '../collections/venues.ts';
import { cut } from './cut.ts';

export const venue = (record: VenueRecord, family: Family): Venue => cut(Venue, record, family);
`,
};

const sample: Edit = {
  path: 'contracts/world/venues.ts',
  text: `import { both, type Raw } from './text.ts';

export const venues: readonly Raw[] = [
  { id: 71, name: both('Arena Central', 'Central Arena') },
  { id: 72, name: 'Arena Norte' },
];
`,
};

const interaction: Edit = {
  path: 'contracts/interactions/venues.ts',
  text: `import { collections } from '../content/collections/index.ts';
import { venue } from '../content/represent/venues.ts';
import type { Interaction } from './interaction.ts';
import { inPages, whenEmpty, whole } from './lists.ts';
import { content } from './sample.ts';

const { records } = content.list('venues');
const all = { what: 'venues', body: records.map((record) => venue(record, 'v3')) };

export const venues: Interaction[] = [
  whole('venues', 'v3', all),
  whenEmpty('venues', 'v3', 'venues'),
  ...inPages('venues', 'v3', all, records.map(collections.venues.sort)),
];
`,
};

const handler: Edit = {
  path: 'server/handlers/venues.ts',
  text: `import { venue } from '../../contracts/content/represent/venues.ts';
import { readListReply } from './list-reply.ts';
import type { Handler } from './types.ts';

export const venues: Handler<'venues'> = async ({ family, values, content }) =>
  readListReply(content, 'venues', undefined, values, (record) => venue(record, family));
`,
};

const ofCollection = [route, schema, interaction, handler, record, representation, sample];

/**
 * The consumer's test, of the new routes only; then the requests of their contracts to mock and server of the copy; then
 * their pact. One process, which loads the copy once.
 */
const tests = `import { expect } from 'chai';
import { interactions } from '../contracts/interactions/index.ts';
import { urlOf } from '../contracts/interactions/interaction.ts';
import { startMock } from '../mock/start.ts';
import { verifyTeam } from './provider/verify-team.ts';
import { consumerSuite } from './support/pact/consumer.ts';
import { startFightNight } from './support/server/fight-night.ts';

const added = interactions.filter(({ route }) => route === 'venues');
consumerSuite('mobile-es-us', added);

// In a suite, so that they run after the consumer's, which writes the pact.
describe('the new route', () => {
  it('is answered by mock and server', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    const night = await startFightNight();
    const answers = [];
    for (const one of added) {
      if (one.reply.status === 304 || one.given.some(({ name }) => name === 'there is no content')) continue;
      for (const { url } of [mock, night]) {
        const reply = await fetch(url + urlOf(one));
        expect([reply.status, await reply.json()], one.receiving).to.deep.equal([one.reply.status, one.reply.body]);
        answers.push(one.receiving);
      }
    }
    await night.close();
    await mock.close();
    expect(new Set(answers).size).to.equal(3);
    expect(answers).to.have.length(6);
  });

  it('is in a verified pact', async () => {
    const lines = [];
    const pact = 'contracts/generated/pacts/mobile-es-us-fight-sports-api.json';
    const isKept = await verifyTeam([pact], undefined, (line) => lines.push(line));
    console.log(lines.join('\\n'));
    expect(isKept, lines.join()).to.equal(true);
  });
});
`;

describe('a new route by the guide', () => {
  let copy = '';
  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'fightcard-new-route-'));
    const suites = ['test/support', 'test/provider'];
    const folders = ['contracts', 'mock', 'server', 'scripts', ...suites, 'package.json', 'tsconfig.json'];
    for (const folder of folders) cpSync(join(root, folder), join(copy, folder), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  after(() => rmSync(copy, { recursive: true, force: true }));

  function apply(edits: readonly Edit[]): void {
    for (const { path, text, before } of edits) {
      const file = join(copy, path);
      mkdirSync(dirname(file), { recursive: true });
      if (!before) {
        writeFileSync(file, text, { flag: 'wx' });
        continue;
      }
      const there = readFileSync(file, 'utf8');
      expect(there.split(before), path).to.have.length(2);
      writeFileSync(file, there.replace(before, text + before));
    }
  }

  /** Runs Node in the copy; what it compiles is used where the next copy has the same file. */
  const run = (...args: string[]) => {
    const env = { ...process.env, ...sharedCache(copy) };
    return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
  };

  const generate = () => run('scripts/run.js', 'scripts/generate.ts');
  /** What `generate` does first; the rest could not be loaded while something is missing. */
  const gather = () => run('--eval', "import('./scripts/generate/gather.ts').then(({ gather }) => gather())");

  /** Errors of the server's handlers, the world, and all that they import. */
  function compile(): string {
    const config = {
      extends: './tsconfig.json',
      include: [],
      files: ['server/handlers/index.ts', 'contracts/world/index.ts'],
    };
    writeFileSync(join(copy, 'tsconfig.handlers.json'), JSON.stringify(config));
    const tsc = join(root, 'node_modules/.bin/tsc');
    // What has not changed since the last call is not checked again.
    const remembered = ['--incremental', '--tsBuildInfoFile', '.data/handlers.tsbuildinfo'];
    const args = ['--noEmit', '--singleThreaded', '--project', 'tsconfig.handlers.json', ...remembered];
    return spawnSync(tsc, args, { cwd: copy, encoding: 'utf8' }).stdout;
  }

  it('takes the edits of the guide', () => {
    const section = guide.slice(guide.indexOf('## A new route'));
    const steps = [...section.matchAll(/^\d\. `([^`]+)`/gm)].map(([, path]) => path);
    const named = ofCollection.map(({ path }) => path.replace('venues', '<resource>'));
    expect(steps).to.deep.equal(named);
  });

  it('fails to compile without sample and handler', () => {
    apply([route, schema, record, representation]);
    const { status, stderr } = gather();
    expect(status, stderr).to.equal(0);
    const errors = compile();
    expect(errors).to.match(/contracts\/world\/index\.ts.*'?venues'?/);
    expect(errors).to.match(/server\/handlers\/index\.ts.*venues/s);
  });

  it('compiles after all edits', () => {
    apply([sample, interaction, handler]);
    const { status, stderr } = generate();
    expect(status, stderr).to.equal(0);
    expect(compile()).to.equal('');
    const operations = readFileSync(join(copy, 'contracts/generated/operations.txt'), 'utf8').split('\n');
    expect(operations).to.include('v3.venues');
  });

  it('is mocked, served and verified', () => {
    writeFileSync(join(copy, 'test/new-route.test.ts'), tests);
    const { status, stdout } = run(join(root, 'node_modules/mocha/bin/mocha.js'), 'test/new-route.test.ts');
    expect(status, stdout).to.equal(0);
    const pactPath = join(copy, 'contracts/generated/pacts/mobile-es-us-fight-sports-api.json');
    const pact = JSON.parse(readFileSync(pactPath, 'utf8')) as { interactions: { description: string }[] };
    const added = pact.interactions.filter(({ description }) => /venues/.test(description));
    expect(added.length).to.be.at.least(5);
    expect(added).to.deep.equal(pact.interactions);
    const kept = `${added.length} of ${added.length} interactions`;
    expect(stdout.split('\n'), stdout).to.include.members([`mock: ${kept} kept`, `server: ${kept} kept`]);
  });
});

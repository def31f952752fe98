import { mkdirSync, mkdtempSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { findPactFiles, readPact } from '../../scripts/verify/pact-files.ts';
import { exitCodeOf, type InteractionVerdict } from '../../scripts/verify/verdict.ts';
import { startProgram } from '../support/run/start-program.ts';
import { withoutLinks } from '../support/run/without-links.ts';
import { verifyPacts } from './verify-pacts.ts';

const mocha = fileURLToPath(new URL('../../node_modules/mocha/bin/mocha.js', import.meta.url));
const script = fileURLToPath(new URL('./verify.ts', import.meta.url));

type Json = Record<string, unknown>;

const http = (description: string, status: number, more: Json = {}): Json => ({
  description,
  providerStates: [{ name: 'a fighter exists', params: { id: 3107 } }],
  request: { method: 'GET', path: '/api/v3/mobile/fighters/3107' },
  response: { status },
  ...more,
});
const v4 = { type: 'Synchronous/HTTP' };

const message = (description: string, content: Json, metadata: Json): Json => ({
  ...{ type: 'Asynchronous/Messages', description, metadata },
  providerStates: [{ name: 'a fight exists', params: { id: 88005 } }],
  contents: { content, contentType: 'application/json', encoded: false },
});
const votes = { path: '/api/v3/mobile/fights/88005/votes' };

function pact(version: string, interactions: Json[], more: Json = {}): Json {
  const metadata = { pactSpecification: { version } };
  return { consumer: { name: 'corner' }, provider: { name: 'fight-sports-api' }, interactions, metadata, ...more };
}

const kept = pact('3.0.0', [http('a fighter', 200)]);
/** Only version 4 has pending interactions. */
const broken = pact('3.0.0', [http('a missing fighter', 404, { pending: true })]);
const goRules = { '$.header.$.Authorization[0]': { match: 'type' } };
const unreadable = pact('2.0.0', [
  {
    ...{ description: 'a fighter by Go', response: { status: 404 } },
    request: { ...(http('', 0).request as Json), headers: { Authorization: 'Bearer 1' }, matchingRules: goRules },
  },
]);
const plugin = pact('4.0', [http('a fighter by plugin', 404, { ...v4, pluginConfiguration: { protobuf: {} } })], {
  metadata: { pactSpecification: { version: '4.0' }, plugins: [{ name: 'protobuf', version: '0.3.0' }] },
});
const statusRule = { status: { matchers: [{ match: 'statusCode', status: 'success' }] } };

interface Row {
  title: string;
  /** By path; an object is written as JSON. */
  files: Record<string, Json | string | Buffer>;
  /** Default: the folder of the files. */
  args?: string[];
  env?: Record<string, string>;
  code: number;
  says: (string | RegExp)[];
}

/** A file is kept beside what is not replayed: without completeness, the row would be green. */
const incomplete: Row = {
  title: 'what cannot be replayed',
  files: {
    'call.json': pact('4.0', [{ type: 'Synchronous/Messages', description: 'a call' }]),
    'go.json': unreadable,
    'message.json': pact('4.0', [message('another message', { id: 1 }, {})]),
    'ok.json': kept,
    'plugin.json': plugin,
    'provider.json': { ...broken, provider: { name: 'fight-sport-api' } },
    'type.json': pact('4.0', [http('no type', 404)]),
  },
  code: 3,
  says: [
    'mock: 1 of 7 interactions kept, 6 not replayed',
    /^call\.json:\d+: corner: "a call" is not replayed\n {2}the type is "Synchronous\/Messages"/,
    /Pact's verifier says: Failed to load pact/,
    'give its "metadata" the "path" of a stream',
    'it needs the plugin protobuf',
    'the provider is "fight-sport-api"; expected "fight-sports-api". Did you mean "fight-sports-api"?',
    'the interaction has no "type"; expected "Synchronous/HTTP"',
    'Unknown: 6 of 7 interactions were not replayed.',
  ],
};

const rows: Row[] = [
  incomplete,
  {
    title: 'what is broken, whatever filters are in the environment',
    files: {
      'a.json': pact('3.0.0', [http('a fighter', 200), http('a fighter', 404)]),
      'corner/1.1/b.JSON': broken,
      'message.json': pact('4.0', [http('a fighter', 200, v4), message('the votes', { fight_id: 1 }, votes)]),
      'message-3.json': pact('3.0.0', [], {
        interactions: undefined,
        messages: [{ description: 'the old votes', contents: { fight_id: 1 }, metaData: votes }],
      }),
      'no-provider.json': { ...broken, provider: undefined },
      'no-stream.json': pact('4.0', [message('the fighters', {}, { path: '/api/v3/mobile/fighters' })]),
    },
    env: { PACT_DESCRIPTION: 'another', PACT_PROVIDER_STATE: 'another', PACT_PROVIDER_NO_STATE: 'another' },
    code: 1,
    says: [
      'mock: 2 of 8 interactions kept, 5 broken, 1 impossible',
      /^a\.json:28: corner: "a fighter" is broken on mock/,
      /^corner\/1\.1\/b\.JSON:10: corner 1\.1: "a missing fighter" is broken on mock/,
      /"the votes" is broken on mock\n.*\n {2}\$\.fight_id: expected 1, got 88005/,
      /"the old votes" is broken on mock\n {2}\$\.fight_id: expected 1, got 88005/,
      /^no-provider\.json:\d+: corner: "a missing fighter" is broken/,
      /"the fighters" is impossible\n.*\n {2}no stream has the path \/api\/v3\/mobile\/fighters/,
    ],
  },
  {
    title: 'what is kept, without the broker in the environment',
    files: {
      'a.json': pact('3.0.0', [http('a fighter', 404), http('a fighter', 200)]),
      'byte-order-mark.json': `\uFEFF${JSON.stringify(kept)}`,
      'message.json': pact('4.0', [http('a fighter', 200, v4), message('the votes', { fight_id: 88005 }, votes)]),
      'rule.json': pact('4.0', [
        http('a fighter', 204, { ...v4, response: { status: 204, matchingRules: statusRule } }),
      ]),
    },
    // Line and column inside an interaction.
    args: ['a.json:35', 'byte-order-mark.json:1:100', 'message.json', 'rule.json'],
    env: { PACT_BROKER_BASE_URL: 'http://127.0.0.1:1' },
    ...{ code: 0, says: ['Kept: 5 of 5 interactions on mock.'] },
  },
  {
    title: 'damaged files beside others',
    files: {
      ...{ 'a.json': '{"consumer":\n{"name": }}', 'b.json': broken, 'c.json': unreadable },
      'd.json': { ...kept, messages: [{ description: 'the votes', contents: {} }] },
      'e.json': Buffer.from(JSON.stringify(pact('3.0.0', [http('Perú', 200)])), 'latin1'),
      'f.json': JSON.stringify(broken).replace(/}$/, `,"interactions":${JSON.stringify(kept.interactions)}}`),
    },
    ...{ code: 1, says: [/^a\.json:2:10: /, /"a missing fighter" is broken/, '4 of 6 files cannot be read'] },
  },
  {
    title: 'a pact without interactions beside others',
    files: { 'a.json': pact('3.0.0', []), 'ok.json': kept },
    ...{ code: 3, says: ['Unknown: a.json: the pact has no interaction; add one, or remove the file.'] },
  },
  {
    title: 'a line outside of the interactions',
    files: { 'a.json': broken, 'ok.json': kept },
    args: ['ok.json', 'a.json:2'],
    ...{ code: 3, says: ['Unknown: a.json:2: no interaction is there; they begin on line 9 and end on line 27.'] },
  },
  {
    title: 'another provider',
    files: { 'a.json': { ...kept, provider: { name: 'payments' } } },
    ...{ code: 3, says: [/^Note: a\.json: skipped: the provider is "payments"/, 'Unknown: there is no interaction'] },
  },
  {
    title: 'a path that does not exist',
    ...{ files: {}, args: ['nowhere.json'], code: 2, says: ['nowhere.json: not found; expected a pact file'] },
  },
  {
    title: 'a misspelt consumer',
    files: { 'a.json': broken },
    args: ['--consumer', 'corer', '.'],
    ...{ code: 3, says: ['No pact is of the consumer "corer". Did you mean "corner"?'] },
  },
  {
    title: 'a broken interaction with parameters, on the server',
    files: { 'a.json': broken },
    ...{ args: ['.', '--on', 'server'], code: 1 },
    says: [
      /^a\.json:10: corner: "a missing fighter" is broken on server, cold cache; server, warm cache/,
      'given   a fighter exists {"id":3107}',
      'status: expected 404, got 200',
      "request curl -i 'http://localhost:8080/api/v3/mobile/fighters/3107'",
      'repeat  npm run verify -- a.json:10 --on server',
    ],
  },
];

describe('npm run verify without a false green', function () {
  // No limit by time: a busy machine may take long.
  this.timeout(0);
  const root = mkdtempSync(join(tmpdir(), 'fightcard-green-'));
  const folderOf = ({ title }: Row) => join(root, title.replaceAll(/\W+/g, '-'));
  before(() => {
    for (const row of rows) {
      mkdirSync(folderOf(row), { recursive: true });
      for (const [path, content] of Object.entries(row.files)) {
        const file = join(folderOf(row), path);
        mkdirSync(dirname(file), { recursive: true });
        const isText = typeof content === 'string' || Buffer.isBuffer(content);
        writeFileSync(file, isText ? content : JSON.stringify(content, null, 2));
      }
    }
  });
  after(() => rmSync(root, { recursive: true }));

  for (const row of rows) {
    it(`exits with ${row.code} for ${row.title}`, async () => {
      const { args = ['.'] } = row;
      const on = args.includes('--on') ? [] : ['--on', 'mock'];
      const options = { cwd: folderOf(row), env: { ...process.env, ...row.env } };
      const ended = startProgram(process.execPath, [...withoutLinks, script, ...args, ...on], options);
      const { out: printed, err, code } = await ended.result;
      const out = printed + err;
      for (const sentence of row.says) {
        if (typeof sentence === 'string') expect(out).to.contain(sentence);
        else expect(out).to.match(new RegExp(sentence, 'm'));
      }
      expect(code, out).to.equal(row.code);
      expect(out).not.to.match(/\n +at |undefined|fightcard-verif/);
    });
  }

  it('exits with 130 when it is interrupted', async () => {
    const cwd = folderOf(rows.at(-1) as Row);
    const temporary = join(root, 'interrupted');
    mkdirSync(temporary);
    const hasBegun = new Promise<void>((resolve) => watch(temporary, () => resolve()));
    const env = { ...process.env, TMPDIR: temporary };
    const args = [...withoutLinks, script, '.', '--on', 'mock'];
    const { child, result } = startProgram(process.execPath, args, { cwd, env });
    await hasBegun;
    child.kill('SIGINT');
    expect(await result).to.include({ err: 'Interrupted: nothing is verified.\n', code: 130 });
    expect(readdirSync(temporary).filter((name) => name.startsWith('fightcard-verif'))).to.deep.equal([]);
  });

  it('fails the provider tests for an unreadable file in PACTS', async () => {
    const env = { ...process.env, PACTS: folderOf(incomplete) };
    const tests = fileURLToPath(new URL('./pacts.test.ts', import.meta.url));
    const args = [mocha, tests, '--grep', 'passes on the mock'];
    const { out, code } = await startProgram(process.execPath, args, { env }).result;
    expect(out).to.contain('Unknown: 6 of 7 interactions were not replayed.');
    expect(code).to.equal(1);
  });

  it('control: would be green without completeness', async () => {
    const verdict = await verifyPacts(findPactFiles(folderOf(incomplete)).map(readPact), ({ name }) => name === 'mock');
    const isReplayed = ({ results }: InteractionVerdict) => results.mock?.outcome !== 'not replayed';
    const replayed = verdict.files.map((file) => ({ ...file, interactions: file.interactions.filter(isReplayed) }));
    expect([exitCodeOf(verdict), exitCodeOf({ ...verdict, files: replayed })]).to.deep.equal([3, 0]);
  });
});

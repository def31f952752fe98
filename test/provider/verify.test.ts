import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { urlOf } from '../../contracts/interactions/interaction.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type StateName, states } from '../../contracts/states.ts';
import { ids } from '../../contracts/world/ids.ts';
import { startMock } from '../../mock/start.ts';
import { describeVerdict } from '../../scripts/verify/describe.ts';
import { findPactFiles, readPact } from '../../scripts/verify/pact-files.ts';
import { exitCodeOf } from '../../scripts/verify/verdict.ts';
import { useApp } from '../support/fixtures/app-run.ts';
import { send } from '../support/http/send.ts';
import { startProgram } from '../support/run/start-program.ts';
import { withoutLinks } from '../support/run/without-links.ts';
import { verifiers } from './targets.ts';
import { verifyPacts } from './verify-pacts.ts';

const script = fileURLToPath(new URL('./verify.ts', import.meta.url));

const targetTitles = verifiers().map(({ title }) => title);

const jsonHeaders = { 'Content-Type': 'application/json' };

interface Written {
  description: string;
  [more: string]: unknown;
}

describe('npm run verify', () => {
  // The command has no time limit, and a busy machine may take long.
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-foreign-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(version: '2.0.0' | '3.0.0' | '4.0', all: readonly Written[], name = 'corner-tv'): string {
    const pact = {
      ...{ consumer: { name }, provider: { name: 'fight-sports-api' }, interactions: all },
      metadata: { pactSpecification: { version } },
    };
    const path = join(folder, `${name}.json`);
    writeFileSync(path, JSON.stringify(pact, null, 2));
    return path;
  }

  async function verify(path: string) {
    const verdict = await verifyPacts(findPactFiles(path).map(readPact));
    return { out: [...describeVerdict(verdict)].join('\n'), code: exitCodeOf(verdict) };
  }

  /** What the command says if every interaction is kept. */
  const allKept = (count: number) => ({
    code: 0,
    out: [
      ...targetTitles.map((title) => `${title}: ${count} of ${count} interactions kept`),
      '',
      `Kept: ${count} of ${count} interactions on ${targetTitles.join('; ')}.`,
    ].join('\n'),
  });

  const run = (...args: string[]) =>
    startProgram(process.execPath, [...withoutLinks, script, ...args], { env: { ...process.env, TMPDIR: folder } })
      .result;

  const fighter = (description: string, status: number, more: object = {}): Written => ({
    description,
    request: { method: 'GET', path: '/api/v3/mobile/fighters/3112' },
    response: { status },
    ...more,
  });

  it('passes the pact that the mock records of an app', async () => {
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    const file = join(folder, 'corner-tv.json');
    try {
      await useApp(`${mock.url}/__session/app`, 'app');
      const { body } = await send(mock.url, 'GET', '/__session/app/__mock/pact?consumer=corner-tv');
      writeFileSync(file, body);
    } finally {
      await mock.close();
    }
    expect(await verify(file)).to.deep.equal(allKept(8));
  });

  it('sets up every state of version 2', async () => {
    const ask = (path: string, status: number, body?: object) => ({
      request: { method: 'GET', path, ...(body && { method: 'POST', body, headers: jsonHeaders }) },
      response: { status },
    });
    const votes = `/api/v3/mobile/fights/${ids.fightInProgress}/votes`;
    const cast = { round_num: 2, client_id: ids.clientId };
    const vote = { ...cast, fighter_statid: ids.fightInProgressFighter1Statid };
    const scored = { event_id: ids.liveEvent, fight_id: ids.fightInProgress, fighter1_score: 10, fighter2_score: 9 };
    const scorecard = { ...cast, ...scored };
    /** States that our contracts have only together with others. */
    const together: Partial<Record<StateName, ReturnType<typeof ask>>> = {
      'a fight exists': ask(votes, 200),
      'clients have voted': ask(votes, 200),
      'nobody has voted': ask(votes, 200),
      'no statistics were received for the bout': ask('/api/v1/us/fight_metrics/live_event/811?fight=6411', 404),
      'the client has scored the round': ask('/api/v3/mobile/events/score_round', 200, scorecard),
      // Answered 503, possibly counted, and repeated.
      'the store does not reply in time': ask(`/api/v3/mobile/fights/${ids.fightInProgress}/vote`, 503, vote),
      'the client holds the current representation': ask('/api/v3/mobile/events', 200),
    };
    const all = Object.keys(states).map((name): Written => {
      const own = interactions.find(({ given }) => given.length === 1 && given[0]?.name === name);
      const asked = together[name as StateName];
      if (!own && !asked) throw new Error(`no request for "${name}"`);
      const [path, query] = (own ? urlOf(own) : (asked?.request.path ?? '')).split('?');
      const written = own
        ? { request: { method: routeOf(own.route).method, headers: own.request.headers ?? {}, body: own.request.body } }
        : asked;
      return {
        ...{ description: `in the state "${name}"`, providerState: name, ...written },
        request: { ...written?.request, path, ...(query && { query }) },
        response: { status: own ? own.reply.status : asked?.response.status },
      };
    });
    expect(all).not.to.have.length(0);
    expect(await verify(write('2.0.0', all))).to.deep.equal(allKept(all.length));
  });

  it('names interactions that no provider can pass', async () => {
    const given = (name: string, params?: object) => ({ providerStates: [{ name, ...(params && { params }) }] });
    write('3.0.0', [
      fighter('misspelt', 200, given('a figther exists', { id: 3112 })),
      fighter('without parameters', 200, given('a fighter exists')),
      fighter('of no such record', 200, given('a fighter exists', { id: 4711 })),
      fighter('kept', 200, given('a fighter exists', { id: 3112 })),
      // The control: both targets must find it.
      fighter('broken', 404),
    ]);
    write(
      '2.0.0',
      [fighter('invented', 404, { response: { status: 404, body: { type: 'urn:problem-type:made-up' } } })],
      'watch',
    );
    const { out, code } = await run(folder);
    expect(code).to.equal(1);
    const lines = out.split('\n').map((line) => line.replace(/^\S*?(\w+\.json):\d+: /, '$1 '));
    expect(lines).to.include.members([
      'tv.json corner-tv: "misspelt" is impossible',
      '  unknown state "a figther exists"; GET /__mock/states lists all. Did you mean "a fighter exists"?',
      '  the state "a fighter exists" lacks id; it needs id.',
      '  unknown problem type "urn:problem-type:made-up" for the status 404; expected "urn:problem-type:fighter-not-found".',
      'mock: 2 of 6 interactions kept, 1 broken, 3 impossible',
      'server, cold cache: 1 of 6 interactions kept, 2 broken, 3 impossible',
      'server, warm cache: 1 of 6 interactions kept, 2 broken, 3 impossible',
      '  the state could not be set up: "a fighter exists": the sample content has no record 4711 in fighters',
      '  status: expected 404, got 200 (expected 404 but was 200)',
      "  request curl -i 'http://localhost:4010/api/v3/mobile/fighters/3112'",
    ]);
    expect(out).not.to.match(/undefined|\+0|ENOENT|\n +at /);
  });

  it('fails when an interaction cannot be sent, and skips pacts of version 1', async () => {
    const misspelt = { providerStates: [{ name: 'a figther exists', params: { id: 3112 } }] };
    const pact = write('3.0.0', [fighter('misspelt', 200, misspelt), fighter('kept', 200)]);
    const old = { ...JSON.parse(readFileSync(pact, 'utf8')), metadata: { pactSpecificationVersion: '1.0.0' } };
    writeFileSync(join(folder, 'old.json'), JSON.stringify(old));
    const { out, code } = await run(folder, '--on', 'mock');
    expect(out).to.match(/old\.json:1: skipped: a pact of version 1; expected version 2 to 4: /);
    expect(out).to.contain('mock: 1 of 2 interactions kept, 1 impossible\n').and.not.contain('is broken');
    expect(code).to.equal(1);
    expect(readdirSync(folder), 'no file is left').to.have.members(['corner-tv.json', 'old.json']);
  });

  it('reports pending interactions', async () => {
    const all = [
      fighter('to come', 404, { type: 'Synchronous/HTTP', pending: true }),
      fighter('far off', 200, {
        ...{ type: 'Synchronous/HTTP', pending: true, request: { path: '/api/v3/mobile/boxers' } },
      }),
      fighter('kept', 200, { type: 'Synchronous/HTTP' }),
    ];
    const { out, err, code } = await run(write('4.0', all), '--on', 'mock');
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.match(/"far off" is pending\n {2}no route has the path \/api\/v3\/mobile\/boxers; /);
    expect(out).to.contain('mock: 1 of 3 interactions kept, 2 pending\n').and.contain('"to come" is pending');
    expect(out).to.contain('\nKept: 1 of 3 interactions on mock.\n').and.not.contain('server,');
  });

  const languages = fileURLToPath(new URL('../support/fixtures/pacts-of-languages', import.meta.url));
  it('reads pacts of many languages', async () => {
    const { out, code } = await verify(languages);
    const lines = out.split('\n').map((line) => line.replace(/\S*\/(\d\d-[\w-]+\.json):\d+/, '$1'));
    expect(code).to.equal(1);
    const server = '13 of 17 interactions kept, 1 broken, 1 impossible, 2 not replayed';
    // No stream sends the message of 01. The verifier cannot read the rules of 13. Only the mock has the picture of 15.
    expect(lines.filter((line) => /^\S/.test(line))).to.deep.equal([
      'mock: 14 of 17 interactions kept, 1 impossible, 2 not replayed',
      `server, cold cache: ${server}`,
      `server, warm cache: ${server}`,
      '01-net-v4.json: app-net-v4: "request 5 of net-v4" is not replayed',
      '04-py-v2.json: app-py-v2: "request 1 of py-v2" is impossible',
      '13-go-v2match.json: app-go-v2match: "request 1 of go-v2match" is not replayed',
      '15-jvm-picture.json: app-jvm-picture: "request 1 of jvm-picture" is broken on server, cold cache; server, warm cache',
      'Broken: 2 of 17 interactions.',
    ]);
    expect(out).to.match(/unknown problem type .* Did you mean "urn:problem-type:service-unavailable"\?/);
    expect(out).to.match(/Pact's verifier says: Failed to load pact - .*\$\.header\.\$\.Authorization/);
    expect(out).to.contain('  status: expected 200, got 404');
  });
});

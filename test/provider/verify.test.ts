import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { urlOf } from '../../contracts/interactions/interaction.ts';
import { routeOf } from '../../contracts/routes.ts';
import { type StateName, states } from '../../contracts/states.ts';
import { ids } from '../../contracts/world/ids.ts';
import { startMock } from '../../mock/start.ts';
import { useApp } from '../support/fixtures/app-run.ts';
import { send } from '../support/http/send.ts';
import { verifyTeam } from './verify-team.ts';

const script = fileURLToPath(new URL('./verify.ts', import.meta.url));
const handwritten = fileURLToPath(new URL('../mock/pacts', import.meta.url));

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

  async function verify(...paths: string[]) {
    let out = '';
    const isKept = await verifyTeam(paths, undefined, (line) => {
      out += `${line}\n`;
    });
    return { out, isKept };
  }

  async function run(...args: string[]) {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    return { out, err, code };
  }

  const fighter = (description: string, status: number, more: object = {}): Written => ({
    description,
    request: { method: 'GET', path: '/api/v3/mobile/fighters/3112' },
    response: { status },
    ...more,
  });

  it('passes the pacts of a team', async () => {
    expect(await verify(handwritten)).to.deep.equal({
      isKept: true,
      out: 'mock: 4 of 4 interactions kept\nserver: 4 of 4 interactions kept\n',
    });
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
    expect(await verify(file)).to.deep.equal({
      isKept: true,
      out: 'mock: 8 of 8 interactions kept\nserver: 8 of 8 interactions kept\n',
    });
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
    const kept = `${all.length} of ${all.length} interactions kept\n`;
    expect(await verify(write('2.0.0', all))).to.deep.equal({ isKept: true, out: `mock: ${kept}server: ${kept}` });
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
    const lines = out.split('\n').map((line) => line.replace(/^.*?(\w+\.json):\d+: /, '$1 '));
    expect(lines).to.include.members([
      'tv.json "misspelt": unknown state "a figther exists"; contracts/states.ts lists all. Did you mean "a fighter exists"?',
      'tv.json "without parameters": the state "a fighter exists" lacks id; it needs id.',
      'watch.json "invented": unknown problem type "urn:problem-type:made-up" for the status 404; expected "urn:problem-type:fighter-not-found".',
      'mock: 2 of 6 interactions kept',
      'server: 2 of 6 interactions kept',
      '  the state could not be set up: "a fighter exists": the sample content has no record 4711 in fighters',
    ]);
    expect(lines.filter((line) => line === '  corner-tv: broken')).to.have.length(2);
    expect(out).not.to.match(/undefined|\+0|ENOENT|\n +at /);
  });

  it('fails when an interaction cannot be sent, and skips pacts of version 1', async () => {
    const misspelt = { providerStates: [{ name: 'a figther exists', params: { id: 3112 } }] };
    const pact = write('3.0.0', [fighter('misspelt', 200, misspelt), fighter('kept', 200)]);
    const old = { ...JSON.parse(readFileSync(pact, 'utf8')), metadata: { pactSpecificationVersion: '1.0.0' } };
    writeFileSync(join(folder, 'old.json'), JSON.stringify(old));
    const { out, code } = await run(folder, '--on', 'mock');
    expect(out).to.match(/old\.json:1: skipped: a pact of version 1; expected version 2 to 4: /);
    expect(out).to.contain('mock: 1 of 2 interactions kept\n').and.not.contain('corner-tv: ');
    expect(code).to.equal(1);
  });

  it('reports pending interactions and skips messages', async () => {
    const all = [
      fighter('to come', 404, { type: 'Synchronous/HTTP', pending: true }),
      fighter('far off', 200, {
        ...{ type: 'Synchronous/HTTP', pending: true, request: { path: '/api/v3/mobile/boxers' } },
      }),
      { type: 'Asynchronous/Messages', description: 'a message', contents: {} },
      fighter('kept', 200, { type: 'Synchronous/HTTP' }),
    ];
    const { out, err, code } = await run(write('4.0', all), '--on', 'mock');
    expect([code, err]).to.deep.equal([0, '']);
    expect(out).to.match(/^Note: .*: skipped: "a message" is Asynchronous\/Messages; expected Synchronous\/HTTP$/m);
    expect(out).to.match(/^Note: .*"far off": no route has the path \/api\/v3\/mobile\/boxers; .* \(pending\)$/m);
    expect(out).to.match(/^mock: 1 of 3 interactions kept$/m);
    expect(out).to.contain('  pending, which fails nothing:\n    corner-tv: to come\n');
    expect(out).not.to.contain('server:');
  });

  const languages = fileURLToPath(new URL('../support/fixtures/pacts-of-languages', import.meta.url));
  it('reads pacts of many languages', async () => {
    const { out, isKept } = await verify(languages);
    const lines = out.split('\n').map((line) => line.replace(/\S*\/(\d\d-[\w-]+\.json)(:\d+)?/, '$1'));
    expect(isKept).to.equal(false);
    expect(lines.slice(0, 2)).to.deep.equal([
      'Note: 01-net-v4.json: skipped: "request 5 of net-v4" is Asynchronous/Messages; expected Synchronous/HTTP',
      '04-py-v2.json: "request 1 of py-v2": unknown problem type "urn:problem-type:store-unavailable" for the status 503; expected "urn:problem-type:service-unavailable". Did you mean "urn:problem-type:service-unavailable"?',
    ]);
    // The verifier cannot read the rules of 13, and says so. Only the mock has the picture of 15 at this address.
    const unread =
      '  Failed to load pact 13-go-v2match.json - Expected either a "*" or path identifier in path expression "$.header.$.Authorization[0]" at index 9';
    const server = lines.indexOf('server: 13 of 16 interactions kept');
    expect(lines.slice(2, server)).to.deep.equal(['mock: 14 of 16 interactions kept', unread]);
    expect(lines.slice(server + 1, server + 4)).to.deep.equal([
      unread,
      '  app-jvm-picture: request 1 of jvm-picture',
      '    StatusMismatch: expected 200 but was 404',
    ]);
  });

  it('refuses wrong arguments and leaves no files', async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith('fightcard-verify-'));
    const calls = [
      [[], 2, 'Say which pacts to verify: npm run verify -- <pact file or folder>'],
      [['--onn', 'mock', handwritten], 2, 'unknown option "--onn"; did you mean "--on"?'],
      [['--on', 'moon', handwritten], 2, '--on cannot be "moon"; did you mean "mock"?'],
      [['nowhere'], 1, 'nowhere: not found; expected a pact file or a folder of pact files\n'],
      [[folder], 1, `There is no interaction to verify in ${folder}.\n`],
    ] as const;
    const [helped, ...answers] = await Promise.all([run('--help'), ...calls.map(([args]) => run(...args))]);
    expect(helped.code).to.equal(0);
    expect(helped.out).to.contain('npm run verify -- <pact file or folder>');
    for (const [index, [args, code, sentence]] of calls.entries()) {
      const answer = answers[index];
      expect([answer?.code, answer?.out], args.join(' ')).to.deep.equal([code, '']);
      expect(answer?.err).to.contain(sentence);
      expect(answer?.err).not.to.match(/\n +at /);
    }
    const after = readdirSync(tmpdir()).filter((name) => name.startsWith('fightcard-verify-'));
    expect(after.filter((name) => !before.includes(name))).to.deep.equal([]);
  });
});

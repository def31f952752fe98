import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const v3 = '/api/v3/mobile';
const fightVotes = `${v3}/fights/88005/vote`;
const vote = JSON.stringify({ round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' });

describe('GET /__mock/asked', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  const get = (path: string, headers: Record<string, string> = {}) => send(mock.url, 'GET', path, headers);
  const cast = (session: string, headers: Record<string, string> = {}) =>
    send(
      mock.url,
      'POST',
      `/__session/${session}${fightVotes}`,
      { 'Content-Type': 'application/json', ...headers },
      vote,
    );
  async function ask(session: string, question: string): Promise<string> {
    const answer = await get(`/__session/${session}/__mock/asked?${question}`);
    const body = json(answer);
    return answer.status < 300 || answer.status === 409
      ? `${answer.status} ${body.answer} ${body.count}`
      : `${answer.status} ${body.errors[0].parameter}`;
  }

  it('answers 200 for yes and 409 for no', async () => {
    const once = 'operation=v3.fight_vote_cast&times=1';
    expect(await ask('once', once)).to.equal('409 no 0');
    await cast('once');
    expect(await ask('once', once)).to.equal('200 yes 1');
    await cast('once');
    expect(await ask('once', once)).to.equal('409 no 2');
    expect(await ask('once', `${once}&status=201`)).to.equal('200 yes 1');
    expect(await ask('twice', once)).to.equal('409 no 0');
  });

  it('counts requests whose reply was lost, and shows them', async () => {
    await cast('lost', { Prefer: 'fault=reset' }).catch(() => undefined);
    await cast('lost');
    const answer = json(await get('/__session/lost/__mock/asked?operation=v3.fight_vote_cast&times=2'));
    expect(answer).to.include({ answer: 'yes', count: 2, times: '2', of: 2 });
    expect(answer.requests.map(({ faults, status }: Record<string, unknown>) => [faults, status])).to.deep.equal([
      ['reset', 201],
      [undefined, 200],
    ]);
  });

  it('shows the last twenty matching requests', async () => {
    for (let nth = 1; nth <= 25; nth++) await get(`/__session/many${v3}/fighters/${nth}`);
    await get(`/__session/many${v3}/chat`);
    const { requests, ...answer } = json(await get('/__session/many/__mock/asked?operation=v3.fighter&times=25'));
    expect(answer).to.deep.equal({ answer: 'yes', count: 25, times: '25', of: 26 });
    expect(requests.map(({ path }: { path: string }) => Number(path.split('/').at(-1)))).to.deep.equal(
      Array.from({ length: 20 }, (_, nth) => 6 + nth),
    );
  });

  it('matches any text for a star', async () => {
    const path = `${v3}/fighters/3107/news`;
    await get(`/__session/stars${path}`);
    for (const [pattern, isSo] of [
      ['*', true],
      [`*${path}*`, true],
      [`${v3}/*/3107/*`, true],
      [`${v3}/fighters*/fighters/3107/news`, false],
      ['*news*news', false],
      ['*/3107/*/news', false],
      ['*/news/*3107*', false],
      ['*fighters', false],
      ['fighters*', false],
      ['*.*', false],
      [path.split('').join('*'), true],
      ['*'.repeat(60), true],
      // A pattern that goes back at each star takes longer than anyone waits.
      [`${'*'.repeat(60)}!`, false],
      [`${'*/'.repeat(7)}`, false],
    ] as const) {
      expect(await ask('stars', `path=${encodeURIComponent(pattern)}`), pattern).to.equal(
        isSo ? '200 yes 1' : '409 no 0',
      );
    }
  });

  it('compares every part of a request, and counts ranges', async () => {
    for (const path of ['/news?limit=2', '/news', '/fighters/3107', '/fighters/3136'])
      await get(`/__session/parts${v3}${path}`);
    await send(mock.url, 'HEAD', `/__session/parts${v3}/news`);
    for (const [question, answer] of [
      ['', '200 yes 5'],
      [`path=${v3}/news`, '200 yes 3'],
      [`path=${encodeURIComponent(`${v3}/news?limit=2`)}`, '200 yes 1'],
      [`path=${v3}/news?limit=2`, '200 yes 1'],
      [`path=${v3}/news?limit=1`, '409 no 0'],
      [`path=${v3}/fighters/*`, '200 yes 2'],
      ['path=*/fighters/3107', '200 yes 1'],
      [`path=${v3}/news&method=HEAD&times=1`, '200 yes 1'],
      ['operation=v3.fighter&times=2', '200 yes 2'],
      ['operation=v3.fighter&times=3..', '409 no 2'],
      ['operation=v3.fighter&times=..1', '409 no 2'],
      ['operation=v3.fighter&times=1..2', '200 yes 2'],
      ['operation=v3.events&times=0', '200 yes 0'],
      ['operation=v3.events', '409 no 0'],
      ['match=exact&operation=v3.fighter', '200 yes 2'],
      ['contract=238c378b4755', '200 yes 1'],
      ['contract=cddc690bbf14', '409 no 0'],
      ['match=fallback&operation=v3.fighter', '409 no 0'],
      ['method=POST', '409 no 0'],
      ['times=5', '200 yes 5'],
      ['times=..4', '409 no 5'],
      ['times=6..', '409 no 5'],
      ['status=503&times=0', '200 yes 0'],
    ]) {
      expect([question, await ask('parts', question as string)]).to.deep.equal([question, answer]);
    }
    expect(await ask('none', 'path=*/fighters/3107')).to.equal('409 no 0');
    expect(await ask('none', 'path=*/fighters/3107&all=true')).to.equal('200 yes 1');
  });

  it('refuses questions whose answer is always no', async () => {
    for (const [question, answer] of [
      ['operation=v3.fight_vote', '400 operation'],
      ['operation=fighter', '400 operation'],
      ['path=/api/v3/mobile/figthers/3107', '400 path'],
      ['paht=/api/v3/mobile/news', '400 paht'],
      ['times=once', '400 times'],
      ...['', '12345', '1...3', '12345..', '11%20'].map((times) => [`times=${times}`, '400 times']),
      ['times=..', '200 yes 0'],
      ['method=GET&method=POST', '400 method'],
      ['all=yes', '400 all'],
    ]) {
      expect([question, await ask('refused', question as string)]).to.deep.equal([question, answer]);
    }
  });
});

/** The recipes of the guide: for each tool one with `asked` or a state, and one with a stream. */
const recipes = readFileSync(new URL('../../mock/RECIPES.md', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((text) =>
    [...text.matchAll(/```\w+\n(.*?)```/gs)].map(([, code = ''], n) => ({
      title: `${text.split('\n')[0]}-${n + 1}`,
      code,
    })),
  );

/** The addresses that a recipe asks, in order, with what it calls its session filled in. */
function addressesIn(code: string, title: string): string[] {
  const named = /session = [`"']([^`"']+)[`"']/.exec(code)?.[1] ?? '';
  const filled = code.replaceAll(/\$\{session\}|\\\(session\)|\$session/g, named).replaceAll(/\$\{testId\}/g, title);
  return [...filled.matchAll(/http:\/\/(?:localhost|10\.0\.2\.2):4010(\/[^\s`"']+)(?=[`"'])/g)].map(
    ([, path]) => path as string,
  );
}

describe('mock/RECIPES.md', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  it('has two recipes for each of five tools', () => {
    const tools = ['Playwright', 'Detox', 'Maestro', 'XCUITest', 'Espresso'];
    expect(recipes.map(({ title }) => title)).to.deep.equal(tools.flatMap((tool) => [`${tool}-1`, `${tool}-2`]));
  });

  for (const { title, code } of recipes) {
    it(`has working addresses for ${title}`, async () => {
      const addresses = addressesIn(code, title);
      expect(addresses.some((path) => /\/__state\/|\/__mock\/asked|\/vote$/.test(path))).to.equal(true);
      for (const path of addresses) {
        const [session] = /^\/__session\/[^/]+/.exec(path) ?? [];
        // The base URL of the app.
        if (path === session) continue;
        if (path.endsWith('/vote')) {
          const total = async () =>
            JSON.parse((await send(mock.url, 'GET', `${path}s`)).body.toString()).total_votes as number;
          const before = await total();
          await send(mock.url, 'POST', path, { 'Content-Type': 'application/json' }, vote);
          expect([before, await total()]).to.deep.equal([40, 41]);
          continue;
        }
        if (path.includes('/__mock/asked')) {
          // What the app does meanwhile.
          expect((await send(mock.url, 'GET', path)).status, `${path} before`).to.equal(409);
          await send(mock.url, 'GET', `${session}${v3}/news`);
          await send(mock.url, 'POST', session + fightVotes, { 'Content-Type': 'application/json' }, vote);
        }
        expect((await send(mock.url, 'GET', path)).status, path).to.equal(200);
      }
    });
  }
});

import { expect } from 'chai';
import { interactions } from '../../contracts/interactions/index.ts';
import { contractId } from '../../contracts/interactions/interaction.ts';
import { type Mock, startMock } from '../../mock/start.ts';

const v3 = '/api/v3/mobile';
const vote = { round_num: 2, fighter_statid: 1803, client_id: 'u7Qm2x9LkT4sBv0Z' };
const votePath = `${v3}/fights/88005/vote`;

describe('the contract that answers', () => {
  let mock: Mock;
  before(async () => {
    mock = await startMock({ port: 0, host: '127.0.0.1' });
  });
  after(() => mock.close());

  let sessions = 0;
  /** A request in a session of its own; a body makes it a POST. */
  const ask = (path: string, prefer?: string, body?: object) =>
    fetch(mock.url + path, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        'Mock-Session': `s${sessions++}`,
        ...(prefer && { Prefer: prefer }),
        ...(body && { 'Content-Type': 'application/json' }),
      },
    });

  it('is named with its states', async () => {
    const { headers } = await ask(`${v3}/fighters/3107`);
    expect(headers.get('contract-id')).to.equal('238c378b4755');
    expect(headers.get('contract-state')).to.equal('a fighter exists (id 3107)');
    expect(headers.get('preference-applied')).to.equal(null);
  });

  const v1 = '/api/v1/us';
  const outage = 'fallback the vote of a client when the store is unreachable';
  const missing = 'a fighter that does not exist';
  const noContent = 'exact events when there is no content';
  const noEvent = (list: string) => `404 fallback ${list} of an event that does not exist`;
  const empty = 'fights of an event without fights';
  const [open, closed] = ['voting on the round is open', 'voting on the round has closed'].map(
    (one) => `state="${one}"`,
  );
  for (const [path, prefer, expected, body] of [
    [`${v3}/fighters/3107`, '', '200 exact one fighter'],
    [`${v3}/fighters/2147483647`, '', `404 exact ${missing}`],
    [`${v3}/news?limit=3`, '', '200 page news'],
    [`${v3}/fighters/3101/media?limit=1`, '', '200 page media about fighter 3101'],
    [`${v1}/fighters/4711`, '', `404 fallback ${missing}`],
    [`${v1}/fighters/4711`, 'code=200', '200 fallback one fighter'],
    [`${v1}/fighters/3107`, 'code=404', `404 fallback ${missing}`],
    [`${v3}/fighters/1`, 'code=429', '429 fallback news above the rate limit'],
    [`${v3}/events`, 'code=304', '304 exact events, when the client has the current version'],
    [`${v3}/events`, 'example="dedfc95ede85"', `200 ${noContent}`],
    [`${v3}/events`, 'example="events when there is no content"', `200 ${noContent}`],
    [`${v3}/events`, 'state="there is no content"', `200 ${noContent}`],
    [`${v3}/events`, 'rate=503, code=404', `503 ${outage}`],
    ...['fights', 'media', 'highlights'].map((list) => [`${v3}/events/7099/${list}`, '', noEvent(list)] as const),
    [`${v3}/events/7099/fights`, 'state="an event without fights or media exists"', `200 exact ${empty}`],
    [`${v3}/news/1`, 'state="the store does not answer"', `503 ${outage}`],
    [`${v3}/fighters/stats/born_country/PER`, 'code=503', `503 ${outage}`],
    [`${v3}/fights/4711/vote`, '', '404 fallback a vote on a fight that does not exist', vote],
    [`${v3}/fights/2147483647/vote`, '', '404 remembered a vote on a fight that does not exist', vote],
    [votePath, '', '201 remembered a vote', vote],
    [votePath, '', '409 remembered a vote on a round that has closed', { ...vote, round_num: 1 }],
    [votePath, '', '409 remembered a vote on a round that has not started', { ...vote, round_num: 3 }],
    [votePath, 'state="the sample content is published"', '201 exact a vote', vote],
    [votePath, closed, '409 fallback a vote on a round that has closed', vote],
    [votePath, `${closed}, ${open}`, '201 exact a vote', vote],
    [votePath, `${open}, ${closed}`, '409 fallback a vote on a round that has closed', vote],
    [votePath, 'state="bodies are limited"', '413 fallback a vote beyond the size limit', vote],
  ] as [string, string, string, object?][]) {
    it(`for ${path.slice(4)} ${body ? JSON.stringify(body).slice(0, 14) : ''} ${prefer} is ${expected}`, async () => {
      const { status, headers } = await ask(path, prefer, body);
      const id = headers.get('contract-id');
      const named = interactions.find((one) => contractId(one) === id);
      expect(`${status} ${headers.get('contract-match')} ${named?.receiving}`).to.equal(expected);
      if (!prefer.includes(', ')) expect(headers.get('preference-applied') ?? '').to.equal(prefer);
    });
  }

  for (const [path, closest, body] of [
    [`${v1}/fighters/4711`, 'one fighter" (2d8760068820): id: 3107 in the contract, 4711 here.'],
    [`${v3}/fighters/4711`, 'one fighter" (238c378b4755): id: 3107 en el contrato, 4711 aquí.'],
    [`${v1}/fight_metrics/live_event/811?fight=1`, '(d1477a6da262): ?fight: nothing in the contract, 1 here.'],
    [`${v3}/fights/4711/vote`, 'id: 88005 en el contrato, 4711 aquí; #/round_num: 2 en el contrato, 1 aquí.', 1],
  ] as [string, string, number?][]) {
    it(`names the closest contract for ${path}`, async () => {
      const reply = await ask(path, undefined, body === undefined ? undefined : { ...vote, round_num: body });
      expect(reply.status).to.equal(404);
      const { detail } = (await reply.json()) as { detail: string };
      expect(detail).to.match(
        / No contract covers this request; the closest is "| Ningún contrato cubre esta solicitud; /,
      );
      expect(detail.endsWith(closest), detail).to.equal(true);
    });
  }

  const codes = '200 or 304 or 400 or 405 or 406 or 429 or 500 or 503';
  const states = /^Must be "the client has asked too often" or .* or "there is no content"\.$/;
  for (const [path, prefer, problem, detail] of [
    [`${v1}/alerts`, 'code=418', 'code', `Must be ${codes}.`],
    [`${v3}/alerts`, 'state="there is no content", code=418', 'code', `Must be ${codes.replace('304 or ', '')}.`],
    [`${v1}/alerts`, 'state="full moon"', 'state', states],
    [`${v1}/health`, 'example="x"', 'example', /^Must be "/],
    [`${v3}/events`, 'stat=1', 'stat', /^Must be "state" or /],
  ] as [string, string, string, string | RegExp][]) {
    it(`refuses ${prefer} for ${path} in English`, async () => {
      const reply = await ask(path, prefer);
      expect([reply.status, reply.headers.get('content-language')]).to.deep.equal([422, 'en-US']);
      const { type, title, errors } = (await reply.json()) as Record<string, unknown>;
      expect([type, title]).to.deep.equal(['urn:mock-problem-type:unknown-preference', 'Unknown preference']);
      const [{ parameter, detail: found }] = errors as [{ parameter: string; detail: string }];
      expect(parameter).to.equal(`Prefer: ${problem}`);
      if (typeof detail === 'string') expect(found).to.equal(detail);
      else expect(found).to.match(detail);
    });
  }

  it('checks the request before the state', async () => {
    expect((await ask(votePath, 'state="voting on the round has closed"', {})).status).to.equal(422);
  });

  it('has the ETag of the representation with code=304', async () => {
    const etag = (await ask(`${v3}/events`)).headers.get('etag');
    const reply = await ask(`${v3}/events`, 'code=304');
    expect([reply.status, reply.headers.get('etag')]).to.deep.equal([304, etag]);
    expect(reply.headers.get('contract-state')).to.equal(
      'the sample content is published; the client holds the current representation (path /api/v3/mobile/events)',
    );
  });

  it('generates a body by a seed with dynamic=true', async () => {
    const generate = async (prefer: string) => {
      const reply = await ask('/api/v1/us/events/7001', prefer);
      expect([reply.status, reply.headers.get('contract-match')]).to.deep.equal([200, 'dynamic']);
      expect(reply.headers.get('preference-applied')).to.contain('dynamic=true');
      return reply.text();
    };
    const one = await generate('dynamic=true');
    expect(await generate('dynamic=true, seed=1')).to.equal(one);
    expect(await generate('dynamic=true, seed=2')).to.not.equal(one);
  });
});

import { expect } from 'chai';
import { createClient } from '../../../contracts/client/client.ts';
import { nextPage } from '../../../contracts/client/methods.ts';
import { ProblemError } from '../../../contracts/client/problem-error.ts';

/** A `fetch` that records its requests and always gives the same answer. */
function answering(body: string, init: ResponseInit = {}) {
  const asked: { url: string; init: RequestInit | undefined }[] = [];
  const send: typeof fetch = async (url, request) => {
    asked.push({ url: String(url), init: request });
    return new Response(init.status === 304 ? null : body, init);
  };
  return { asked, fetch: send };
}

const baseUrl = 'https://api.example.com/';

describe('createClient', () => {
  for (const ending of ['', '/', '/api/v3/mobile', '/api/v3/mobile/', '/api/v1/us']) {
    it(`accepts a baseUrl that ends with "${ending}"`, async () => {
      for (const origin of ['https://api.example.com', 'http://localhost:4010/__session/mine']) {
        const { asked, fetch } = answering('[]');
        await createClient({ baseUrl: origin + ending, family: 'v3', fetch }).news();
        expect(asked[0]?.url).to.equal(`${origin}/api/v3/mobile/news`);
      }
    });
  }

  /** A client without the types of its routes. */
  type Calls = Readonly<Record<string, (request?: object) => Promise<{ next: object | undefined }>>>;
  const vote = { round_num: 2, fighter_statid: 11, client_id: 'u7Qm2x9LkT4sBv0Z' };
  for (const [family, name, request, path] of [
    ['v3', 'root', {}, '/'],
    ['v3', 'news', { limit: 1, cursor: 'a+b/c=&d' }, '/news?limit=1&cursor=a%2Bb%2Fc%3D%26d'],
    ['v3', 'fighters', { limit: 0 }, '/fighters?limit=0'],
    ['v3', 'media', { cursor: 'abc', limit: undefined }, '/media?cursor=abc'],
    ['v3', 'event', { id: 7001, limit: 2 }, '/events/7001'],
    ['v3', 'translations', { id: 'a/b' }, '/translations/a%2Fb'],
    ['v3', 'fighters_stats', { weight_class: 'lw', limit: 2 }, '/fighters/stats/weight_class/lw?limit=2'],
    ['v3', 'fight_vote_cast', { id: 88001, body: vote }, '/fights/88001/vote'],
    ['v1', 'fight_metrics_live_event', { id: 811, fight: 6411 }, '/fight_metrics/live_event/811?fight=6411'],
    ['v1', 'fight_metrics_update_live_event', { body: { sequence: 7 } }, '/fight_metrics/update_live_event'],
  ] as const) {
    it(`sends ${name} to ${path}`, async () => {
      const { asked, fetch } = answering('{}');
      const client = createClient({ baseUrl, family, feedKey: 'feed-key', fetch }) as unknown as Calls;
      await client[name]?.(request);
      const prefix = family === 'v3' ? 'api/v3/mobile' : 'api/v1/us';
      const plain = { Accept: 'application/json' };
      const json = { ...plain, 'Content-Type': 'application/json' };
      const isFeed = name === 'fight_metrics_update_live_event';
      const headers = isFeed ? { ...json, Authorization: 'Bearer feed-key' } : json;
      const get = { method: 'GET', headers: plain };
      const init = 'body' in request ? { method: 'POST', headers, body: JSON.stringify(request.body) } : get;
      const sent = asked.map(({ url, init: { signal: _, ...rest } = {} }) => ({ url, init: rest }));
      expect(sent).to.deep.equal([{ url: `${baseUrl}${prefix}${path}`, init }]);
    });
  }

  it('sends the headers of its options', async () => {
    const { asked, fetch } = answering('[]');
    await createClient({ baseUrl, family: 'v3', fetch, headers: { 'Mock-Session': 'a' } }).news();
    expect(asked[0]?.init?.headers).to.deep.equal({ Accept: 'application/json', 'Mock-Session': 'a' });
  });

  /** A `fetch` that ends only by its signal. */
  const never: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });

  it('rejects after its timeout', async () => {
    const client = createClient({ baseUrl, family: 'v3', fetch: never, timeoutMs: 10 });
    const error = await client.news().catch((thrown) => thrown);
    expect([error.name, error.message]).to.deep.equal(['TimeoutError', 'no reply within 10 ms']);
  });

  it('rejects with the reason of the signal', async () => {
    const end = new AbortController();
    const asked = createClient({ baseUrl, family: 'v3', fetch: never }).news({ signal: end.signal });
    end.abort(new Error('left the screen'));
    expect(await asked.catch(({ message }) => message)).to.equal('left the screen');
  });

  it('sends the ETag and reports 304', async () => {
    const { asked, fetch } = answering('', { status: 304, headers: { ETag: '"a"' } });
    const client = createClient({ baseUrl, family: 'v1', fetch });
    const { headers, ...rest } = await client.fighter({ id: 3107, etag: '"a"' });
    expect(rest).to.deep.equal({ status: 304, notModified: true, etag: '"a"', body: undefined, next: undefined });
    expect(headers.get('ETag')).to.equal('"a"');
    expect(asked[0]?.init?.headers).to.include({ 'If-None-Match': '"a"' });
  });

  it('follows the link to the next page', async () => {
    const link = '<https://api.example.com/api/v3/mobile/news?limit=2&cursor=b%2B2>; rel="next"';
    const { asked, fetch } = answering('[]', { headers: { Link: link } });
    const client = createClient({ baseUrl, family: 'v3', fetch });
    const { next } = await client.news({ limit: 2 });
    await client.news(next);
    expect(asked.map(({ url }) => new URL(url).search)).to.deep.equal(['?limit=2', '?limit=2&cursor=b%2B2']);
  });

  it('never repeats a request', async () => {
    const body = { round_num: 1, fighter_statid: 1803, client_id: 'client-000000000001' };
    for (const status of [200, 201, 429, 500, 503]) {
      const { asked, fetch } = answering('{}', { status, headers: { 'Retry-After': '0' } });
      const client = createClient({ baseUrl, family: 'v3', fetch });
      await client.fight_vote_cast({ id: 1, body }).catch(() => undefined);
      await client.news().catch(() => undefined);
      expect(asked.map(({ init }) => init?.method)).to.deep.equal(['POST', 'GET']);
    }
  });

  const problem = { type: 'urn:problem-type:event-not-found', title: 'T', status: 404, detail: 'D', instance: '/i' };
  const health = { status: 'down', time: '2031-04-06T02:03:11Z' };
  const foreign = (status: number) => ({
    ...{ type: 'about:blank', title: `HTTP ${status}`, status, detail: 'The answer is not one of this service.' },
    instance: '/api/v1/us/events/7001',
  });
  const success = { etag: undefined, notModified: false, next: undefined };

  for (const [title, [status, body, headers = {}], expected] of [
    ['an object', [200, { a: 1 }], { ...success, status: 200, body: { a: 1 } }],
    ['a list', [200, [1]], { ...success, status: 200, body: [1] }],
    ['an ETag', [200, {}, { ETag: '"e"' }], { ...success, status: 200, body: {}, etag: '"e"' }],
    ['a first vote', [201, { a: 1 }], { ...success, status: 201, body: { a: 1 } }],
    ['a 304 that was not asked for', [304, ''], { rejected: foreign(304) }],
    ['a problem', [404, problem], { rejected: problem }],
    ["a proxy's page", [502, '<html></html>'], { rejected: foreign(502) }],
    ["a proxy's JSON", [502, { message: 'x' }], { rejected: foreign(502) }],
    ["a gateway's problem", [504, { type: 'a', title: 'B' }], { rejected: { ...foreign(504), type: 'a', title: 'B' } }],
    [
      "another service's error",
      [529, { type: 'a', title: null, b: 7 }],
      { rejected: { ...foreign(529), type: 'a', b: 7 } },
    ],
    ["a captive portal's page", [200, '<html></html>'], { rejected: foreign(200) }],
    ['a bare null', [200, null], { rejected: foreign(200) }],
    ['nothing', [200, ''], { rejected: foreign(200) }],
    ['another success', [202, {}], { rejected: foreign(202) }],
    ["a health's body of another route", [503, health], { rejected: foreign(503) }],
  ] as const satisfies readonly (readonly [string, readonly [number, unknown, Record<string, string>?], object])[]) {
    it(`answers ${title} with status ${status}`, async () => {
      const { fetch } = answering(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });
      const found = await createClient({ baseUrl, family: 'v1', fetch })
        .event({ id: 7001 })
        .then(
          ({ headers: _, ...reply }) => reply,
          (error: ProblemError) => ({ rejected: error.problem }),
        );
      expect(found).to.deep.equal(expected);
    });
  }

  for (const [retryAfter, seconds] of [
    ['0', 0],
    ['3', 3],
    ['Sun, 06 Apr 2031 02:03:11 GMT', undefined],
  ] as const) {
    it(`reads Retry-After: ${retryAfter} as ${seconds} seconds`, () => {
      const error = new ProblemError(problem, new Headers({ 'Retry-After': retryAfter }));
      expect(error.retryAfterSeconds).to.equal(seconds);
      expect(error.is('event-not-found')).to.equal(true);
    });
  }

  for (const [title, status, body, expected] of [
    ['of a service that is going away', 503, health, [503, health]],
    ['of a proxy without a time', 503, { status: 'down' }, 'about:blank'],
    ['as a problem', 503, { ...problem, type: 'urn:problem-type:overloaded' }, 'urn:problem-type:overloaded'],
    ['with another failure', 500, health, 'about:blank'],
    ['with a bare null', 503, null, 'about:blank'],
  ] as const) {
    it(`answers a health ${title}`, async () => {
      const { fetch } = answering(JSON.stringify(body), { status });
      const found = await createClient({ baseUrl, family: 'v1', fetch })
        .health()
        .then(
          (reply) => [reply.status, reply.body],
          (error: ProblemError) => error.problem.type,
        );
      expect(found).to.deep.equal(expected);
    });
  }
});

describe('nextPage', () => {
  for (const [title, link, expected] of [
    ['no header', null, undefined],
    ['another relation', '<https://x/y>; rel="prev"', undefined],
    ['the second link', '<?limit=9>; rel="prev", <?limit=2&cursor=abc>; rel="next"', { limit: 2, cursor: 'abc' }],
    ['a relation as a token', '<?cursor=a>; rel=next', { cursor: 'a' }],
    ['several relations in one link', '<?cursor=a>; rel = "last next  up"', { cursor: 'a' }],
    ['a relation and a parameter in capitals', '<?cursor=a>; REL="NEXT"', { cursor: 'a' }],
    ['other parameters first', '<?cursor=a>; title="a, rel=\\"prev\\"; b"; hreflang=en; rel="next"', { cursor: 'a' }],
    ['the first of two links', '<?cursor=a>; rel="next", <?cursor=b>; rel="next"', { cursor: 'a' }],
    ['no similar relation', '<?cursor=a>; rel="nextish", <?cursor=b>; rel=not-next', undefined],
    ['no parameter that ends with the word', '<?cursor=a>; xrel="next"', undefined],
    ['no relation within a title', '<?cursor=a>; title="rel=next"; rel="up"', undefined],
  ] as const) {
    it(`reads ${title}`, () => {
      expect(nextPage(link)).to.deep.equal(expected);
    });
  }
});

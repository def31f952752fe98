import { expect } from 'chai';
import { createClient, nextPage, ProblemError } from '../../contracts/client/client.ts';
import { createSender } from '../../contracts/client/sender.ts';

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
  it('fills the path, sends given query parameters and leaves out the others', async () => {
    const { asked, fetch } = answering('[]');
    const client = createClient({ baseUrl, family: 'v3', fetch });
    await client.fighters_stats({ born_country: 'PER', limit: 5, cursor: undefined });
    expect(asked[0]?.url).to.equal('https://api.example.com/api/v3/mobile/fighters/stats/born_country/PER?limit=5');
  });

  it('sends the cached ETag, and says when it is still current', async () => {
    const { asked, fetch } = answering('', { status: 304, headers: { ETag: '"a"' } });
    const reply = await createClient({ baseUrl, family: 'v1', fetch }).fighter({ id: 3107, etag: '"a"' });
    expect(reply).to.include({ notModified: true, status: 304, etag: '"a"' });
    expect(asked[0]?.init?.headers).to.include({ 'If-None-Match': '"a"' });
  });

  it('sends the feed key only where it is required', async () => {
    const { asked, fetch } = answering('{}');
    const client = createClient({ baseUrl, family: 'v1', feedKey: 'k', fetch });
    await client.fight_metrics_update_live_event({ body: { sequence: 1, FMLiveFeed: { EventID: '1' } } });
    await client.health();
    const keys = asked.map(({ init }) => new Headers(init?.headers).get('Authorization'));
    expect(keys).to.deep.equal(['Bearer k', null]);
  });

  it('rejects with the problem, its key and when to try again', async () => {
    const problem = { type: 'urn:problem-type:too-many-requests', title: 'T', status: 429, detail: 'D', instance: '/' };
    const { fetch } = answering(JSON.stringify(problem), { status: 429, headers: { 'Retry-After': '2' } });
    const error = await createClient({ baseUrl, family: 'v1', fetch })
      .news()
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ProblemError);
    const { problem: found, retryAfterSeconds } = error as ProblemError;
    expect(found).to.deep.equal(problem);
    expect(retryAfterSeconds).to.equal(2);
    expect((error as ProblemError).is('too-many-requests')).to.equal(true);
  });

  for (const [title, status] of [
    ["a proxy's page", 502],
    ["a captive portal's page", 200],
  ] as const) {
    it(`rejects ${title} as a problem of no kind of ours`, async () => {
      const { fetch } = answering('<html></html>', { status });
      const error = await createClient({ baseUrl, family: 'v1', fetch })
        .event({ id: 7001 })
        .catch((thrown: unknown) => thrown);
      expect((error as ProblemError).problem).to.include({
        type: 'about:blank',
        status,
        instance: '/api/v1/us/events/7001',
      });
    });
  }

  it('returns the health of a service that is going away', async () => {
    const { fetch } = answering('{"status":"down","time":"2031-04-06T02:03:11Z"}', { status: 503 });
    const { body, status } = await createClient({ baseUrl, family: 'v1', fetch }).health();
    expect([status, body.status]).to.deep.equal([503, 'down']);
  });
});

describe('createSender', () => {
  it('sends a string unchanged and never rejects an answer', async () => {
    const { asked, fetch } = answering('no json', { status: 400 });
    const send = createSender({ baseUrl, family: 'v3', fetch });
    const reply = await send('fight_vote_cast', { params: { id: 'abc' }, body: '{"round' });
    expect(asked[0]?.init?.body).to.equal('{"round');
    expect(reply).to.include({ status: 400, body: 'no json' });
  });
});

describe('nextPage', () => {
  it('reads limit and cursor of the next relation, in any order of the relations', () => {
    const link = '<https://x/y?limit=9>; rel="prev", <https://api.example.com/news?limit=2&cursor=abc>; rel="next"';
    expect(nextPage(link)).to.deep.equal({ limit: 2, cursor: 'abc' });
  });

  it('is undefined after the last page', () => {
    expect(nextPage(null)).to.equal(undefined);
    expect(nextPage('<https://x/y>; rel="prev"')).to.equal(undefined);
  });
});

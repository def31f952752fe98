import { expect } from 'chai';
import { createClient } from '../../../contracts/client/client.ts';
import { nextPage, ProblemError } from '../../../contracts/client/methods.ts';

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
    it(`sends to the family with "${ending}" at the end of baseUrl`, async () => {
      for (const origin of ['https://api.example.com', 'http://localhost:4010/__session/mine']) {
        const { asked, fetch } = answering('[]');
        await createClient({ baseUrl: origin + ending, family: 'v3', fetch }).news();
        expect(asked[0]?.url).to.equal(`${origin}/api/v3/mobile/news`);
      }
    });
  }

  it('sends the ETag and reports 304', async () => {
    const { asked, fetch } = answering('', { status: 304, headers: { ETag: '"a"' } });
    const reply = await createClient({ baseUrl, family: 'v1', fetch }).fighter({ id: 3107, etag: '"a"' });
    const { headers, ...rest } = reply;
    expect(rest).to.deep.equal({ status: 304, notModified: true, etag: '"a"', body: undefined, next: undefined });
    expect(headers.get('ETag')).to.equal('"a"');
    expect(asked[0]?.init?.headers).to.include({ 'If-None-Match': '"a"' });
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

  it('rejects with the problem and Retry-After', async () => {
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

  const problem = {
    ...{ type: 'urn:problem-type:event-not-found', title: 'T', status: 404, detail: 'D', instance: '/i' },
  };
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
    [
      "a gateway's problem of two members",
      [504, { type: 'https://gateway.example/slow', title: 'Slow' }],
      { rejected: { ...foreign(504), type: 'https://gateway.example/slow', title: 'Slow' } },
    ],
    [
      "another service's error of a type",
      [529, { type: 'error', status: 'no number', title: null, error: { code: 7 } }],
      { rejected: { ...foreign(529), type: 'error', error: { code: 7 } } },
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
    });
  }

  for (const [title, status, body, expected] of [
    ['of a service that is going away', 503, health, [503, health]],
    ['of a proxy without a time', 503, { status: 'down' }, 'about:blank'],
    [
      'as a problem',
      503,
      { ...problem, type: 'urn:problem-type:service-unavailable' },
      'urn:problem-type:service-unavailable',
    ],
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
  it('reads limit and cursor', () => {
    const link = '<https://x/y?limit=9>; rel="prev", <https://api.example.com/news?limit=2&cursor=abc>; rel="next"';
    expect(nextPage(link)).to.deep.equal({ limit: 2, cursor: 'abc' });
  });

  it('is undefined after the last page', () => {
    expect(nextPage(null)).to.equal(undefined);
    expect(nextPage('<https://x/y>; rel="prev"')).to.equal(undefined);
  });

  for (const [title, link, expected] of [
    ['a relation as a token', '<?cursor=a>; rel=next', { cursor: 'a' }],
    ['several relations in one link', '<?cursor=a>; rel="last next  up"', { cursor: 'a' }],
    ['a relation and a parameter in capitals', '<?cursor=a>; REL="NEXT"', { cursor: 'a' }],
    ['spaces around every separator', ' \t<?cursor=a> \t; rel = "next" , <?cursor=b>', { cursor: 'a' }],
    [
      'other parameters first',
      '<?cursor=a>; title="more, rel=\\"prev\\"; of it"; hreflang=en; rel="next"',
      { cursor: 'a' },
    ],
    ['parameters without a value and empty ones', '<?cursor=a>; crossorigin;; rel="next";', { cursor: 'a' }],
    ['commas and semicolons within the target', '<?limit=3&ids=1,2;x&cursor=a>; rel="next"', { limit: 3, cursor: 'a' }],
    ['empty links in between', ', <?cursor=z>; rel="prev",, <?cursor=a>; rel="next"', { cursor: 'a' }],
    ['escapes of characters within quotes', '<?cursor=a>; rel="\\n\\e\\x\\t"', { cursor: 'a' }],
    ['the first of two links', '<?cursor=a>; rel="next", <?cursor=b>; rel="next"', { cursor: 'a' }],
    ['no page in a fragment', '<?limit=3#&cursor=a>; rel="next"', { limit: 3 }],
    [
      'no relation that begins or ends with the word',
      '<?cursor=a>; rel="nextish", <?cursor=b>; rel=not-next',
      undefined,
    ],
    ['no parameter that ends with the word', '<?cursor=a>; xrel="next"', undefined],
    ['no relation within a title', '<?cursor=a>; title="rel=next"; rel="up"', undefined],
    ['no second relation type: the first counts', '<?cursor=a>; rel="prev"; rel="next"', undefined],
    ['no relation without a link', 'rel="next"', undefined],
    ['nothing after a target that does not end', '<?cursor=a; rel="next"', undefined],
    ['nothing of a quotation that does not end', '<?cursor=a>; title="more; rel="next"', undefined],
    ['a cursor with a broken escape as it is', '<?limit=3&cursor=%E0%A4>; rel="next"', { limit: 3, cursor: '%E0%A4' }],
    ['a percent sign alone as it is', '<?cursor=100%>; rel="next"', { cursor: '100%' }],
  ] as const) {
    it(`reads ${title}`, () => {
      expect(nextPage(link)).to.deep.equal(expected);
    });
  }

  it('survives a broken escape', async () => {
    const { fetch } = answering('[]', { headers: { Link: '<https://x/news?cursor=%>; rel="next"' } });
    const reply = await createClient({ baseUrl, family: 'v3', fetch }).news();
    expect([reply.status, reply.body, reply.next]).to.deep.equal([200, [], { cursor: '%' }]);
  });

  it('finds no page in a long malformed header', () => {
    for (const part of ['<', '<>;', '<>; a="\\', ' \t', '<>; rel="', ';', ',']) {
      expect(nextPage(part.repeat(200_000)), part).to.equal(undefined);
    }
  });
});

import { expect } from 'chai';
import { ids } from '../../../../contracts/world/ids.ts';
import { eventStream } from '../../expected/headers.ts';
import { expectedOperations } from '../../expected/routes.ts';
import { samplePath, samplePost } from '../../fixtures/sample-requests.ts';
import { json, send } from '../../http/send.ts';
import { ask, commonHeaders, expectHeaders, jsonHeaders, successHeaders, type Target } from './expect-reply.ts';

const reads = expectedOperations.filter(({ method, name }) => method === 'GET' && name !== 'fight_vote_read');
const posts = expectedOperations.filter(({ method }) => method === 'POST');

export function describeReplies(target: Target): void {
  const { at } = target;

  describe(`${target.name}: replies`, () => {
    for (const operation of reads) {
      const path = samplePath(operation);
      const { isConditional, list } = operation;

      it(`B01, B24, K01: GET ${path} has its headers, aliases and 304`, async () => {
        const answer = await ask(target, 'GET', path);
        expect(answer.status).to.equal(200);
        expectHeaders(answer, successHeaders(answer, operation));
        expect(Array.isArray(json(answer)), 'a bare array if it is a list').to.equal(list !== undefined);
        // Strong: a weak ETag does not promise the same bytes, and does not allow range requests.
        if (isConditional) expect(answer.headers.etag).to.match(/^"[^"]+"$/);

        const head = await ask(target, 'HEAD', path);
        expect(head.status).to.equal(200);
        expect(head.body).to.have.length(0);
        // What changes every moment may have another length at the next request.
        const length = isConditional ? answer.headers['content-length'] : head.headers['content-length'];
        expectHeaders(head, { ...successHeaders(head, operation), 'content-length': length });
        if (isConditional) expect(head.headers.etag).to.equal(answer.headers.etag);

        const bare = path.replace(/\/$/, '');
        for (const alias of [`${bare}.json`, `${bare}/`, `/${path}`]) {
          const answered = await send(at(), 'GET', alias);
          expect(answered.status, alias).to.equal(200);
          if (isConditional) expect(answered.headers.etag, alias).to.equal(answer.headers.etag);
        }

        if (!isConditional) return;
        const { etag = '' } = answer.headers;
        for (const held of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
          const revalidated = await ask(target, 'GET', path, { 'If-None-Match': held });
          expect(revalidated.status, held).to.equal(304);
          expect(revalidated.body).to.have.length(0);
          const { 'content-type': _, 'content-length': __, ...others } = successHeaders(answer, operation);
          expectHeaders(revalidated, others);
        }
        expect((await send(at(), 'GET', path, { 'If-None-Match': '"other"' })).status).to.equal(200);
      });
    }

    for (const operation of reads.filter(({ stream }) => stream)) {
      const path = samplePath(operation);
      it(`HEAD ${path} has the headers of a stream`, async () => {
        const head = await ask(target, 'HEAD', path, { Accept: 'text/event-stream' });
        expect(head.status).to.equal(200);
        expectHeaders(head, { ...commonHeaders(head), ...eventStream });
      });
    }

    it('B06, B10: accepts odd Accept headers and the body of a GET', async () => {
      const framing = { ...jsonHeaders, 'Content-Length': '10' };
      expect((await send(at(), 'GET', '/api/v3/mobile/news', framing, '{"broken":')).status).to.equal(200);
      for (const accept of ['text/html, image/gif, image/jpeg, */*; q=0.2', '*/*', ';;;,,/', '']) {
        expect((await send(at(), 'GET', '/api/v3/mobile/news', { Accept: accept })).status).to.equal(200);
      }
    });
    it('drops one leading ":" of a parameter', async () => {
      const [plain, filtered] = ['/api/v3/mobile/fighters/stats', '/api/v3/mobile/fighters/stats/weight_class/:'];
      expect(json(await send(at(), 'GET', filtered))).to.deep.equal(json(await send(at(), 'GET', plain)));
    });
    it('A01: ignores unknown query parameters', async () => {
      const unknown = [
        'page=2&id[]=7&limit%5B%5D=1&__proto__=x',
        'a=&a=&=&&',
        'a[b][c]=1',
        '%',
        `a=${'x'.repeat(8_000)}`,
      ];
      for (const operation of reads.filter(({ list }) => list)) {
        const path = samplePath(operation);
        const plain = await send(at(), 'GET', path);
        for (const query of unknown) {
          const more = await send(at(), 'GET', `${path}?${query}`);
          expect(more.status, `${path}?${query}`).to.equal(200);
          expect(more.headers.etag).to.equal(plain.headers.etag);
        }
      }
    });
    it('A15: ignores or refuses additions to a path', async () => {
      for (const operation of reads.filter(({ path, isConditional }) => isConditional && path.endsWith(':id'))) {
        const path = samplePath(operation);
        const plain = await send(at(), 'GET', path);
        for (const same of [`${path}?injected_query_string=123`, `${path}/?/`, `${path}??`]) {
          const answer = await send(at(), 'GET', same);
          expect(answer.status, same).to.equal(200);
          expect(answer.body.equals(plain.body), same).to.equal(true);
        }
        const id = path.slice(path.lastIndexOf('/'));
        for (const other of [`${path}${id}`, `${path}{}`, `${path}%2f..${id}0`]) {
          expect((await send(at(), 'GET', other)).status, other).to.be.oneOf([400, 404]);
        }
      }
    });
    it('B16: ignores Range', async () => {
      const plain = await send(at(), 'GET', '/api/v3/mobile/news');
      for (const range of ['bytes=0-5', 'bytes=0-1,4-5', 'bytes=9-1', 'bytes=99999999-', 'lines=1']) {
        const headers = { Range: range, 'If-Range': plain.headers.etag ?? '' };
        const answer = await send(at(), 'GET', '/api/v3/mobile/news', headers);
        expect(answer.status, range).to.equal(200);
        expect(answer.body.equals(plain.body), range).to.equal(true);
        expect(answer.headers).not.to.have.any.keys('content-range', 'accept-ranges');
      }
    });
    it('K02: ignores Origin', async () => {
      for (const Origin of ['null', 'https://evil.example', 'https://api.example.com.evil.example', 'x']) {
        const preflighted = { Origin, 'Access-Control-Request-Method': 'PUT', 'Access-Control-Request-Headers': 'X-A' };
        for (const [method, headers] of Object.entries({ GET: { Origin }, OPTIONS: preflighted })) {
          const { date: _, ...plain } = (await send(at(), method, '/api/v1/us/news')).headers;
          const { date: __, ...asked } = (await send(at(), method, '/api/v1/us/news', headers)).headers;
          expect(asked, Origin).to.deep.equal(plain);
          expect(asked['access-control-allow-origin']).to.equal('*');
          expect(asked).not.to.have.property('access-control-allow-credentials');
        }
      }
    });
    it('B07: replies in the language of the family', async () => {
      for (const [path, language] of [
        ['/api/v1/us/fighters', 'en-US'],
        ['/api/v3/mobile/fighters', 'es-US'],
      ] as const) {
        const answer = await send(at(), 'GET', path, { 'Accept-Language': 'fr, es;q=x', 'Accept-Charset': 'latin1' });
        expect(answer.headers['content-language'], path).to.equal(language);
      }
    });

    it('limits a list and links to the next page', async () => {
      for (const operation of reads.filter(({ list, name }) => list && name !== 'event_highlights')) {
        const path = samplePath(operation);
        const answer = await ask(target, 'GET', `${path}?limit=1`);
        expect(json(answer), operation.id).to.have.length(1);
        const link = answer.headers.link ?? '';
        expect(link, operation.id).to.match(/^<https?:\/\/[^/>]+\/[^>]*\?limit=1&cursor=[\w-]+>; rel="next"$/);
        expect(new URL(link.slice(1, link.indexOf('>'))).pathname).to.equal(path);
        expectHeaders(answer, { ...successHeaders(answer, operation), link });
        const all = await send(at(), 'GET', `${path}?limit=500`);
        expect(all.headers.link, operation.id).to.equal(undefined);
      }
    });

    posts.forEach((operation, number) => {
      it(`POST ${operation.path} has the headers of a success`, async () => {
        const post = samplePost(operation, 700 + number);
        const answer = await ask(target, 'POST', post.path, post.headers, post.body);
        expect(answer.status).to.equal(operation.needsFeedKey ? 200 : 201);
        const { location, ratelimit } = answer.headers;
        const isLimited = !operation.needsFeedKey;
        if (isLimited) expect(ratelimit).to.match(/^"votes";r=9;t=(10|[1-9])$/);
        expectHeaders(answer, {
          ...successHeaders(answer, operation),
          ...(isLimited && { 'ratelimit-policy': '"votes";q=10;w=10', ratelimit }),
          ...(operation.name === 'fight_vote_cast' && { location }),
        });
        if (operation.name !== 'fight_vote_cast') return;
        const { round_num, fighter_statid, client_id } = JSON.parse(post.body);
        expect(location).to.equal(
          `/api/v3/mobile/fights/${ids.fightInProgress}/round/${round_num}/fighter/${fighter_statid}/vote/${client_id}`,
        );
        const reading = expectedOperations.find(({ id }) => id === 'v3.fight_vote_read') as (typeof reads)[number];
        for (const method of ['GET', 'HEAD']) {
          const read = await ask(target, method, location as string);
          expect(read.status).to.equal(200);
          expectHeaders(read, successHeaders(read, reading));
        }
      });
    });
  });
}

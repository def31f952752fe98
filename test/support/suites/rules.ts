import { expect } from 'chai';
import { families, familyNames } from '../../../contracts/families.ts';
import { cacheControl, isConditional, securityHeaders, varyOf } from '../../../contracts/http/headers.ts';
import { feedKey, wrongFeedKey } from '../../../contracts/interactions/live-updates.ts';
import { allowedMethods, type Operation, operations, pathTree } from '../../../contracts/operations.ts';
import { type ProblemKey, problems } from '../../../contracts/problems.ts';
import { familiesOf, type RouteName, routeOf } from '../../../contracts/routes.ts';
import { ProblemDetails } from '../../../contracts/schemas/problem.ts';
import { fits } from '../../../contracts/schemas/validation/fits.ts';
import { ids } from '../../../contracts/world/index.ts';
import { samplePath } from '../fixtures/sample-requests.ts';
import { type Answer, json, send } from '../http/send.ts';

/** Well-formed ids that do not exist, where the common unknown id does not fit. */
const unknownIds: Partial<Record<RouteName, string | number>> = {
  translations: ids.unknownTranslation,
  fight_metrics_live_event: -1,
};

const jsonHeaders = { 'Content-Type': 'application/json' };

/**
 * The rules of every route: wire specification 2.1, 2.5 and 2.6. Server and mock run the same
 * suite.
 *
 * @param target named in the titles.
 * @param at where the target answers; read when a test runs.
 */
export function describeRules(target: string, at: () => string): void {
  const reads = operations.filter(({ method, name }) => method === 'GET' && name !== 'fight_vote_read');
  const posts = operations.filter(({ method }) => method === 'POST');
  const withKey = ({ name }: Operation): Record<string, string> =>
    routeOf(name).credential ? { Authorization: `Bearer ${feedKey}` } : {};

  /** Checks that an answer is problem details of this key in the family's language. */
  function expectProblem(answer: Answer, key: ProblemKey, family: 'v3' | 'v1' | undefined, instance: string): void {
    const { status, es, en } = problems[key];
    const body = json(answer);
    expect(answer.status, instance).to.equal(status);
    expect(answer.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
    expect(fits(ProblemDetails, body)).to.equal(true);
    expect(body).to.include({ type: `urn:problem-type:${key}`, instance, title: (family === 'v3' ? es : en)[0] });
    expect(answer.headers['content-language']).to.equal(families[family ?? 'v1'].language);
    expect(answer.headers).to.include({ 'x-content-type-options': 'nosniff' });
    expect(answer.headers).not.to.have.any.keys('x-powered-by', 'server');
  }

  describe(`${target}: replies`, () => {
    for (const operation of reads) {
      const path = samplePath(operation);
      const { cache } = routeOf(operation.name);

      it(`GET ${path}: headers of kind ${cache}, HEAD, .json, trailing and leading slash and 304`, async () => {
        const answer = await send(at(), 'GET', path);
        expect(answer.status).to.equal(200);
        expect(answer.headers).to.include({
          'content-type': 'application/json; charset=utf-8',
          'content-language': families[operation.family].language,
          'cache-control': cacheControl[cache],
          'access-control-allow-origin': '*',
          'access-control-expose-headers': 'ETag, Link, Retry-After',
          vary: varyOf(routeOf(operation.name)),
          'content-length': String(answer.body.length),
        });
        for (const [name, value] of Object.entries(securityHeaders)) {
          expect(answer.headers[name.toLowerCase()]).to.equal(value);
        }
        expect(answer.headers).not.to.have.any.keys('x-powered-by', 'server', 'set-cookie');
        // Strong: a weak ETag does not promise the same bytes, and does not allow range requests.
        if (isConditional(cache)) expect(answer.headers.etag).to.match(/^"[^"]+"$/);
        else expect(answer.headers.etag).to.equal(undefined);

        const head = await send(at(), 'HEAD', path);
        expect(head.status).to.equal(200);
        expect(head.body).to.have.length(0);
        for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
          if (name === 'content-length' || !isConditional(cache)) continue;
          expect(head.headers[name], name).to.equal(answer.headers[name]);
        }

        const bare = path.replace(/\/$/, '');
        for (const alias of [`${bare}.json`, `${bare}/`, `/${path}`]) {
          const answered = await send(at(), 'GET', alias);
          expect(answered.status, alias).to.equal(200);
          if (isConditional(cache)) expect(answered.headers.etag, alias).to.equal(answer.headers.etag);
        }

        if (!isConditional(cache)) return;
        const revalidated = await send(at(), 'GET', path, { 'If-None-Match': `"other", ${answer.headers.etag}` });
        expect(revalidated.status).to.equal(304);
        expect(revalidated.body).to.have.length(0);
        for (const name of ['etag', 'cache-control', 'vary']) {
          expect(revalidated.headers[name], name).to.equal(answer.headers[name]);
        }
      });
    }

    it('takes the Accept header of existing clients, and none', async () => {
      for (const accept of ['text/html, image/gif, image/jpeg, */*; q=0.2', '*/*']) {
        expect((await send(at(), 'GET', '/api/v3/mobile/news', { Accept: accept })).status).to.equal(200);
      }
    });
    it('drops one leading ":" of a parameter', async () => {
      const answer = await send(at(), 'GET', `/api/v3/mobile/events/:${ids.liveEvent}/fights`);
      expect(answer.status).to.equal(200);
      const filtered = await send(at(), 'GET', '/api/v3/mobile/fighters/stats/weight_class/:');
      expect(json(filtered)).to.deep.equal(json(await send(at(), 'GET', '/api/v3/mobile/fighters/stats')));
    });
    it('ignores unknown query parameters', async () => {
      const plain = await send(at(), 'GET', '/api/v3/mobile/fighters');
      const more = await send(at(), 'GET', '/api/v3/mobile/fighters?page=2&id[]=7&limit%5B%5D=1&__proto__=x');
      expect(more.headers.etag).to.equal(plain.headers.etag);
    });
    it('ignores the body of a GET', async () => {
      const answer = await send(
        at(),
        'GET',
        '/api/v3/mobile/news',
        {
          ...jsonHeaders,
          'Content-Length': '10',
        },
        '{"broken":',
      );
      expect(answer.status).to.equal(200);
    });
  });

  describe(`${target}: methods`, () => {
    const tree = pathTree();
    for (const operation of operations) {
      const path = samplePath(operation);
      const entry = tree.find(path.replace(/\/$/, ''))?.value ?? {};
      const allow = allowedMethods(entry);

      it(`${path}: OPTIONS names ${allow}, other methods are 405`, async () => {
        const options = await send(at(), 'OPTIONS', path);
        expect(options.status).to.equal(204);
        expect(options.headers.allow).to.equal(allow);
        const others = ['PUT', 'PATCH', 'DELETE', 'TRACE', entry.GET ? 'POST' : 'GET', ...(entry.GET ? [] : ['HEAD'])];
        for (const method of others) {
          const refused = await send(at(), method, path, { ...jsonHeaders, ...withKey(operation) });
          if (method === 'HEAD') expect(refused.status).to.equal(405);
          else expectProblem(refused, 'method-not-allowed', operation.family, path);
          expect(refused.headers.allow).to.equal(allow);
        }
      });
    }
  });

  describe(`${target}: problems`, () => {
    const unknown = [
      '/api/v3/mobile/nothing',
      '/api/v1/us/translations/labels',
      '/api/v1/us/fighters/stats/weight_class/lw',
      '/api/v3/mobile/fight_metrics',
      '/api/v3/mobile/fighters/title_holders/news',
      '/api/v3/mobile/fighters/stats/weight_class',
      '/api/v3/mobile/fighters/stats/born_country/PER/weight_class/lw',
      '/api/v3/mobile/Fighters',
      '/api/v3/mobile//fighters',
      '/api/v3/mobile/fighters//',
      '/api/v3/mobile/fighters;jsessionid=1',
      '/api/v3/mobile/./fighters',
      '/api/v3/us/events',
      '/api/v2/us/events',
      '/',
      '/favicon.ico',
      '/api/v3/mobile/%66ighters',
    ];
    for (const path of unknown) {
      it(`${path} is route-not-found`, async () => {
        const family = familyNames.find((name) => path.startsWith(families[name].prefix));
        expectProblem(await send(at(), 'GET', path), 'route-not-found', family, path);
      });
    }

    const wrongIds = [
      '0',
      '-1',
      '01',
      '1.0',
      '1e1',
      '2147483648',
      'abc',
      '..',
      '%2e%2e',
      '%2F',
      '%00',
      '%0d%0a',
      '*',
      '{}',
      '__proto__',
      'constructor',
      '1;DROP',
      '%EF%BC%97',
      '%E0%A4%A',
      'a'.repeat(1000),
      'title%5Fholders',
    ];
    for (const id of wrongIds) {
      it(`an id like ${id.slice(0, 20)} is invalid-request on every route with an id`, async () => {
        for (const operation of reads.filter(
          ({ path, name }) => /:(event_|fighter_)?id/.test(path) && name !== 'translations',
        )) {
          if (id === '-1' && operation.name === 'fight_metrics_live_event') continue;
          const path = operation.path.replace(/:(event_|fighter_)?id/, id);
          const answer = await send(at(), 'GET', path);
          expectProblem(answer, 'invalid-request', operation.family, path);
          expect(json(answer).errors).to.have.length(1);
        }
      });
    }

    it('an unknown id is the not-found problem of its route, to be revalidated after 5 s', async () => {
      for (const operation of reads.filter(({ path }) => /:(event_|fighter_)?id/.test(path))) {
        const { problems: own = [], cache } = routeOf(operation.name);
        const [key] = own;
        const id = unknownIds[operation.name] ?? ids.unknown;
        const path = operation.path.replace(/:(event_|fighter_)?id/, String(id));
        const answer = await send(at(), 'GET', path);
        expectProblem(answer, key as ProblemKey, operation.family, path);
        expect(answer.headers['cache-control'], path).to.equal(cache === 'content' ? 'public, max-age=5' : 'no-store');
        expect(answer.headers.etag).to.equal(undefined);
      }
    });

    it('an Accept header that excludes JSON is not-acceptable, unless the path ends in .json', async () => {
      for (const accept of ['text/html', 'application/json;q=0', 'image/*, text/*']) {
        const path = '/api/v3/mobile/fighters';
        expectProblem(await send(at(), 'GET', path, { Accept: accept }), 'not-acceptable', 'v3', path);
        expect((await send(at(), 'GET', `${path}.json`, { Accept: accept })).status).to.equal(200);
      }
    });

    it('a leading double slash is one slash, also in a problem and a Link; three are no route', async () => {
      const unknown = await send(at(), 'GET', '//api/v1/us/fighters/999999999?x=1');
      expectProblem(unknown, 'fighter-not-found', 'v1', '/api/v1/us/fighters/999999999');
      const { body, headers } = await send(at(), 'GET', '//api/v1/us/fighters?limit=1');
      const once = await send(at(), 'GET', '/api/v1/us/fighters?limit=1');
      expect(body.equals(once.body)).to.equal(true);
      expect(headers.link).to.equal(once.headers.link);
      expect(headers.link).to.match(/^<https?:\/\/[^/]+\/api\/v1\/us\/fighters\?/);
      for (const path of ['///api/v1/us/fighters', '/api//v1/us/fighters']) {
        expect((await send(at(), 'GET', path)).status, path).to.equal(404);
      }
      const posted = await send(at(), 'POST', '//api/v3/mobile/fights/999999999/vote');
      expectProblem(posted, 'invalid-body', 'v3', '/api/v3/mobile/fights/999999999/vote');
    });

    it('a bad limit or cursor is invalid-request and named', async () => {
      const wrong = [
        'limit=0',
        'limit=501',
        'limit=x',
        'limit=',
        'limit=1&limit=2',
        'cursor=',
        'cursor=!',
        'cursor=YQ',
        'cursor=YQ===',
      ];
      for (const operation of reads.filter(({ name }) => routeOf(name).list)) {
        for (const query of wrong) {
          const path = samplePath(operation);
          const answer = await send(at(), 'GET', `${path}?${query}`);
          expectProblem(answer, 'invalid-request', operation.family, path);
          expect(json(answer).errors[0].parameter).to.equal(query.split('=')[0]);
        }
      }
    });

    for (const operation of posts) {
      const path = samplePath(operation);
      const post = (headers: Record<string, string>, body?: string | Buffer) =>
        send(at(), 'POST', path, { ...withKey(operation), ...headers }, body);
      const limit = routeOf(operation.name).bodyLimit ?? 0;

      it(`POST ${path}: a body that is missing, of another type, too large, broken or wrong`, async () => {
        for (const headers of [{}, jsonHeaders, { 'Content-Type': 'text/plain' }, { 'Transfer-Encoding': 'chunked' }]) {
          expectProblem(await post(headers), 'invalid-body', operation.family, path);
        }
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1']) {
          expectProblem(await post({ 'Content-Type': type }, '{}'), 'unsupported-media-type', operation.family, path);
        }
        const compressed = { ...jsonHeaders, 'Content-Encoding': 'gzip' };
        expectProblem(await post(compressed, '{}'), 'unsupported-media-type', operation.family, path);
        const large = Buffer.alloc(limit + 1, ' ');
        expectProblem(await post(jsonHeaders, large), 'body-too-large', operation.family, path);
        const broken = [
          '{"round_num":',
          "{'a':1}",
          '\ufeff{}',
          Buffer.of(0x7b, 0xff, 0x7d),
          '['.repeat(100) + ']'.repeat(100),
        ];
        for (const body of broken) {
          expectProblem(await post(jsonHeaders, body), 'malformed-json', operation.family, path);
        }
        for (const body of ['{}', '[]', 'null', '"text"', '7', `{}${' '.repeat(limit - 2)}`]) {
          const answer = await post({ 'Content-Type': 'application/vnd.example+json' }, body);
          expectProblem(answer, 'invalid-body', operation.family, path);
          expect(json(answer).errors).not.to.have.length(0);
        }
        expect((await post(jsonHeaders, '{}')).headers).not.to.have.property('access-control-allow-origin');
      });
    }

    it('a live update without key is feed-key-required, with a wrong key feed-key-rejected, before its body is read', async () => {
      const path = '/api/v1/us/fight_metrics/update_live_event';
      const none = await send(at(), 'POST', path, { 'Content-Length': '99999999' });
      expectProblem(none, 'feed-key-required', 'v1', path);
      expect(none.headers['www-authenticate']).to.equal('Bearer');
      for (const value of ['Basic abc', 'Bearer', 'Bearer ']) {
        expectProblem(await send(at(), 'POST', path, { Authorization: value }), 'feed-key-required', 'v1', path);
      }
      const wrong = { Authorization: `Bearer ${wrongFeedKey}` };
      expectProblem(await send(at(), 'POST', path, wrong), 'feed-key-rejected', 'v1', path);
    });
  });

  it(`${target}: both families of a route answer in their own language`, async () => {
    for (const { name, path } of reads.filter(({ name }) => familiesOf(name).length === 2)) {
      const rest = samplePath({ name, path } as Operation).replace(/^\/api\/v\d\/\w+/, '');
      for (const family of familyNames) {
        const answer = await send(at(), 'GET', families[family].prefix + rest);
        expect(answer.headers['content-language']).to.equal(families[family].language);
      }
    }
  });
}

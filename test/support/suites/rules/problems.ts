import { expect } from 'chai';
import { wrongFeedKey } from '../../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../../contracts/world/index.ts';
import { parameters, ruleOf } from '../../expected/parameters.ts';
import { type ExpectedOperation, expectedOperations } from '../../expected/routes.ts';
import { samplePath } from '../../fixtures/sample-requests.ts';
import { json, send } from '../../http/send.ts';
import { ask, expectProblem, type Reply, type Target } from './expect-reply.ts';

const reads = expectedOperations.filter(({ method }) => method === 'GET');
/** The id that a path is about. */
const idIn = /:(event_|fighter_)?id\b/;
const withId = reads.filter(({ path }) => idIn.test(path));

const unknownRoutes = [
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

/** Texts in place of an id, raw in the path. */
const wrongIds = [
  ...['0', '-1', '01', '1.0', '1e1', '2147483648', 'abc', '..', '%2e%2e', '%2F', '%00', '%0d%0a', '*', '{}'],
  ...['__proto__', 'constructor', '1;DROP', '%EF%BC%97', '%E0%A4%A', 'a'.repeat(1000), 'title%5Fholders'],
];

/** A well-formed id that does not exist. */
const unknownIdOf = ({ name }: ExpectedOperation) =>
  name === 'translations' ? ids.unknownTranslation : name === 'fight_metrics_live_event' ? -1 : ids.unknown;

const sentence = (rule: { es: string; en: string }, { family }: ExpectedOperation) =>
  family === 'v3' ? rule.es : rule.en;

/** What is refused before a body is read. */
export function describeProblems(target: Target): void {
  const get = (path: string, headers?: Record<string, string>): Promise<Reply> => ask(target, 'GET', path, headers);

  describe(`${target.name}: problems`, () => {
    for (const path of unknownRoutes) {
      it(`${path} is route-not-found`, async () => {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          expectProblem(await ask(target, method, path), 'route-not-found');
        }
      });
    }

    for (const id of wrongIds) {
      it(`an id like ${id.slice(0, 20)} is invalid-request on every route with an id`, async () => {
        for (const operation of withId) {
          const { name, path } = operation;
          if (name === 'translations' || (id === '-1' && name === 'fight_metrics_live_event')) continue;
          const parameter = idIn.exec(path)?.[0].slice(1) ?? '';
          const answer = await get(samplePath({ name, path: path.replace(idIn, id) }));
          const detail = sentence(ruleOf(name, parameter), operation);
          expectProblem(answer, 'invalid-request', { errors: [{ parameter, detail }] });
        }
      });
    }

    it('every path parameter beyond its ends is invalid-request and named', async () => {
      for (const operation of reads) {
        for (const [, parameter = ''] of operation.path.matchAll(/:(\w+)/g)) {
          const rule = ruleOf(operation.name, parameter);
          for (const text of rule.misfits.slice(0, 3)) {
            const path = operation.path.replace(`:${parameter}`, encodeURIComponent(text));
            const answer = await get(samplePath({ ...operation, path }));
            const errors = [{ parameter, detail: sentence(rule, operation) }];
            expectProblem(answer, 'invalid-request', { errors });
          }
        }
      }
    });

    it('an unknown id is the not-found problem of its route, to be revalidated after 5 s', async () => {
      for (const operation of withId) {
        const path = operation.path.replace(idIn, String(unknownIdOf(operation)));
        const answer = await get(samplePath({ ...operation, path }));
        const [key = ''] = operation.problems;
        expectProblem(answer, key, { cacheControl: operation.cache === 'content' ? 'public, max-age=5' : 'no-store' });
      }
    });

    it('a bout without statistics and a vote that nobody cast are not found', async () => {
      const feed = `/api/v1/us/fight_metrics/live_event/${ids.liveEventStatid}`;
      expectProblem(await get(`${feed}?fight=-1`), 'live-fight-not-found');
      const vote = `/api/v3/mobile/fights/${ids.fightInProgress}/round/1/fighter/${ids.unknown}/vote/nobody-0123456789`;
      expectProblem(await get(vote), 'vote-not-found');
    });

    it('an Accept header that excludes JSON is not-acceptable, unless the path ends in .json', async () => {
      for (const accept of ['text/html', 'application/json;q=0', 'image/*, text/*']) {
        for (const path of ['/api/v3/mobile/fighters', '/api/v1/us/fighters']) {
          expectProblem(await get(path, { Accept: accept }), 'not-acceptable');
          expect((await get(`${path}.json`, { Accept: accept })).status).to.equal(200);
        }
      }
    });

    it('a leading double slash is one slash, also in a problem and a Link; three are no route', async () => {
      const unknown = await get('//api/v1/us/fighters/999999999?x=1');
      expectProblem({ ...unknown, path: '/api/v1/us/fighters/999999999' }, 'fighter-not-found', {
        cacheControl: 'public, max-age=5',
      });
      const { body, headers } = await get('//api/v1/us/fighters?limit=1');
      const once = await get('/api/v1/us/fighters?limit=1');
      expect(body.equals(once.body)).to.equal(true);
      expect(headers.link).to.equal(once.headers.link);
      expect(headers.link).to.match(/^<https?:\/\/[^/]+\/api\/v1\/us\/fighters\?/);
      for (const path of ['///api/v1/us/fighters', '/api//v1/us/fighters']) {
        expect((await get(path)).status, path).to.equal(404);
      }
      const path = '/api/v3/mobile/fights/999999999/vote';
      const posted = await ask(target, 'POST', `/${path}`);
      const errors = [{ pointer: '#', detail: 'Debe ser un objeto.' }];
      expectProblem({ ...posted, path }, 'invalid-body', { errors });
    });

    it('a bad limit or cursor is invalid-request and named; 1 and 500 are good limits', async () => {
      const wrong = [
        ...['limit=0', 'limit=501', 'limit=x', 'limit=', 'limit=1&limit=2'],
        ...['cursor=', 'cursor=!', 'cursor=YQ', 'cursor=YQ==='],
      ];
      for (const operation of reads.filter(({ list }) => list)) {
        const path = samplePath(operation);
        for (const query of wrong) {
          const parameter = query.startsWith('limit') ? 'limit' : 'cursor';
          const errors = [{ parameter, detail: sentence(parameters[parameter], operation) }];
          expectProblem(await get(`${path}?${query}`), 'invalid-request', { errors });
        }
        for (const limit of [1, 500]) expect((await get(`${path}?limit=${limit}`)).status, path).to.equal(200);
      }
    });

    it('a live update without key is feed-key-required, with a wrong key feed-key-rejected, before its body is read', async () => {
      const path = '/api/v1/us/fight_metrics/update_live_event';
      const required = { headers: { 'www-authenticate': 'Bearer' } };
      expectProblem(await ask(target, 'POST', path, { 'Content-Length': '99999999' }), 'feed-key-required', required);
      for (const value of ['Basic abc', 'Bearer', 'Bearer ']) {
        expectProblem(await ask(target, 'POST', path, { Authorization: value }), 'feed-key-required', required);
      }
      const wrong = { Authorization: `Bearer ${wrongFeedKey}` };
      expectProblem(await ask(target, 'POST', path, wrong), 'feed-key-rejected');
    });

    it('a problem is the same to HEAD, without its body', async () => {
      for (const path of ['/api/v3/mobile/nothing', `/api/v1/us/fighters/${ids.unknown}`]) {
        const [answer, head] = [await get(path), await send(target.at(), 'HEAD', path)];
        expect(head.status).to.equal(404);
        expect(head.body).to.have.length(0);
        expect(head.headers['content-type']).to.equal('application/problem+json; charset=utf-8');
        expect(head.headers['content-length']).to.equal(String(answer.body.length));
        expect(json(answer).status).to.equal(404);
      }
    });
  });
}

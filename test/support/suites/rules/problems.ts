import { expect } from 'chai';
import { wrongFeedKey } from '../../../../contracts/interactions/live-updates.ts';
import { ids } from '../../../../contracts/world/ids.ts';
import { prefixes } from '../../expected/headers.ts';
import { parameters, ruleOf } from '../../expected/parameters.ts';
import { type ExpectedOperation, expectedOperations } from '../../expected/routes.ts';
import { samplePath } from '../../fixtures/sample-requests.ts';
import { json, send } from '../../http/send.ts';
import { ask, expectProblem, type Reply, type Target } from './expect-reply.ts';

const reads = expectedOperations.filter(({ method }) => method === 'GET');
const idIn = /:(event_|fighter_)?id\b/;
const withId = reads.filter(({ path }) => idIn.test(path));

const unknownRoutes: readonly [id: string, path: string][] = [
  ['A04', '/api/v3/mobile/fighters/title_holders/news'],
  ['A05', '/api/v3/mobile/fighters/stats/weight_class'],
  ['A05', '/api/v3/mobile/fighters/stats/weight_class/lw/weight_class/fw'],
  ['A05', '/api/v3/mobile/fighters/stats/weight_class/lw/born_country'],
  ['A05', '/api/v3/mobile/fighters/stats/born_country/PER/weight_class/lw'],
  ['A07', '/api/v1/us/fighters/stats/weight_class/lw'],
  ['A07', '/api/v3/mobile/fight_metrics'],
  ['A07', '/api/v3/us/events'],
  ['A07', '/api/v2/us/events'],
  ['B17', '/api/v3/mobile/nothing'],
  ['B17', '/api/v3/mobile/Fighters'],
  ['B17', '/api/v3/mobile//fighters'],
  ['B17', '/api/v3/mobile/fighters//'],
  ['B17', '/api/v3/mobile/fighters;jsessionid=1'],
  ['B17', '/api/v3/mobile/./fighters'],
  ['B17', '/api/v3/mobile/%66ighters'],
  ['B17', '/favicon.ico'],
];

const wrongIds: readonly [row: string, texts: readonly string[]][] = [
  [
    'A02',
    [
      ...['0', '-1', '01', '1.0', '1e1', '2147483648', 'abc', '..', '%2e%2e', '%2F', '%5C', '%00', '%0d%0a', '*', '{}'],
      ...['__proto__', 'constructor', 'toString', '1;DROP', `\${7*7}`, '{{7*7}}', '%E0%A4%A', 'a'.repeat(1000)],
      ...['%F0%9F%A5%8A', '%E2%80%AE1'],
    ],
  ],
  ['A03', ['%EF%BC%97', '%C2%BD', '%C4%B1', '%C3%A9', 'e%CC%81']],
  ['A04', ['title%5Fholders', 'Title_holders', 'STATS']],
];

const unknownIdOf = ({ name }: ExpectedOperation) =>
  name === 'translations' ? ids.unknownTranslation : name === 'fight_metrics_live_event' ? -1 : ids.unknown;

const sentence = (rule: { es: string; en: string }, { family }: ExpectedOperation) =>
  family === 'v3' ? rule.es : rule.en;

export function describeProblems(target: Target): void {
  const get = (path: string, headers?: Record<string, string>): Promise<Reply> => ask(target, 'GET', path, headers);

  describe(`${target.name}: problems`, () => {
    for (const [id, path] of unknownRoutes) {
      it(`${id}: ${path} is route-not-found`, async () => {
        for (const method of ['GET', 'POST', 'OPTIONS']) {
          expectProblem(await ask(target, method, path), 'route-not-found');
        }
      });
    }

    for (const [row, id] of wrongIds.flatMap(([name, texts]) => texts.map((text) => [name, text] as const))) {
      it(`${row}: an id like ${id.slice(0, 20)} is invalid-request`, async () => {
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

    it('A07: routes of one family are not found in the other', async () => {
      const paths = new Set(expectedOperations.map(({ path }) => path));
      const elsewhere = expectedOperations.map((operation) => {
        const [own, other] = [prefixes[operation.family], prefixes[operation.family === 'v3' ? 'v1' : 'v3']];
        return { ...operation, path: operation.path.replace(own, other) };
      });
      const absent = elsewhere.filter(({ path }) => !paths.has(path));
      expect(absent).to.have.length(20);
      for (const operation of absent) {
        const answer = await ask(target, operation.method, samplePath(operation));
        // There it stands in the place of the id of a fighter, and is none.
        if (operation.path.startsWith('/api/v1/us/fighters/stats') && operation.path.split('/').length === 6) {
          const detail = sentence(ruleOf('fighter', 'id'), { ...operation, family: 'v1' });
          expectProblem(answer, 'invalid-request', { errors: [{ parameter: 'id', detail }] });
        } else expectProblem(answer, 'route-not-found');
      }
    });

    it('B25: repeats only the path of the request', async () => {
      const path = '/api/v3/mobile/<script>alert(1)</script>';
      const said = { 'X-Request-Id': 'reflected-1', Referer: 'http://a/reflected-2', 'User-Agent': 'reflected-3' };
      for (const [method, at, problem] of [
        ['GET', path, 'route-not-found'],
        ['REPORT', path, 'route-not-found'],
        ['REPORT', '/api/v3/mobile/news', 'method-not-allowed'],
      ] as const) {
        const answer = await ask(target, method, `${at}?reflected=4`, said);
        const headers = problem === 'method-not-allowed' ? { allow: 'GET, HEAD, OPTIONS' } : {};
        expectProblem(answer, problem, { headers });
        expect(answer.body.toString()).not.to.match(/reflected|REPORT/);
      }
    });

    it('names a path parameter that is out of range', async () => {
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

    it('answers 404 for 5 seconds for an unknown id', async () => {
      for (const operation of withId) {
        const path = operation.path.replace(idIn, String(unknownIdOf(operation)));
        const answer = await get(samplePath({ ...operation, path }));
        const [key = ''] = operation.problems;
        expectProblem(answer, key, { cacheControl: operation.cache === 'content' ? 'public, max-age=5' : 'no-store' });
      }
    });

    it('B06: refuses an Accept header that excludes JSON', async () => {
      const excluding = ['text/html', 'application/xml', 'application/json;q=0', 'image/*, text/*'];
      for (const accept of [...excluding, 'text/x, '.repeat(500)]) {
        for (const path of ['/api/v3/mobile/fighters', '/api/v1/us/fighters']) {
          expectProblem(await get(path, { Accept: accept }), 'not-acceptable');
          expect((await get(`${path}.json`, { Accept: accept })).status).to.equal(200);
        }
      }
    });

    it('treats a leading double slash as one', async () => {
      const path = '/api/v1/us/fighters/999999999';
      const unknown = { ...(await get(`/${path}?x=1`)), path };
      expectProblem(unknown, 'fighter-not-found', { cacheControl: 'public, max-age=5' });
      const [twice, once] = [await get('//api/v1/us/fighters?limit=1'), await get('/api/v1/us/fighters?limit=1')];
      expect(twice.body.equals(once.body)).to.equal(true);
      expect(twice.headers.link).to.equal(once.headers.link);
      expect(twice.headers.link).to.match(/^<https?:\/\/[^/]+\/api\/v1\/us\/fighters\?/);
      for (const other of ['///api/v1/us/fighters', '/api//v1/us/fighters']) {
        expect((await get(other)).status, other).to.equal(404);
      }
    });

    it('A01: names an invalid limit or cursor', async () => {
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

    it('checks the feed key before it reads the body', async () => {
      const path = '/api/v1/us/fight_metrics/update_live_event';
      const required = { headers: { 'www-authenticate': 'Bearer' } };
      expectProblem(await ask(target, 'POST', path, { 'Content-Length': '99999999' }), 'feed-key-required', required);
      for (const value of ['Basic abc', 'Bearer', 'Bearer ']) {
        expectProblem(await ask(target, 'POST', path, { Authorization: value }), 'feed-key-required', required);
      }
      const wrong = { Authorization: `Bearer ${wrongFeedKey}` };
      expectProblem(await ask(target, 'POST', path, wrong), 'feed-key-rejected');
    });

    it('answers HEAD with the headers of the problem', async () => {
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

import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { type Mock, startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';

const v3 = '/api/v3/mobile';
const v1 = '/api/v1/us';
const vote = { round_num: 2, fighter_statid: 1803, client_id: 'prism-client-0001' };
const votePath = `${v3}/fights/88005/vote`;
const update = `${v1}/fight_metrics/update_live_event`;
const jsonBody = { 'Content-Type': 'application/json' };

// biome-ignore lint/suspicious/noExplicitAny: a test edits any part of the document.
type Editable = any;

function editedDocument(edit: (document: Editable) => void): OpenApiDocument {
  const file = new URL('../../contracts/generated/openapi.json', import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8'));
  edit(document);
  return document;
}

describe("Prism's verdict", () => {
  let mock: Mock;
  const log: string[] = [];

  /** Serves an edited document for one describe. */
  const serve = (edit: (document: Editable) => void) => {
    before(async () => {
      log.length = 0;
      const document = editedDocument(edit);
      mock = await startMock({ port: 0, host: '127.0.0.1', document, log: (line) => log.push(line) });
    });
    after(() => mock.close());
  };
  const get = (path: string, headers: Record<string, string> = {}) => send(mock.url, 'GET', path, headers);
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(mock.url, 'POST', path, { ...jsonBody, ...headers }, JSON.stringify(body));

  describe('on requests, by a stricter document', () => {
    serve(({ components, paths }) => {
      components.parameters['query.limit'].schema.pattern = '^[1-9]$';
      for (const [key, parameter] of Object.entries<Editable>(components.parameters)) {
        if (key.startsWith('path.id.')) parameter.schema.pattern = '^[1-689][0-9]*$';
      }
      components.schemas.VoteBody.properties.client_id.pattern = '^ios-[a-z0-9-]{12,60}$';
      paths[`${v3}/octagon_girls`].get.parameters.push({
        ...{ name: 'page', in: 'query', required: true, schema: { type: 'string', pattern: '^[0-9]$' } },
      });
      paths[`${v1}/health`].get.security = paths[update].post.security;
    });

    it('refuses a parameter in the language of the family', async () => {
      const spanish = await get(`${v3}/events?limit=10`);
      expect(spanish.status).to.equal(400);
      expect(spanish.headers['content-language']).to.equal('es-US');
      expect(json(spanish)).to.deep.equal({
        type: 'urn:problem-type:invalid-request',
        title: 'Solicitud no válida',
        status: 400,
        detail: 'Un parámetro de la ruta o de la consulta no cumple su formato.',
        instance: '/api/v3/mobile/events',
        errors: [{ parameter: 'limit', detail: 'Debe ser un texto que cumpla ^[1-9]$.' }],
      });
      const english = json(await get(`${v1}/events?limit=10`));
      expect(english.errors).to.deep.equal([{ parameter: 'limit', detail: 'Must be a string that matches ^[1-9]$.' }]);
      expect((await get(`${v3}/events?limit=9`)).status).to.equal(200);
    });

    it('refuses a path parameter', async () => {
      const answer = await get(`${v1}/events/7001`);
      expect([answer.status, json(answer).errors[0].parameter]).to.deep.equal([400, 'id']);
    });

    it('requires a parameter that only the document has', async () => {
      const answer = await get(`${v3}/octagon_girls`);
      expect(answer.status).to.equal(400);
      expect(json(answer).errors).to.deep.equal([{ parameter: 'page', detail: 'Es obligatorio.' }]);
      expect((await get(`${v3}/octagon_girls?page=1`)).status).to.equal(200);
    });

    it('refuses a body without counting its vote', async () => {
      const refused = await post(votePath, vote);
      expect(refused.status).to.equal(422);
      expect(json(refused)).to.deep.equal({
        type: 'urn:problem-type:invalid-body',
        title: 'Cuerpo no válido',
        status: 422,
        detail: 'El cuerpo no cumple su esquema.',
        instance: '/api/v3/mobile/fights/88005/vote',
        errors: [{ pointer: '#/client_id', detail: 'Debe ser un texto que cumpla ^ios-[a-z0-9-]{12,60}$.' }],
      });
      const client_id = 'ios-prism-client-0001';
      expect((await post(votePath, { ...vote, client_id })).status).to.equal(201);
      const read = await get(`${v3}/fights/88005/round/2/fighter/1803/vote/${vote.client_id}`);
      expect(read.status, 'the refused vote').to.equal(404);
    });

    it('requires a credential where the document does', async () => {
      const answer = await get(`${v1}/health`);
      expect([answer.status, answer.headers['www-authenticate']]).to.deep.equal([401, 'Bearer']);
      expect(json(answer).type).to.equal('urn:problem-type:feed-key-required');
      expect((await get(`${v1}/health`, { Authorization: 'bearer a-key-0123456789' })).status).to.equal(200);
    });
  });

  describe('on replies', () => {
    serve(({ components }) => {
      components.schemas.Article.properties.title.maxLength = 3;
      components.schemas.Article.properties.content.maxLength = 4;
      components.schemas.VoteTally.properties.total_votes.maximum = 1;
      components.headers['Retry-After'].schema.pattern = '^9$';
    });
    const refusal = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await get(path, headers);
      return [answer.status, json(answer).type, json(answer).title];
    };
    const error = ['urn:problem-type:internal-error', 'Error interno'];

    it('refuses an invalid example, and logs where', async () => {
      expect(await refusal(`${v3}/news/90211`)).to.deep.equal([500, ...error]);
      expect(log.join('\n')).to.match(/"one article" violates the document:\n {2}body\/title: .*\n {2}body\/content: /);
    });

    it('refuses an invalid tally of the mock', async () => {
      expect((await post(votePath, vote)).status).to.equal(201);
      expect(await refusal(`${v3}/fights/88005/votes`)).to.deep.equal([500, ...error]);
    });

    it('refuses a header', async () => {
      expect(await refusal(`${v3}/events`, { Prefer: 'state="the client has asked too often"' })).to.deep.equal([
        500,
        ...error,
      ]);
      expect(log.join('\n')).to.contain('header/retry-after: ');
    });
  });
});

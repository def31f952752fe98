import { expect } from 'chai';
import { generatedDocument } from '../../common/pages/document.ts';
import type { CatalogueIndex, OperationDetails } from '../../common/pages/listing.ts';
import { startMock } from '../../mock/start.ts';
import { json, send } from '../support/http/send.ts';
import { pagesSuite } from '../support/suites/pages.ts';

const start = () => startMock({ port: 0, host: '127.0.0.1' });

pagesSuite('mock', start);

describe('the catalogue of the mock', () => {
  it('has a working request for every contract', async () => {
    const mock = await start();
    try {
      const { routes } = json(await send(mock.url, 'GET', '/catalogue/index.json')) as CatalogueIndex;
      let count = 0;
      for (const { method, operations } of routes) {
        const listed = operations.flatMap(({ contracts }) => contracts);
        const loaded = await Promise.all(
          operations.map(
            async ({ id }) => json(await send(mock.url, 'GET', `/catalogue/${id}.json`)) as OperationDetails,
          ),
        );
        const details = Object.assign({}, ...loaded.map(({ contracts }) => contracts)) as OperationDetails['contracts'];
        for (const { id, status } of listed) {
          const { url = '', headers, body } = details[id] ?? {};
          const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
          const answer = await send(mock.url, method, url, { ...headers, Prefer: `example="${id}"` }, sent);
          expect([answer.status, answer.headers['contract-id'] ?? id], `${method} ${url} ${id}`).to.deep.equal([
            status,
            id,
          ]);
          count++;
        }
      }
      // Prism writes into the document that it validates with; the mock serves the document as generated.
      const served = json(await send(mock.url, 'GET', '/openapi.json'));
      expect(served).to.deep.equal(generatedDocument().document());
      expect(count).to.be.above(400);
    } finally {
      await mock.close();
    }
  });
});

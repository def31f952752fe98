import { expect } from 'chai';
import { docsAssets } from '../../contracts/pages/docs.ts';
import { generatedDocument } from '../../contracts/pages/document.ts';
import { docsPages } from '../../contracts/pages/pages.ts';
import { startFightNight } from '../support/fight-night.ts';
import { pagesSuite } from '../support/suites/pages.ts';

pagesSuite('server', startFightNight);

describe('GET /docs where Swagger UI is not installed', () => {
  const asked = { method: 'GET', accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };

  it('is no page, so that the routes answer 404; the document is there all the same', async () => {
    expect(docsAssets('swagger-ui-that-nobody-installed')).to.deep.equal([]);
    const pages = docsPages(generatedDocument, () => []);
    expect(await pages({ ...asked, path: '/docs' })).to.equal(undefined);
    expect((await pages({ ...asked, path: '/openapi.json' }))?.status).to.equal(200);
  });
});

import { expect } from 'chai';
import { docsAssets } from '../../../contracts/site/docs.ts';
import { generatedDocument } from '../../../contracts/site/document.ts';
import { docsPages } from '../../../contracts/site/pages.ts';
import { startFightNight } from '../../support/server/fight-night.ts';
import { pagesSuite } from '../../support/suites/pages.ts';

pagesSuite('server', startFightNight);

describe('GET /docs where Swagger UI is not installed', () => {
  const asked = { method: 'GET', accept: undefined, acceptEncoding: undefined, ifNoneMatch: undefined };

  it('is not a page, so that the routes answer 404; the document is still served', async () => {
    expect(docsAssets('swagger-ui-that-nobody-installed')).to.deep.equal([]);
    const pages = docsPages(generatedDocument, () => []);
    expect(await pages({ ...asked, path: '/docs' })).to.equal(undefined);
    expect((await pages({ ...asked, path: '/openapi.json' }))?.status).to.equal(200);
  });
});

import { expect } from 'chai';

/** A contract as the catalogue lists it, as far as a request needs it. */
const contract = (more: object) => ({ id: '0123456789ab', url: '/api/v1/us/events', headers: {}, ...more }) as never;

describe('curlOf', () => {
  let curlOf: (contract: never, method: string, isPreferred: boolean) => string;
  before(async () => {
    // All that it needs of a browser.
    Object.assign(globalThis, { location: { origin: 'http://localhost:4010', pathname: '/__session/mine/' } });
    const module = '../../../common/pages/catalogue/request.js';
    ({ curlOf } = await import(module));
  });
  after(() => Reflect.deleteProperty(globalThis, 'location'));

  it('uses the session, the headers and the preference', () => {
    expect(curlOf(contract({ headers: { Accept: 'application/json' } }), 'GET', false)).to.equal(
      "curl -i 'http://localhost:4010/__session/mine/api/v1/us/events' \\\n  -H 'Accept: application/json'",
    );
    expect(curlOf(contract({}), 'GET', true)).to.equal(
      `curl -i 'http://localhost:4010/__session/mine/api/v1/us/events' \\\n  -H 'Prefer: example="0123456789ab"'`,
    );
    const cached = contract({ headers: { 'If-None-Match': '"the-etag-of-this-representation"' } });
    expect(curlOf(cached, 'GET', false)).to.contain('-H \'If-None-Match: "<the ETag of the answer before>"\'');
  });

  it('posts with or without a body', () => {
    const url = "curl -i 'http://localhost:4010/__session/mine/api/v1/us/events'";
    expect(curlOf(contract({}), 'POST', false)).to.equal(`${url} \\\n  -X POST`);
    expect(curlOf(contract({ body: { said: "it's" } }), 'POST', false)).to.equal(
      `${url} \\\n  --data-raw '{"said":"it'\\''s"}'`,
    );
    expect(curlOf(contract({ body: '{' }), 'POST', false)).to.equal(`${url} \\\n  --data-raw '{'`);
  });
});

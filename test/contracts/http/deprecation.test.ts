import { expect } from 'chai';
import { deprecationHeaders, describeDeprecation } from '../../../contracts/http/deprecation.ts';

const since = '2031-01-31';
const sunset = '2031-07-01';
const successor = '/alerts';

describe('deprecation', () => {
  it('sets Deprecation, Sunset and Link', () => {
    expect(deprecationHeaders({ since }, '/api/v1/us')).to.deep.equal({ Deprecation: '@1927584000' });
    expect(deprecationHeaders({ since, sunset, successor }, '/api/v1/us')).to.deep.equal({
      Deprecation: '@1927584000',
      Sunset: 'Tue, 01 Jul 2031 00:00:00 GMT',
      Link: '</api/v1/us/alerts>; rel="successor-version"',
    });
  });

  it('refuses an invalid date', () => {
    expect(() => deprecationHeaders({ since: '2031-01-32' }, '')).to.throw(
      'invalid date "2031-01-32": expected YYYY-MM-DD',
    );
  });

  it('is described in one or two sentences', () => {
    const rows: [object, string][] = [
      [{}, 'Deprecated since 2031-01-31.'],
      [{ sunset }, 'Deprecated since 2031-01-31, and may be gone from 2031-07-01 on.'],
      [{ successor }, 'Deprecated since 2031-01-31. /api/v1/us/alerts takes its place.'],
    ];
    for (const [more, sentence] of rows) {
      expect(describeDeprecation({ since, ...more }, '/api/v1/us')).to.equal(sentence);
    }
  });
});

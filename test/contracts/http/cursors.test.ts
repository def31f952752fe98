import { expect } from 'chai';
import { nextLink, pageQuery } from '../../../contracts/http/cursors.ts';

describe('the next page', () => {
  it('has the limit, then the cursor', () => {
    expect(pageQuery(2, 'key')).to.equal('?limit=2&cursor=a2V5');
    expect(pageQuery(undefined, 'key')).to.equal('?cursor=a2V5');
  });
  it('is named in a Link header', () => {
    expect(nextLink('https://api.example.com/x?cursor=a2V5')).to.equal(
      '<https://api.example.com/x?cursor=a2V5>; rel="next"',
    );
  });
});

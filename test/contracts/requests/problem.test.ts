import { expect } from 'chai';
import { Problem } from '../../../contracts/requests/problem.ts';

describe('a problem', () => {
  it('is an error with key and status, and no stack', () => {
    const before = Error.stackTraceLimit;
    const { name, message, key, status, more, stack } = new Problem('malformed-json');
    expect({ name, message, key, status, more }).to.deep.equal({
      ...{ name: 'Problem', message: 'malformed-json', key: 'malformed-json', status: 400, more: {} },
    });
    expect(stack).to.equal('Problem: malformed-json');
    expect([Error.stackTraceLimit, before > 0]).to.deep.equal([before, true]);
  });
});

import { expect } from 'chai';
import type { Problem } from '../../../contracts/requests/problem.ts';
import {
  pathOf,
  readRequest,
  requireEntry,
  requireOperation,
  routedPath,
  wantsStream,
} from '../../../contracts/requests/request-context.ts';

const stream = 'text/event-stream';
const html = 'text/html';
const votes = '/api/v3/mobile/fights/88005/votes';
const voting = '/api/v3/mobile/fights/88005/vote';

/** A request in words: its operations by their ids. */
function inWords(method: string | undefined, target: string, regionSegments?: boolean) {
  const { query, entry, operation, ...others } = readRequest(method, target, regionSegments);
  const ids = entry && [entry.GET?.id, entry.POST?.id];
  return { ...others, query: String(query), entry: ids, operation: operation?.id };
}

describe('request path', () => {
  const rows: [target: string, path: string, query: string | undefined][] = [
    ['/', '/', undefined],
    ['/a/b', '/a/b', undefined],
    ['/a?', '/a', ''],
    ['/a?b=1?c', '/a', 'b=1?c'],
    ['?b', '', 'b'],
    ['//a/b', '/a/b', undefined],
    ['///a', '//a', undefined],
    ['x/y', 'x/y', undefined],
    ['*', '*', undefined],
    ['http://example.com/a?b', '/a', 'b'],
    ['HTTPS://example.com:8443//a', '/a', undefined],
    ['http://example.com?b', '', 'b'],
    ['http://example.com', '', undefined],
    ['xhttp://example.com/a', 'xhttp://example.com/a', undefined],
    ['/http://example.com/a', '/http://example.com/a', undefined],
  ];
  for (const [target, path, query] of rows) {
    it(`of ${target} is ${path || 'empty'}`, () => expect(pathOf(target)).to.deep.equal({ path, query }));
  }

  it('is mapped to mobile for other regions if configured', () => {
    const [isOn, isOff] = [true, false].map((on) => (path: string) => routedPath(path, on).path);
    for (const region of ['', '/mobile', '/us', '/7', '/12', '/iphone', '/iphone/3']) {
      for (const rest of ['', '/news', '/us/news']) {
        if (region === '' && rest === '/us/news') continue;
        const path = `/api/v3${region}${rest}`;
        expect([isOn?.(path), isOff?.(path)], path).to.deep.equal([`/api/v3/mobile${rest}`, path]);
      }
    }
    for (const path of ['/api/v3x/news', '/x/api/v3/us/news', '/api/v1/us/news']) {
      expect([isOn?.(path), isOff?.(path)], path).to.deep.equal([path, path]);
    }
    expect([
      ...[isOn?.('/api/v3/usa/news'), isOn?.('/api/v3/iphone/x/news')],
      ...[routedPath('/api/v3/us/news.json', true), routedPath('/api/v1/us/news/', false)],
    ]).to.deep.equal([
      ...['/api/v3/mobile/usa/news', '/api/v3/mobile/x/news'],
      ...[
        { path: '/api/v3/mobile/news', json: true },
        { path: '/api/v1/us/news', json: false },
      ],
    ]);
  });
});

describe('readRequest', () => {
  it('finds the operation and its parameters', () => {
    const vote = { path: voting, instance: voting, query: '', json: false, family: 'v3', params: { id: '88005' } };
    const entry = [undefined, 'v3.fight_vote_cast'];
    expect(inWords('POST', voting)).to.deep.equal({ ...vote, method: 'POST', entry, operation: 'v3.fight_vote_cast' });
    for (const method of ['GET', 'HEAD', 'PUT', 'OPTIONS', undefined]) {
      expect(inWords(method, voting), method).to.deep.equal({ ...vote, method, entry, operation: undefined });
    }
    const news = { path: '/api/v1/us/news', family: 'v1', params: {}, entry: ['v1.news', undefined] };
    for (const [method, operation] of [
      ['GET', 'v1.news'],
      ['HEAD', 'v1.news'],
      ['POST', undefined],
      ['DELETE', undefined],
    ] as const) {
      expect(inWords(method, '//api/v1/us/news.json?limit=1&cursor=a')).to.deep.equal({
        ...{ ...news, method, operation, instance: '/api/v1/us/news.json', query: 'limit=1&cursor=a', json: true },
      });
    }
  });

  it('finds the family of an unknown route', () => {
    const nothing = { method: 'GET', query: '', json: false, params: {}, entry: undefined, operation: undefined };
    for (const [path, family] of [
      ['/elsewhere', undefined],
      ['/api/v3/mobile/nothing', 'v3'],
      ['/api/v1/us/nothing', 'v1'],
      ['/api/v3/iphone/news', undefined],
    ] as const) {
      for (const isServed of [undefined, false]) {
        expect(inWords('GET', path, isServed)).to.deep.equal({ ...nothing, path, instance: path, family });
      }
    }
    expect(inWords('GET', '/api/v3/iphone/news', true)).to.deep.equal({
      ...{ ...nothing, path: '/api/v3/mobile/news', instance: '/api/v3/iphone/news', family: 'v3' },
      ...{ entry: ['v3.news', undefined], operation: 'v3.news' },
    });
  });
});

describe('requireOperation', () => {
  const found = (method: string, target: string, accept?: string) => {
    try {
      return requireOperation(readRequest(method, target), accept).id;
    } catch (error) {
      const { key, more } = error as Problem;
      return [key, more];
    }
  };

  it('returns the operation or throws a problem', () => {
    const notFound = ['route-not-found', {}];
    const notAcceptable = ['not-acceptable', {}];
    for (const [method, target, accept, outcome] of [
      ['GET', votes, undefined, 'v3.fight_votes'],
      ['HEAD', votes, 'application/json', 'v3.fight_votes'],
      ['GET', votes, html, notAcceptable],
      ['GET', votes, stream, 'v3.fight_votes'],
      ['GET', `${votes}.json`, html, 'v3.fight_votes'],
      ['GET', `${votes}.json`, stream, 'v3.fight_votes'],
      ['GET', '/api/v1/us/news', stream, notAcceptable],
      ['GET', '/nowhere', undefined, notFound],
      ['POST', '/nowhere', html, notFound],
      ['POST', votes, html, ['method-not-allowed', { headers: { Allow: 'GET, HEAD, OPTIONS' } }]],
      ['GET', voting, undefined, ['method-not-allowed', { headers: { Allow: 'POST, OPTIONS' } }]],
    ] as const) {
      expect(found(method, target, accept), `${method} ${target} ${accept}`).to.deep.equal(outcome);
    }
    expect(() => requireEntry(readRequest('GET', '/nowhere'))).to.throw('route-not-found');
  });

  it('streams only where the client accepts a stream', () => {
    for (const [target, accept, isStream] of [
      [votes, stream, true],
      [votes, `${stream}, application/json;q=0.5`, true],
      [votes, 'application/json', false],
      [votes, undefined, false],
      [`${votes}.json`, stream, false],
      ['/api/v1/us/news', stream, false],
      ['/nowhere', stream, false],
      [voting, stream, false],
    ] as const) {
      expect(wantsStream(readRequest('GET', target), accept), `${target} ${accept}`).to.equal(isStream);
    }
  });
});

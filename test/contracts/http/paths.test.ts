import { expect } from 'chai';
import { readRequest } from '../../../common/wire/request-context.ts';
import { canonical, expand, fill, PathTree } from '../../../contracts/http/paths.ts';

describe('expand', () => {
  it('returns a path per choice of optional parts', () => {
    expect(expand('/a(/b/:b)(/c/:c)')).to.deep.equal(['/a', '/a/b/:b', '/a/c/:c', '/a/b/:b/c/:c']);
    expect(expand('/a/:id')).to.deep.equal(['/a/:id']);
  });
  for (const [path, message] of [
    ['/a(/b', 'unpaired "(" in the path /a(/b'],
    ['/a)/b', 'unpaired ")" in the path /a)/b'],
  ] as const) {
    it(`refuses ${path}`, () => {
      expect(() => expand(path)).to.throw(message);
    });
  }
});

describe('fill', () => {
  it('escapes values and omits optional parts', () => {
    expect(fill('/s(/w/:w)(/b/:b)', { b: 'PER' })).to.equal('/s/b/PER');
    expect(fill('/a/:id', { id: 'x/y z' })).to.equal('/a/x%2Fy%20z');
  });
  it('names the missing parameter', () => {
    expect(() => fill('/a/:id', {})).to.throw('the path /a/:id needs the parameter "id"');
  });
});

describe('canonical', () => {
  const rows: [string, string, boolean][] = [
    ['/fighters', '/fighters', false],
    ['/fighters/', '/fighters', false],
    ['/fighters.json', '/fighters', true],
    ['/fighters.json/', '/fighters', true],
    ['/events/7001/fights.json', '/events/7001/fights', true],
    ['/fighters//', '/fighters/', false],
    ['/fighters/.json', '/fighters/.json', false],
    ['/fighters.json.json', '/fighters.json', true],
    ['/', '/', false],
    ['//', '/', false],
  ];
  for (const [given, path, json] of rows) {
    it(`looks ${given} up as ${path}`, () => {
      expect(canonical(given)).to.deep.equal({ path, json });
    });
  }
});

describe('PathTree', () => {
  const paths = ['/events/:id', '/events/:id/discuss', '/events/round_scoring/:id', '/events/score_round', '/'];
  const orders = [paths, paths.toReversed()];
  for (const order of orders) {
    const tree = new PathTree<string>();
    for (const path of order) tree.add(path, path);
    const rows: [string, string | undefined][] = [
      ['/', '/'],
      ['/events/7001', '/events/:id'],
      ['/events/7001/discuss', '/events/:id/discuss'],
      ['/events/score_round', '/events/score_round'],
      ['/events/round_scoring/discuss', '/events/round_scoring/:id'],
      ['/events/round_scoring', undefined],
      ['/events/score_round/discuss', undefined],
      ['/events//discuss', undefined],
      ['/events/7001/', undefined],
      ['/Events/7001', undefined],
      ['/events/7001/discuss/more', undefined],
    ];
    for (const [path, expected] of rows) {
      it(`finds ${expected ?? 'nothing'} for ${path}, added ${order === paths ? 'in order' : 'in reverse'}`, () => {
        expect(tree.find(path)?.value).to.equal(expected);
      });
    }
  }
  it('drops one leading ":" of a parameter', () => {
    const tree = new PathTree<number>();
    tree.add('/events/:id', 1);
    expect(tree.find('/events/:7001')?.params).to.deep.equal({ id: '7001' });
    expect(tree.find('/events/::7001')?.params).to.deep.equal({ id: ':7001' });
    expect(tree.find('/events/:')?.params).to.deep.equal({ id: '' });
  });
  it('names both paths of a conflict', () => {
    const tree = new PathTree<number>();
    tree.add('/events/:id/fights/:fight_id/', 1);
    expect(tree.find('/events/7/fights/8')).to.deep.equal({
      ...{ value: 1, path: '/events/:id/fights/:fight_id/', params: { id: '7', fight_id: '8' } },
    });
    expect(() => tree.add('/events/:event_id/fights/:id', 2)).to.throw(
      'duplicate path /events/:event_id/fights/:id: /events/:id/fights/:fight_id/ matches the same requests',
    );
  });
  it('returns parameters undecoded', () => {
    const tree = new PathTree<number>();
    tree.add('/fighters/title_holders', 1);
    tree.add('/fighters/:id', 2);
    expect(tree.find('/fighters/title%5Fholders')).to.deep.include({ value: 2, params: { id: 'title%5Fholders' } });
  });
});

describe('readRequest', () => {
  const rows: [target: string, path: string, operation: string | undefined][] = [
    ['//api/v1/us/news?limit=1', '/api/v1/us/news', 'v1.news'],
    ['//api/v3/mobile/events/7001.json', '/api/v3/mobile/events/7001', 'v3.event'],
    ['http://example.com//api/v1/us/news', '/api/v1/us/news', 'v1.news'],
    ['///api/v1/us/news', '//api/v1/us/news', undefined],
    ['/api//v1/us/news', '/api//v1/us/news', undefined],
    ['//', '/', undefined],
    ['/', '/', undefined],
    ['//api/v3/us/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/iphone/12/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/iphone/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/us/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/42/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/mobile/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/events', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3', '/api/v3/mobile', 'v3.root'],
    ...['mobile.json', 'mobile.json/', 'us.json', '42.json', 'iphone.json', 'iphone/12.json', 'us/', 'mobile/'].map(
      (root): [string, string, string] => [`/api/v3/${root}`, '/api/v3/mobile', 'v3.root'],
    ),
    ['/api/v3.json', '/api/v3/mobile', 'v3.root'],
    ['/api/v3//', '/api/v3/mobile/', undefined],
    ['/api/v3/us/events.json/', '/api/v3/mobile/events', 'v3.events'],
    ['/api/v3/usa/events', '/api/v3/mobile/usa/events', undefined],
    ['/api/v3/android/events', '/api/v3/mobile/android/events', undefined],
    ['/api/v33/events', '/api/v33/events', undefined],
    ['/api/v1/us/events', '/api/v1/us/events', 'v1.events'],
    ['/api/v1/7/events', '/api/v1/7/events', undefined],
    ['HTTPS://example.com:8080/api/v1/us/news?limit=1#x', '/api/v1/us/news', 'v1.news'],
    ['x/api/v1/us/news', 'x/api/v1/us/news', undefined],
    ['?limit=1', '', undefined],
    ['ftp://example.com/api/v1/us/news', 'ftp://example.com/api/v1/us/news', undefined],
  ];
  for (const [target, path, operation] of rows) {
    it(`finds ${operation ?? 'nothing'} for ${target}`, () => {
      const found = readRequest('GET', target, true);
      expect([found.path, found.operation?.id]).to.deep.equal([path, operation]);
      // As a reference, `//api` would be a host.
      if (operation) expect(found.instance).to.match(/^\/api\//);
    });
  }

  it('refuses other region segments unless configured', () => {
    for (const path of ['/api/v3/us/events', '/api/v3/events', '//api/v3/7/events']) {
      expect(readRequest('GET', path).operation, path).to.equal(undefined);
    }
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { type Operation, operations } from '../../../contracts/operations.ts';
import { routeOf } from '../../../contracts/routes.ts';
import { checkBody, checkParameters, parseJson } from '../../../contracts/rules/checks.ts';
import { parameters, ruleOf } from '../../support/expected/parameters.ts';
import { expectedOperations } from '../../support/expected/routes.ts';

const operation = (id: string) => operations.find((one) => one.id === id) as Operation;

describe('checkParameters', () => {
  const check = (id: string, params: Record<string, string>, query = '') =>
    checkParameters(operation(id), params, new URLSearchParams(query));

  for (const id of ['', ':7', '%37', '__proto__', ' 1', '1 ']) {
    it(`refuses id "${id}"`, () => {
      const detail = 'Debe ser un entero de 1 a 2147483647.';
      expect(check('v3.fighter', { id }).violations).to.deep.equal([{ parameter: 'id', detail }]);
    });
  }
  it('accepts -1 only where feed URLs have it', () => {
    expect(check('v1.fight_metrics_live_event', { id: '-1' }, 'fight=-1').values).to.deep.equal({ id: -1, fight: -1 });
  });
  for (const [weight_class, born_country, values] of [
    ['LW', '', { weight_class: 'lw' }],
    ['', 'per', { born_country: 'PER' }],
  ] as const) {
    it(`reads the filters "${weight_class}" and "${born_country}"`, () => {
      const found = check('v3.fighters_stats.weight_class.born_country', { weight_class, born_country });
      expect(found).to.deep.equal({ values });
    });
  }
  it('ignores unknown query parameters', () => {
    expect(check('v3.fighter', { id: '7' }, 'limit=x&id=8&__proto__=1').values).to.deep.equal({ id: 7 });
  });
  it('names every invalid parameter in the client language', () => {
    expect(check('v1.news', {}, 'limit=0&cursor=!').violations).to.deep.equal([
      { parameter: 'limit', detail: 'Must be an integer from 1 to 500.' },
      { parameter: 'cursor', detail: 'Must be a string that matches ^[A-Za-z0-9_-]{1,512}$.' },
    ]);
  });
  it('K15: refuses a repeated parameter', () => {
    for (const query of ['limit=1&limit=2', 'limit=1&limit=1', 'limit=1&limit=2&limit=3']) {
      expect(check('v1.news', {}, query)).to.deep.equal({
        violations: [{ parameter: 'limit', detail: 'Must be an integer from 1 to 500.' }],
      });
    }
  });
});

describe('parameters', () => {
  const languages = { v3: 'es', v1: 'en' } as const;
  const namesOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string);

  for (const { id, name, family, path } of expectedOperations.filter((one) => one.path.includes(':'))) {
    it(`${id} checks its path parameters`, () => {
      const fitting = Object.fromEntries(namesOf(path).map((one) => [one, ruleOf(name, one).fits[0] as string]));
      for (const parameter of namesOf(path)) {
        const rule = ruleOf(name, parameter);
        const check = (text: string) =>
          checkParameters(operation(id), { ...fitting, [parameter]: text }, new URLSearchParams());
        for (const text of rule.fits) expect(check(text).violations, `${parameter} ${text}`).to.equal(undefined);
        for (const text of rule.misfits) {
          expect(check(text).violations, `${parameter} ${text}`).to.deep.equal([
            { parameter, detail: rule[languages[family]] },
          ]);
        }
      }
    });
  }
  for (const { id, family, path } of expectedOperations.filter(({ list }) => list)) {
    it(`${id} checks limit and cursor`, () => {
      const params = Object.fromEntries(namesOf(path).map((one) => [one, one.endsWith('_id') ? '7' : 'lw']));
      for (const parameter of ['limit', 'cursor'] as const) {
        const rule = parameters[parameter];
        const check = (text: string) =>
          checkParameters(operation(id), params, new URLSearchParams({ [parameter]: text }));
        for (const text of rule.fits) expect(check(text).values, text).to.have.property(parameter, Number(text));
        for (const text of rule.misfits) {
          expect(check(text).violations, `${parameter} ${text}`).to.deep.equal([
            { parameter, detail: rule[languages[family]] },
          ]);
        }
      }
    });
  }
  it('refuse a cursor of more than 512 characters', () => {
    // Of a fighter: whether a champion, the names folded and as they are, the id.
    const faultsOf = (letters: number) => {
      const names = ['x'.repeat(letters), 'y'];
      const cursor = Buffer.from(['00', ...names, ...names, '0000000007'].join('\u0000')).toString('base64url');
      return checkParameters(operation('v3.fighters'), {}, new URLSearchParams({ cursor })).violations;
    };
    expect(faultsOf(182)).to.equal(undefined);
    expect(faultsOf(183)).to.deep.equal([{ parameter: 'cursor', detail: parameters.cursor.es }]);
  });
});

describe('checkBody', () => {
  const vote = { round_num: 2, fighter_statid: 1822, client_id: 'u7Qm2x9LkT4sBv0Z' };
  const violations = (body: unknown) => checkBody(routeOf('fight_vote_cast'), body, 'v3');

  it('accepts unknown members', () => {
    expect(violations(vote)).to.deep.equal([]);
    expect(violations({ ...vote, tally: 9 })).to.deep.equal([]);
  });
  it('points at every missing or wrong member', () => {
    expect(violations({ round_num: 9, client_id: 'short' })).to.deep.equal([
      { pointer: '#/fighter_statid', detail: 'Es obligatorio.' },
      { pointer: '#/round_num', detail: 'Debe ser un entero de 1 a 5.' },
      { pointer: '#/client_id', detail: 'Debe ser un texto que cumpla ^[A-Za-z0-9_-]{16,64}$.' },
    ]);
  });
  for (const body of [undefined, null, [], 'text', 7, true]) {
    it(`refuses the body ${JSON.stringify(body) ?? 'undefined'}`, () => {
      expect(violations(body)).to.deep.equal([{ pointer: '#', detail: 'Debe ser un objeto.' }]);
    });
  }
  it('ignores the body of a route without one', () => {
    for (const body of [undefined, { a: 1 }]) expect(checkBody(routeOf('news'), body, 'v1')).to.deep.equal([]);
  });
  it('explains the closest kind of live update', () => {
    const update = { sequence: 0, FMLiveFeed: { EventID: '811', Fights: [{ Order: 1 }] } };
    expect(
      checkBody(routeOf('fight_metrics_update_live_event'), update, 'v1').map(
        (fault) => 'pointer' in fault && fault.pointer,
      ),
    ).to.have.members(['#/sequence', '#/FMLiveFeed/Fights/0/FightID', '#/FMLiveFeed/Fights/0/Order']);
  });
  it('never throws, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const name of ['fight_vote_cast', 'score_round', 'fight_metrics_update_live_event'] as const) {
          expect(checkBody(routeOf(name), body, 'v1')).to.be.an('array');
        }
      }),
    );
  });
});

describe('parseJson', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const broken: [string, Uint8Array][] = [
    ['nothing', bytes('')],
    ['a trailing comma', bytes('{"a":1,}')],
    ['a comment', bytes('{} // no')],
    ['single quotes', bytes("{'a':1}")],
    ['NaN', bytes('{"a":NaN}')],
    ['a byte order mark', bytes('\ufeff{}')],
    ['broken UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['65 levels', bytes('['.repeat(65) + ']'.repeat(65))],
    ['65 levels behind a string of backslashes', bytes(`["\\\\",${'['.repeat(64)}${']'.repeat(64)}]`)],
    ['65 levels of objects', bytes(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)],
  ];
  for (const [title, body] of broken) {
    it(`refuses ${title}`, () => {
      expect(() => parseJson(body)).to.throw(SyntaxError);
    });
  }
  it('accepts any number of elements side by side', () => {
    for (const element of ['{}', '[]', '{"a":[]}', '"\\\\"', '"}"']) {
      expect(parseJson(bytes(`[${`${element},`.repeat(200)}1]`)), element).to.have.length(201);
    }
  });
  it('accepts 64 levels and brackets in strings', () => {
    expect(parseJson(bytes('['.repeat(64) + ']'.repeat(64)))).to.be.an('array');
    expect(parseJson(bytes(`${'{"a":'.repeat(64)}1${'}'.repeat(64)}`))).to.be.an('object');
    for (const start of ['', '"', '\\', '\\"', '\\\\"']) {
      expect(parseJson(bytes(JSON.stringify({ a: start + '['.repeat(200) }))), start).to.have.property('a');
    }
  });
});

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { contractChanges } from '../../scripts/ratchet/contracts.ts';
import { documentChanges } from '../../scripts/ratchet/document.ts';
import { untold, untoldCommits, untoldNow } from '../../scripts/ratchet/judge.ts';
import { type PactContract, pactChanges } from '../../scripts/ratchet/pacts.ts';
import { type Snapshot, snapshotOfFiles, snapshotOfSources } from '../../scripts/ratchet/snapshot.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

type Schema = Record<string, unknown>;

interface Parts {
  reply?: Schema;
  request?: Schema;
  parameter?: Schema;
  header?: Schema;
  name?: string;
  statid?: number;
}

/** A document of one operation. */
function documentOf({ reply = {}, request = {}, parameter = {}, header = {}, name = 'Uno', statid = 1 }: Parts) {
  const example = {
    summary: 'a request for one fighter',
    value: { name, statid },
    'x-contract-id': 'c1',
    'x-contract-states': [{ name: 'a fighter exists', params: { id: 1 } }],
    'x-contract-request': { params: { id: 1 } },
  };
  const content = { 'application/json': { schema: reply, examples: { one: example } } };
  const operation = {
    operationId: 'v3_fighter',
    parameters: [{ name: 'limit', in: 'query', schema: parameter }],
    requestBody: { required: true, content: { 'application/json': { schema: request } } },
    responses: { 200: { description: '', headers: { ETag: { required: true, schema: header } }, content } },
  };
  return { paths: { '/fighters': { post: operation } }, components: { examples: {} } } as unknown as OpenApiDocument;
}

const changed = (before: Parts, after: Parts) => {
  const documents = [documentOf(before), documentOf(after)] as const;
  return [...documentChanges(...documents), ...contractChanges(...documents)].map(
    ({ weight, place, text }) => `${weight} ${place}: ${text}`,
  );
};

const closed = (properties: Schema, required: string[] = Object.keys(properties)) => ({
  ...{ type: 'object', additionalProperties: false },
  ...{ properties, required },
});
const age = closed({ age: { type: 'integer', minimum: 1, maximum: 99 } });
const aged = (schema: Schema) => closed({ age: schema });

describe('the ratchet', () => {
  describe('reports in a reply', () => {
    const lies: [title: string, after: Schema, says: string][] = [
      [
        'an open object',
        { ...age, additionalProperties: true },
        '#/: members without a name: was nothing, is anything: it accepts more',
      ],
      [
        'an object that says nothing about other members',
        { ...age, additionalProperties: undefined },
        '#/: members without a name: was nothing, is anything: it accepts more',
      ],
      [
        'a number for an integer',
        aged({ type: 'number', minimum: 1, maximum: 99 }),
        '#/age: was integer, is number: it accepts more',
      ],
      ['a string for an integer', aged({ type: 'string' }), '#/age: was integer, is string: it accepts other values'],
      [
        'null in addition',
        aged({ anyOf: [{ type: 'integer', minimum: 1, maximum: 99 }, { type: 'null' }] }),
        '#/age: may be null: it accepts more',
      ],
      [
        'null in addition, in a list of types',
        aged({ type: ['integer', 'null'], minimum: 1, maximum: 99 }),
        '#/age: was integer, is [integer,null]: it accepts more',
      ],
      [
        'a lower minimum',
        aged({ type: 'integer', minimum: 0, maximum: 99 }),
        '#/age: minimum was 1, is 0: it accepts more',
      ],
      ['no maximum', aged({ type: 'integer', minimum: 1 }), '#/age: maximum was 99, is none: it accepts more'],
      [
        'a member that may be left out',
        { ...age, required: [] },
        '#/age: was required, may be left out: it accepts more',
      ],
      ['a member that is gone', closed({}), '#/age: the member is gone'],
    ];
    for (const [title, after, says] of lies) {
      it(title, () => {
        const found = changed({ reply: age }, { reply: JSON.parse(JSON.stringify(after)) });
        expect(found).to.include(`breaking POST /fighters 200 ${says}`);
      });
    }

    it('changes of a choice, not of its form', () => {
      const choice = aged({ anyOf: [{ type: 'string', pattern: '^a$' }, { type: 'null' }], description: 'Years.' });
      const listed = (pattern: string, ...types: string[]) => aged({ type: ['string', ...types, 'null'], pattern });
      expect(changed({ reply: choice }, { reply: listed('^a$') })).to.deep.equal([]);
      expect(changed({ reply: listed('^a$') }, { reply: choice })).to.deep.equal([]);
      const [other] = changed({ reply: choice }, { reply: listed('^b$') });
      expect(other).to.include('#/age: pattern was ^a$, is ^b$: it accepts other values');
      const [more] = changed({ reply: choice }, { reply: listed('^a$', 'integer') });
      expect(more).to.include('#/age: may be integer: it accepts more');
    });
  });

  describe('reports in a request', () => {
    it('a narrower range as breaking', () => {
      const range = (pattern: string) => ({ parameter: { type: 'string', pattern } });
      expect(changed(range('^[1-5]$'), range('^[1-6]$'))).to.deep.equal([
        'breaking POST /fighters parameter limit #/: pattern was ^[1-5]$, is ^[1-6]$: it accepts other values',
      ]);
      const most = (maximum: number) => ({ parameter: { type: 'integer', maximum } });
      expect(changed(most(500), most(400))).to.deep.equal([
        'breaking POST /fighters parameter limit #/: maximum was 500, is 400: it accepts less',
      ]);
      expect(changed(most(500), most(600))).to.deep.equal([
        'notable POST /fighters parameter limit #/: maximum was 500, is 600: it accepts more',
      ]);
    });
  });

  describe('reports in a pact', () => {
    const integer = { combine: 'AND', matchers: [{ match: 'integer' }] } as const;
    const pact = (rest: Partial<PactContract>): PactContract[] => [
      {
        ...{ identity: 'mobile\na request for one fighter', request: 'GET /fighters/1', body: { age: 7 } },
        ...{ headers: { ETag: '"x"' }, headerPatterns: { ETag: '^".+"$' }, bodyRules: {} },
        ...rest,
      },
    ];
    const age = (...matchers: { match: 'integer' | 'number' | 'type' | 'equality' }[]) => ({
      bodyRules: { '$.age': { combine: 'AND' as const, matchers } },
    });
    const lies: [title: string, before: Partial<PactContract>, after: Partial<PactContract>, says: string[]][] = [
      [
        'a number for an integer',
        age(integer.matchers[0]),
        age({ match: 'number' }),
        ['$.age: was integer, is number: it may accept more'],
      ],
      [
        'any value of the type for an equal one',
        age({ match: 'equality' }),
        age({ match: 'type' }),
        ['$.age: was equality, is type: it may accept more'],
      ],
      ['a value that need not be equal', {}, age({ match: 'type' }), ['$.age: was exact, is type: it accepts more']],
      ['a value without its matcher', age({ match: 'type' }), {}, ['$.age: has lost its matcher']],
      [
        'a header without its matcher',
        {},
        { headerPatterns: {} },
        ['header ETag: was ^".+"$, is "x" without a matcher'],
      ],
      ['a header that is gone', {}, { headers: {}, headerPatterns: {} }, ['header ETag: is gone']],
      ['nothing in a stricter matcher', age({ match: 'type' }), age({ match: 'type' }, { match: 'integer' }), []],
    ];
    for (const [title, before, after, says] of lies) {
      it(title, () => {
        const found = pactChanges(pact(before), pact(after)).map(({ place, text }) => `${place}: ${text}`);
        expect(found).to.deep.equal(says.map((one) => `mobile "a request for one fighter" ${one}`));
      });
    }
  });

  describe('judges', () => {
    const before = documentOf({ reply: age });
    const wider = documentOf({ reply: aged({ type: 'number', minimum: 1, maximum: 99 }) });
    const at = (document: OpenApiDocument, ...log: string[]): Snapshot => ({ document, pacts: [], log });
    const line = '- Ages may have halves: `v3_fighter`.';

    it('each commit against its parent', () => {
      const folder = mkdtempSync(join(tmpdir(), 'fightcard-ratchet-'));
      const git = (...args: string[]) => {
        const as = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'commit.gpgsign=false'];
        const { status, stderr } = spawnSync('git', [...as, ...args], { cwd: folder, encoding: 'utf8' });
        expect(status, stderr).to.equal(0);
      };
      const commit = (subject: string, document: OpenApiDocument, log: string) => {
        writeFileSync(join(folder, 'contracts/generated/openapi.json'), JSON.stringify(document));
        writeFileSync(join(folder, 'contracts/CHANGELOG.md'), log);
        git('add', '.');
        git('commit', '--quiet', '--message', subject);
      };
      try {
        mkdirSync(join(folder, 'contracts/generated'), { recursive: true });
        git('init', '--quiet');
        commit('feat: begin', before, '');
        expect(untoldCommits(folder, 9)).to.deep.equal({ lines: [], judged: 0 });
        expect(untold(at(before, line), at(wider, line), 'feat!: halves'), 'an old line').to.have.length(1);
        expect(untoldNow(folder, at(wider))).to.have.length(1);
        expect(untoldNow(folder, at(wider, line))).to.deep.equal([]);
        commit('feat: halves', wider, '');
        expect(untoldNow(folder, at(wider))).to.deep.equal([]);
        const { lines, judged } = untoldCommits(folder, 9);
        expect([lines.length, judged]).to.deep.equal([1, 1]);
        expect(lines[0]).to.match(/^[0-9a-f]{8} contracts\/generated\/openapi.json: POST .* mark the commit with "!"/);
        const toldLater = `- Told later: \`${lines[0]?.slice(0, 8)}\`.`;
        commit('fix: back', before, toldLater);
        expect(untoldCommits(folder, 9).lines).to.deep.equal([]);
        commit('feat!: halves', wider, `${toldLater}\n${line}`);
        expect(untoldCommits(folder, 9)).to.deep.equal({ lines: [], judged: 2 });
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  });

  describe('on this repository', () => {
    const built = snapshotOfSources(root);

    /** @throws {Error} whose first line names the first change. */
    function expectNone(lines: readonly string[]): void {
      if (lines.length > 0) throw new Error([...lines.slice(0, 20), `${lines.length} changes in all`].join('\n'));
    }

    it('finds no unannounced change in the sources', () => {
      expectNone(untoldNow(root, built));
    });

    it('finds no unannounced change in the last commits', () => {
      expectNone(untoldCommits(root, 10).lines);
    });

    it('has current pacts (npm run test:consumer)', () => {
      const byIdentity = (contracts: readonly PactContract[]) =>
        Object.fromEntries(contracts.map(({ identity, ...rest }) => [identity, rest]));
      const written = byIdentity(snapshotOfFiles(root).pacts);
      const declared = byIdentity(built.pacts);
      expect(Object.keys(written).sort()).to.deep.equal(Object.keys(declared).sort());
      for (const [identity, { headers, headerPatterns, bodyRules }] of Object.entries(declared)) {
        expect(written[identity], identity).to.deep.include({ headers, headerPatterns, bodyRules });
      }
    });
  });
});

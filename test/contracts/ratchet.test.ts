import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { OpenApiDocument } from '../../contracts/openapi/document.ts';
import { documentChanges } from '../../scripts/ratchet/document.ts';
import { factsChanged } from '../../scripts/ratchet/facts.ts';
import { unannouncedSince } from '../../scripts/ratchet/judge.ts';
import { type PactContract, pactChanges } from '../../scripts/ratchet/pacts.ts';
import { root } from '../support/deploy/files.ts';
import { sharedCache } from '../support/run/shared-cache.ts';
import { withoutLinks } from '../support/run/without-links.ts';

type Schema = Record<string, unknown>;

interface Parts {
  reply?: Schema;
  request?: Schema;
  parameter?: Schema;
  header?: Schema;
}

/** A document of one operation. */
function documentOf({ reply = {}, request = {}, parameter = {}, header = {} }: Parts) {
  const content = { 'application/json': { schema: reply } };
  const operation = {
    operationId: 'v3_fighter',
    parameters: [{ name: 'limit', in: 'query', schema: parameter }],
    requestBody: { required: true, content: { 'application/json': { schema: request } } },
    responses: { 200: { description: '', headers: { ETag: { required: true, schema: header } }, content } },
  };
  return { paths: { '/fighters': { post: operation } }, components: { examples: {} } } as unknown as OpenApiDocument;
}

const changed = (before: Parts, after: Parts) =>
  documentChanges(documentOf(before), documentOf(after)).map(({ place, text }) => `${place}: ${text}`);

const closed = (properties: Schema, required: string[] = Object.keys(properties)) => ({
  ...{ type: 'object', additionalProperties: false },
  ...{ properties, required },
});
const age = closed({ age: { type: 'integer', minimum: 1, maximum: 99 } });
const aged = (schema: Schema) => closed({ age: schema });

const range = { minimum: 1, maximum: 99 };

describe('the ratchet', () => {
  const replies: [title: string, after: Schema, says: string][] = [
    ['an open object', { ...age, additionalProperties: true }, '#/: members without a name: was nothing, is anything'],
    ['an object that may have others', { ...age, additionalProperties: undefined }, '#/: members without a name: was'],
    ['a number for an integer', aged({ type: 'number', ...range }), '#/age: was integer, is number: it accepts more'],
    ['a string for an integer', aged({ type: 'string' }), '#/age: was integer, is string: it accepts other values'],
    ['null as a choice', aged({ anyOf: [{ type: 'integer', ...range }, { type: 'null' }] }), '#/age: may be null'],
    ['null in a list of types', aged({ type: ['integer', 'null'], ...range }), '#/age: was integer, is [integer,null]'],
    ['a lower minimum', aged({ type: 'integer', ...range, minimum: 0 }), '#/age: minimum was 1, is 0: it accepts more'],
    ['no maximum', aged({ type: 'integer', minimum: 1 }), '#/age: maximum was 99, is none: it accepts more'],
    ['an optional member', { ...age, required: [] }, '#/age: was required, may be left out: it accepts more'],
    ['a removed member', closed({}), '#/age: the member is gone'],
  ];
  for (const [title, after, says] of replies) {
    it(`reports ${title} in a reply`, () => {
      const found = changed({ reply: age }, { reply: JSON.parse(JSON.stringify(after)) });
      expect(found.join('\n')).to.include(`POST /fighters 200 application/json ${says}`);
    });
  }

  it('reports changes of a choice, not of its form', () => {
    const choice = aged({ anyOf: [{ type: 'string', pattern: '^a$' }, { type: 'null' }] });
    const listed = (pattern: string) => aged({ type: ['string', 'null'], pattern });
    expect(changed({ reply: choice }, { reply: listed('^a$') })).to.deep.equal([]);
    expect(changed({ reply: listed('^a$') }, { reply: choice })).to.deep.equal([]);
    expect(changed({ reply: choice }, { reply: listed('^b$') }).join()).to.include('#/age: pattern was ^a$, is ^b$');
  });

  it('reports what a request may no longer be', () => {
    const limited = (maximum: number) => ({ parameter: { type: 'integer', maximum } });
    const says = 'POST /fighters parameter limit #/: maximum was 500, is 400: it accepts less';
    expect(changed(limited(500), limited(400))).to.deep.equal([says]);
  });

  it('reports no addition and no change of order', () => {
    const looser = {
      parameter: { type: 'integer', maximum: 600 },
      reply: closed({ age: {}, rank: {} }, ['rank', 'age']),
    };
    expect(changed({ parameter: { type: 'integer', maximum: 500 }, reply: closed({ age: {} }) }, looser)).to.deep.equal(
      [],
    );
    expect(factsChanged([{ id: 1 }, { id: 2 }], [{ id: 3 }, { id: 2 }, { id: 1, rank: 4 }])).to.deep.equal([]);
    expect(factsChanged([{ id: 1 }, { id: 2 }], [{ id: 2 }])).to.deep.equal(['/0 was {"id":1}, is absent']);
  });

  const match = (...names: ('integer' | 'number' | 'type' | 'equality')[]): Partial<PactContract> => ({
    bodyRules: { '$.age': { combine: 'AND', matchers: names.map((name) => ({ match: name })) } },
  });
  const pacts: [title: string, before: Partial<PactContract>, after: Partial<PactContract>, ...says: string[]][] = [
    ['another matcher', match('integer'), match('number'), '$.age: was integer, is number: it may accept more'],
    ['a weaker matcher', match('equality'), match('type'), '$.age: was equality, is type: it may accept more'],
    ['a new matcher', {}, match('type'), '$.age: was exact, is type: it may accept more'],
    ['a lost matcher', match('type'), {}, '$.age: was type, is exact: it may accept more'],
    ['a plain header', {}, { headerPatterns: {} }, 'header ETag: was ^".+"$, is "x" without a matcher'],
    ['a removed header', {}, { headers: {}, headerPatterns: {} }, 'header ETag: is gone'],
    ['no stricter matcher', match('type'), match('type', 'integer')],
    ['another example', {}, { body: { age: 8, name: 'Uno' } }, 'fact: /reply/age was 7, is 8'],
  ];
  for (const [title, before, after, ...says] of pacts) {
    it(`reports ${title} in a pact`, () => {
      const pact = (rest: Partial<PactContract>): PactContract[] => [
        {
          identity: 'mobile\na request for one fighter',
          request: 'GET /fighters/1',
          facts: { states: [{ name: 'a fighter exists', params: { id: 1 } }] },
          body: { age: 7 },
          headers: { ETag: '"x"' },
          headerPatterns: { ETag: '^".+"$' },
          bodyRules: {},
          ...rest,
        },
      ];
      const found = pactChanges(pact(before), pact(after)).map(({ place, text }) => `${place}: ${text}`);
      expect(found).to.deep.equal(says.map((one) => `mobile "a request for one fighter" ${one}`));
    });
  }
});

describe('commits', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-ratchet-'));
    mkdirSync(join(folder, 'contracts/generated'), { recursive: true });
    git('init', '--quiet');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function git(...args: string[]): void {
    const as = ['-c', 'user.name=x', '-c', 'user.email=x@example.com', '-c', 'commit.gpgsign=false'];
    const { status, stderr } = spawnSync('git', [...as, ...args], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).to.equal(0);
  }
  function commit(subject: string): void {
    git('add', '.');
    git('commit', '--quiet', '--message', subject);
  }

  it('announce changes with "!" and a line in the change log', () => {
    const wider = documentOf({ reply: aged({ type: 'number', ...range }) });
    const line = '- Ages may have halves: `v3_fighter`.';
    const write = (document: OpenApiDocument, log: string) => {
      writeFileSync(join(folder, 'contracts/generated/openapi.json'), JSON.stringify(document));
      writeFileSync(join(folder, 'contracts/CHANGELOG.md'), log);
    };
    const since = (base: string) => unannouncedSince(folder, base)?.map((one) => one.replace(/^.*more; /, ''));
    write(documentOf({ reply: age }), '- An old line: `v3_fighter`.');
    commit('feat: begin');
    git('tag', 'first');
    write(wider, '- An old line: `v3_fighter`.');
    expect(since('HEAD')).to.have.length(1);
    write(wider, line);
    expect(since('HEAD'), 'not yet committed').to.deep.equal([]);
    commit('feat: halves');
    expect(since('first')).to.deep.equal(['mark the commit with "!"']);
    git('commit', '--quiet', '--amend', '--message', 'feat!: halves');
    expect(since('first')).to.deep.equal([]);
  });

  it('fail npm run coverage for one unannounced change', () => {
    for (const part of ['common', 'contracts', 'mock', 'scripts', 'test/provider', 'test/support', 'package.json']) {
      cpSync(join(root, part), join(folder, part), { recursive: true });
    }
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, '.gitignore'), 'node_modules\nout\n');
    commit('feat(contracts): begin');
    git('tag', 'first');
    const file = join(folder, 'contracts/generated/openapi.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"maxItems": 5', '"maxItems": 6'));
    const args = [...withoutLinks, 'test/provider/coverage.ts', '--json', '--since', 'first', '--report', 'out'];
    const env = { ...process.env, ...sharedCache(folder) };
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
    const { changes } = JSON.parse(stdout) as { changes: string[] };
    expect(changes).to.have.length(1);
    expect(status).to.equal(1);
    expect(readFileSync(join(folder, 'out/summary.md'), 'utf8')).to.contain(changes[0]);
  });
});

describe('this repository', () => {
  it('has no unannounced change in the generated files', () => {
    expect(unannouncedSince(root, 'HEAD')?.slice(0, 20)).to.deep.equal([]);
  });
});

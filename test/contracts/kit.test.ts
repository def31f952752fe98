import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import kotlin from '@ast-grep/lang-kotlin';
import swift from '@ast-grep/lang-swift';
import { parse, registerDynamicLanguage, type SgNode } from '@ast-grep/napi';
import { expect } from 'chai';
import { contractId } from '../../contracts/interaction.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import type { Fixture } from '../../contracts/kit/fixtures.ts';
import { Model } from '../../contracts/kit/model.ts';
import { kitFiles } from '../../contracts/kit.ts';
import { openApiDocument } from '../../contracts/openapi.ts';

const folder = new URL('../../contracts/generated/kit/', import.meta.url);
const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));

/** More would be felt in every clone. */
const largestBytes = 5_000_000;

const document = openApiDocument(interactions);
const files = kitFiles(document, interactions);
const text = (path: string) => files.get(path) as string;
const fixtures = [...files]
  .filter(([path]) => path.startsWith('fixtures/'))
  .map(([, json]) => JSON.parse(json) as Fixture);

registerDynamicLanguage({ swift, kotlin });

/** What a grammar could not read: the text of each place, shortened. What it had to add takes no place in the text. */
function unreadable(language: 'swift' | 'kotlin', source: string): string[] {
  const faults: string[] = [];
  const visit = (node: SgNode) => {
    const { start, end } = node.range();
    if (node.kind() === 'ERROR') faults.push(node.text().slice(0, 60));
    else if (start.index === end.index) faults.push(`${node.kind()} is missing in line ${start.line + 1}`);
    for (const child of node.children()) visit(child);
  };
  visit(parse(language, source).root());
  return faults;
}

/** What the compiler says of the types with some more lines after them; empty when it says nothing. */
function compile(lines: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'fightcard-kit-'));
  writeFileSync(join(place, 'types.ts'), text('typescript/types.ts'));
  writeFileSync(join(place, 'use.ts'), `import type * as kit from './types.ts';\n${lines}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.ts', 'use.ts'] }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '--project', place, '--pretty', 'false'],
      { timeout: 120_000 },
      (error, stdout) => {
        rmSync(place, { recursive: true });
        resolve(error ? stdout || String(error) : '');
      },
    );
  });
}

/** `EventFeed | BoutFeed` → `kit.EventFeed | kit.BoutFeed` */
const qualified = (type: string) => type.replace(/[A-Z]\w*/g, 'kit.$&');

const bodies = fixtures.flatMap(({ reply }) => (reply.type ? [[qualified(reply.type), reply.body] as const] : []));

describe('the kit', function () {
  this.timeout(180_000);

  it('is as committed; after a change: npm run kit', () => {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(fileURLToPath(folder).length));
    expect(names.sort()).to.deep.equal([...files.keys()].sort());
    const changed = names.filter((name) => readFileSync(new URL(name, folder), 'utf8') !== text(name));
    expect(changed).to.deep.equal([]);
  });

  it('is the same for the same contracts, whatever was made before, and stays small', () => {
    const again = kitFiles(openApiDocument(interactions), interactions);
    expect([...again]).to.deep.equal([...files]);
    const bytes = [...files.values()].reduce((sum, file) => sum + Buffer.byteLength(file), 0);
    console.log(`        kit: ${files.size} files, ${bytes} bytes`);
    expect(bytes).to.be.below(largestBytes);
  });

  it('has every contract as a fixture', () => {
    const byId = new Map(fixtures.map((fixture) => [fixture.contractId, fixture]));
    expect(byId.size).to.equal(interactions.length);
    for (const interaction of interactions) {
      const fixture = byId.get(contractId(interaction));
      expect(fixture?.receiving).to.equal(interaction.receiving);
      expect(fixture?.states).to.deep.equal(interaction.given);
      expect(fixture?.reply.body).to.deep.equal(interaction.reply.body);
    }
  });

  it('TypeScript: the types compile, and every reply of a contract and every body fits its type', async () => {
    const lines = bodies.map(([type, body], n) => `export const reply${n}: ${type} = ${JSON.stringify(body)};`);
    const sent = fixtures
      .filter(({ reply, request }) => reply.status < 300 && request.body !== undefined)
      .map(({ operation, request }, n) => {
        const type = { fight_vote_cast: 'VoteBody', score_round: 'ScoreBody' }[operation.slice(3)] ?? 'LiveUpdate';
        return `export const body${n}: kit.${type} = ${JSON.stringify(request.body)};`;
      });
    console.log(`        ${lines.length} replies and ${sent.length} bodies compiled`);
    expect(lines.length).to.be.above(400);
    expect(await compile([...lines, ...sent].join('\n'))).to.equal('');
  });

  it('control: a reply without a member, and one with a text for a number, do not compile', async () => {
    const vote = { fight_id: 1, round_num: 1, fighter_statid: 2, voted: true, created: '' };
    const faults = await compile(`
      export const a: kit.Vote = ${JSON.stringify(vote)};
      export const b: kit.Vote = ${JSON.stringify({ ...vote, client_id: 'x', round_num: '1' })};
    `);
    expect(faults).to.match(/use\.ts\(3,.*client_id/);
    expect(faults).to.match(/use\.ts\(4,/);
  });

  for (const [language, path] of [
    ['swift', 'swift/Fightcard.swift'],
    ['kotlin', 'kotlin/Fightcard.kt'],
  ] as const) {
    it(`${language}: its grammar reads the whole file`, () => {
      expect(unreadable(language, text(path))).to.deep.equal([]);
    });

    it(`${language}, control: its grammar finds a brace, a name or a type that is missing`, () => {
      const source = text(path);
      const damaged = [
        source.slice(0, source.lastIndexOf('}')),
        source.replace(/(va[rl]) roundNum:/, '$1 :'),
        source.replace(/roundNum: Int/, 'roundNum: = ='),
        source.replace(/enum (class )?Rank/, 'enum Rank Rank'),
      ];
      for (const [n, one] of damaged.entries()) {
        expect(one).not.to.equal(source);
        expect(unreadable(language, one), `damage ${n}`).not.to.deep.equal([]);
      }
    });

    it(`${language}: every schema is a type, and every member but those that are always null is there by its name on the wire`, () => {
      const source = text(path);
      for (const declaration of new Model(document.components.schemas).declarations) {
        expect(source).to.match(new RegExp(`(struct|class|enum|interface|typealias) ${declaration.name}\\b`));
        if (declaration.is !== 'record') continue;
        const start = source.search(new RegExp(`(struct|class) ${declaration.name}\\b`));
        const own = source.slice(start, source.indexOf('\n\n', source.indexOf('\n\n', start) + 2));
        for (const { name, type } of declaration.members) {
          const isThere = own.includes(`"${name}"`) || new RegExp(`(va[rl]|case) \`?${name}\\b`).test(own);
          expect(isThere, `${declaration.name}.${name}`).to.equal(type.is !== 'nothing');
        }
      }
    });
  }
});

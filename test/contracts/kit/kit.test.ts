import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../../contracts/interactions/index.ts';
import { contractId } from '../../../contracts/interactions/interaction.ts';
import { kitFiles, kitModel } from '../../../contracts/kit/build.ts';
import type { Fixture } from '../../../contracts/kit/fixtures.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import { startMock } from '../../../mock/start.ts';
import { newMember, newWord, Tomorrow } from '../../../scripts/kit/tomorrow.ts';
import { unreadable } from '../../support/kit/grammars.ts';

const folder = new URL('../../../contracts/generated/kit/', import.meta.url);
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

/** A larger kit would slow down every clone. */
const largestBytes = 5_000_000;

const document = openApiDocument(interactions);
const files = kitFiles(document, interactions);
const text = (path: string) => files.get(path) as string;
const sources = {
  swift: 'swift/FightcardKit/Sources/FightcardKit/Fightcard.swift',
  kotlin: 'kotlin/src/main/kotlin/fightcard/Fightcard.kt',
} as const;
const packages = {
  swift: ['swift/FightcardKit/Package.swift'],
  kotlin: ['kotlin/build.gradle.kts', 'kotlin/settings.gradle.kts'],
} as const;
const indexPath = 'fixtures/index.json';
const fixtures = [...files]
  .filter(([path]) => path.startsWith('fixtures/') && path !== indexPath)
  .map(([, json]) => JSON.parse(json) as Fixture);
const { declarations } = kitModel(document).model;

/** The compiler's errors on the types with some more lines after them; empty without errors. */
function compile(lines: string, types = text('typescript/types.d.ts')): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), 'fightcard-kit-'));
  writeFileSync(join(place, 'types.d.ts'), types);
  writeFileSync(join(place, 'use.ts'), `import type * as kit from './types.d.ts';\n${lines}\n`);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    types: [],
    allowImportingTsExtensions: true,
  };
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['types.d.ts', 'use.ts'] }));
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [tsc, '--project', place, '--pretty', 'false', '--singleThreaded'],
      { timeout: 120_000 },
      (error, stdout) => {
        rmSync(place, { recursive: true });
        resolve(error ? stdout || String(error) : '');
      },
    );
  });
}

const unreserved = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'].sort().join('');

/** Where the code of each language says which characters stay, and escapes all others. Compilers look only at night. */
const addresses = {
  swift: {
    path: 'swift/FightcardKit/Sources/FightcardKit/Endpoints.swift',
    plain: /charactersIn: "([^"]*)"\)/,
    uses: [
      'addingPercentEncoding(withAllowedCharacters: unreserved)',
      'rest.replacingOccurrences(of: "{\\(parameter.key)}", with: encoded(parameter.value))',
      '"\\(name)=\\(encoded($0))"',
      'while prefix.hasSuffix("/") { prefix.removeLast() }',
      'URL(string: prefix + target)',
    ],
  },
  kotlin: {
    path: 'kotlin/src/main/kotlin/fightcard/Endpoints.kt',
    plain: /if \((char in [^)]*)\) append\(char\)/,
    uses: [
      "append('%').append((code or 0x100).toString(16).substring(1).uppercase())",
      'rest.replace("{" + name + "}", encoded(value))',
      'value?.let { name + "=" + encoded(it) }',
    ],
  },
} as const;

/** The characters of `ABC`, or of Kotlin's `char in 'A'..'C' || char in "-."`. */
const charactersIn = (code: string): string =>
  code.replace(
    /(?: \|\| )?char in (?:'(.)'\.\.'(.)'|"([^"]*)")/g,
    (_, first, last, all) =>
      all ??
      String.fromCharCode(
        ...Array.from({ length: last.charCodeAt() - first.charCodeAt() + 1 }, (__, n) => first.charCodeAt() + n),
      ),
  );

function addressFaults(source: string, plain: RegExp, uses: readonly string[]): string[] {
  const stays = [...charactersIn(plain.exec(source)?.[1] ?? '')].sort().join('');
  return [...(stays === unreserved ? [] : [`stays: ${stays}`]), ...uses.filter((use) => !source.includes(use))];
}

/** `Fighter[]` → `kit.Fighter[]` */
const qualified = (type: string) => `kit.${type}`;

const bodies = fixtures.flatMap(({ reply }) => (reply.type ? [[qualified(reply.type), reply.body] as const] : []));

describe('the kit', () => {
  it('is as committed; after a change: npm run kit', () => {
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(fileURLToPath(folder).length));
    expect(names.sort()).to.deep.equal([...files.keys()].sort());
    const changed = names.filter((name) => readFileSync(new URL(name, folder), 'utf8') !== text(name));
    expect(changed).to.deep.equal([]);
  });

  it('is the same for the same contracts, after any earlier generation, and stays small', () => {
    const again = kitFiles(openApiDocument(interactions), interactions);
    expect([...again]).to.deep.equal([...files]);
    const bytes = [...files.values()].reduce((sum, file) => sum + Buffer.byteLength(file), 0);
    console.log(`        kit: ${files.size} files, ${bytes} bytes`);
    expect(bytes).to.be.below(largestBytes);
  });

  it('names fixtures by what they are, in lower case, and lists them', () => {
    const names = [...files.keys()].filter((path) => path.startsWith('fixtures/') && path !== indexPath);
    expect(names).to.include('fixtures/v3.fighter.one-fighter.json');
    expect(names).to.include('fixtures/v3.fight_vote_cast.a-vote.json');
    for (const name of names) expect(name).to.match(/^fixtures\/v[13]\.[a-z_]+\.[a-z0-9-]{1,80}\.json$/);
    const index = JSON.parse(text(indexPath)) as Record<string, unknown>[];
    expect(index.map(({ file }) => `fixtures/${file}`).toSorted()).to.deep.equal(names.toSorted());
    for (const { file, contractId: id, receiving, path, type } of index) {
      const fixture = JSON.parse(text(`fixtures/${file}`)) as Fixture;
      const { contractId: ownId, request, reply } = fixture;
      expect({ id, receiving, path, type }).to.deep.equal({
        ...{ id: ownId, receiving: fixture.receiving },
        ...{ path: request.path, type: reply.type },
      });
    }
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

  it('control: a reply without a member, and a reply with a text for a number, do not compile', async () => {
    const vote = { fight_id: 1, round_num: 1, fighter_statid: 2, voted: true, created: '' };
    const faults = await compile(`
      export const a: kit.Vote = ${JSON.stringify(vote)};
      export const b: kit.Vote = ${JSON.stringify({ ...vote, client_id: 'x', round_num: '1' })};
    `);
    expect(faults).to.match(/use\.ts\(3,.*client_id/);
    expect(faults).to.match(/use\.ts\(4,/);
  });

  const later = new Tomorrow(declarations);
  // A literal may have no member that its type has not; what is spread into it may.
  const literalOf = (value: unknown) => {
    const member = new RegExp(`"${newMember}":\\{"deep":\\[\\{[^{}]*\\}\\]\\}`, 'g');
    return JSON.stringify(value).replace(member, '...tomorrow');
  };
  const laterReplies = fixtures.flatMap(({ reply: { type, body } }, n) =>
    type ? [`export const reply${n}: ${qualified(type)} = ${literalOf(later.reply(type, body))};`] : [],
  );
  const laterLines = [`declare const tomorrow: { ${newMember}: object };`, ...laterReplies].join('\n');

  it('TypeScript: every reply still fits when the service adds a member to each object and a word to each list', async () => {
    console.log(
      `        ${laterReplies.length} replies with ${later.words} new words and ${later.members} new members`,
    );
    expect(later.words).to.be.above(500);
    expect(later.members).to.be.above(1_000);
    expect(await compile(laterLines)).to.equal('');
  });

  it('control: with closed lists, as they were, a new word does not fit', async () => {
    const closed = text('typescript/types.d.ts').replaceAll(' | (string & {})', '');
    const faults = await compile(laterLines, closed);
    expect(faults).to.include(`Type '"${newWord}"' is not assignable to type 'WeightClass`);
  });

  /** Declarations that refuse a word which is added later. */
  const closed = {
    typescript: /^export type \w+ =(?: \|)? "[^;]*(?<!\(string & \{\}\));$/gm,
    swift: /\benum (?!CodingKeys\b)\w+: (String|Int)\b.*|\binit\?\(rawValue.*/g,
    kotlin: /\benum class .*/g,
  };

  it('no list of words is closed, in any language', () => {
    const found = [
      ...(text('typescript/types.d.ts').match(closed.typescript) ?? []),
      ...(text(sources.swift).match(closed.swift) ?? []),
      ...(text(sources.kotlin).match(closed.kotlin) ?? []),
    ];
    expect(found).to.deep.equal([]);
    const lists = declarations.filter(({ is }) => is === 'choice');
    expect(lists.map(({ name }) => name)).to.include.members(['WeightClass', 'EventStatus', 'Rank', 'StatName']);
    for (const list of lists) {
      expect(text(sources.swift)).to.include(
        `public struct ${list.name}: RawRepresentable, Codable, Hashable, Sendable {`,
      );
      expect(text(sources.kotlin)).to.include(
        `@Serializable\n@JvmInline\nvalue class ${list.name}(val value: String) {`,
      );
      for (const value of list.is === 'choice' ? list.values : []) {
        const word = JSON.stringify(value);
        expect(text(sources.swift)).to.match(
          new RegExp(`public static let \\S+ = ${list.name}\\(rawValue: ${word}\\)`),
        );
        expect(text(sources.kotlin)).to.match(new RegExp(`val \\w+: ${list.name} = ${list.name}\\(${word}\\)`));
      }
    }
  });

  it('control: finds a closed list in each', () => {
    expect('export type Rank = "C" | "1";').to.match(new RegExp(closed.typescript, 'm'));
    expect('    enum Rank: String, Codable, CaseIterable, Sendable {').to.match(new RegExp(closed.swift));
    expect('enum class Rank {').to.match(new RegExp(closed.kotlin));
  });

  it('TypeScript: a client without options names the missing one', async () => {
    const kits = {
      'index.mjs': await import(new URL('typescript/index.mjs', folder).href),
      'index.js': createRequire(import.meta.url)(fileURLToPath(new URL('typescript/index.js', folder))),
    };
    for (const [file, { createClient }] of Object.entries(kits)) {
      expect(() => createClient(), file).to.throw(TypeError, 'The option baseUrl is missing');
      expect(() => createClient({ family: 'v3' }), file).to.throw(TypeError, 'The option baseUrl is missing');
      expect(() => createClient({ baseUrl: 'http://localhost:4010' }), file).to.throw('family must be "v3" or "v1"');
    }
  });

  it('TypeScript: a client takes the base URL of the guide', async () => {
    const { createClient } = await import(new URL('typescript/index.mjs', folder).href);
    const mock = await startMock({ port: 0, host: '127.0.0.1' });
    try {
      for (const base of ['', '/api/v3/mobile', '/__session/kit/api/v3/mobile/']) {
        const { status } = await createClient({ baseUrl: mock.url + base, family: 'v3' }).news();
        expect(status, base).to.equal(200);
      }
    } finally {
      await mock.close();
    }
  });

  it('Swift: all is public, and a record can be constructed', () => {
    const source = text(sources.swift);
    expect(source.match(/^ {0,8}(struct|enum|typealias|var|let|static|init|func)\b.*/gm) ?? []).to.deep.equal([]);
    const records = declarations.filter(({ is }) => is === 'record');
    expect(source.match(/^ {8}public init\($/gm)).to.have.length(records.length);
    expect(source).to.include(
      '            roundNum: Int,\n            fighterStatid: Int,\n            clientId: String\n',
    );
  });

  it('Swift and Kotlin: a package manager can take the folder as it is', () => {
    const manifest = text('swift/FightcardKit/Package.swift');
    expect(manifest.split('\n')[0]).to.equal('// swift-tools-version: 5.5');
    const [, target] = /targets: \[\.target\(name: "(\w+)"\)\]/.exec(manifest) ?? [];
    expect([...files.keys()]).to.include(`swift/FightcardKit/Sources/${target}/Fightcard.swift`);
    const module = text('kotlin/build.gradle.kts');
    expect(module).to.include('kotlin("plugin.serialization")\n');
    expect(module).to.include('api("org.jetbrains.kotlinx:kotlinx-serialization-json:1.5.0")');
    expect(text('README.md')).to.include('kotlinx.serialization 1.5 or newer');
  });

  for (const language of ['swift', 'kotlin'] as const) {
    const path = sources[language];
    it(`${language}: its grammar reads the whole file, and what its package manager reads`, () => {
      for (const one of [path, ...packages[language]]) expect(unreadable(language, text(one)), one).to.deep.equal([]);
    });

    it(`${language}, control: its grammar finds a brace, a name or a type that is missing`, () => {
      const source = text(path);
      const damaged = [
        source.slice(0, source.lastIndexOf('}')),
        source.replace(/(va[rl]) roundNum:/, '$1 :'),
        source.replace(/roundNum: Int/, 'roundNum: = ='),
        source.replace(/(struct|class) Rank\b/, '$1 Rank Rank'),
      ];
      for (const [n, one] of damaged.entries()) {
        expect(one).not.to.equal(source);
        expect(unreadable(language, one), `damage ${n}`).not.to.deep.equal([]);
      }
    });

    it(`${language}: every schema is a type, and every member but those that are always null is there by its name on the wire`, () => {
      const source = text(path);
      const end = { swift: '\n    }\n', kotlin: '\n)' }[language];
      for (const declaration of declarations) {
        expect(source).to.match(new RegExp(`(struct|class|enum|interface|typealias) ${declaration.name}\\b`));
        if (declaration.is !== 'record') continue;
        const start = source.search(new RegExp(`(struct|class) ${declaration.name}\\b`));
        const own = source.slice(start, source.indexOf(end, start));
        for (const { name, type } of declaration.members) {
          const isThere = own.includes(`"${name}"`) || new RegExp(`(va[rl]|case) \`?${name}\\b`).test(own);
          expect(isThere, `${declaration.name}.${name}`).to.equal(type.is !== 'nothing');
        }
      }
    });
  }

  for (const [language, { path, plain, uses }] of Object.entries(addresses)) {
    it(`${language}: all but the unreserved characters of RFC 3986 is escaped, in each value of path and query`, () => {
      expect(addressFaults(text(path), plain, uses)).to.deep.equal([]);
    });

    it(`${language}, control: a "/" that stays, and a value or a base that is taken as it is, are found`, () => {
      const source = text(path);
      const damaged = [
        source.replace('-._~"', '-._~/"'),
        ...uses.map((use) => source.replace(use, '')),
        source.replaceAll(/encoded\((parameter\.value|value)\)/g, '$1'),
      ];
      for (const [n, one] of damaged.entries()) {
        expect(one, `damage ${n}`).not.to.equal(source);
        expect(addressFaults(one, plain, uses), `damage ${n}`).not.to.deep.equal([]);
      }
    });
  }
});

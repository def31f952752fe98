import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { interactions } from '../../../contracts/interactions/index.ts';
import { kitFiles, kitModel } from '../../../contracts/kit/build.ts';
import type { Fixture } from '../../../contracts/kit/fixtures.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import { bundleClient } from '../../../scripts/generate/bundle-client.ts';
import { newMember, newWord, Tomorrow } from '../../support/kit/tomorrow.ts';

const folder = new URL('../../../contracts/generated/kit/', import.meta.url);
const tsc = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

const document = openApiDocument(interactions);
const files = kitFiles(document, interactions, bundleClient);
const text = (path: string) => files.get(path) as string;
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
  const args = [tsc, '--project', place, '--pretty', 'false', '--singleThreaded'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout) => {
      rmSync(place, { recursive: true });
      resolve(error ? stdout || String(error) : '');
    });
  });
}

/** `Fighter[]` → `kit.Fighter[]` */
const qualified = (type: string) => `kit.${type}`;

const bodies = fixtures.flatMap(({ reply }) => (reply.type ? [[qualified(reply.type), reply.body] as const] : []));

describe('the kit', () => {
  it('compiles, and every reply and body fits its type', async () => {
    const lines = bodies.map(([type, body], n) => `export const reply${n}: ${type} = ${JSON.stringify(body)};`);
    const sent = fixtures
      .filter(({ reply, request }) => reply.status < 300 && request.body !== undefined)
      .map(({ operation, request }, n) => {
        const type = { fight_vote_cast: 'VoteBody', score_round: 'ScoreBody' }[operation.slice(3)] ?? 'LiveUpdate';
        return `export const body${n}: kit.${type} = ${JSON.stringify(request.body)};`;
      });
    expect(lines.length).to.be.above(400);
    expect(await compile([...lines, ...sent].join('\n'))).to.equal('');
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

  it('still compiles after additions to the service', async () => {
    expect(later.words).to.be.above(500);
    expect(later.members).to.be.above(1_000);
    expect(await compile(laterLines)).to.equal('');
  });

  it('does not compile with closed lists (control)', async () => {
    const closed = text('typescript/types.d.ts').replaceAll(' | (string & {})', '');
    const faults = await compile(laterLines, closed);
    expect(faults).to.include(`Type '"${newWord}"' is not assignable to type 'WeightClass`);
  });

  it('names the missing option of a client', async () => {
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
});

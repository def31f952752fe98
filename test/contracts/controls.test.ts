import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const here = fileURLToPath(new URL('../../', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Runs an npm script as npm does. */
function run(name: string, cwd: string) {
  const env = { ...process.env, PATH: [join(here, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
  const { status, stdout, stderr } = spawnSync(scripts[name] as string, { cwd, env, shell: true, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** A part of this repository in another folder, where something wrong can be planted. */
class Part {
  readonly root = mkdtempSync(join(tmpdir(), 'fightcard-controls-'));

  constructor(paths: readonly string[]) {
    for (const path of paths) cpSync(join(here, path), join(this.root, path), { recursive: true });
    symlinkSync(join(here, 'node_modules'), join(this.root, 'node_modules'));
  }

  read = (path: string) => readFileSync(join(this.root, path), 'utf8');

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.root, path)), { recursive: true });
    writeFileSync(join(this.root, path), text);
  }

  remove = () => rmSync(this.root, { recursive: true });
}

/** Each is found by the rule in its path. */
const badStyle: Record<string, string> = {
  'test/mock/noSkippedTests.test.ts': "it.skip('is left out', () => undefined);\n",
  'test/mock/noFocusedTests.test.ts': "it.only('is alone', () => undefined);\n",
  'server/noExplicitAny.ts': 'export const anything: any = 1;\n',
  'server/noExcessiveLinesPerFunction.ts': `export function long(): void {\n${'  console.log();\n'.repeat(61)}}\n`,
  'mock/format.ts': 'export const a  =  1\n',
};

/** Each is found with the code in its path. */
const badTypes: Record<string, string> = {
  'server/TS2322.ts': "export const count: number = 'many';\n",
  'server/TS2345.ts': "export const take = (count: number) => count;\ntake('many');\n",
  'mock/TS6133.ts': 'const unused = 1;\nexport {};\n',
  'contracts/TS2532.ts': 'export const first = (all: string[]) => all[0].length;\n',
  'test/TS7006.ts': 'export const take = (anything) => anything;\n',
};

describe('control', () => {
  it('npm run lint refuses bad style, each by its rule, and a document that breaks a rule', () => {
    const part = new Part(['biome.json', 'redocly.yaml', '.gitignore', 'contracts/generated/openapi.json']);
    const right = run('lint', part.root);
    expect(right.status, right.output).to.equal(0);
    for (const [path, text] of Object.entries(badStyle)) part.write(path, text);
    const { status, output } = run('lint', part.root);
    expect(status).to.equal(1);
    for (const path of Object.keys(badStyle)) {
      const rule = /(\w+)(\.test)?\.ts$/.exec(path)?.[1];
      expect(output).to.match(new RegExp(`${path}[^\\n]*(lint/\\w+/)?${rule}`));
    }
    for (const path of Object.keys(badStyle)) rmSync(join(part.root, path));
    const document = part.read('contracts/generated/openapi.json');
    const [first, second] = document.match(/"operationId": "[^"]+"/g) ?? [];
    const broken = document.replace(first as string, second as string);
    part.write('contracts/generated/openapi.json', broken);
    const refused = run('lint', part.root);
    expect(refused.status).not.to.equal(0);
    expect(refused.output).to.include('operation-operationId-unique');
    part.remove();
  });

  it('npm run typecheck refuses wrong types, each with its code', () => {
    const part = new Part(['tsconfig.json', 'package.json']);
    part.write('server/right.ts', 'export const count: number = 1;\n');
    const tsc = scripts.typecheck?.split(' && ')[0] as string;
    const check = () =>
      spawnSync(join(here, 'node_modules/.bin', tsc), { cwd: part.root, shell: true, encoding: 'utf8' });
    const right = check();
    expect(right.status, right.stdout).to.equal(0);
    for (const [path, text] of Object.entries(badTypes)) part.write(path, text);
    const { status, stdout } = check();
    expect(status).not.to.equal(0);
    for (const path of Object.keys(badTypes)) {
      expect(stdout).to.match(new RegExp(`${path}.*error ${/TS\d+/.exec(path)?.[0]}:`));
    }
    part.remove();
  });

  it('npm run generate writes over every byte that was changed', () => {
    const part = new Part(['contracts', 'scripts', 'server', 'package.json']);
    const spoilt = [
      ...['openapi.json', 'openapi.prism.json', 'operations.txt', 'kit/README.md'].map(
        (name) => `contracts/generated/${name}`,
      ),
      ...['contracts/interactions/all.ts', 'server/handlers/all.ts'],
    ];
    for (const path of spoilt) appendFileSync(join(part.root, path), '\n');
    const { status, output } = run('generate', part.root);
    expect(status, output).to.equal(0);
    for (const path of spoilt) expect(part.read(path), path).to.equal(readFileSync(join(here, path), 'utf8'));
    part.remove();
  });
});

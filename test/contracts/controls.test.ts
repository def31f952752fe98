import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

describe('control', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fightcard-controls-'));
    const copied = ['biome.json', 'redocly.yaml', '.gitignore', 'tsconfig.json', 'package.json'];
    const documents = ['contracts/generated/openapi.json', 'contracts/generated/asyncapi.json'];
    for (const path of [...copied, ...documents]) cpSync(join(root, path), join(folder, path));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    write('server/right.ts', 'export const count: number = 1;\n');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  function run(command = '') {
    const env = { ...process.env, PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter) };
    const { status, stdout, stderr } = spawnSync(command, { cwd: folder, env, shell: true, encoding: 'utf8' });
    return { status, output: stdout + stderr };
  }

  it('npm run lint refuses bad style', () => {
    expect(run(scripts.lint)).to.include({ status: 0 });
    /** Each is found by the rule in its path. */
    const badStyle = {
      'test/mock/noSkippedTests.test.ts': "it.skip('is left out', () => undefined);\n",
      'test/mock/noFocusedTests.test.ts': "it.only('is alone', () => undefined);\n",
      'server/noExplicitAny.ts': 'export const anything: any = 1;\n',
      'mock/format.ts': 'export const a  =  1\n',
    };
    for (const [path, text] of Object.entries(badStyle)) write(path, text);
    const { status, output } = run(scripts.lint);
    expect(status).to.equal(1);
    for (const path of Object.keys(badStyle)) {
      const rule = /(\w+)(\.test)?\.ts$/.exec(path)?.[1];
      expect(output).to.match(new RegExp(`${path}[^\\n]*(lint/\\w+/)?${rule}`));
    }
  });

  it('npm run lint refuses wrong documents', () => {
    const [openapi, asyncapi] = ['contracts/generated/openapi.json', 'contracts/generated/asyncapi.json'] as const;
    const document = readFileSync(join(root, openapi), 'utf8');
    const [first = '', second = ''] = document.match(/"operationId": "[^"]+"/g) ?? [];
    write(openapi, document.replace(first, second));
    write(asyncapi, readFileSync(join(root, asyncapi), 'utf8').replace('#/channels/', '#/nowhere/'));
    const { status, output } = run(scripts.lint);
    expect(output).to.include('operation-operationId-unique').and.include('no-unresolved-refs');
    expect(status).not.to.equal(0);
  });

  it('npm run typecheck refuses wrong types', () => {
    const [tsc] = scripts.typecheck?.split(' && ') ?? [];
    expect(run(tsc)).to.include({ status: 0 });
    write('server/TS2322.ts', "export const count: number = 'many';\n");
    write('mock/TS6133.ts', 'const unused = 1;\nexport {};\n');
    write('contracts/TS2532.ts', 'export const first = (all: string[]) => all[0].length;\n');
    const { status, output } = run(tsc);
    expect(status).not.to.equal(0);
    for (const code of ['TS2322', 'TS6133', 'TS2532']) {
      expect(output).to.match(new RegExp(`${code}\\.ts.*error ${code}:`));
    }
  });
});

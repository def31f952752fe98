import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect } from 'chai';
import { root } from '../support/deploy/files.ts';

/** Highest first. A file imports only from its own layer or lower ones; layers on one line do not import each other. */
const layers = [
  ['lab/'],
  ['test/'],
  ['scripts/'],
  ['server/main.js', 'mock/'],
  ['server/processes/'],
  ['server/http/'],
  ['server/streams/'],
  ['server/handlers/'],
  ['server/cache/'],
  ['server/queries/', 'server/content/', 'server/backup/', 'server/embedded/'],
  ['server/config.ts', 'server/limits/'],
  ['server/store/', 'server/monitoring/'],
  ['common/'],
  ['contracts/'],
];

const imported = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'|\bnew URL\(\s*'(\.[^']+)'/g;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;

const floorOf = (path: string) => layers.findIndex((floor) => floor.some((layer) => path.startsWith(layer)));
const layerOf = (path: string) => layers.flat().find((layer) => path.startsWith(layer));

/** Imports that point upwards or to another layer of the same line, as `file imports target`. */
function findUpward(file: string, text: string): string[] {
  return [...text.replace(comment, '').matchAll(imported)].flatMap(([, path, url]) => {
    const target = posix.join(posix.dirname(file), (path ?? url) as string);
    const isAllowed =
      layerOf(target) === undefined || layerOf(target) === layerOf(file) || floorOf(target) > floorOf(file);
    return isAllowed ? [] : [`${file} imports ${target}`];
  });
}

describe('imports', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.js'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(
      (file) => existsSync(root + file) && layerOf(file) !== undefined && !file.startsWith('contracts/generated/'),
    );

  it('point downwards', () => {
    expect(files).to.have.length.above(500);
    expect(files.flatMap((file) => findUpward(file, readFileSync(root + file, 'utf8')))).to.deep.equal([]);
  });

  it('are refused if they point upwards', () => {
    expect(findUpward('server/store/keys.ts', "import type { App } from '../http/app.ts';")).to.have.length(1);
  });
});

import { existsSync, readFileSync } from 'node:fs';
import { expect } from 'chai';
import { readImports, roomsOf } from '../../scripts/house/imports.ts';
import { findCircles, pictureOf, readFiles, withPicture } from '../../scripts/house/picture.ts';
import { root } from '../support/deploy/files.ts';

const files = readFiles(root);

describe('imports', () => {
  it('have no cycle of files or folders', () => {
    expect(findCircles(files)).to.deep.equal([]);
    const file = 'server/store/keys.ts';
    const line = "import type { App } from '../http/app.ts';";
    const [found] = findCircles(new Map([...files, [file, `${files.get(file)}\n${line}\n`]]));
    expect(found, 'control').to.match(/^files: .*server\/store\/keys\.ts, which imports server\/http\/app\.ts/);
  });

  it('lead from server and mock to the contracts only', () => {
    const { arrows } = roomsOf(files.keys(), readImports(files), '.');
    expect(arrows.get('contracts')).to.equal(undefined);
    expect([...(arrows.get('server') ?? [])]).to.deep.equal(['contracts']);
    expect([...(arrows.get('mock') ?? [])]).to.deep.equal(['contracts']);
    expect([...(arrows.get('scripts') ?? [])]).not.to.include('test');
  });

  it('match the picture in README.md', () => {
    const readme = readFileSync(`${root}README.md`, 'utf8');
    expect(readme, 'draw it again with "npm run house -- --write"').to.equal(withPicture(readme, pictureOf(files)));
  });
});

describe('documents', () => {
  const named = (name: string, pattern: RegExp) =>
    [...readFileSync(root + name, 'utf8').matchAll(pattern)].map(([, found = '']) => found);

  it('name only npm scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: object };
    for (const name of ['README.md', 'contracts/README.md', 'mock/README.md', 'server/README.md', 'WHERE.md']) {
      if (!existsSync(root + name)) continue;
      const commands = named(name, /npm run (?:--silent )?([\w:]+)/g);
      expect(
        commands.filter((command) => !(command in scripts)),
        name,
      ).to.deep.equal([]);
    }
  });

  it('name only existing files in WHERE.md', () => {
    const paths = named('WHERE.md', /`([\w./-]+\/[\w./-]*)`/g).filter((path) => !path.startsWith('/'));
    expect(paths.filter((path) => !existsSync(root + path))).to.deep.equal([]);
  });
});

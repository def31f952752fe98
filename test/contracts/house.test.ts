import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { floorsOf, readImports, roomsOf } from '../../scripts/house/imports.ts';
import { findCircles, pictureOf, readFiles, withPicture } from '../../scripts/house/picture.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = readFiles(root);
const imports = readImports(files);

/** The repository with one more line in one file. */
const withLine = (file: string, line: string) => new Map([...files, [file, `${files.get(file)}\n${line}\n`]]);

describe('the imports of the repository', () => {
  it('form no circle, neither of files nor of folders at any depth', () => {
    expect(findCircles(files)).to.deep.equal([]);
  });

  it('are found to form one when an arrow is turned round (control)', () => {
    const [circle, folders, ...others] = findCircles(
      withLine('server/store/keys.ts', "import type { App } from '../http/app.ts';"),
    );
    expect(circle).to.match(/^files: .*server\/store\/keys\.ts, which imports server\/http\/app\.ts/);
    expect(folders).to.match(/^folder server: (http imports store|store imports http)/);
    expect(others).to.deep.equal([]);
  });

  it('are found to join two folders in both directions where no file imports itself (control)', () => {
    const wrong = findCircles(withLine('server/store/redis/slots.ts', "import '../ballots/buckets.ts';"));
    expect(wrong.join('\n')).to.match(/folder server\/store: (ballots imports redis|redis imports ballots)/);
  });

  it('are found to name the file that a process is started with (control)', () => {
    const line = "fork(new URL('../main.js', import.meta.url));";
    expect(findCircles(withLine('server/processes/serve.ts', line)).join('\n')).to.include('server/main.js');
  });

  it('lead from the server and the mock to the contracts, and not back or across', () => {
    const { arrows } = roomsOf(files.keys(), imports, '.');
    expect(arrows.get('contracts')).to.equal(undefined);
    expect([...(arrows.get('server') ?? [])]).to.deep.equal(['contracts']);
    expect([...(arrows.get('mock') ?? [])]).to.deep.equal(['contracts']);
    expect([...(arrows.get('scripts') ?? [])]).not.to.include('test');
  });

  it('give the server at most 13 rooms on 9 floors', () => {
    const { rooms, arrows } = roomsOf(files.keys(), imports, 'server');
    expect(rooms).to.have.length.of.at.most(13);
    expect(Math.max(...floorsOf(rooms, arrows).values())).to.be.at.most(9);
  });

  it('are what the picture in README.md shows', () => {
    const readme = readFileSync(`${root}README.md`, 'utf8');
    expect(readme, 'draw it again with "npm run house -- --write"').to.equal(withPicture(readme, pictureOf(files)));
    const changed = pictureOf(withLine('server/pages/board/words.js', "import '../../store/keys.ts';"));
    expect(changed, 'control').not.to.equal(pictureOf(files));
    expect(() => withPicture('# No picture', changed), 'control').to.throw('has no picture');
  });
});

/** Names that this repository had for what the field has a word for. The wire and the commands keep some of them. */
const replaced = [
  ...[
    'Hearing',
    'setDeaf',
    'goodMs',
    'Keeping',
    'BallotPapers?',
    'NewClients',
    'Exchange',
    'patiently',
    'Asking',
    'Saying',
  ],
  ...['insist', 'ledger', 'vigil', 'hurry', 'heard', 'anew'],
];

describe('words', () => {
  it('are those of the field', () => {
    const old = new RegExp(`\\b(${replaced.join('|')})\\b`);
    const here = 'test/contracts/house.test.ts';
    const found = [...files].filter(([path, text]) => path !== here && old.test(text));
    expect(found.map(([path, text]) => `${path}: ${old.exec(text)?.[0]}`)).to.deep.equal([]);
  });
});

describe('WHERE.md', () => {
  const page = readFileSync(`${root}WHERE.md`, 'utf8');
  const named = [...page.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, path]) => path as string);

  it('names files and folders that exist, on at most 60 lines', () => {
    expect(named.filter((path) => !path.startsWith('/') && !existsSync(root + path))).to.deep.equal([]);
    expect(page.trimEnd().split('\n')).to.have.length.of.at.most(60);
  });

  it('leaves out no room of the contracts, the server and the mock', () => {
    const wings = ['contracts', 'server', 'mock'];
    const rooms = wings.flatMap((wing) => roomsOf(files.keys(), imports, wing).rooms.map((room) => `${wing}/${room}`));
    const isNamed = (room: string) => named.some((path) => path === room || path.startsWith(`${room}/`));
    expect(rooms.filter((room) => !room.includes('.') && !isNamed(room))).to.deep.equal([]);
  });
});

/** The picture of the house in README.md: the wings, the rooms of the larger ones, and their arrows, from the imports. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Arrows, circlesIn, essential, foldersOf, readImports, roomsOf } from './imports.ts';

/** Wings whose rooms are drawn. */
const drawn = ['contracts', 'server', 'mock'];

/** Every source file of the repository, tests and generated ones too, by its path from the root. */
export function readFiles(root: string): Map<string, string> {
  const paths = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.ts', '*.js'], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = paths.split('\0').filter((path) => path !== '' && !path.startsWith('contracts/generated/'));
  return new Map(names.map((path) => [path, readFileSync(`${root}/${path}`, 'utf8')]));
}

/**
 * Finds circles of files, and circles of the files and folders of one folder, at any depth.
 *
 * @returns a sentence for each circle.
 */
export function findCircles(files: ReadonlyMap<string, string>): string[] {
  const imports = readImports(files);
  const folders = foldersOf(files.keys()).map(
    (folder) => [folder, roomsOf(files.keys(), imports, folder).arrows] as const,
  );
  const describe = (where: string, [first = '', ...others]: readonly string[]) =>
    `${where}: ${first} imports ${[...others, first].join(', which imports ')}; move what they share below both`;
  return [
    ...circlesIn(imports).map((circle) => describe('files', circle)),
    ...folders.flatMap(([folder, arrows]) => circlesIn(arrows).map((circle) => describe(`folder ${folder}`, circle))),
  ];
}

const sorted = (arrows: Arrows) =>
  [...arrows].sort().map(([from, targets]) => [from, [...targets].sort().join(' & ')] as const);

/** Lines of a Mermaid flowchart. An arrow means "imports"; one that follows from others is left out. */
export function pictureOf(files: ReadonlyMap<string, string>): string {
  const imports = readImports(files);
  const paths = [...files.keys()].filter((path) => path.includes('/'));
  const wings = drawn.flatMap((wing) => {
    const { rooms, arrows } = roomsOf(paths, imports, wing);
    return [
      `  subgraph ${wing}`,
      '    direction TB',
      ...rooms.map((room) => `    ${wing}/${room}[${room}]`),
      ...sorted(essential(arrows)).map(
        ([from, to]) =>
          `    ${wing}/${from} --> ${to
            .split(' & ')
            .map((room) => `${wing}/${room}`)
            .join(' & ')}`,
      ),
      '  end',
    ];
  });
  const top = sorted(essential(roomsOf(paths, imports, '.').arrows)).map(([from, to]) => `  ${from} ==> ${to}`);
  return ['flowchart TB', ...wings, ...top].join('\n');
}

const frame = /(```mermaid\n)[\s\S]*?(```)/;

/**
 * README.md with the picture as it is now.
 *
 * @throws {Error} when the page has no place for it: a page without a picture is never current.
 */
export function withPicture(readme: string, picture: string): string {
  if (!frame.test(readme)) throw new Error('README.md: has no picture; add an empty ```mermaid block for it');
  return readme.replace(frame, (_, start: string, end: string) => `${start}${picture}\n${end}`);
}

/** Which file imports which, and the circles and floors that follow. Type-only imports count too. */
import { posix } from 'node:path';

/** Arrows by the place where they start. */
export type Arrows = ReadonlyMap<string, ReadonlySet<string>>;

const imported = /\b(?:from|import)\s*\(?\s*'(\.[^']+)'|\bnew URL\(\s*'(\.[^']+)'/g;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;

function arrowsOf(pairs: Iterable<readonly [from: string, to: string]>): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  for (const [from, to] of pairs) if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  return arrows;
}

/**
 * Reads the imports of a tree. A file that `new URL('…')` names, to start or read it, counts as imported.
 *
 * @param files text by path from the root of the repository.
 */
export function readImports(files: ReadonlyMap<string, string>): Arrows {
  function* pairs() {
    for (const [file, text] of files) {
      for (const [, path, url] of text.replace(comment, '').matchAll(imported)) {
        const target = posix.join(posix.dirname(file), path ?? (url as string));
        if (files.has(target)) yield [file, target] as const;
      }
    }
  }
  return arrowsOf(pairs());
}

/** The files and folders directly in a folder, and how they import each other. `.` is the root. */
export function roomsOf(files: Iterable<string>, imports: Arrows, folder: string): { rooms: string[]; arrows: Arrows } {
  const start = folder === '.' ? '' : `${folder}/`;
  const roomOf = (file: string) => (file.startsWith(start) ? file.slice(start.length).split('/')[0] : undefined);
  const rooms = [...new Set([...files].map(roomOf))].filter((room) => room !== undefined).sort();
  function* pairs() {
    for (const [from, targets] of imports) {
      for (const to of targets) {
        const [a, b] = [roomOf(from), roomOf(to)];
        if (a !== undefined && b !== undefined) yield [a, b] as const;
      }
    }
  }
  return { rooms, arrows: arrowsOf(pairs()) };
}

/** Everything that can be reached along arrows. */
function reachable(arrows: Arrows, from: string): Set<string> {
  const found = new Set<string>();
  const open = [from];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const to of arrows.get(at) ?? []) {
      if (found.has(to)) continue;
      found.add(to);
      open.push(to);
    }
  }
  return found;
}

/** The shortest way along arrows from a place back to itself; undefined where there is none. */
function wayBack(arrows: Arrows, place: string): string[] | undefined {
  const before = new Map<string, string>();
  for (const open = [place]; open.length > 0; ) {
    const at = open.shift() as string;
    for (const to of arrows.get(at) ?? []) {
      if (to === place) {
        const way = [at];
        for (let step = before.get(at); step !== undefined; step = before.get(step)) way.unshift(step);
        return way;
      }
      if (before.has(to)) continue;
      before.set(to, at);
      open.push(to);
    }
  }
  return undefined;
}

/**
 * Finds circles. Of circles that share places, only the shortest.
 *
 * @returns each as the places along it: the first imports the second, and the last imports the first.
 */
export function circlesIn(arrows: Arrows): string[][] {
  const ways = [...arrows.keys()].map((place) => wayBack(arrows, place)).filter((way) => way !== undefined);
  const circles: string[][] = [];
  const seen = new Set<string>();
  for (const way of ways.sort((a, b) => a.length - b.length)) {
    const [first = ''] = way;
    if (seen.has(first)) continue;
    circles.push(way);
    for (const place of reachable(arrows, first)) if (reachable(arrows, place).has(first)) seen.add(place);
  }
  return circles;
}

/** Every folder of a tree, the root first. */
export function foldersOf(files: Iterable<string>): string[] {
  const folders = new Set(['.']);
  for (const file of files) {
    for (let at = posix.dirname(file); at !== '.'; at = posix.dirname(at)) folders.add(at);
  }
  return [...folders].sort();
}

/** The floor of each room: 1 without imports, else one above the highest room that it imports. Allows no circle. */
export function floorsOf(rooms: readonly string[], arrows: Arrows): Map<string, number> {
  const floors = new Map<string, number>();
  function floor(room: string): number {
    const known = floors.get(room);
    if (known !== undefined) return known;
    const own = 1 + Math.max(0, ...[...(arrows.get(room) ?? [])].map(floor));
    floors.set(room, own);
    return own;
  }
  rooms.forEach(floor);
  return floors;
}

/** Leaves out arrows that follow from others: with a → b → c, a → c is implied. Allows no circle. */
export function essential(arrows: Arrows): Arrows {
  function* pairs() {
    for (const [from, targets] of arrows) {
      const implied = new Set([...targets].flatMap((to) => [...reachable(arrows, to)]));
      for (const to of targets) if (!implied.has(to)) yield [from, to] as const;
    }
  }
  return arrowsOf(pairs());
}

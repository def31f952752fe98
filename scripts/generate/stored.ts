import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { boutOf, channels, keys, liveMessage, tallyMarks } from '../../server/store/keys.ts';
import { scriptFiles } from '../../server/store/redis/scripts.ts';

/** Group or name → a name as it is built with sample arguments. */
type Names = { [name: string]: string | Names };

/** What servers of different versions must agree on. */
export interface Stored {
  names: Names;
  /** Path below server/store/ → digest of the script without its comments. */
  scripts: Record<string, string>;
}

const file = new URL('../../server/store/schema/stored.json', import.meta.url);

/** Every name of a group, each argument being the number of its place: 1, 2. */
function nameAll(group: object): Names {
  const entries = Object.entries(group).map(([name, value]: [string, unknown]): [string, string | Names] => {
    const built: unknown = typeof value === 'function' ? value(1, 2) : value;
    return [name, typeof built === 'object' && built !== null ? nameAll(built) : String(built)];
  });
  return Object.fromEntries(entries);
}

/** The same for scripts that differ only in comments and spaces. */
export function digestScript(lua: string): string {
  const code = lua.replace(/^\s*--.*$/gm, '').replace(/\s+/g, ' ');
  return createHash('sha256').update(code.trim()).digest('hex').slice(0, 16);
}

/** @param from other names and scripts than those of the source, by path. */
export function describeStored(from: { names?: object; scripts?: Readonly<Record<string, string>> } = {}): Stored {
  const { names = { keys, channels, tallyMarks, liveMessage, boutOf }, scripts = {} } = from;
  const read = (path: string) =>
    scripts[path] ?? readFileSync(new URL(`../../server/store/${path}.lua`, import.meta.url), 'utf8');
  return {
    names: nameAll(names),
    scripts: Object.fromEntries([...scriptFiles].sort().map((path) => [path, digestScript(read(path))])),
  };
}

/** What a line of server/store/schema/versions.ts has. */
export const digestStored = (stored: Stored): string =>
  createHash('sha256').update(JSON.stringify(stored)).digest('hex').slice(0, 16);

export const readStored = (): Stored => JSON.parse(readFileSync(file, 'utf8')) as Stored;

/** @returns a line for the output. */
export function writeStored(): string {
  const stored = describeStored();
  writeFileSync(file, `${JSON.stringify(stored, null, 2)}\n`);
  return `server/store/schema/stored.json: digest ${digestStored(stored)}`;
}

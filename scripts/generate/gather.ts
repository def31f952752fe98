import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const root = new URL('../../', import.meta.url);
const head = '// Made by `npm run generate` from the files of this folder. Do not edit.\n';

/** What the files of a folder export to the list of all; where no pattern says, everything. */
const folders: Readonly<Record<string, RegExp | undefined>> = {
  'contracts/content/collections/': /^export const (\w+): Collection</gm,
  'contracts/interactions/': /^export const (\w+): Interaction\[\] =/gm,
  'contracts/schemas/': undefined,
  'contracts/world/': /^export const (\w+): readonly Raw\[\] =/gm,
  'server/handlers/': /^export const (\w+): Handler</gm,
};

/** Files of the schemas that hold none. */
const withoutSchemas = ['index.ts', 'json-schema.ts', 'parameters.ts'];

function exportOf(folder: string, file: string, pattern: RegExp | undefined): string[] {
  if (!pattern) return withoutSchemas.includes(file) ? [] : [`export * from './${file}';\n`];
  const text = readFileSync(new URL(folder + file, root), 'utf8');
  const names = [...text.matchAll(pattern)].map(([, name]) => name as string).sort();
  const line = `export { ${names.join(', ')} } from './${file}';\n`;
  // Laid out as Biome does.
  return names.length === 0
    ? []
    : [line.length <= 121 ? line : `export {\n  ${names.join(',\n  ')},\n} from './${file}';\n`];
}

/** The text of the `all.ts` of each folder, by path, so that a new file needs no entry anywhere. */
export function gathered(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(folders).map(([folder, pattern]) => {
      const files = readdirSync(new URL(folder, root)).filter((file) => file.endsWith('.ts') && file !== 'all.ts');
      const lines = files.sort().flatMap((file) => exportOf(folder, file, pattern));
      return [`${folder}all.ts`, head + lines.join('')] as const;
    }),
  );
}

export function gather(): void {
  for (const [path, text] of gathered()) writeFileSync(new URL(path, root), text);
}

import { registerHooks } from 'node:module';

type Exported = Readonly<Record<string, unknown>>;

/** What replaces modules, by what imports them; their code finds it here. */
const replacements: Readonly<Record<string, Exported>>[] = [];
const place = 'fightcardReplacements';
Object.assign(globalThis, { [place]: replacements });

/**
 * Imports a module once more, with others in the place of those that it imports, also later.
 *
 * @param others by specifier, as the module names them.
 * @param from a URL of the test
 * @returns the module; `restore` ends that later imports are replaced.
 */
export async function importWith<Module>(
  path: string,
  from: string,
  others: Readonly<Record<string, Exported>>,
): Promise<Module & { restore: () => void }> {
  const nth = replacements.push(others) - 1;
  const own = `${new URL(path, from).href}?replaced=${nth}`;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const exported = context.parentURL === own ? others[specifier] : undefined;
      if (!exported) return next(specifier, context);
      const names = Object.keys(exported).filter((name) => name !== 'default');
      const source = [
        `const all = globalThis.${place}[${nth}][${JSON.stringify(specifier)}];`,
        `export const { ${names.join(', ')} } = all;`,
        'export default all.default;',
      ].join('\n');
      return { url: `data:text/javascript,${encodeURIComponent(source)}`, format: 'module', shortCircuit: true };
    },
  });
  const module = (await import(own)) as Module;
  return { ...module, restore: () => hooks.deregister() };
}

/**
 * Makes values comparable: what has a name is its name, and a function is `function`.
 *
 * @param names of objects that only their identity tells apart.
 */
export function shownWith(names: ReadonlyMap<unknown, string>) {
  const shown = (value: unknown): unknown => {
    const name = names.get(value);
    if (name !== undefined) return name;
    if (typeof value === 'function') return 'function';
    if (Array.isArray(value)) return value.map(shown);
    if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shown(member)]));
  };
  return shown;
}

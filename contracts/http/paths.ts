/**
 * Path templates: parse, expand, fill, match, and convert to OpenAPI.
 *
 * Templates have the notation of the interface specification: `:name` is a parameter, parentheses enclose an optional
 * part. `/fighters/stats(/weight_class/:weight_class)(/born_country/:born_country)` is four paths.
 */

const isParameter = (segment: string) => segment.startsWith(':');

/**
 * Every path of a template, by ascending number of segments: 2^n paths for n optional parts.
 *
 * @throws {Error} for unpaired parentheses. The notation has no nesting.
 */
export function expand(template: string): string[] {
  const open = template.indexOf('(');
  if (open < 0) {
    if (template.includes(')')) throw new Error(`unpaired ")" in the path ${template}`);
    return [template];
  }
  const close = template.indexOf(')', open);
  if (close === -1) throw new Error(`unpaired "(" in the path ${template}`);
  const before = template.slice(0, open);
  const optional = template.slice(open + 1, close);
  const after = expand(template.slice(close + 1));
  return [...after.map((rest) => before + optional + rest), ...after.map((rest) => before + rest)].sort(
    (a, b) => segmentsOf(a).length - segmentsOf(b).length,
  );
}

/** `/events/:id` → `['events', ':id']`; `/` → `[]`. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Names of the parameters of a path or template, left to right. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/:([a-z_]+)/g)].map((match) => match[1] as string);
}

/** Alternating literal texts and parameter names. Each path is split once: every vote's reply fills in a `Location`. */
const pieces = new Map<string, readonly string[]>();

function piecesOf(path: string): readonly string[] {
  const known = pieces.get(path);
  if (known) return known;
  const split = path.split(/:([a-z_]+)/);
  pieces.set(path, split);
  return split;
}

/**
 * Fills in a template. Optional parts with a missing parameter are left out.
 *
 * @throws {Error} naming the parameter that is missing.
 */
export function fill(template: string, params: Readonly<Record<string, string | number | undefined>>): string {
  const isGiven = (part: string) => parametersOf(part).every((name) => params[name] !== undefined);
  const path = template.includes('(')
    ? template.replace(/\(([^)]*)\)/g, (_, part: string) => (isGiven(part) ? part : ''))
    : template;
  const parts = piecesOf(path);
  let filled = parts[0] as string;
  for (let index = 1; index < parts.length; index += 2) {
    const name = parts[index] as string;
    const value = params[name];
    if (value === undefined) throw new Error(`the path ${template} needs the parameter "${name}"`);
    filled += encodeURIComponent(value);
    filled += parts[index + 1];
  }
  return filled;
}

/** `/events/:id` → `/events/{id}`. */
export function toOpenApi(path: string): string {
  return path.replace(/:([a-z_]+)/g, '{$1}');
}

/**
 * The canonical path for a look-up: without a trailing slash and without `.json` after the last segment. Escapes are not
 * decoded: every literal and parameter of this service is plain ASCII, so a path with an escape matches no route.
 *
 * @returns the canonical pathname, and whether `.json` was there (then no `Accept` header can refuse the reply).
 * @see wire specification 2.1
 */
export function canonical(pathname: string): { path: string; json: boolean } {
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname;
  const bare = path.endsWith('.json') && !path.endsWith('/.json') ? path.slice(0, -'.json'.length) : path;
  return { path: bare, json: bare !== path };
}

interface Branch<T> {
  literals: Map<string, Branch<T>>;
  parameter?: Branch<T>;
  leaf?: { value: T; path: string; names: string[] };
}

const branch = <T>(): Branch<T> => ({ literals: new Map() });

/** A matched path: its value, the path with its `:names`, and the raw parameters without a leading `:`. */
export interface PathMatch<T> {
  value: T;
  path: string;
  params: Record<string, string>;
}

/**
 * A tree of paths. A literal segment wins over a parameter, left to right, without backtracking: below `/events` the
 * segment `round_scoring` is the literal even if only `/events/:id/discuss` would fit the rest. The order in which
 * paths are added therefore never matters, and all users of the tree break ties in the same way.
 *
 * @see wire specification 2.1, interface specification 4.1 rule 2
 */
export class PathTree<T> {
  readonly #root: Branch<T> = branch();

  /** @throws {Error} when the same path was added before: the two routes would be ambiguous. */
  add(path: string, value: T): void {
    let at = this.#root;
    for (const segment of segmentsOf(path)) {
      if (isParameter(segment)) {
        at.parameter ??= branch();
        at = at.parameter;
      } else {
        const next = at.literals.get(segment) ?? branch<T>();
        at.literals.set(segment, next);
        at = next;
      }
    }
    if (at.leaf) throw new Error(`duplicate path ${path}: ${at.leaf.path} matches the same requests`);
    at.leaf = { value, path, names: parametersOf(path) };
  }

  /** @param path canonical, starting with `/`. A path with an empty segment never matches. */
  find(path: string): PathMatch<T> | undefined {
    let at = this.#root;
    const values: string[] = [];
    if (path !== '/') {
      for (const segment of path.slice(1).split('/')) {
        const literal = at.literals.get(segment);
        if (literal) {
          at = literal;
          continue;
        }
        if (segment === '' || !at.parameter) return undefined;
        at = at.parameter;
        // Clients send ids in the notation of the specification, `/events/:7001/fights` (observed).
        values.push(segment.startsWith(':') ? segment.slice(1) : segment);
      }
    }
    if (!at.leaf) return undefined;
    const { value, path: template, names } = at.leaf;
    return { value, path: template, params: Object.fromEntries(names.map((name, i) => [name, values[i] as string])) };
  }
}

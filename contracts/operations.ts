import { type Family, families, familyNames } from './families.ts';
import { expand, fill, PathTree, parametersOf, segmentsOf } from './http/paths.ts';
import { bodyProblems, commonProblems, type ProblemKey } from './problems.ts';
import { type RouteName, routeOf, routesOf } from './routes.ts';
import { type ParameterName, parameters } from './schemas/parameters.ts';
import type { Root } from './schemas/service.ts';
import { type TSchema, Type } from './schemas/type.ts';

/** Builds the root document of a family: the route table for its clients. */
export function rootOf(family: Family): Root {
  const { version, locale, prefix } = families[family];
  const rows = routesOf(family).map((name) => {
    const { method, path } = routeOf(name);
    return { name, method, path: prefix + path };
  });
  return { version, locale, routes: rows };
}

/** Values of path and query parameters by name, without missing parameters. */
export type Values = Record<string, number | string>;

/** The values of a filter that mean no filter. */
const unfiltered: readonly unknown[] = ['all', 'ALL'];

/**
 * The canonical path of a route with optional filters: without `all`, and with the keys as `values` has them.
 */
export function filteredPath({ name, family }: Pick<Operation, 'name' | 'family'>, values: Values): string {
  const given = Object.entries(values).filter(([, value]) => !unfiltered.includes(value));
  return families[family].prefix + fill(routeOf(name).path, Object.fromEntries(given));
}

/** The schema of the whole reply: for a list route, an array of the row's schema. */
export function replySchema(name: RouteName, family: Family): TSchema {
  const known = replySchemas.get(`${family} ${name}`);
  if (!known) throw new Error(`route "${name}" has no reply in ${family}; add one to its row in contracts/routes.ts`);
  return known;
}

const replySchemas = new Map<string, TSchema>(
  familyNames.flatMap((family) =>
    routesOf(family).map((name) => {
      const { reply, list } = routeOf(name);
      const schema = reply[family] as TSchema;
      return [`${family} ${name}`, list ? Type.Array(schema) : schema] as const;
    }),
  ),
);

export function problemsOf(name: RouteName): ProblemKey[] {
  const { problems = [], method } = routeOf(name);
  return [...problems, ...(method === 'POST' ? bodyProblems : []), ...commonProblems];
}

/** Computed once per path, since every request needs it. */
const pathRules = new Map<string, { name: string; rule: ParameterName }[]>();

export function pathParameters(name: RouteName, path: string): readonly { name: string; rule: ParameterName }[] {
  const key = `${name} ${path}`;
  const known = pathRules.get(key);
  if (known) return known;
  const own = routeOf(name).parameters ?? {};
  const rules = parametersOf(path).map((parameter) => {
    const rule = own[parameter] ?? parameter;
    if (!(rule in parameters))
      throw new Error(`unknown parameter "${parameter}" of ${name}; add its rule to contracts/schemas/parameters.ts`);
    return { name: parameter, rule: rule as ParameterName };
  });
  pathRules.set(key, rules);
  return rules;
}

/** A value of the world for each path parameter of an operation. @throws {Error} naming a missing parameter. */
export function sampleParameters({ name, path }: Pick<Operation, 'name' | 'path'>): Record<string, string | number> {
  const { sample = {} } = routeOf(name);
  return Object.fromEntries(
    parametersOf(path).map((parameter) => {
      const value = sample[parameter];
      if (value === undefined)
        throw new Error(`contracts/routes.ts: ${name} needs a sample of the path parameter "${parameter}"`);
      return [parameter, value];
    }),
  );
}

/** The query parameters of a route; it ignores all others. */
export function queryParameters(name: RouteName): readonly ParameterName[] {
  const { list, query = [] } = routeOf(name);
  return list ? ['limit', 'cursor', ...query] : query;
}

/** One way to call the service: a route of a family in one of its path forms. `generated/operations.txt` lists them. */
export interface Operation {
  /** `v3.fighters_stats.weight_class`: family, route name, and the optional parameters of this form. */
  id: string;
  name: RouteName;
  family: Family;
  method: 'GET' | 'POST';
  /** Full path with `:names`, prefix included. */
  path: string;
}

export const operations: readonly Operation[] = familyNames.flatMap((family) =>
  routesOf(family).flatMap((name) => {
    const { path, method } = routeOf(name);
    const forms = expand(path);
    const always = parametersOf(forms[0] ?? path);
    return forms.map((form) => {
      const optional = parametersOf(form).filter((parameter) => !always.includes(parameter));
      return {
        id: [family, name, ...optional].join('.'),
        name,
        family,
        method,
        path: families[family].prefix + form,
      };
    });
  }),
);

export type PathEntry = Partial<Record<'GET' | 'POST', Operation>>;

/** Builds the tree of all paths of both families, which finds the operation of a request. */
export function pathTree(): PathTree<PathEntry> {
  const entries = new Map<string, PathEntry>();
  for (const operation of operations) {
    const entry = entries.get(operation.path) ?? {};
    entry[operation.method] = operation;
    entries.set(operation.path, entry);
  }
  const tree = new PathTree<PathEntry>();
  for (const [path, entry] of entries) tree.add(path, entry);
  return tree;
}

/** `Allow` of a path: HEAD comes with GET, and OPTIONS is always allowed. */
export function allowedMethods(entry: PathEntry): string {
  return [...(entry.GET ? ['GET', 'HEAD'] : []), ...(entry.POST ? ['POST'] : []), 'OPTIONS'].join(', ');
}

/** The family whose prefix a path has, if any. */
export function familyOfPath(path: string): Family | undefined {
  const [first, second, third] = segmentsOf(path);
  return familyNames.find((family) => families[family].prefix === `/${first}/${second}/${third}`);
}

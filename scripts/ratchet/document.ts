import { isDeepStrictEqual } from 'node:util';
import type { OpenApiDocument, OperationObject } from '../../contracts/openapi/document.ts';
import { factsChanged } from './facts.ts';
import { type Effect, resolve, SchemaComparison } from './schemas.ts';

/** What consumers or providers must follow. */
export interface Change {
  /** `GET /api/v3/mobile/fighters/{id} 200 application/json #/age` */
  place: string;
  /** `was integer, is number: it accepts more` */
  text: string;
  /** Words of which an entry of the change log must contain one, in backticks. */
  names: readonly string[];
}

/** A consumer must not meet a reply that it did not expect, nor lose a request that it sends. */
const harmless: Readonly<Record<'reply' | 'request', Effect>> = { reply: 'less', request: 'more' };

const meaningOf = (effect: Effect) =>
  effect === 'gone' ? '' : `: it accepts ${effect === 'other' ? 'other values' : effect}`;

/** A parameter, header, body or status of an operation. */
interface Part {
  direction: 'reply' | 'request';
  isRequired: boolean;
  schema?: unknown;
}

type Described = { required?: boolean; schema?: unknown };
type Response = { content?: Record<string, Described>; headers?: Record<string, object> };

/** By place: `parameter limit`, `body application/json`, `200`, `200 application/json`, `200 header ETag`. */
function partsOf(root: OpenApiDocument, operation: OperationObject): Map<string, Part> {
  const parts = new Map<string, Part>();
  const add = (place: string, direction: Part['direction'], { required = false, schema }: Described) =>
    parts.set(place, { direction, isRequired: required, schema });
  for (const reference of operation.parameters ?? []) {
    const parameter = resolve(root, reference) as Described & { name: string };
    add(`parameter ${parameter.name}`, 'request', parameter);
  }
  const { required = false, content = {} } = (operation.requestBody ?? {}) as Described & Response;
  for (const [type, { schema }] of Object.entries(content)) add(`body ${type}`, 'request', { required, schema });
  for (const [status, reference] of Object.entries(operation.responses)) {
    const { content = {}, headers = {} } = resolve(root, reference) as Response;
    add(status, 'reply', {});
    for (const [type, described] of Object.entries(content)) add(`${status} ${type}`, 'reply', described);
    for (const [name, header] of Object.entries(headers))
      add(`${status} header ${name}`, 'reply', resolve(root, header) as Described);
  }
  return parts;
}

/** A change with its source: many operations share a component, a parameter or a header. */
type Located = Change & { source: string };

/** Compares an operation, such as `GET /api/v3/mobile/news`. */
function operationChanges(
  name: string,
  [before, was]: [OpenApiDocument, OperationObject],
  [after, is]: [OpenApiDocument, OperationObject],
  schemas: SchemaComparison,
): Located[] {
  const change = (where: string, text: string, component?: string, source = ''): Located => {
    const shared = /(?:parameter|header) (\S+)/.exec(where);
    const place = `${name} ${where}`.trim();
    const member = source.replaceAll('/[]', '').split('/').slice(1).at(-1);
    const words = [shared?.[1], component, component && member ? `${component}.${member}` : undefined];
    const names = [name, was.operationId, ...words.flatMap((word) => word || [])];
    return { place, text, names, source: shared?.[0] ?? (source || place) };
  };
  const [first, second] = [partsOf(before, was), partsOf(after, is)];
  const changes = isDeepStrictEqual(was.security, is.security) ? [] : [change('', 'the credential has changed')];
  for (const [key, { direction, isRequired, schema }] of first) {
    const now = second.get(key);
    const status = /^\d+(?= )/.exec(key)?.[0];
    if (now) {
      if (direction === 'reply' && isRequired && !now.isRequired)
        changes.push(change(key, 'was required, may be left out: it accepts more'));
      if (direction === 'request' && !isRequired && now.isRequired)
        changes.push(change(key, 'could be left out, is required: it accepts less'));
      const found = schemas.compare(schema, now.schema).filter(({ effect }) => effect !== harmless[direction]);
      for (const { at, text, effect, source } of found) {
        const component = source.split('/')[0];
        const shared = component ? `${direction} ${source}` : '';
        changes.push(change(`${key} #/${at.join('/')}`, text + meaningOf(effect), component, shared));
      }
      // What a removed status had is gone with it.
    } else if (status === undefined || second.has(status)) changes.push(change(key, 'is gone'));
  }
  for (const [key, { direction, isRequired }] of second)
    if (direction === 'request' && isRequired && !first.has(key)) changes.push(change(key, 'is new and required'));
  return changes;
}

/** The operations of a document by method and path. */
const operationsOf = ({ paths }: OpenApiDocument): Map<string, OperationObject> =>
  new Map(
    Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
    ),
  );

/**
 * Compares what two documents accept, by direction: a reply may not accept more, a request may not accept less. Each change is
 * listed once, wherever it is met.
 */
export function documentChanges(before: OpenApiDocument, after: OpenApiDocument): Change[] {
  const now = operationsOf(after);
  const schemas = new SchemaComparison(before, after);
  const changes = [...operationsOf(before)].flatMap(([name, was]): Located[] => {
    const is = now.get(name);
    if (is) return operationChanges(name, [before, was], [after, is], schemas);
    return [{ place: name, text: 'the operation is gone', names: [name, was.operationId], source: name }];
  });
  const bySource = Map.groupBy(changes, ({ source, text }) => `${source} ${text}`);
  return [...bySource.values()].map((same) => {
    const [{ place, text }] = same as [Located];
    const places = new Set(same.map((one) => one.place)).size;
    const names = [...new Set(same.flatMap((one) => one.names))];
    return { place: places > 1 ? `${place} and ${places - 1} more` : place, text, names };
  });
}

/** Problems whose replies are no longer what they were. */
export const problemChanges = (before: OpenApiDocument, after: OpenApiDocument): Change[] =>
  Object.entries(before.components.examples).flatMap(([name, { value }]) =>
    factsChanged(value, after.components.examples[name]?.value).map((text) => ({
      ...{ place: `problem ${name}`, text },
      names: [name.replace(/^v[13]\./, '')],
    })),
  );

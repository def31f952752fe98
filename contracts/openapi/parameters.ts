import { isConditional } from '../http/headers.ts';
import { type Operation, pathParameters, queryParameters } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { parameters } from '../schemas/parameters.ts';
import { type Reference, referenceTo } from './document.ts';
import { schemaOf } from './schemas.ts';

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETags that the client holds; when one of them is current, the reply is 304.',
  schema: { type: 'string' },
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of a stream: the id of the event that the client has seen last; one that is none gets the state now.',
  schema: { type: 'string' },
};

/** The parameters of an operation in path, query and headers, by the name of the component. */
function described({ name, path }: Operation): Record<string, object> {
  const objects: Record<string, object> = {};
  for (const { name: parameter, rule } of pathParameters(name, path)) {
    const { schema, description } = parameters[rule];
    objects[`path.${rule}`] = { name: parameter, in: 'path', required: true, description, schema: schemaOf(schema) };
  }
  for (const rule of queryParameters(name)) {
    const { schema, description } = parameters[rule];
    objects[`query.${rule}`] = { name: rule, in: 'query', description, schema: schemaOf(schema) };
  }
  if (isConditional(routeOf(name).cache)) objects['header.if-none-match'] = ifNoneMatch;
  if (routeOf(name).stream) objects['header.last-event-id'] = lastEventId;
  return objects;
}

export const parametersOfOperation = (operation: Operation): Reference[] =>
  Object.keys(described(operation)).map((key) => referenceTo('components', 'parameters', key));

export function parameterComponents(operations: readonly Operation[]): Record<string, object> {
  const all = operations.flatMap((operation) => Object.entries(described(operation)));
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

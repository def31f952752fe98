import { cursorOf } from '../http/cursors.ts';
import { isConditional } from '../http/headers.ts';
import { type Operation, pathParameters, queryParameters, sampleParameters } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { type ParameterName, parameters } from '../schemas/parameters.ts';
import { ids } from '../world/ids.ts';
import { type Reference, referenceTo } from './document.ts';
import { schemaOf } from './schemas.ts';

const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'ETags that the client holds; when one of them is current, the reply is 304.',
  schema: { type: 'string' },
  example: '"u0YkIuZLeaBqHFFDHBjhR2gkXy4"',
};

const lastEventId = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'Of a stream: the id of the event that the client has seen last; one that is none gets the state now.',
  schema: { type: 'string' },
  example: '7',
};

/** Values that fit the sample content. For the path, each route has samples. */
const queryExamples: Partial<Record<ParameterName, string>> = {
  limit: '2',
  cursor: cursorOf('2031-04-05'),
  fight: String(ids.fightInProgressStatid),
  weight_class: ids.statsWeightKey,
  born_country: ids.statsCountry,
};

/** The parameters of an operation in path, query and headers, by the name of the component. */
function described(operation: Operation): Record<string, object> {
  const { name, path } = operation;
  const samples = sampleParameters(operation);
  const objects: Record<string, object> = {};
  for (const { name: parameter, rule } of pathParameters(name, path)) {
    const { schema, description } = parameters[rule];
    const example = String(samples[parameter]);
    // The id of a fighter is not an example for the id of an event.
    const key = rule === 'id' ? `path.id.${example}` : `path.${rule}`;
    objects[key] = { name: parameter, in: 'path', required: true, description, schema: schemaOf(schema), example };
  }
  for (const rule of queryParameters(name)) {
    const { schema, description } = parameters[rule];
    const example = queryExamples[rule];
    objects[`query.${rule}`] = { name: rule, in: 'query', description, schema: schemaOf(schema), example };
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

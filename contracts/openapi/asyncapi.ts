import { families } from '../families.ts';
import { eventStreamType, snapshotEvent } from '../http/event-stream.ts';
import { toOpenApi } from '../http/paths.ts';
import { contractId, type Interaction, urlOf } from '../interactions/interaction.ts';
import { operationOf } from '../interactions/request.ts';
import { type Operation, operations, pathParameters, replySchema, sampleParameters } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { parameters } from '../schemas/parameters.ts';
import { type JsonSchema, referenceTo } from './document.ts';
import { operationIdOf } from './operation.ts';
import { schemaComponents } from './schemas.ts';

const description = `The live streams of the service: Server-Sent Events (\`${eventStreamType}\`). A GET with
\`Accept: text/event-stream\` opens one; the same GET without it answers with the state once, as the OpenAPI document
says.

At once and whenever the state changes comes an event \`${snapshotEvent}\` with the whole state as JSON on one line. Its \`id\`
grows; \`Last-Event-ID\` resumes after the event that was seen last. A comment every 10 seconds keeps the connection
alive.`;

/** The fields of an event, without its data. */
const fields: JsonSchema = {
  type: 'object',
  required: ['id', 'event'],
  properties: {
    id: { type: 'string', pattern: '^(0|[1-9][0-9]*)$', description: 'Grows with every event of the stream.' },
    event: { type: 'string', const: snapshotEvent, description: 'The only kind of event.' },
  },
};

/** A stream of the whole reply, or of the part that a query parameter selects. */
export interface Stream {
  operation: Operation;
  /** Name of the schema component of its events. */
  schema: string;
  /** The query parameter that selects it. */
  query?: 'fight';
}

/** The feed has two forms under one address: that of the event and, with `fight`, that of a bout. */
function streamsOf(operation: Operation): Stream[] {
  const { $id } = replySchema(operation.name, operation.family) as { $id?: string };
  if ($id) return [{ operation, schema: $id }];
  return [
    { operation, schema: 'EventFeed' },
    { operation, schema: 'BoutFeed', query: 'fight' },
  ];
}

const followed = operations.filter(({ name }) => routeOf(name).stream === true);
export const streams: readonly Stream[] = followed.flatMap(streamsOf);

const isOf =
  ({ operation, query }: Stream) =>
  (interaction: Interaction) =>
    interaction.reply.status === 200 &&
    operationOf(interaction).operation.id === operation.id &&
    (interaction.request.query?.fight !== undefined) === (query !== undefined);

/** The contracts whose replies are states of one of the streams. */
export const contractsOf = (of: readonly Stream[], interactions: readonly Interaction[]) =>
  interactions.filter((interaction) => of.some((stream) => isOf(stream)(interaction)));

/** The replies in contracts, as examples of the first event. */
function messageOf(schema: string, interactions: readonly Interaction[]) {
  const stated = contractsOf(
    streams.filter((stream) => stream.schema === schema),
    interactions,
  );
  return {
    name: schema,
    title: `${schema} at a moment`,
    contentType: 'application/json',
    headers: fields,
    payload: referenceTo('components', 'schemas', schema),
    examples: stated.map((interaction) => ({
      name: contractId(interaction),
      summary: `${interaction.receiving}: ${urlOf(interaction)}`,
      payload: interaction.reply.body,
    })),
  };
}

function channelOf(operation: Operation) {
  const { summary } = routeOf(operation.name);
  const samples = sampleParameters(operation);
  const own = streams.filter((stream) => stream.operation === operation);
  return {
    address: toOpenApi(operation.path),
    title: summary,
    description: `Family ${families[operation.family].version}.`,
    parameters: Object.fromEntries(
      pathParameters(operation.name, operation.path).map(({ name, rule }) => [
        name,
        { description: parameters[rule].description, examples: [String(samples[name])] },
      ]),
    ),
    messages: Object.fromEntries(own.map(({ schema }) => [schema, referenceTo('components', 'messages', schema)])),
  };
}

function operationOfStream({ operation, schema, query }: Stream) {
  const id = operationIdOf(operation);
  const selects: JsonSchema | undefined = query && {
    type: 'object',
    required: [query],
    properties: { [query]: { ...parameters[query].schema, description: parameters[query].description } },
  };
  return {
    action: 'send',
    channel: referenceTo('channels', id),
    title: routeOf(operation.name).summary,
    description: query ? `With \`${query}\` in the query.` : 'Without a query.',
    bindings: { http: { method: 'GET', ...(selects && { query: selects }), bindingVersion: '0.3.0' } },
    messages: [referenceTo('channels', id, 'messages', schema)],
  };
}

/**
 * The live streams of both families as one AsyncAPI document; the schemas of events are those of the plain replies.
 *
 * @see https://www.asyncapi.com/docs/reference/specification/v3.0.0
 */
export function asyncApiDocument(interactions: readonly Interaction[]) {
  const schemas = [...new Set(streams.map(({ schema }) => schema))].sort();
  const messages = Object.fromEntries(schemas.map((schema) => [schema, messageOf(schema, interactions)]));
  return {
    asyncapi: '3.0.0',
    info: { title: 'Fightcard live streams', version: '0.1.0', description, license: { name: 'MIT' } },
    defaultContentType: 'application/json',
    servers: {
      mock: { host: 'localhost:4010', protocol: 'http', description: 'The mock on this machine: npm run mock.' },
      server: { host: 'localhost:8080', protocol: 'http', description: 'The server on this machine: npm start.' },
    },
    channels: Object.fromEntries(followed.map((operation) => [operationIdOf(operation), channelOf(operation)])),
    operations: Object.fromEntries(
      streams.map((stream) => [
        `follow_${operationIdOf(stream.operation)}${stream.query ? `_${stream.query}` : ''}`,
        operationOfStream(stream),
      ]),
    ),
    components: { messages, schemas: schemaComponents(messages) },
  };
}

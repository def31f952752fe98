import { eventText, heartbeatText } from '../http/event-stream.ts';
import { contractId, type Interaction, pathOf, urlOf } from '../interactions/interaction.ts';
import { operationOf } from '../interactions/request.ts';
import { contractsOf, type Stream, streams } from '../openapi/asyncapi.ts';
import { describedBy, isReference, type OpenApiDocument } from '../openapi/document.ts';
import type { Model } from './model.ts';
import { typeScriptOf } from './typescript.ts';

/** A contract as a file that tests in any language can read. */
export interface Fixture {
  contractId: string;
  /** `v3.fighter` */
  operation: string;
  consumer: string;
  receiving: string;
  states: { name: string; params: Record<string, string | number> }[];
  request: { method: string; url: string; path: string; headers: Record<string, string>; body?: unknown };
  /** The type of the body in the kit; absent without a body. */
  reply: { status: number; headers: Record<string, string>; type?: string; body?: unknown };
}

/**
 * A descriptive name from the route and the `receiving` text: `v3.fighter.fighter-3125`. Lower case, so that no file
 * system confuses two names.
 */
export function fixtureName({ operation, receiving }: Pick<Fixture, 'operation' | 'receiving'>): string {
  return `${operation}.${receiving
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}`;
}

/** An entry of the index of fixtures. */
export const indexEntry = (file: string, { contractId, operation, consumer, receiving, states, ...rest }: Fixture) => ({
  file,
  contractId,
  operation,
  consumer,
  receiving,
  states: states.map(({ name }) => name),
  method: rest.request.method,
  path: rest.request.path,
  status: rest.reply.status,
  type: rest.reply.type,
});

const problemType = 'application/problem+json';

/** @throws {Error} when an interaction fits no operation of the document. */
export function fixtureOf(interaction: Interaction, document: OpenApiDocument, model: Model): Fixture {
  const { operation } = operationOf(interaction);
  const { request, reply, given, consumer, receiving, family, route } = interaction;
  const described = describedBy(document, operation)?.responses[reply.status];
  const media = reply.problem ? problemType : 'application/json';
  const schema = described && !isReference(described) ? described.content?.[media]?.schema : undefined;
  const hasBody = reply.body !== undefined;
  return {
    contractId: contractId(interaction),
    operation: `${family}.${route}`,
    consumer,
    receiving,
    states: given.map(({ name, params }) => ({ name, params: { ...params } })),
    request: {
      method: operation.method,
      url: urlOf(interaction),
      path: pathOf(interaction),
      headers: {
        Accept: 'application/json',
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
        ...request.headers,
      },
      ...(request.body !== undefined && { body: request.body }),
    },
    reply: {
      status: reply.status,
      headers: { ...(hasBody && { 'Content-Type': media }), ...reply.headers },
      ...(hasBody && {
        type: schema ? typeScriptOf(model.typeOf(schema, 'Reply')) : 'ProblemDetails',
        body: reply.body,
      }),
    },
  };
}

export const streamFile = ({ operation, query }: Stream) =>
  `${[operation.id, ...(query ? [query] : [])].join('.')}.txt`;

/**
 * Each stream as text: the replies of its contracts as events with comments between them. Then the service shuts down, in
 * the middle of an event, which is lost.
 */
export const streamTexts = (interactions: readonly Interaction[]): Map<string, string> =>
  new Map(
    streams.map((stream) => {
      const events = contractsOf([stream], interactions).map(({ reply }, n) =>
        eventText(n + 1, JSON.stringify(reply.body)),
      );
      return [streamFile(stream), `${events.join(heartbeatText)}retry: 1500\n\nid: ${events.length + 1}\ndata: {"cut`];
    }),
  );

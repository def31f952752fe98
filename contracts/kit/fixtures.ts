import { contractId, type Interaction, pathOf, urlOf } from '../interaction.ts';
import { operationOf } from '../interactions/request.ts';
import { isReference, type JsonSchema, type OpenApiDocument } from '../openapi/document.ts';
import { toOpenApi } from '../paths.ts';
import type { Model } from './model.ts';
import { typeScriptOf } from './typescript.ts';

/** One contract as a file that tests of any language can read. */
export interface Fixture {
  contractId: string;
  /** `v3.fighter` */
  operation: string;
  consumer: string;
  receiving: string;
  /** What must be so before the request. */
  states: { name: string; params: Record<string, string | number> }[];
  request: { method: string; url: string; path: string; headers: Record<string, string>; body?: unknown };
  /** The type of the body in the kit; absent where there is none. */
  reply: { status: number; headers: Record<string, string>; type?: string; body?: unknown };
}

/** As TypeScript writes it: `Fighter[]`, `EventFeed | BoutFeed`. */
export function typeName(model: Model, schema: JsonSchema): string {
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map((kind) => typeName(model, kind)).join(' | ');
  return typeScriptOf(model.typeOf(schema, 'Reply'));
}

const problemType = 'application/problem+json';

/** @throws {Error} when an interaction fits no operation of the document. */
export function fixtureOf(interaction: Interaction, document: OpenApiDocument, model: Model): Fixture {
  const { operation } = operationOf(interaction);
  const { request, reply, given, consumer, receiving, family, route } = interaction;
  const method = operation.method === 'GET' ? 'get' : 'post';
  const described = document.paths[toOpenApi(operation.path)]?.[method]?.responses[reply.status];
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
      ...(hasBody && { type: schema ? typeName(model, schema) : 'ProblemDetails', body: reply.body }),
    },
  };
}

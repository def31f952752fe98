import type { Family } from '../families.ts';
import { toOpenApi } from '../http/paths.ts';
import { isReference, type OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations, pathParameters, queryParameters } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { parameters } from '../schemas/parameters.ts';
import type { Model, Type } from './model.ts';
import { pascal } from './names.ts';

/** A parameter of an endpoint as a language has it. */
export interface EndpointParameter {
  /** As on the wire. */
  name: string;
  type: Type;
  description: string;
}

/** An operation of the document with the types of the kit. */
export interface Endpoint {
  /** `v3.fighters_stats.weight_class`; the README of the contracts explains it. */
  id: string;
  family: Family;
  /** Name in the family: the id without it. */
  name: string;
  /** The route, which can have several endpoints: `fighters_stats`. */
  route: string;
  summary: string;
  isDeprecated: boolean;
  method: 'GET' | 'POST';
  /** `/api/v3/mobile/fighters/{id}` */
  path: string;
  inPath: EndpointParameter[];
  inQuery: EndpointParameter[];
  reply: Type;
  body: Type | undefined;
}

const endpointParameter = (name: string, rule: keyof typeof parameters, model: Model): EndpointParameter => {
  const { value, description } = parameters[rule];
  // A feed id may also be -1, which is an integer like the others.
  const [first = value] = (value as { anyOf?: unknown[] }).anyOf ?? [];
  return { name, type: model.typeOf(first as Parameters<Model['typeOf']>[0], pascal(rule)), description };
};

/** @throws {Error} when the document does not describe an operation. */
function endpointOf(operation: Operation, document: OpenApiDocument, model: Model): Endpoint {
  const { id, family, name, method } = operation;
  const path = toOpenApi(operation.path);
  const described = document.paths[path]?.[method === 'GET' ? 'get' : 'post'];
  const success = described?.responses['200'];
  const schema = success && !isReference(success) ? success.content?.['application/json']?.schema : undefined;
  if (!described || !schema) throw new Error(`the document does not describe ${id}`);
  const body = described.requestBody?.content['application/json']?.schema;
  return {
    id,
    family,
    name: id.slice(family.length + 1),
    route: name,
    method,
    path,
    summary: routeOf(name).summary,
    isDeprecated: described.deprecated === true,
    inPath: pathParameters(name, operation.path).map(({ name: own, rule }) => endpointParameter(own, rule, model)),
    inQuery: queryParameters(name).map((own) => endpointParameter(own, own, model)),
    reply: model.typeOf(schema, pascal(name)),
    body: body && model.typeOf(body, `${pascal(name)}Body`),
  };
}

/** Every operation of the document, in its order; inline schemas of replies become types of the model. */
export const endpointsOf = (document: OpenApiDocument, model: Model): Endpoint[] =>
  operations.map((operation) => endpointOf(operation, document, model));

/** Those of one family. */
export const ofFamily = (endpoints: readonly Endpoint[], family: Family): Endpoint[] =>
  endpoints.filter((endpoint) => endpoint.family === family);

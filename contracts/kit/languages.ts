import type { Family } from '../families.ts';
import { toOpenApi } from '../http/paths.ts';
import { streams } from '../openapi/asyncapi.ts';
import { describedBy, isReference, type OpenApiDocument } from '../openapi/document.ts';
import { type Operation, operations, pathParameters, queryParameters } from '../operations.ts';
import { routeOf } from '../routes.ts';
import { parameters } from '../schemas/parameters.ts';
import { type Declaration, describeMember, type Member, type Model, type Type } from './model.ts';
import { camel, distinct, literal, pascal } from './names.ts';

export interface EndpointParameter {
  /** As on the wire. */
  name: string;
  type: Type;
  description: string;
}

export interface Endpoint {
  /** `v3.fighters_stats.weight_class`; the README of the contracts explains it. */
  id: string;
  family: Family;
  /** Name in the family: the id without it. */
  name: string;
  /** The route, which can have several endpoints: `fighters_stats`. */
  route: string;
  summary: string;
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
  // A feed id may also be -1, which needs no other type.
  const [first = value] = (value as { anyOf?: unknown[] }).anyOf ?? [];
  return { name, type: model.typeOf(first as Parameters<Model['typeOf']>[0], pascal(rule)), description };
};

/** @throws {Error} when the document does not describe an operation. */
function endpointOf(operation: Operation, document: OpenApiDocument, model: Model): Endpoint {
  const { id, family, name, method } = operation;
  const path = toOpenApi(operation.path);
  const described = describedBy(document, operation);
  const success = described?.responses['200'];
  const schema = success && !isReference(success) ? success.content?.['application/json']?.schema : undefined;
  if (!described || !schema) throw new Error(`the document lacks ${id} or the schema of its reply`);
  const body = described.requestBody?.content['application/json']?.schema;
  return {
    id,
    family,
    name: id.slice(family.length + 1),
    route: name,
    method,
    path,
    summary: routeOf(name).summary,
    inPath: pathParameters(name, operation.path).map(({ name: own, rule }) => endpointParameter(own, rule, model)),
    inQuery: queryParameters(name).map((own) => endpointParameter(own, own, model)),
    reply: model.typeOf(schema, pascal(name)),
    body: body && model.typeOf(body, `${pascal(name)}Body`),
  };
}

/** Every operation of the document, in its order; inline schemas of replies become types of the model. */
export const endpointsOf = (document: OpenApiDocument, model: Model): Endpoint[] =>
  operations.map((operation) => endpointOf(operation, document, model));

/**
 * The streams as endpoints, as AsyncAPI has them: the reply is the body of an event, and each parameter in the query is
 * required, since it selects the stream.
 */
export const streamsOf = (endpoints: readonly Endpoint[]): Endpoint[] =>
  streams.flatMap(({ operation, schema, query }) =>
    endpoints
      .filter(({ id }) => id === operation.id)
      .map((endpoint) => ({
        ...endpoint,
        name: `follow_${endpoint.name}`,
        inQuery: endpoint.inQuery.filter(({ name }) => name === query),
        reply: { is: 'named', name: schema },
      })),
  );

/** The input of the generators of all languages. */
export interface KitContents {
  declarations: readonly Declaration[];
  endpoints: readonly Endpoint[];
  streams: readonly Endpoint[];
  /** The first line of every file, as a comment. */
  head: string;
}

/** The types of a language; `nothing` is the type of a member that is always null, if the language has one. */
interface TypeWords extends Record<'text' | 'integer' | 'long' | 'number' | 'flag' | 'scalar', string> {
  nothing?: string;
  /** Default: the type of the value. */
  literal?: (value: unknown) => string;
  list: (of: string) => string;
  map: (of: string) => string;
}

/** Writes types in a language. */
export function typeWriter(words: TypeWords): (type: Type) => string {
  const write = (type: Type): string => {
    switch (type.is) {
      case 'integer':
        return type.isLong ? words.long : words.integer;
      case 'literal': {
        const kind = ({ string: 'text', number: 'integer', boolean: 'flag' } as const)[typeof type.value as 'string'];
        return words.literal?.(type.value) ?? words[kind];
      }
      case 'list':
      case 'map':
        return words[type.is](write(type.of));
      case 'named':
        return type.name;
      case 'nothing':
        if (words.nothing === undefined)
          throw new Error('this language has no type for a member that is always null; leave the member out');
        return words.nothing;
      default:
        return words[type.is];
    }
  };
  return write;
}

/** The members of a record in Swift or Kotlin, with their names and types there. */
export function fieldsOf(members: readonly Member[], nameOf: (name: string) => string, typeOf: (type: Type) => string) {
  const present = members.filter(({ type }) => type.is !== 'nothing');
  const names = distinct(
    present.map(({ name }) => name),
    nameOf,
  );
  return present.map((member) => {
    const isOptional = member.isNullable || !member.isRequired;
    return {
      name: member.name,
      own: names.get(member.name) ?? member.name,
      type: `${typeOf(member.type)}${isOptional ? '?' : ''}`,
      isOptional,
      isRequired: member.isRequired,
      description: describeMember(member),
    };
  });
}

type Writers = { [Kind in Declaration['is']]: (declaration: Extract<Declaration, { is: Kind }>) => string[] };

/** The lines of each declaration: its comment, and the lines from the writer of its kind. */
export const declarationBlocks = (
  { declarations }: Pick<KitContents, 'declarations'>,
  comment: (text: string | undefined, indent: string) => string[],
  writers: Writers,
): string[][] =>
  declarations.map((declaration) => [
    ...comment(declaration.description, ''),
    ...(writers[declaration.is] as (declaration: Declaration) => string[])(declaration),
  ]);

export const isStream = ({ name }: Endpoint) => name.startsWith('follow_');

/** The parameters of the function for an endpoint or stream in Swift or Kotlin. */
export function signatureOf(
  endpoint: Endpoint,
  nameOf: (name: string) => string,
  typeOf: (type: Type) => string,
  nothing: string,
): string {
  const { inPath, inQuery, body } = endpoint;
  const mayLack = isStream(endpoint) ? '' : `? = ${nothing}`;
  return [
    ...inPath.map(({ name, type }) => `${nameOf(name)}: ${typeOf(type)}`),
    ...inQuery.map(({ name, type }) => `${nameOf(name)}: ${typeOf(type)}${mayLack}`),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(isStream(endpoint) ? [`lastEventId: ${typeOf({ is: 'text' })}? = ${nothing}`] : []),
  ].join(', ');
}

/** The names as string literals, separated by commas. */
export const textList = (list: readonly { name: string }[]) => list.map(({ name }) => literal(name)).join(', ');

export const valueName = ({ id }: Endpoint) => camel(id);

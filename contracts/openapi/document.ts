import { toOpenApi } from '../http/paths.ts';
import { fragmentOf, stepOf } from '../schemas/validation/json-pointer.ts';

/**
 * The part of OpenAPI 3.1 that the document of this service uses: `build.ts` writes it, and the mock reads it.
 *
 * @see https://spec.openapis.org/oas/v3.1.1
 */

export interface Reference {
  $ref: string;
}

export type JsonSchema = Record<string, unknown>;

/** A contract as a named example: the reply is its value, the extensions describe the request. */
export interface ContractExample {
  summary: string;
  value?: unknown;
  'x-contract-id': string;
  'x-contract-states': { name: string; params: Record<string, string | number> }[];
  'x-contract-request': {
    params?: Record<string, string | number>;
    query?: Record<string, string | number>;
    headers?: Record<string, string>;
    body?: unknown;
  };
  /** Headers of this reply that not every reply of the operation has. */
  'x-contract-headers'?: Record<string, string>;
  'x-contract-problem'?: string;
}

/** An example of a problem without a contract of this operation. */
export interface PlainExample {
  summary: string;
  value: unknown;
}

export type Example = ContractExample | PlainExample | Reference;

export interface MediaType {
  schema: JsonSchema;
  examples?: Record<string, Example>;
}

export interface ResponseObject {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, MediaType>;
  /** The contracts of a response without a body: OpenAPI has no examples for it. */
  'x-contracts'?: Record<string, ContractExample>;
}

export interface OperationObject {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: Reference[];
  requestBody?: { required: true; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
  /** Ids of the operation's contracts in the order of the source: if several match equally, the mock uses the first. */
  'x-contract-order': string[];
}

export type PathItem = Partial<Record<'get' | 'post', OperationObject>>;

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; summary: string; description: string; license: Record<string, string> };
  servers: { url: string; description: string }[];
  security: [];
  tags: { name: string; description: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    parameters: Record<string, unknown>;
    headers: Record<string, unknown>;
    examples: Record<string, PlainExample>;
    responses: Record<string, ResponseObject>;
    securitySchemes: Record<string, unknown>;
  };
}

export const isReference = (value: object): value is Reference => '$ref' in value;

/** The description of an operation of the route table. */
export const describedBy = (
  { paths }: Pick<OpenApiDocument, 'paths'>,
  { path, method }: { path: string; method: 'GET' | 'POST' },
): OperationObject | undefined => paths[toOpenApi(path)]?.[method === 'GET' ? 'get' : 'post'];

const isContract = (example: Example): example is ContractExample => 'x-contract-id' in example;

/** The contracts of an operation, by ascending status. */
export function contractsIn({ responses }: OperationObject): { status: number; example: ContractExample }[] {
  return Object.entries(responses).flatMap(([status, response]) => {
    if (isReference(response)) return [];
    const examples = [
      ...Object.values(response.content ?? {}).flatMap((media) => Object.values(media.examples ?? {})),
      ...Object.values(response['x-contracts'] ?? {}),
    ];
    return examples.filter(isContract).map((example) => ({ status: Number(status), example }));
  });
}

/** A JSON Pointer to a member of the document, as `$ref` writes it. */
export function referenceTo(...steps: string[]): Reference {
  return { $ref: fragmentOf(['', ...steps.map(stepOf)].join('/')) };
}

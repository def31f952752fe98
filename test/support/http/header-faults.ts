import { readRequest } from '../../../common/wire/request-context.ts';
import { toOpenApi } from '../../../contracts/http/paths.ts';
import {
  isReference,
  type OpenApiDocument,
  type OperationObject,
  type Reference,
  type ResponseObject,
} from '../../../contracts/openapi/document.ts';

/** Headers that are not in the document, and why. */
const undocumented: Readonly<Record<string, string>> = {
  'content-type': 'OpenAPI states it by the media types of a reply',
  'content-length': 'framing (RFC 9112)',
  'transfer-encoding': 'framing (RFC 9112)',
  'content-encoding': 'content coding, as Accept-Encoding asks',
  date: 'every HTTP server sends it',
  connection: 'of the connection, not of the reply',
  'keep-alive': 'of the connection, not of the reply',
  'contract-id': 'of the mock only',
  'contract-state': 'of the mock only',
  'contract-match': 'of the mock only',
  'contract-nearest': 'of the mock only',
  'preference-applied': 'of the mock only',
};

interface Header {
  required?: boolean;
  schema: { enum?: string[]; pattern?: string };
}

const follow = (document: OpenApiDocument, { $ref }: Reference): unknown =>
  $ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (part, step) => (part as Record<string, unknown> | undefined)?.[decodeURIComponent(step)],
      document,
    );

const isFitting = ({ schema }: Header, value: string) =>
  (schema.enum ?? [value]).includes(value) && (schema.pattern === undefined || new RegExp(schema.pattern).test(value));

export interface SentReply {
  method: string;
  url: string;
  status: number;
  headers: Readonly<Record<string, string | undefined>>;
}

function describedAt(document: OpenApiDocument, { method, url }: SentReply): OperationObject | undefined {
  const { entry = {} } = readRequest(method, url);
  const operation = (method === 'POST' ? entry.POST : entry.GET) ?? entry.GET ?? entry.POST;
  return operation && document.paths[toOpenApi(operation.path)]?.[operation.method === 'GET' ? 'get' : 'post'];
}

/**
 * Compares the headers of a reply with the document, one line for each fault: a header that it does not describe, a
 * value that does not fit, a required header that is missing.
 */
export function findHeaderFaults(document: OpenApiDocument, reply: SentReply): string[] {
  const { status, headers } = reply;
  const listed = describedAt(document, reply)?.responses[status];
  const response = listed && isReference(listed) ? (follow(document, listed) as ResponseObject) : listed;
  if (!response) return [`the document describes no reply ${status} of ${reply.method} ${reply.url}`];
  const described = new Map(
    Object.entries(response.headers ?? {}).map(([name, reference]) => [
      name.toLowerCase(),
      follow(document, reference) as Header,
    ]),
  );
  const faults = Object.entries(headers).flatMap(([name, value]) => {
    if (name in undocumented) return [];
    const header = described.get(name);
    if (!header) return [`header ${name}: ${value} is sent, but the document does not describe it`];
    return isFitting(header, String(value)) ? [] : [`header ${name}: ${value} does not fit the document`];
  });
  const missing = [...described].filter(([name, { required }]) => required && headers[name] === undefined);
  return [...faults, ...missing.map(([name]) => `header ${name} is required by the document, but not sent`)];
}

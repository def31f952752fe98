import { toOpenApi } from '../http/paths.ts';
import { pathOf } from '../interactions/interaction.ts';
import { operations } from '../operations.ts';
import {
  contractsIn,
  describedBy,
  isReference,
  type OpenApiDocument,
  type OperationObject,
  type PathItem,
  type ResponseObject,
  referenceTo,
} from './document.ts';
import { jsonMedia } from './operation.ts';

/**
 * The headers of stock Prism, which sends every described header with every reply. With `Link`, clients would read pages
 * forever; `Cache-Status` and `Strict-Transport-Security` would be wrong.
 */
const sentHeaders = [
  'Cache-Control',
  'Content-Language',
  'ETag',
  'Location',
  'Retry-After',
  'Allow',
  'WWW-Authenticate',
];

function withSentHeaders(response: ResponseObject): ResponseObject {
  if (!response.headers) return response;
  const headers = Object.entries(response.headers).filter(([name]) => sentHeaders.includes(name));
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Stock Prism has no streams: it would send the description of the schema. */
function withoutStream(response: ResponseObject): ResponseObject {
  const media = Object.entries(response.content ?? {}).filter(([type]) => type !== 'text/event-stream');
  return response.content ? { ...response, content: Object.fromEntries(media) } : response;
}

function lean(operation: OperationObject): OperationObject {
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    isReference(response) ? response : withoutStream(withSentHeaders(response)),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

/**
 * An operation whose first example is the contract of a concrete path. The other parts refer to the template's operation.
 */
function concrete(path: string, method: 'get' | 'post', of: OperationObject, status: string, key: string) {
  const at = (...steps: string[]) => referenceTo('paths', path, method, ...steps);
  const response = of.responses[status] as ResponseObject;
  const { schema } = response.content?.[jsonMedia] ?? {};
  const own = {
    description: response.description,
    ...(response.headers && { headers: response.headers }),
    content: {
      [jsonMedia]: { schema, examples: { [key]: at('responses', status, 'content', jsonMedia, 'examples', key) } },
    },
  };
  const others = Object.entries(of.responses).filter(([code]) => code !== status && Number(code) >= 300);
  const shared = others.map(([code, other]) => [code, isReference(other) ? other : at('responses', code)]);
  const queryAndHeaders = (of.parameters ?? []).filter(({ $ref }) => !$ref.includes('/path.'));
  return {
    ...(of.security && { security: of.security }),
    ...(queryAndHeaders.length > 0 && { parameters: queryAndHeaders }),
    ...(of.requestBody && { requestBody: at('requestBody') }),
    responses: { [status]: own, ...Object.fromEntries(shared) },
  };
}

/**
 * The document for stock Prism, which does not choose examples by request but prefers a concrete path to a template. So each
 * concrete path has its first success as example, and each id gets its record.
 */
export function stockDocument(document: OpenApiDocument): Omit<OpenApiDocument, 'paths'> & { paths: object } {
  const templates: Record<string, PathItem> = {};
  const added: Record<string, Record<string, unknown>> = {};
  for (const { path: template, family, name, method: verb } of operations) {
    const path = toOpenApi(template);
    const method = verb === 'GET' ? 'get' : 'post';
    const operation = describedBy(document, { path: template, method: verb });
    if (!operation) continue;
    const leanOperation = lean(operation);
    templates[path] = { ...templates[path], [method]: leanOperation };
    if (path === template) continue;
    for (const { status, example } of contractsIn(leanOperation)) {
      const here = pathOf({ route: name, family, request: example['x-contract-request'] });
      if (status >= 300 || added[here]?.[method]) continue;
      const shown = concrete(path, method, leanOperation, String(status), example.summary);
      added[here] = { ...added[here], [method]: shown };
    }
  }
  const responses = Object.entries(document.components.responses).map(([name, one]) => [name, withSentHeaders(one)]);
  const components = { ...document.components, responses: Object.fromEntries(responses) };
  return { ...document, paths: { ...templates, ...added }, components };
}

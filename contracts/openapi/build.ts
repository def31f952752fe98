import { toOpenApi } from '../http/paths.ts';
import type { Interaction } from '../interactions/interaction.ts';
import { operationOf } from '../interactions/request.ts';
import { operations } from '../operations.ts';
import { tags } from '../routes.ts';
import type { OpenApiDocument, PathItem, ResponseObject } from './document.ts';
import { headerComponents } from './header-components.ts';
import { problemContext } from './headers.ts';
import { feedScheme, operationObject } from './operation.ts';
import { parameterComponents } from './parameters.ts';
import { exampleComponents, problemResponse, problemsByStatus, responseName } from './problems.ts';
import { schemaComponents } from './schemas.ts';

const description = `Content and live events of one fight-sports promotion, in two route families side by side: version 3
in Spanish (es_US) and version 1 in English (en_US).

Lists are bare arrays and single things bare objects. Problems are RFC 9457 and told apart by \`type\`. Every named
example is a contract: a request that a consumer sends and the reply it relies on; \`x-contract-request\` is the request,
\`x-contract-states\` what must be so before it, \`x-contract-id\` the name the mock knows it by.`;

/** Responses that operations share: problems without a contract of the operation. */
function responseComponents(paths: Record<string, PathItem>): Record<string, ResponseObject> {
  const used = new Set(
    [...JSON.stringify(paths).matchAll(/"#\/components\/responses\/([^"]+)"/g)].map(([, name]) => name),
  );
  const shared = new Map<string, ResponseObject>();
  for (const operation of operations) {
    const context = problemContext(operation);
    for (const keys of problemsByStatus(operation.name).values()) {
      const component = responseName(context, keys);
      if (used.has(component)) shared.set(component, problemResponse(context, keys));
    }
  }
  return Object.fromEntries([...shared].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * The whole service as one OpenAPI 3.1 document: both families under their full paths, optional segments written out,
 * and every interaction as a named example.
 *
 * @throws {Error} when an interaction fits no operation, or its status is not among the operation's replies.
 */
export function openApiDocument(interactions: readonly Interaction[]): OpenApiDocument {
  const byOperation = Map.groupBy(interactions, (interaction) => operationOf(interaction).operation.id);
  const paths: Record<string, PathItem> = {};
  for (const operation of operations) {
    const path = toOpenApi(operation.path);
    const method = operation.method === 'GET' ? 'get' : 'post';
    paths[path] = { ...paths[path], [method]: operationObject(operation, byOperation.get(operation.id) ?? []) };
  }
  const responses = responseComponents(paths);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Fightcard',
      version: '0.1.0',
      summary: 'Fight-sports content and live events.',
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      { url: 'http://localhost:4010', description: 'The mock on this machine: npm run mock.' },
      { url: 'http://localhost:8080', description: 'The server on this machine: npm start.' },
      { url: '/', description: 'The host that serves this document.' },
    ],
    security: [],
    tags: Object.entries(tags).map(([name, text]) => ({ name, description: `${text}.` })),
    paths,
    components: {
      schemas: schemaComponents([paths, responses]),
      parameters: parameterComponents(operations),
      headers: headerComponents,
      examples: exampleComponents(),
      responses,
      securitySchemes: {
        [feedScheme]: { type: 'http', scheme: 'bearer', description: "The metrics supplier's key." },
      },
    },
  };
}

import { families } from '../families.ts';
import { isConditional } from '../http/headers.ts';
import { contractId, type Interaction } from '../interactions/interaction.ts';
import { type Operation, replySchema } from '../operations.ts';
import { type Route, routeOf } from '../routes.ts';
import {
  type ContractExample,
  type Example,
  type OperationObject,
  type Reference,
  type ResponseObject,
  referenceTo,
} from './document.ts';
import { problemContext, replyHeaders } from './headers.ts';
import { parametersOfOperation } from './parameters.ts';
import { problemResponse, problemsByStatus, responseName } from './problems.ts';
import { schemaOf } from './schemas.ts';

export const jsonMedia = 'application/json';

/** Name of the security scheme of the metrics supplier. */
export const feedScheme = 'feedKey';

const successes: Record<number, string> = {
  200: 'Success.',
  201: 'Success: the first one of this client.',
  304: 'The client holds the current representation.',
};

const caching = {
  content: 'Can be kept for a minute; carries an ETag.',
  live: 'Can be kept for a second; carries an ETag.',
  tally: 'Can be kept for two seconds; carries an ETag.',
  private: 'Is private to the client and not to be kept.',
  none: 'Is not to be kept.',
};

/** The stream form of a reply. It has no examples, since those of the contracts are JSON. */
const eventStream = {
  'text/event-stream': {
    schema: {
      type: 'string',
      description:
        'Server-Sent Events: at once a `snapshot` event whose data is the JSON of the plain reply on one line, then one whenever it changes; `id` grows; a comment every 10 seconds.',
    },
  },
};

function describe({ summary, list, cache, credential, stream }: Route, { family }: Operation): string {
  const { version, locale } = families[family];
  const paging =
    list?.limit === 'all'
      ? 'Everything comes by default; `limit` and `cursor` page.'
      : list && `The newest ${list.limit} come by default; \`limit\` and \`cursor\` page.`;
  const sentences = [
    summary,
    `Family ${version}, texts in ${locale}.`,
    paging,
    `The reply: ${caching[cache].toLowerCase()}`,
    stream && '`Accept: text/event-stream` follows it; `Last-Event-ID` resumes after the event that was seen last.',
    credential && "Needs the metrics supplier's key.",
    '`.json` after the last segment and a trailing slash are accepted.',
  ];
  return sentences.filter(Boolean).join(' ');
}

/** An interaction as a named example. */
function exampleOf(interaction: Interaction): ContractExample {
  const { receiving, given, request, reply } = interaction;
  return {
    summary: receiving,
    ...(reply.body !== undefined && { value: reply.body }),
    'x-contract-id': contractId(interaction),
    'x-contract-states': given.map(({ name, params }) => ({ name, params })),
    'x-contract-request': request as ContractExample['x-contract-request'],
    ...(reply.headers && { 'x-contract-headers': { ...reply.headers } }),
    ...(reply.problem && { 'x-contract-problem': reply.problem }),
  };
}

/**
 * Interactions of one operation and status by description, which is the key of the example.
 *
 * @throws {Error} if two have the same description.
 */
function examplesOf(interactions: readonly Interaction[]): Record<string, ContractExample> {
  const examples: Record<string, ContractExample> = {};
  for (const interaction of interactions) {
    if (examples[interaction.receiving]) {
      throw new Error(
        `duplicate description "${interaction.receiving}" of ${interaction.family} ${interaction.route}; change one`,
      );
    }
    examples[interaction.receiving] = exampleOf(interaction);
  }
  return examples;
}

function successOf(operation: Operation, status: number, examples: Record<string, Example>): ResponseObject {
  const schema = schemaOf(replySchema(operation.name, operation.family));
  return {
    description: successes[status] as string,
    headers: replyHeaders(operation, status),
    content: {
      [jsonMedia]: { schema, ...(Object.keys(examples).length > 0 && { examples }) },
      ...(routeOf(operation.name).stream && status === 200 && eventStream),
    },
  };
}

/** The request body, with the bodies of successful contracts as examples. */
function requestBodyOf({ body }: Route, interactions: readonly Interaction[]): OperationObject['requestBody'] {
  if (!body) return undefined;
  const sent = interactions.filter(({ reply, request }) => reply.status < 300 && request.body !== undefined);
  const examples = Object.fromEntries(
    sent.map(({ receiving, request }) => [receiving, { summary: receiving, value: request.body }]),
  );
  return {
    required: true,
    content: { [jsonMedia]: { schema: schemaOf(body), ...(sent.length > 0 && { examples }) } },
  };
}

function responsesOf(
  operation: Operation,
  route: Route,
  interactions: readonly Interaction[],
): OperationObject['responses'] {
  const examplesFor = (status: number) => examplesOf(interactions.filter(({ reply }) => reply.status === status));
  const responses: [number, ResponseObject | Reference][] = [];
  for (const status of route.success ?? [200]) {
    responses.push([status, successOf(operation, status, examplesFor(status))]);
  }
  if (isConditional(route.cache)) {
    const contracts = examplesFor(304);
    const headers = replyHeaders(operation, 304);
    const described = { description: successes[304] as string, headers };
    responses.push([304, Object.keys(contracts).length > 0 ? { ...described, 'x-contracts': contracts } : described]);
  }
  const context = problemContext(operation);
  for (const [status, keys] of problemsByStatus(operation.name)) {
    const contracts = examplesFor(status);
    const shared = referenceTo('components', 'responses', responseName(context, keys));
    const own = Object.keys(contracts).length > 0;
    responses.push([status, own ? problemResponse(context, keys, contracts) : shared]);
  }
  if (operation.name === 'health') {
    const { headers, ...down } = successOf(operation, 503, examplesFor(503));
    responses.push([
      503,
      {
        ...down,
        headers: { ...headers, 'Retry-After': referenceTo('components', 'headers', 'Retry-After') },
        description: 'The service starts or drains; the body is the same as of a success.',
      },
    ]);
  }
  const described = new Set(responses.map(([status]) => status));
  const lost = interactions.find(({ reply }) => !described.has(reply.status));
  if (lost)
    throw new Error(
      `"${lost.receiving}" expects ${lost.reply.status}, which ${operation.id} never answers; add it to contracts/routes.ts`,
    );
  return Object.fromEntries(responses);
}

/** `v3.fighters_stats.weight_class` → `v3_fighters_stats_weight_class`. */
export const operationIdOf = ({ id }: Operation) => id.replaceAll('.', '_');

/** One operation with all its contracts. */
export function operationObject(operation: Operation, interactions: readonly Interaction[]): OperationObject {
  const route = routeOf(operation.name);
  const requestBody = requestBodyOf(route, interactions);
  return {
    operationId: operationIdOf(operation),
    tags: [route.tag],
    summary: route.summary,
    description: describe(route, operation),
    ...(route.credential && { security: [{ [feedScheme]: [] }] }),
    parameters: parametersOfOperation(operation),
    ...(requestBody && { requestBody }),
    responses: responsesOf(operation, route, interactions),
    'x-contract-order': interactions.map(contractId),
  };
}

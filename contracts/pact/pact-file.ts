import { provider } from '../families.ts';
import { currentEtag, pathOf } from '../interactions/interaction.ts';
import { routeOf } from '../routes.ts';
import type { BodyRules } from './body-rules.ts';
import { bodyRulesOf, type Expectation, headersOf } from './expectations.ts';
import { all } from './matchers.ts';

interface Body {
  content: unknown;
  contentType: string;
  encoded: false | 'base64';
}

type Headers = Record<string, string[]>;

/** An interaction as a pact file of version 4 has it. */
export interface WrittenInteraction {
  type: 'Synchronous/HTTP';
  description: string;
  pending: false;
  providerStates: { name: string; params?: Readonly<Record<string, unknown>> }[];
  request: {
    method: string;
    path: string;
    query?: Record<string, string[]>;
    headers?: Headers;
    body?: Body;
    matchingRules?: Record<string, BodyRules>;
    generators?: Record<string, Record<string, { type: string; expression: string }>>;
  };
  response: { status: number; headers: Headers; body?: Body; matchingRules?: Record<string, BodyRules> };
}

const jsonType = 'application/json';

/** Headers whose value is a list: Pact compares the elements. */
const lists = ['Accept', 'Accept-Encoding', 'Accept-Post', 'Allow', 'Cache-Control', 'Vary'];

const elements = (name: string, value: string) => (lists.includes(name) ? value.split(/, */) : [value]);

function requestBody(body: unknown, contentType: string): Body {
  if (typeof body !== 'string' || contentType !== jsonType) return { content: body, contentType, encoded: false };
  try {
    return { content: JSON.parse(body), contentType, encoded: false };
  } catch {
    // Broken on purpose; as text, Pact would send it as a JSON string.
    return { content: Buffer.from(body).toString('base64'), contentType, encoded: 'base64' };
  }
}

function writeRequest(interaction: Expectation): WrittenInteraction['request'] {
  const { query = {}, headers = {}, body } = interaction.request;
  const contentType = headers['Content-Type'] ?? jsonType;
  const sent = body === undefined ? headers : { ...headers, 'Content-Type': contentType };
  const parameters = Object.entries(query).map(([name, value]) => [name, [String(value)]]);
  const etagHeader = Object.entries(headers).find(([, value]) => value === currentEtag)?.[0];
  return {
    method: routeOf(interaction.route).method,
    path: pathOf(interaction),
    ...(parameters.length > 0 && { query: Object.fromEntries(parameters) }),
    ...(Object.keys(sent).length > 0 && {
      headers: Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, elements(name, value)])),
    }),
    ...(body !== undefined && { body: requestBody(body, contentType) }),
    // Without this rule Pact does not compare a text body.
    ...(body !== undefined &&
      contentType === 'text/plain' && {
        matchingRules: { body: { $: all({ match: 'contentType', value: contentType }) } },
      }),
    ...(etagHeader !== undefined && {
      matchingRules: { header: { [etagHeader]: all({ match: 'type' }) } },
      // The state handler requests the provider's ETag and returns it to the verifier.
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pact's, not of JavaScript's
      generators: { header: { [etagHeader]: { type: 'ProviderState', expression: '${etag}' } } },
    }),
  };
}

function writeReply(interaction: Expectation): WrittenInteraction['response'] {
  const { status, body } = interaction.reply;
  const expected = Object.entries(headersOf(interaction));
  const patterns = expected.flatMap(([name, { pattern }]) =>
    pattern ? [[name, all({ match: 'regex', regex: pattern })]] : [],
  );
  const bodyRules = bodyRulesOf(interaction);
  const rules = {
    ...(patterns.length > 0 && { header: Object.fromEntries(patterns) }),
    ...(Object.keys(bodyRules).length > 0 && { body: bodyRules }),
  };
  return {
    status,
    headers: Object.fromEntries(expected.map(([name, { example }]) => [name, elements(name, example)])),
    // For problems too: Pact parses the body by this type. The header is still application/problem+json.
    ...(body !== undefined && { body: { content: body, contentType: jsonType, encoded: false as const } }),
    ...(Object.keys(rules).length > 0 && { matchingRules: rules }),
  };
}

/** An interaction in the format that Pact writes, for Pact's verifier. */
export const writeInteraction = (interaction: Expectation): WrittenInteraction => ({
  type: 'Synchronous/HTTP',
  description: interaction.receiving,
  pending: false,
  providerStates: interaction.given.map(({ name, params }) => ({
    name,
    ...(Object.keys(params).length > 0 && { params }),
  })),
  request: writeRequest(interaction),
  response: writeReply(interaction),
});

/** A pact file of version 4 with these interactions, in this order. */
export const pactFile = (consumer: string, interactions: readonly Expectation[]) => ({
  consumer: { name: consumer },
  provider: { name: provider },
  interactions: interactions.map(writeInteraction),
  metadata: { pactSpecification: { version: '4.0' } },
});

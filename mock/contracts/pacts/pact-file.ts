import { relative } from 'node:path';
import { provider } from '../../../contracts/families.ts';
import { findTooDeep } from '../../../contracts/rules/checks.ts';
import { headerOf } from '../contract.ts';
import { BadFile, createLineFinder, maxDepth, readJsonFile, tooDeep } from '../read-json.ts';
import { fitsRules, isCascading, isObject, type Rule, typeOf } from './matching-rules.ts';

/** An HTTP interaction of a pact file of version 2, 3 or 4, in one form. */
export interface PactInteraction {
  consumer: string;
  description: string;
  /** Version 2 has no state parameters. */
  version: number;
  /** Its position in the file, from 0. */
  index: number;
  /** Version 4 only: work in progress, whose failures are reported but do not fail the run. */
  isPending: boolean;
  states: { name: string; params: Record<string, string | number> }[];
  request: {
    method: string;
    path: string;
    query: [name: string, value: string][];
    headers: Record<string, string>;
    body: unknown;
  };
  /** `body` is undefined where the pact has none and accepts any, or expects an empty one (`isEmpty`): `null` or `""`. */
  response: { status: number; headers: Record<string, string>; body: unknown; isEmpty: boolean };
  /** Rules for the status; without any, the status of the response is expected. */
  statusRules: Rule[];
  /** Rules by path in the reply's body, such as `$.id`. */
  rules: Map<string, Rule[]>;
  /** File and line, for messages. */
  at: string;
}

/** The interactions of a pact file, and a sentence for each part that is skipped. */
export interface PactFile {
  interactions: PactInteraction[];
  /** Parts that are not requests to this provider. */
  skipped: string[];
  /** Why a pact file cannot be read; undefined if it can. */
  unsupported?: string;
}

type Json = Record<string, unknown>;

/** Describes a value in an error. */
const found = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40));

/** Version 2 has a string, versions 3 and 4 have lists by name. */
function readQuery(query: unknown): [string, string][] {
  if (typeof query === 'string') return [...new URLSearchParams(query)];
  if (!isObject(query)) return [];
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
}

/** Version 4 has lists of values. */
function readHeaders(headers: unknown): Record<string, string> {
  if (!isObject(headers)) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [values].flat().join(', ')]));
}

/** Version 4 wraps a body with its type and encoding. */
const unwrap = (body: unknown, isV4: boolean): Json => (isV4 && isObject(body) ? body : { content: body });

/**
 * Reads a body. Text is parsed as JSON unless it has another type. Version 4
 * does not write JSON as text, so a text of the type JSON is a string there.
 *
 * @throws {BadFile} for a text that is nested too deeply.
 */
function readBody(body: unknown, headers: Record<string, string>, isV4: boolean, named: string): unknown {
  const { content, encoded, contentType = headerOf(headers, 'content-type') } = unwrap(body, isV4);
  if (typeof content !== 'string') return content ?? undefined;
  // Pact does not decode any other encoding.
  const isBase64 = encoded === true || /^base64$/i.test(String(encoded));
  const text = isBase64 ? Buffer.from(content, 'base64').toString() : content;
  if (contentType !== undefined && (!/json/i.test(String(contentType)) || (isV4 && !encoded))) return text;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  if (findTooDeep(text, maxDepth) !== undefined) throw new BadFile(`${named} has a body that is ${tooDeep}`);
  return value;
}

function readStates({ providerState, providerStates, provider_state }: Json): PactInteraction['states'] {
  const single = providerState ?? provider_state;
  if (typeof single === 'string' && single !== '') return [{ name: single, params: {} }];
  if (!Array.isArray(providerStates)) return [];
  return providerStates.filter(isObject).map(({ name, params }) => ({
    name: String(name),
    params: (isObject(params) ? params : {}) as Record<string, string | number>,
  }));
}

type WrittenRule = Omit<Rule, 'variants'> & { variants?: { index?: number; rules?: Json }[] };

const readRule = ({ variants, ...rule }: WrittenRule): Rule => ({
  ...rule,
  ...(variants && {
    variants: variants.map(({ index = 0, rules = {} }) => ({ index, rules: readRules({ body: rules }) })),
  }),
});

/** @throws {BadFile} if matchers or variants are not lists of objects. */
function readReplyRules({ matchingRules }: Json, named: string): Pick<PactInteraction, 'rules' | 'statusRules'> {
  try {
    return { rules: readRules(matchingRules), statusRules: readStatusRules(matchingRules) };
  } catch (error) {
    throw new BadFile(`${named} has invalid matching rules (${(error as Error).message}); expected lists of objects`);
  }
}

function readMatchers({ matchers = [], combine }: { matchers?: WrittenRule[]; combine?: string }): Rule[] {
  const all = matchers.map(readRule);
  return combine === 'OR' && all.length > 1 ? [{ any: all }] : all;
}

/** Some tools write the rules for the status below a path. */
function readStatusRules(rules: unknown): Rule[] {
  const status = isObject(rules) && isObject(rules.status) ? rules.status : {};
  return readMatchers([status, status.$, status['']].filter(isObject).find(({ matchers }) => matchers) ?? {});
}

/** Version 2 has one rule for `$.body.id`; later versions have several for `$.id` below `body`. */
function readRules(rules: unknown): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  if (!isObject(rules)) return found;
  for (const [path, rule] of Object.entries(rules)) {
    const [, rest] = /^\$\.body(.*)$/.exec(path) ?? [];
    if (rest !== undefined && isObject(rule)) found.set(`$${rest}`, [readRule(rule as WrittenRule)]);
  }
  if (!isObject(rules.body)) return found;
  for (const [path, at] of Object.entries(rules.body).filter(([, one]) => isObject(one))) {
    found.set(path, readMatchers(at as Json));
  }
  return found;
}

function readVersion({ metadata }: Json): number {
  const about = (metadata ?? {}) as Record<string, Json | undefined>;
  const written = about.pactSpecification ?? about['pact-specification'];
  return Number.parseInt(String(written?.version ?? about.pactSpecificationVersion ?? '2'), 10);
}

/**
 * Reads a pact file. Messages and pacts with other providers are skipped with a sentence.
 *
 * @throws {BadFile} naming file, line and reason.
 */
export function readPactFile(path: string): PactFile {
  const pact = readJsonFile(path);
  const shown = relative(process.cwd(), path);
  const findLine = createLineFinder(path);
  const bad = (text: string, reason: string) => new BadFile(`${shown}:${findLine(text)}: ${reason}`);
  if (!isObject(pact))
    throw bad('', `not a pact: found ${typeOf(pact)}, expected an object with "consumer" and "interactions"`);
  const consumer = isObject(pact.consumer) ? pact.consumer.name : undefined;
  if (typeof consumer !== 'string') {
    throw bad('"consumer"', `"consumer.name" is ${found(consumer)}; expected the name of your app`);
  }
  const skip = (reason: string) => ({ interactions: [], skipped: [`${shown}: skipped: ${reason}`] });
  const other = isObject(pact.provider) ? pact.provider.name : undefined;
  if (typeof other === 'string' && other !== provider) {
    return skip(`a pact with the provider "${other}"; expected "${provider}"`);
  }
  if (Array.isArray(pact.messages) && !Array.isArray(pact.interactions)) {
    return skip('a pact of messages; expected HTTP requests');
  }
  if (!Array.isArray(pact.interactions)) {
    throw bad('"interactions"', `"interactions" is ${found(pact.interactions)}; expected a list`);
  }
  const version = readVersion(pact);
  if (!(version >= 2 && version <= 4)) {
    const reason = `a pact of version ${version}; expected version 2 to 4: write it again with a current Pact library`;
    const unsupported = `${shown}:${findLine('"metadata"')}: skipped: ${reason}`;
    return { interactions: [], skipped: [], unsupported };
  }
  const skipped: string[] = [];
  const interactions = (pact.interactions as unknown[]).flatMap((one, index): PactInteraction[] => {
    if (!isObject(one) || typeof one.description !== 'string') {
      throw bad('"interactions"', `interaction ${index + 1} has no "description"; expected a text`);
    }
    const at = `${shown}:${findLine(JSON.stringify(one.description))}`;
    const { type = 'Synchronous/HTTP' } = one;
    if (version === 4 && type !== 'Synchronous/HTTP') {
      skipped.push(`${at}: skipped: "${one.description}" is ${type}; expected Synchronous/HTTP`);
      return [];
    }
    return [readInteraction(one, { consumer, version, index, at })];
  });
  return { interactions, skipped };
}

/** @throws {BadFile} */
function readInteraction(
  one: Json,
  about: Pick<PactInteraction, 'consumer' | 'version' | 'index' | 'at'>,
): PactInteraction {
  const isV4 = about.version === 4;
  const description = String(one.description);
  const named = `${about.at}: "${description}"`;
  const { request, response } = one;
  if (!isObject(request) || typeof request.path !== 'string') {
    throw new BadFile(`${named} has no "path" in its request; expected a path such as "/api/v3/mobile/events"`);
  }
  if (!isObject(response) || typeof response.status !== 'number') {
    throw new BadFile(`${named} has no "status" in its response; expected a number such as 200`);
  }
  const requestHeaders = readHeaders(request.headers);
  const headers = readHeaders(response.headers);
  const { content } = unwrap(response.body, isV4);
  return {
    ...about,
    description,
    isPending: isV4 && one.pending === true,
    states: readStates(one),
    request: {
      method: String(request.method ?? 'GET').toUpperCase(),
      path: request.path,
      query: readQuery(request.query),
      headers: requestHeaders,
      body: readBody(request.body, requestHeaders, isV4, named),
    },
    response: {
      status: response.status,
      headers,
      body: readBody(response.body, headers, isV4, named),
      isEmpty: content === null || content === '',
    },
    ...readReplyRules(response, named),
  };
}

/** Whether a pact accepts a status. */
export const fitsStatus = ({ response, statusRules }: PactInteraction, status: number): boolean =>
  statusRules.length > 0 ? fitsRules(statusRules, response.status, status) : status === response.status;

/** `$.a['b c'][*]` → `['a', 'b c', '*']`. */
const stepsOf = (path: string) =>
  [...path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\*|\d+)\]/g)].map(
    (found) => found[1] ?? found[2] ?? found[3],
  );

/** Finds the rules of a path; without any, the cascading rules of the closest path above it. */
function findRules(rules: PactInteraction['rules'], steps: readonly string[]) {
  const named = (at: readonly unknown[]) => at.filter((step) => step !== '*').length;
  // The longest path counts, then the one with the fewest stars, then the last.
  const best = [...rules]
    .map(([path, found]) => ({ at: stepsOf(path), rules: found }))
    .filter(({ at }) => at.length <= steps.length && at.every((step, nth) => step === '*' || step === steps[nth]))
    .filter(({ at, rules: found }) => at.length === steps.length || found.some(isCascading))
    .sort((a, b) => a.at.length - b.at.length || named(a.at) - named(b.at))
    .at(-1);
  return best && { own: best.at.length === steps.length, rules: best.rules };
}

/** Whether the list contains every variant of `arrayContains`, in any order. */
const containsAll = ({ variants = [] }: Rule, expected: unknown, actual: unknown) =>
  Array.isArray(actual) &&
  Array.isArray(expected) &&
  variants.every(({ index, rules }) => actual.some((one) => findViolation(expected[index], one, rules) === undefined));

/**
 * Finds the first path where a reply does not fit a pact; undefined when all of it fits. As in Pact, a reply may have
 * members that the pact does not name.
 */
export function findViolation(
  expected: unknown,
  actual: unknown,
  rules: PactInteraction['rules'],
  steps: readonly string[] = [],
): string | undefined {
  const here = ['$', ...steps].join('.');
  const rule = findRules(rules, steps);
  const own = rule?.own ? rule.rules : undefined;
  const contains = own?.find(({ match }) => match === 'arrayContains');
  if (contains) return containsAll(contains, expected, actual) ? undefined : here;
  if (own) {
    if (!fitsRules(own, expected, actual)) return here;
    // Only a type matcher compares what is below it.
    if (!own.some(isCascading)) return undefined;
  }
  // A matcher accepted a value of another type, such as null.
  if (typeOf(expected) !== typeOf(actual)) return own ? undefined : here;
  const below = (value: unknown, found: unknown, step: string | number) =>
    findViolation(value, found, rules, [...steps, String(step)]) ?? [];
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (!rule && expected.length !== actual.length) return here;
    if (expected.length === 0) return undefined;
    return actual.flatMap((value, index) => below(expected[index] ?? expected[0], value, index))[0];
  }
  if (isObject(expected) && isObject(actual)) {
    return Object.entries(expected).flatMap(([name, value]) =>
      name in actual ? below(value, actual[name], name) : `${here}.${name}`,
    )[0];
  }
  return rule || Object.is(expected, actual) ? undefined : here;
}

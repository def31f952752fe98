import { isDeepStrictEqual } from 'node:util';
import { interactions } from '../../contracts/interactions/index.ts';
import { operationOf } from '../../contracts/interactions/request.ts';
import type { BodyRules } from '../../contracts/pact/body-rules.ts';
import { bodyRulesOf, headersOf } from '../../contracts/pact/expectations.ts';
import type { Matcher, Rule } from '../../contracts/pact/matchers.ts';
import { messages } from '../../contracts/pact/messages.ts';
import type { Change } from './change.ts';

/** What a pact accepts as one reply or event. */
export interface PactContract {
  /** Consumer, description and the names of states, one a line. */
  identity: string;
  /** `GET /api/v3/mobile/news`; empty for an event. */
  request: string;
  headers: Readonly<Record<string, string>>;
  headerPatterns: Readonly<Record<string, string>>;
  body: unknown;
  bodyRules: BodyRules;
}

interface PactFile {
  consumer: { name: string };
  interactions: {
    description: string;
    providerStates?: { name: string }[];
    request?: { method: string; path: string };
    response?: {
      headers?: Record<string, string[]>;
      body?: { content?: unknown };
      matchingRules?: { header?: Record<string, Rule>; body?: BodyRules };
    };
    contents?: { content?: unknown };
    matchingRules?: { body?: BodyRules };
  }[];
}

const patternOf = ({ matchers }: Rule) => matchers.map((one) => ('regex' in one ? one.regex : one.match)).join(' and ');
const mapped = <V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Reads the contracts of a pact file, of requests or of messages. */
export function readPactContracts({ consumer, interactions: written }: PactFile): PactContract[] {
  return written.map(({ description, providerStates = [], request, response, contents, matchingRules }) => ({
    identity: [consumer.name, description, ...providerStates.map(({ name }) => name)].join('\n'),
    request: request ? `${request.method} ${request.path}` : '',
    headers: mapped(response?.headers ?? {}, (values) => values.join(', ')),
    headerPatterns: mapped(response?.matchingRules?.header ?? {}, patternOf),
    body: (response ? response.body : contents)?.content,
    bodyRules: (response ? response.matchingRules : matchingRules)?.body ?? {},
  }));
}

/** What the consumer tests write into the pacts, without running them. */
export function builtPactContracts(): PactContract[] {
  const ofRequests = interactions.map((interaction): PactContract => {
    const headers = headersOf(interaction);
    const patterns = Object.entries(headers).filter(([, { pattern }]) => pattern !== undefined);
    const { consumer, receiving, given, reply } = interaction;
    const { operation, params } = operationOf(interaction);
    const path = operation.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
    return {
      identity: [consumer, receiving, ...given.map(({ name }) => name)].join('\n'),
      request: `${operation.method} ${path}`,
      headers: mapped(headers, ({ example }) => example),
      headerPatterns: Object.fromEntries(patterns.map(([name, { pattern }]) => [name, pattern as string])),
      body: reply.body,
      bodyRules: bodyRulesOf(interaction),
    };
  });
  const ofMessages = messages.map(
    ({ consumer, receiving, given, content, rules }): PactContract => ({
      identity: [consumer, receiving, ...given.map(({ name }) => name)].join('\n'),
      request: '',
      headers: {},
      headerPatterns: {},
      body: content,
      bodyRules: rules,
    }),
  );
  return [...ofRequests, ...ofMessages];
}

/** The members of a path: `$.a['b c'][*]` → `a`, `b c`, `*`. */
const stepsOf = (path: string) =>
  [...path.matchAll(/\.([A-Za-z_][A-Za-z0-9_]*)|\['([^']*)'\]|\[(\*|\d+)\]/g)].map(([, a, b, c]) => a ?? b ?? c ?? '');

/** Whether a body has the path, in any element. */
function hasPath(body: unknown, [step, ...rest]: readonly string[]): boolean {
  if (step === undefined) return true;
  if (typeof body !== 'object' || body === null) return false;
  if (step === '*') return Array.isArray(body) && body.some((element) => hasPath(element, rest));
  return Object.hasOwn(body, step) && hasPath((body as Record<string, unknown>)[step], rest);
}

/** Whether everything that the first matcher accepts is accepted by the second. */
function implies(strict: Matcher, loose: Matcher): boolean {
  if (isDeepStrictEqual(strict, loose)) return true;
  if (strict.match !== 'type' || loose.match !== 'type') return strict.match === 'integer' && loose.match === 'number';
  return (strict.min ?? 0) >= (loose.min ?? 0) && (strict.max ?? Infinity) <= (loose.max ?? Infinity);
}

/** Whether a rule accepts nothing that the other refuses; false also where that cannot be told. */
function isAsStrict(rule: Rule, other: Rule): boolean {
  const isExact = ({ match }: Matcher) => match === 'equality';
  if (rule.combine === 'AND' && rule.matchers.some(isExact)) return true;
  const areImplied = (one: Matcher) => rule.matchers.some((own) => implies(own, one));
  const isImplied = (own: Matcher) => other.matchers.some((one) => implies(own, one));
  if (other.combine === 'AND' && (rule.combine === 'AND' || rule.matchers.length === 1))
    return other.matchers.every(areImplied);
  if (other.combine === 'AND' && other.matchers.length > 1) return false;
  return rule.combine === 'AND' ? rule.matchers.some(isImplied) : rule.matchers.every(isImplied);
}

const shown = ({ combine, matchers }: Rule) =>
  matchers.map((one) => ('regex' in one ? one.regex : one.match)).join(combine === 'AND' ? ' and ' : ' or ');

/** Rules of the body and headers that accept more than they did, by contract. */
export function pactChanges(before: readonly PactContract[], after: readonly PactContract[]): Change[] {
  const now = new Map(after.map((contract) => [contract.identity, contract]));
  return before.flatMap((was): Change[] => {
    const is = now.get(was.identity);
    const [consumer, receiving = ''] = was.identity.split('\n');
    const change = (where: string, text: string, ...names: string[]): Change => ({
      place: `${consumer} "${receiving}" ${where}`.trim(),
      text,
      weight: 'breaking',
      names: [receiving, ...(was.request ? [was.request] : []), ...names],
    });
    if (!is) return [change('', 'the interaction is gone')];
    const ofHeaders = Object.keys(was.headers).flatMap((name) => {
      const [first, second] = [was.headerPatterns[name], is.headerPatterns[name]];
      if (is.headers[name] === undefined) return [change(`header ${name}`, 'is gone', name)];
      if (first === second && (first !== undefined || was.headers[name] === is.headers[name])) return [];
      const text = `was ${first ?? was.headers[name]}, is ${second ?? `${is.headers[name]} without a matcher`}`;
      return [change(`header ${name}`, text, name)];
    });
    const paths = new Set([...Object.keys(was.bodyRules), ...Object.keys(is.bodyRules)]);
    const ofBody = [...paths].flatMap((path) => {
      const [first, second] = [was.bodyRules[path], is.bodyRules[path]];
      const steps = stepsOf(path);
      const member = steps.filter((step) => !/^(\*|\d+)$/.test(step)).at(-1) ?? receiving;
      if (first && second)
        return isAsStrict(second, first)
          ? []
          : [change(path, `was ${shown(first)}, is ${shown(second)}: it may accept more`, member)];
      if (first) return hasPath(is.body, steps) ? [change(path, 'has lost its matcher', member)] : [];
      if (!second || !hasPath(was.body, steps)) return [];
      return [change(path, `was exact, is ${shown(second)}: it accepts more`, member)];
    });
    return [...ofHeaders, ...ofBody];
  });
}

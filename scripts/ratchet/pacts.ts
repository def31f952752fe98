import { isDeepStrictEqual } from 'node:util';
import type { BodyRules } from '../../contracts/pact/body-rules.ts';
import type { Rule } from '../../contracts/pact/matchers.ts';
import type { Change } from './document.ts';
import { factsChanged } from './facts.ts';

/** What a pact accepts as one reply or event. */
export interface PactContract {
  /** Consumer, description and the names of states, one a line. */
  identity: string;
  /** `GET /api/v3/mobile/news`; empty for an event. */
  request: string;
  /** States, the rest of the request, and the status: whatever a consumer relies on that no matcher loosens. */
  facts: object;
  headers: Readonly<Record<string, string>>;
  headerPatterns: Readonly<Record<string, string>>;
  body: unknown;
  bodyRules: BodyRules;
}

interface PactFile {
  consumer: { name: string };
  interactions: {
    description: string;
    providerStates?: { name: string; params?: object }[];
    request?: { method: string; path: string; query?: object; headers?: object; body?: { content?: unknown } };
    response?: {
      status: number;
      headers?: Record<string, string[]>;
      body?: { content?: unknown };
      matchingRules?: { header?: Record<string, Rule>; body?: BodyRules };
    };
    contents?: { content?: unknown };
    matchingRules?: { body?: BodyRules };
  }[];
}

const shown = ({ combine, matchers }: Rule) =>
  matchers.map((one) => ('regex' in one ? one.regex : one.match)).join(combine === 'AND' ? ' and ' : ' or ');
const mapped = <V, W>(record: Readonly<Record<string, V>>, change: (value: V) => W) =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** Reads the contracts of a pact file, of requests or of messages. */
export function readPactContracts({ consumer, interactions: written }: PactFile): PactContract[] {
  return written.map(({ description, providerStates = [], request, response, contents, matchingRules }) => ({
    identity: [consumer.name, description, ...providerStates.map(({ name }) => name)].join('\n'),
    request: request ? `${request.method} ${request.path}` : '',
    facts: {
      states: providerStates.map(({ name, params = {} }) => ({ name, params })),
      request: { query: request?.query, headers: request?.headers, body: request?.body?.content },
      status: response?.status,
    },
    headers: mapped(response?.headers ?? {}, (values) => values.join(', ')),
    headerPatterns: mapped(response?.matchingRules?.header ?? {}, shown),
    body: (response ? response.body : contents)?.content,
    bodyRules: (response ? response.matchingRules : matchingRules)?.body ?? {},
  }));
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

/** Whether a rule has every matcher of the other, or accepts one value only. */
const isAsStrict = (rule: Rule, other: Rule) =>
  rule.combine === 'AND'
    ? rule.matchers.some(({ match }) => match === 'equality') ||
      other.matchers.every((one) => rule.matchers.some((own) => isDeepStrictEqual(own, one)))
    : isDeepStrictEqual(rule, other);

/** Facts that have changed, and rules of the body and headers that accept more than they did, by contract. */
export function pactChanges(before: readonly PactContract[], after: readonly PactContract[]): Change[] {
  const now = new Map(after.map((contract) => [contract.identity, contract]));
  return before.flatMap((was): Change[] => {
    const is = now.get(was.identity);
    const [consumer, receiving = ''] = was.identity.split('\n');
    const change = (where: string, text: string, ...names: string[]): Change => ({
      place: `${consumer} "${receiving}" ${where}`.trim(),
      text,
      names: [receiving, ...(was.request ? [was.request] : []), ...names],
    });
    if (!is) return [change('', 'the interaction is gone', 'interaction descriptions')];
    const ofHeaders = Object.entries(was.headers).flatMap(([name, value]) => {
      const [first, second] = [was.headerPatterns[name], is.headerPatterns[name]];
      const now = is.headers[name];
      if (now === undefined) return [change(`header ${name}`, 'is gone', name)];
      if (first === second && (first !== undefined || value === now)) return [];
      const text = `was ${first ?? value}, is ${second ?? `${now} without a matcher`}`;
      return [change(`header ${name}`, text, name)];
    });
    const paths = new Set([...Object.keys(was.bodyRules), ...Object.keys(is.bodyRules)]);
    const ofBody = [...paths].flatMap((path) => {
      const [first, second] = [was.bodyRules[path], is.bodyRules[path]];
      const steps = stepsOf(path);
      const member = steps.filter((step) => !/^(\*|\d+)$/.test(step)).at(-1) ?? receiving;
      if (first && second && isAsStrict(second, first)) return [];
      // A path that one of the bodies does not have was not compared before, or is not any more.
      if (!(first && second) && !hasPath(first ? is.body : was.body, steps)) return [];
      const [before, after] = [first ? shown(first) : 'exact', second ? shown(second) : 'exact'];
      return [change(path, `was ${before}, is ${after}: it may accept more`, member)];
    });
    const all = ({ request, facts, body }: PactContract) => ({ ...facts, path: request, reply: body });
    const ofFacts = factsChanged(all(was), all(is)).map((text) => change('fact', text, 'sample world'));
    return [...ofFacts, ...ofHeaders, ...ofBody];
  });
}

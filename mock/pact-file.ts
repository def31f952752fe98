import { relative } from 'node:path';
import { BadFile, lineOf, readJsonFile } from './json-file.ts';

/** One HTTP interaction of a pact file of any version from 2 to 4, in one form. */
export interface PactInteraction {
  consumer: string;
  description: string;
  states: { name: string; params: Record<string, string | number> }[];
  request: {
    method: string;
    path: string;
    query: [name: string, value: string][];
    headers: Record<string, string>;
    body: unknown;
  };
  response: { status: number; headers: Record<string, string>; body: unknown };
  /** Paths of the reply's body, without what names the body, and the rules there. */
  rules: Map<string, Rule[]>;
  /** File and line, for what is wrong with it. */
  at: string;
}

export interface Rule {
  match?: string;
  regex?: string;
  min?: number;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Query as V2 writes it, a string, or as V3 and V4 do, lists by name. */
function queryOf(query: unknown): [string, string][] {
  if (typeof query === 'string') return [...new URLSearchParams(query)];
  if (!isObject(query)) return [];
  return Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  );
}

/** V4 has lists of values. */
function headersOf(headers: unknown): Record<string, string> {
  if (!isObject(headers)) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, [values].flat().join(', ')]));
}

/** V4 wraps a body with its type and its encoding. */
function bodyOf(body: unknown, isV4: boolean): unknown {
  if (!isV4 || !isObject(body)) return body ?? undefined;
  const { content, encoded, contentType } = body as { content?: unknown; encoded?: unknown; contentType?: string };
  if (typeof content !== 'string' || !encoded) return content;
  const text = Buffer.from(content, encoded === true ? 'base64' : (String(encoded) as BufferEncoding)).toString();
  try {
    return /json/.test(contentType ?? 'json') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

function statesOf({ providerState, providerStates, provider_state }: Json): PactInteraction['states'] {
  const single = providerState ?? provider_state;
  if (typeof single === 'string') return [{ name: single, params: {} }];
  return ((providerStates ?? []) as { name: string; params?: Record<string, string | number> }[]).map(
    ({ name, params = {} }) => ({ name, params }),
  );
}

/** V2 has `$.body.id`, later versions `$.id` below `body`. */
function rulesOf(rules: unknown): Map<string, Rule[]> {
  const found = new Map<string, Rule[]>();
  if (!isObject(rules)) return found;
  for (const [path, rule] of Object.entries(rules)) {
    const [, rest] = /^\$\.body(.*)$/.exec(path) ?? [];
    if (rest !== undefined) found.set(`$${rest}`, [rule as Rule]);
  }
  if (isObject(rules.body)) {
    for (const [path, { matchers }] of Object.entries(rules.body as Record<string, { matchers?: Rule[] }>)) {
      found.set(path, matchers ?? []);
    }
  }
  return found;
}

function versionOf({ metadata }: Json): number {
  const about = (metadata ?? {}) as Record<string, Json | undefined>;
  const written = about.pactSpecification ?? about['pact-specification'];
  return Number.parseInt(String(written?.version ?? about.pactSpecificationVersion ?? '2'), 10);
}

/**
 * Reads a pact file. Interactions that are no requests (messages) are left out.
 *
 * @throws {BadFile} naming file, line and reason.
 */
export function readPactFile(path: string): PactInteraction[] {
  const pact = readJsonFile(path);
  const shown = relative(process.cwd(), path) || path;
  const bad = (text: string, reason: string) => new BadFile(`${shown}:${lineOf(path, text) || 1}: ${reason}`);
  if (!isObject(pact)) throw bad('', 'it is no pact: not an object');
  const consumer = isObject(pact.consumer) ? pact.consumer.name : undefined;
  if (typeof consumer !== 'string') throw bad('"consumer"', 'it is no pact: it names no consumer');
  if (!Array.isArray(pact.interactions)) throw bad('"interactions"', 'it is no pact: it has no list of interactions');
  const version = versionOf(pact);
  if (!(version >= 2 && version <= 4)) {
    throw bad('"version"', 'only versions 2 to 4 of the Pact specification are read');
  }
  const isV4 = version === 4;
  return (pact.interactions as Json[]).flatMap((one, index): PactInteraction[] => {
    if (isV4 && one?.type !== undefined && one.type !== 'Synchronous/HTTP') return [];
    const { description, request, response } = (one ?? {}) as Record<string, unknown>;
    if (typeof description !== 'string') throw bad('"interactions"', `interaction ${index + 1} has no description`);
    const at = `${shown}:${lineOf(path, JSON.stringify(description)) || 1}`;
    if (!isObject(request) || typeof request.path !== 'string')
      throw new BadFile(`${at}: "${description}" has no request path`);
    if (!isObject(response) || typeof response.status !== 'number') {
      throw new BadFile(`${at}: "${description}" has no reply status`);
    }
    return [
      {
        consumer,
        description,
        states: statesOf(one),
        request: {
          method: String(request.method ?? 'GET').toUpperCase(),
          path: request.path,
          query: queryOf(request.query),
          headers: headersOf(request.headers),
          body: bodyOf(request.body, isV4),
        },
        response: {
          status: response.status,
          headers: headersOf(response.headers),
          body: bodyOf(response.body, isV4),
        },
        rules: rulesOf(response.matchingRules),
        at,
      },
    ];
  });
}

/** `$.a['b c'][*]` → `['a', 'b c', '*']`. */
const stepsOf = (path: string) =>
  [...path.matchAll(/\.([^.[\]]+)|\['((?:[^'\\]|\\.)*)'\]|\[(\*|\d+)\]/g)].map(
    (found) => found[1] ?? found[2] ?? found[3] ?? '',
  );

/** The rules that hold at a path: its own, else those of the nearest above it, which only compare types. */
function ruleAt(
  rules: PactInteraction['rules'],
  steps: readonly string[],
): { own: boolean; rules: Rule[] } | undefined {
  let best: { own: boolean; rules: Rule[]; length: number } | undefined;
  for (const [path, found] of rules) {
    const at = stepsOf(path);
    const fits = at.length <= steps.length && at.every((step, index) => step === '*' || step === steps[index]);
    if (fits && at.length >= (best?.length ?? -1))
      best = { own: at.length === steps.length, rules: found, length: at.length };
  }
  return best;
}

const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/**
 * The first path where a reply is not what a pact expects; undefined when it is. Members that a pact does not name are
 * free, as Pact has it.
 */
export function misfit(
  expected: unknown,
  actual: unknown,
  rules: PactInteraction['rules'],
  steps: readonly string[] = [],
): string | undefined {
  const here = ['$', ...steps].join('.');
  const rule = ruleAt(rules, steps);
  const pattern = rule?.own ? rule.rules.find(({ regex }) => regex !== undefined)?.regex : undefined;
  if (pattern !== undefined) return new RegExp(pattern).test(String(actual)) ? undefined : here;
  if (typeOf(expected) !== typeOf(actual)) return here;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (!rule && expected.length !== actual.length) return here;
    const least = rule?.rules.find(({ min }) => min !== undefined)?.min ?? 0;
    if (actual.length < least) return here;
    for (const [index, value] of actual.entries()) {
      const found = misfit(expected[index] ?? expected[0], value, rules, [...steps, String(index)]);
      if (found && expected.length > 0) return found;
    }
    return undefined;
  }
  if (isObject(expected) && isObject(actual)) {
    for (const [name, value] of Object.entries(expected)) {
      const found = name in actual ? misfit(value, actual[name], rules, [...steps, name]) : [here, name].join('.');
      if (found) return found;
    }
    return undefined;
  }
  return rule || Object.is(expected, actual) ? undefined : here;
}

import { type Family, families, familyNames } from '../families.ts';
import { operations, problemsOf } from '../operations.ts';
import { languageOf, type ProblemKey, problemDetails, problems } from '../problems.ts';
import type { RouteName } from '../routes.ts';
import { RoundNumber } from '../schemas/common.ts';
import { parameters } from '../schemas/parameters.ts';
import { ProblemDetails } from '../schemas/problem.ts';
import { mustBe } from '../schemas/validation/sentences.ts';
import { type Example, type PlainExample, type ResponseObject, referenceTo } from './document.ts';
import { isUnknownId, type ProblemContext, problemHeaders } from './headers.ts';
import { schemaOf } from './schemas.ts';

const problemMedia = 'application/problem+json';

/** The problems of a route by ascending status, without the 503 of health, which has no problem details. */
export function problemsByStatus(name: RouteName): Map<number, ProblemKey[]> {
  const grouped = new Map<number, ProblemKey[]>();
  const keys = problemsOf(name).filter((key) => !(name === 'health' && problems[key].status === 503));
  for (const key of keys.sort((a, b) => problems[a].status - problems[b].status)) {
    const { status } = problems[key];
    grouped.set(status, [...(grouped.get(status) ?? []), key]);
  }
  return grouped;
}

function errorsOf(key: ProblemKey, family: Family) {
  const language = languageOf(family);
  if (key === 'invalid-request') {
    return { errors: [{ parameter: 'limit', detail: mustBe(parameters.limit.schema, language) }] };
  }
  return key === 'invalid-body' ? { errors: [{ pointer: '#/round_num', detail: mustBe(RoundNumber, language) }] } : {};
}

const exampleName = (family: Family, key: ProblemKey) => `${family}.${key}`;

const exampleOf = (family: Family, key: ProblemKey): PlainExample => ({
  summary: problems[key].en[0],
  value: problemDetails(key, family, families[family].prefix, errorsOf(key, family)),
});

/** Descriptions of one status: the title and advice of each of its problems. */
const describeProblems = (keys: readonly ProblemKey[]) =>
  keys.map((key) => `${problems[key].en[0]} (\`${key}\`): ${problems[key].en[1]}`).join('\n\n');

/** The response for problems of one status, with the examples of contracts before the general examples. */
export function problemResponse(
  context: ProblemContext,
  keys: readonly ProblemKey[],
  contracts: Record<string, Example> = {},
): ResponseObject {
  const general = keys.map((key): [string, Example] => [
    key,
    referenceTo('components', 'examples', exampleName(context.family, key)),
  ]);
  const examples = { ...contracts, ...Object.fromEntries(general) };
  return {
    description: describeProblems(keys),
    headers: problemHeaders(keys, context),
    content: { [problemMedia]: { schema: schemaOf(ProblemDetails), examples } },
  };
}

/** Name of the shared reply for problems without a contract of the operation: `v3.post.method-not-allowed`. */
export const responseName = (context: ProblemContext, keys: readonly ProblemKey[]) =>
  [context.family, context.method.toLowerCase(), ...(isUnknownId(keys, context) ? ['content'] : []), ...keys].join('.');

/** The general example of every problem that some route of a family lists. */
export function exampleComponents(): Record<string, PlainExample> {
  return Object.fromEntries(
    familyNames.flatMap((family) => {
      const listed = new Set(
        operations.filter((operation) => operation.family === family).flatMap(({ name }) => problemsOf(name)),
      );
      const known = (Object.keys(problems) as ProblemKey[]).filter((key) => listed.has(key));
      return known.map((key) => [exampleName(family, key), exampleOf(family, key)]);
    }),
  );
}

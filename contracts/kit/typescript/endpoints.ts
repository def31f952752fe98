import type { Endpoint } from '../endpoints.ts';
import { comment, literal } from '../names.ts';
import type { ProblemKind } from '../problems.ts';
import { namesIn, typeScriptOf } from './types.ts';

const describe = ({ summary, isDeprecated }: Endpoint) => (isDeprecated ? `${summary} @deprecated` : summary);

const namesOf = (list: readonly { name: string }[]) => list.map(({ name }) => name);

/** What `endpoints` has at run time. */
export const endpointValues = (endpoints: readonly Endpoint[]) =>
  Object.fromEntries(
    endpoints.map(({ id, method, path, inPath, inQuery }) => [
      id,
      { id, method, path, pathParameters: namesOf(inPath), queryParameters: namesOf(inQuery) },
    ]),
  );

/** What `problemTypes` has at run time. */
export const problemValues = (problems: readonly ProblemKind[]) =>
  Object.fromEntries(problems.map(({ key, type, status, titles }) => [key, { type, status, titles }]));

/** `{ readonly id: "v3.news"; readonly queryParameters: readonly ["limit"] }`: the literal type of a value. */
function literalType(value: unknown): string {
  if (Array.isArray(value)) return `readonly [${value.map(literalType).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value as object).map(([name, one]) => `readonly ${name}: ${literalType(one)}`);
  return `{ ${members.join('; ')} }`;
}

/** `endpoints.d.ts`: every operation as a value, and the type of its reply. */
export function endpointsFile(endpoints: readonly Endpoint[], head: string): string {
  const values = endpointValues(endpoints);
  const replies = endpoints.map(({ id, reply }) => `  ${literal(id)}: ${typeScriptOf(reply)};`);
  return `// ${head}

import type { ${namesIn(endpoints.map(({ reply }) => reply)).join(', ')} } from './types.js';

/** Every operation of the service by its id. */
export declare const endpoints: {
${endpoints
  .flatMap((endpoint) => [
    ...comment(describe(endpoint), '  '),
    `  readonly ${literal(endpoint.id)}: ${literalType(values[endpoint.id])};`,
  ])
  .join('\n')}
};

export type EndpointId = keyof typeof endpoints;

/** The body of a success by the id of its operation. */
export interface EndpointReplies {
${replies.join('\n')}
}
`;
}

/** `problems.d.ts`: what is fixed for each type of problem. */
export function problemsFile(problems: readonly ProblemKind[], head: string): string {
  const rows = problems.map(
    ({ key, type, status }) => `  readonly ${literal(key)}: ProblemKind<${literal(type)}, ${status}>;`,
  );
  return `// ${head}

export interface ProblemKind<Type extends string, Status extends number> {
  /** \`type\` of the problem details. */
  readonly type: Type;
  readonly status: Status;
  /** In the language of each family. */
  readonly titles: { readonly v3: string; readonly v1: string };
}

/** The types of problems of the service by their last word. */
export declare const problemTypes: {
${rows.join('\n')}
};

export type ProblemKey = keyof typeof problemTypes;
`;
}

import { urlOf } from '../../contracts/interactions/interaction.ts';
import type { Operation } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { ClosestMatch } from '../contracts/matcher.ts';
import type { Unmatched } from '../session/request-log.ts';

/** A request that no contract covers, written as an interaction. */
export interface UnmatchedRequest {
  operation: string;
  request: string;
  /** How often it came. */
  count: number;
  nearest?: ClosestMatch;
  /** Source for `contracts/interactions`; its author fills in the reply. */
  interaction: string;
}

function describeState({ name, path }: Operation, params: Unmatched['params']): string {
  const [id] = Object.values(params);
  const what = routeOf(name).problems?.[0]?.replace('-not-found', '');
  if (id === undefined || what === undefined || !path.includes(':')) return "given('the sample content is published')";
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  return `given('${article} ${what.replaceAll('-', ' ')} exists', { id: ${JSON.stringify(id)} })`;
}

/** Writes a new interaction, ready to paste, with an empty body in its reply. */
export function interactionSource({
  operation,
  params,
  query,
  body,
  closestMatch,
  count,
}: Unmatched & { count: number }): UnmatchedRequest {
  const { family, name, method } = operation;
  const request = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(query).length > 0 && { query }),
    ...(body !== undefined && { headers: { 'Content-Type': 'application/json' }, body }),
  };
  const with_ = [...Object.entries(params), ...Object.entries(query)]
    .map(([key, value]) => `${key} ${value}`)
    .join(', ');
  const interaction = [
    `success('${name}', '${family}', {`,
    `  receiving: ${JSON.stringify(`${name.replaceAll('_', ' ')}${with_ && ` with ${with_}`}`)},`,
    `  given: ${describeState(operation, params)},`,
    ...(Object.keys(request).length > 0
      ? [`  request: ${JSON.stringify(request, null, 2).replaceAll('\n', '\n  ')},`]
      : []),
    '  body: {}, // the reply that the client relies on',
    '}),',
  ].join('\n');
  return {
    operation: operation.id,
    request: `${method} ${urlOf({ route: name, family, request })}`,
    count,
    ...(closestMatch && { nearest: closestMatch }),
    interaction,
  };
}

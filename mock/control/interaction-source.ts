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

/** Writes a value as JavaScript source, with unquoted names where possible. */
function literal(value: unknown, depth = 1): string {
  const pad = '  '.repeat(depth);
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, depth)).join(', ')}]`;
  if (typeof value === 'string') return `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
    return `${pad}  ${key}: ${literal(inner, depth + 1)},\n`;
  });
  return members.length > 0 ? `{\n${members.join('')}${pad}}` : '{}';
}

function describeState({ name, path }: Operation, params: Unmatched['params']): string {
  const [id] = Object.values(params);
  const what = routeOf(name).problems?.[0]?.replace('-not-found', '');
  if (id === undefined || what === undefined || !path.includes(':')) return "given('the sample content is published')";
  const article = /^[aeiou]/.test(what) ? 'an' : 'a';
  return `given('${article} ${what.replaceAll('-', ' ')} exists', { id: ${literal(id)} })`;
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
  const { family, name, method, path } = operation;
  const filled = path.replace(/:([a-z_]+)/g, (_, parameter: string) => String(params[parameter] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
  );
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
    `  receiving: ${literal(`${name.replaceAll('_', ' ')}${with_ && ` with ${with_}`}`)},`,
    `  given: ${describeState(operation, params)},`,
    ...(Object.keys(request).length > 0 ? [`  request: ${literal(request)},`] : []),
    '  body: {}, // the reply that the client relies on',
    '}),',
  ].join('\n');
  return {
    operation: operation.id,
    request: `${method} ${filled}${search.size > 0 ? `?${search}` : ''}`,
    count,
    ...(closestMatch && { nearest: closestMatch }),
    interaction,
  };
}

import type { RequestContext } from '../../common/wire/request-context.ts';
import { cursorOf } from '../../contracts/http/cursors.ts';
import type { Values } from '../../contracts/operations.ts';
import { filteredPath, type Operation, queryParameters } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { CanonicalRequest } from './response-cache.ts';

/** The path as the operation declares it, with the parameters of the request. */
function canonicalPath({ path: requested, params }: RequestContext, operation: Operation, values: Values): string {
  const route = routeOf(operation.name);
  if (route.path.includes('(')) return filteredPath(operation, values);
  if (!requested.includes('/:')) return requested;
  return operation.path.replace(/:([a-z_]+)/g, (_, name: string) => params[name] ?? '');
}

/**
 * The query parameters on which the reply depends, without unknown ones and the default page size.
 *
 * @param values with the cursor resolved to a sort key.
 */
function canonicalQuery({ name }: Operation, values: Values): string {
  const isFirstPage = values.cursor === undefined && values.limit === routeOf(name).list?.limit;
  const known = queryParameters(name).flatMap((parameter) => {
    const value = values[parameter];
    if (value === undefined || (isFirstPage && parameter === 'limit')) return [];
    return [`${parameter}=${parameter === 'cursor' ? cursorOf(String(value)) : value}`];
  });
  return known.length > 0 ? `?${known.join('&')}` : '';
}

/** Reduces a request to the parts on which its reply depends. */
export function canonicalize(
  requestContext: RequestContext,
  operation: Operation,
  values: Values,
): CanonicalRequest & { path: string } {
  const { params, json } = requestContext;
  const path = canonicalPath(requestContext, operation, values);
  const query = canonicalQuery(operation, values);
  const isPage = query !== '' && 'list' in routeOf(operation.name);
  return { operation, params, json, path, key: path + query, isPage };
}

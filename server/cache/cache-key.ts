import { cursorOf } from '../../contracts/http/http.ts';
import type { Values } from '../../contracts/operations.ts';
import { filteredPath, type Operation, queryParameters } from '../../contracts/operations.ts';
import type { RequestContext } from '../../contracts/requests/request-context.ts';
import { routeOf } from '../../contracts/routes.ts';
import type { Spelling } from './response-cache.ts';

/** The path in its one spelling: as the operation's path has it, with the parameters as they were sent. */
function canonicalPath({ path: asked, params }: RequestContext, operation: Operation, values: Values): string {
  const route = routeOf(operation.name);
  if (route.path.includes('(')) return filteredPath(operation, values);
  if (!asked.includes('/:')) return asked;
  // What is empty was sent as the colon that ids may begin with.
  return operation.path.replace(/:([a-z_]+)/g, (_, name: string) => params[name] || ':');
}

/**
 * The query that a reply depends on, in one spelling: unknown parameters make no second reply, nor does the page size
 * that applies anyway.
 *
 * @param values with the cursor at the row that it stands for.
 */
function canonicalQuery({ name }: Operation, values: Values): string {
  const isFirstPage = values.cursor === undefined && values.limit === routeOf(name).list;
  const known = queryParameters(name).flatMap((parameter) => {
    const value = values[parameter];
    if (value === undefined || (isFirstPage && parameter === 'limit')) return [];
    return [`${parameter}=${parameter === 'cursor' ? cursorOf(String(value)) : value}`];
  });
  return known.length > 0 ? `?${known.join('&')}` : '';
}

/** A request in its one spelling; see `Spelling`. */
export function spellingOf(
  requestContext: RequestContext,
  operation: Operation,
  values: Values,
): Spelling & { path: string } {
  const { params, json } = requestContext;
  const path = canonicalPath(requestContext, operation, values);
  const query = canonicalQuery(operation, values);
  return {
    operation,
    params,
    json,
    path,
    key: path + query,
    isPage: query !== '' && 'list' in routeOf(operation.name),
  };
}

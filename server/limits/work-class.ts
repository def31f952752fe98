import type { Route } from '../../contracts/routes.ts';
import type { WorkClass } from './admission.ts';

/**
 * How important the reply of a route is under load.
 *
 * @param isPage it was asked for by `limit` or `cursor`, and no list links to it.
 */
export function workClassOf({ cache, list, path }: Route, isPage: boolean): WorkClass {
  if (list && (isPage || path.includes('('))) return 'page';
  if (cache !== 'content') return 'live';
  return list ? 'list' : 'item';
}

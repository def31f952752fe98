import { routeNames } from '../routes.ts';
import * as all from './all.ts';
import { type Interaction, isCacheable, notModified } from './interaction.ts';
import { limits } from './limits.ts';
import { operationOf } from './request.ts';

/** In the order of the route table; within a route, in the order of its file. */
const described = [...Object.values(all).flat(), ...limits].sort(
  (a, b) => routeNames.indexOf(a.route) - routeNames.indexOf(b.route),
);

/** A conditional repeat of the first success of every operation that supports it. */
const repeats = [
  ...Map.groupBy(described.filter(isCacheable), (one) => operationOf(one).operation.id).values(),
].flatMap(([first]) => (first ? [notModified(first)] : []));

/** Every contract of every consumer. The first success of a route is its default reply. */
export const interactions: readonly Interaction[] = [...described, ...repeats];

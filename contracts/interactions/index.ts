import { routeNames } from '../routes.ts';
import * as all from './all.ts';
import { canBeHeld, type Interaction, notModified } from './interaction.ts';
import { limits } from './limits.ts';
import { operationOf } from './request.ts';

/** In the order of the route table; those of one route as its file has them. */
const described = [...Object.values(all).flat(), ...limits].sort(
  (a, b) => routeNames.indexOf(a.route) - routeNames.indexOf(b.route),
);

/** The first success of every operation that can be asked conditionally, asked again. */
function heldAlready(): Interaction[] {
  const firsts = new Map<string, Interaction>();
  for (const interaction of described.filter(canBeHeld)) {
    const { id } = operationOf(interaction).operation;
    if (!firsts.has(id)) firsts.set(id, interaction);
  }
  return [...firsts.values()].map(notModified);
}

/** Every contract of every consumer. Of each route, the first success is what is answered by default. */
export const interactions: readonly Interaction[] = [...described, ...heldAlready()];

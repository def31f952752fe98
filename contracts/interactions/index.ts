import { routeNames } from '../routes.ts';
import * as all from './all.ts';
import { canBeHeld, type Interaction, notModified } from './interaction.ts';
import { limits } from './limits.ts';
import { operationOf } from './request.ts';

/** In the order of the route table; within a route, in the order of its file. */
const described = [...Object.values(all).flat(), ...limits].sort(
  (a, b) => routeNames.indexOf(a.route) - routeNames.indexOf(b.route),
);

/** A conditional repeat of the first success of every operation that supports it. */
function heldAlready(): Interaction[] {
  const firsts = new Map<string, Interaction>();
  for (const interaction of described.filter(canBeHeld)) {
    const { id } = operationOf(interaction).operation;
    if (!firsts.has(id)) firsts.set(id, interaction);
  }
  return [...firsts.values()].map(notModified);
}

/** Every contract of every consumer. The first success of a route is its default reply. */
export const interactions: readonly Interaction[] = [...described, ...heldAlready()];

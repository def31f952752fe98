import { alerts } from './alerts.ts';
import { eventLists } from './event-lists.ts';
import { eventPages } from './event-pages.ts';
import { events } from './events.ts';
import { fighterLists } from './fighter-lists.ts';
import { fighters } from './fighters.ts';
import { health } from './health.ts';
import { canBeHeld, type Interaction, notModified } from './interaction.ts';
import { limits } from './limits.ts';
import { liveUpdates } from './live-updates.ts';
import { media } from './media.ts';
import { metrics } from './metrics.ts';
import { news } from './news.ts';
import { octagonGirls } from './octagon-girls.ts';
import { pages } from './pages.ts';
import { operationOf } from './request.ts';
import { root } from './root.ts';
import { scoreRound } from './score-round.ts';
import { scoring } from './scoring.ts';
import { stats } from './stats.ts';
import { translations } from './translations.ts';
import { voteCast } from './vote-cast.ts';
import { votes } from './votes.ts';

const described: readonly Interaction[] = [
  ...root,
  ...health,
  ...translations,
  ...pages,
  ...news,
  ...media,
  ...fighters,
  ...stats,
  ...fighterLists,
  ...octagonGirls,
  ...events,
  ...eventLists,
  ...eventPages,
  ...votes,
  ...voteCast,
  ...scoring,
  ...scoreRound,
  ...metrics,
  ...liveUpdates,
  ...alerts,
  ...limits,
];

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

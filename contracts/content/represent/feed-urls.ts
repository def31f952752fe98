import type { Settings } from '../settings.ts';

/** Statid in the URL of an event or fight that the supplier does not have. No record has it. */
const unknown = -1;

export const eventFeedUrl = (eventStatid: number | null, { publicUrl }: Settings) =>
  `${publicUrl}/api/v1/us/fight_metrics/live_event/${eventStatid ?? unknown}`;

export const fightFeedUrl = (eventStatid: number | null, fightStatid: number | null, settings: Settings) =>
  `${eventFeedUrl(eventStatid, settings)}?fight=${fightStatid ?? unknown}`;

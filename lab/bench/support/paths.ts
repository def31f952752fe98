import { families } from '../../../contracts/families.ts';
import { ids } from '../../../contracts/world/ids.ts';
import type { LoadRequest } from './load.ts';
import { clientMark } from './load.ts';

const { v3, v1 } = families;

/** The most frequent request: the record of one fighter, 1.2 KB of JSON. */
export const fighterPath = `${v3.prefix}/fighters/${ids.fighter}`;
/** All fighters in one reply. */
export const listPath = `${v3.prefix}/fighters`;
export const livePath = `${v1.prefix}/fight_metrics/live_event/${ids.liveEventStatid}`;
export const feedPath = `${v1.prefix}/fight_metrics/update_live_event`;
export const votePath = `${v3.prefix}/fights/${ids.fightInProgress}/vote`;

/** The open round of the fight in progress. */
export const openRound = 2;
export const votedFor = ids.fightInProgressFighter1Statid;

/** Ids of the made-up archive; those of the world begin later. */
export const fighterPaths = (count: number) =>
  Array.from({ length: count }, (_, index) => `${v3.prefix}/fighters/${index + 1}`);

export const voteBody = (clientId: string) =>
  JSON.stringify({ round_num: openRound, fighter_statid: votedFor, client_id: clientId });

/** A vote; each request gets another client. */
export const voteRequest: LoadRequest = {
  method: 'POST',
  path: votePath,
  headers: { 'Content-Type': 'application/json' },
  body: voteBody(clientMark),
};

import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { jsonHeaders, published, retryAfter } from './request.ts';
import { sampleScore } from './score-round.ts';
import { fightId, sampleVote } from './vote-cast.ts';

/** Headers for a client that sent too much: when to send again, and the limit. */
const limited = (policy: 'reads' | 'writes') => ({
  ...retryAfter,
  'RateLimit-Policy': `"${policy}";q=3000;w=10`,
  RateLimit: `"${policy}";r=0;t=2`,
});

const isBusy = given('the client has asked too often');

const limitedWrites: Readonly<Record<Family, Interaction>> = {
  v3: problem('fight_vote_cast', 'v3', 'too-many-requests', {
    receiving: 'a vote above the rate limit',
    given: isBusy,
    request: { params: { id: fightId }, headers: jsonHeaders, body: sampleVote.body },
    headers: limited('writes'),
  }),
  v1: problem('score_round', 'v1', 'too-many-requests', {
    receiving: 'a scorecard above the rate limit',
    given: isBusy,
    request: { headers: jsonHeaders, body: sampleScore },
    headers: limited('writes'),
  }),
};

/** Of a route whose reply is never cached, which would be served instead. The write routes have such contracts of their own. */
const failedRead = problem('fight_vote_read', 'v3', 'service-unavailable', {
  receiving: 'the vote of a client when the store is unreachable',
  given: given('the store does not answer'),
  request: { params: { id: fightId, ...sampleVote.body } },
  headers: retryAfter,
});

/** The problems that every route can have, once per family. */
const limitsIn = (family: Family): Interaction[] => [
  problem('news', family, 'not-acceptable', {
    receiving: 'news as text/csv',
    given: published,
    request: { headers: { Accept: 'text/csv' } },
  }),
  problem('news', family, 'too-many-requests', {
    receiving: 'news above the rate limit',
    given: isBusy,
    headers: limited('reads'),
  }),
  limitedWrites[family],
  problem('fighter', family, 'internal-error', {
    receiving: 'a fighter whose record is damaged',
    given: given('a stored fighter is damaged', { id: ids.champion }),
    request: { params: { id: ids.champion } },
  }),
];

/** Not in `all.ts`, so that these come after all other interactions of their routes. */
export const limits = [...familyNames.flatMap(limitsIn), failedRead];

import { type Family, familyNames } from '../families.ts';
import { given } from '../states.ts';
import { ids } from '../world/ids.ts';
import { type Interaction, problem } from './interaction.ts';
import { jsonHeaders, retryAfter } from './request.ts';
import { sampleScore } from './score-round.ts';
import { fightId, sampleVote } from './vote-cast.ts';

/** Headers for a client that sent too much: when to send again, and the limit. */
const limited = (policy: 'reads' | 'writes') => ({
  ...retryAfter,
  'RateLimit-Policy': `"${policy}";q=3000;w=10`,
  RateLimit: `"${policy}";r=0;t=2`,
});

/**
 * The problems that every route can have, once per family. The write routes have their own contracts for a failed store. The
 * failed read is of a route whose reply is never cached, since a cached reply would be served instead.
 */
function limitsIn(family: Family): Interaction[] {
  // In v1 every write has this contract; in v3 a read has it too.
  const unavailable =
    family === 'v3'
      ? [
          problem('fight_vote_read', family, 'service-unavailable', {
            receiving: 'the vote of a client when the store is unreachable',
            given: given('the store does not answer'),
            request: { params: { id: fightId, ...sampleVote.body } },
            headers: retryAfter,
          }),
        ]
      : [];
  const isBusy = given('the client has asked too often');
  const tooOften =
    family === 'v3'
      ? problem('fight_vote_cast', family, 'too-many-requests', {
          receiving: 'a vote above the rate limit',
          given: isBusy,
          request: { params: { id: fightId }, headers: jsonHeaders, body: sampleVote.body },
          headers: limited('writes'),
        })
      : problem('score_round', family, 'too-many-requests', {
          receiving: 'a scorecard above the rate limit',
          given: isBusy,
          request: { headers: jsonHeaders, body: sampleScore },
          headers: limited('writes'),
        });
  return [
    problem('news', family, 'not-acceptable', {
      receiving: 'news as text/csv',
      given: given('the sample content is published'),
      request: { headers: { Accept: 'text/csv' } },
    }),
    problem('news', family, 'too-many-requests', {
      receiving: 'news above the rate limit',
      given: isBusy,
      headers: limited('reads'),
    }),
    tooOften,
    problem('fighter', family, 'internal-error', {
      receiving: 'a fighter whose record is damaged',
      given: given('a stored fighter is damaged', { id: ids.champion }),
      request: { params: { id: ids.champion } },
    }),
    ...unavailable,
  ];
}

/** Not in `all.ts`, so that these come after all other interactions of their routes. */
export const limits = familyNames.flatMap(limitsIn);

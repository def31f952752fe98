/**
 * Turns the replies of the service into what the page shows. Pure functions; text stays text, whatever it contains.
 *
 * @import { EventFeed, BoutFeed } from '../../../contracts/schemas/metrics.ts'
 * @import { VoteTally } from '../../../contracts/schemas/votes.ts'
 * @import { ScoringFight } from '../../../contracts/schemas/scoring.ts'
 * @import { Fight } from '../../../contracts/schemas/fights.ts'
 *
 * @typedef {EventFeed['FMLiveFeed']} Feed
 * @typedef {Feed['Fights'][number]} FeedFight
 * @typedef {FeedFight['Fighters'][number]} FeedFighter
 *
 * @typedef {object} Corner
 * @property {string} name
 * @property {string} lastName
 * @property {string} nickname '' without one
 * @property {string} rank `C` for the champion; '' without a place
 * @property {string} record
 * @property {string} statid
 * @property {boolean} won
 * @property {string} picture its URL; '' without one
 * @property {{ code: string, name: string }} home where the fighter fights out of, and the country's three letters
 * @property {Tape} tape
 *
 * @typedef {object} Tape what is 0 or '' is not known
 * @property {number} age years on the day of the event
 * @property {number} height inches
 * @property {number} weight pounds
 * @property {number} reach inches
 * @property {string} stance as the feed has it
 *
 * @typedef {object} Bout a fight of the card, from content, the feed or both
 * @property {string} key
 * @property {number | null} fightId its id in content, for votes and scorecards
 * @property {Corner} blue
 * @property {Corner} red
 * @property {boolean} swapped whether fighter 1 of content has the red corner
 * @property {string} weightClass its key in content, such as `Women_Flyweight`
 * @property {string} description
 * @property {boolean} isTitle
 * @property {'upcoming' | 'live' | 'over' | 'open'} status `open`: the event is over or past this fight, which has no result
 * @property {string} method
 * @property {number} endingRound 0 if unknown
 * @property {string} endingTime
 * @property {{ name: string, blue: string, red: string }[]} judges their scorecards, if content has them
 * @property {FeedFight | undefined} fed
 *
 * @typedef {Bout & { fed: FeedFight }} Fought a fight that the feed has
 *
 * @typedef {object} Phase
 * @property {'starting' | 'round' | 'break' | 'over'} is
 * @property {number} round
 * @property {number} seconds since the round began, from the last snapshot; NaN without one
 */

const endings = ['Fight_Over', 'Results', 'Fight_Complete'];

/** @param {string | null | undefined} text */
const whole = (text) => (text && /^\d{1,3}$/.test(text) ? Number(text) : 0);

/** `HH:MM:SS` or `MM:SS` in seconds. @param {string} text */
const seconds = (text) =>
  /^\d{1,2}(:\d{2}){1,2}$/.test(text) ? text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) : Number.NaN;

/** `m:ss`. @param {number} total seconds */
export const minutes = (total) => `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`;

const daySeconds = 86_400;
/** No round is longer: a greater difference comes from two clocks, or from something after the round. */
export const maxRoundSeconds = 300;
export const minutesPerRound = maxRoundSeconds / 60;

/** Seconds from one time of day to another, past midnight too. @param {string} from @param {string} to */
function between(from, to) {
  const difference = (seconds(to) - seconds(from) + daySeconds) % daySeconds;
  return difference <= maxRoundSeconds ? difference : Number.NaN;
}

/** @param {FeedFight} fight @param {string} type @param {string} round */
const actionOf = (fight, type, round) =>
  fight.FightActions.findLast((action) => action.Type === type && action.Round === round);

/** When the last round ended, `m:ss`; '' if the feed does not have it. @param {FeedFight | undefined} fed */
function endOf(fed) {
  if (!fed?.EndingRoundNum) return '';
  const { EndingRoundNum: round } = fed;
  const start = actionOf(fed, 'Round_Start', round);
  const end = actionOf(fed, 'Round_End', round) ?? actionOf(fed, 'Fight_Over', round);
  const passed = start && end ? between(start.TruckTime, end.TruckTime) : Number.NaN;
  return passed >= 0 ? minutes(passed) : '';
}

/** @param {FeedFight} fight */
const isOver = (fight) => fight.Status === 'closed' || fight.FightActions.some(({ Type }) => endings.includes(Type));

/** Whole years from a birth date to a day, both `YYYY-MM-DD`; 0 if one is missing. @param {string} born @param {string} day */
function ageOn(born, day) {
  if (!born || !day) return 0;
  return Number(day.slice(0, 4)) - Number(born.slice(0, 4)) - (day.slice(5) < born.slice(5) ? 1 : 0);
}

/** @param {FeedFighter | undefined} fed @param {any} stored @param {1 | 2} n @param {string} [day] of the event */
function corner(fed, stored, n, day = '') {
  const own = (/** @type {string} */ rest) => stored?.[`fighter${n}${rest}`];
  const { Win = '', Loss = '', Draw = '' } = fed?.Record ?? {};
  const { TriCode = '', City = '', Country = '' } = fed?.FightsOutOf ?? {};
  return {
    name: fed?.FullName || [own('_first_name'), own('_last_name')].filter(Boolean).join(' ') || fed?.ShortName || '',
    lastName: fed?.LastName || own('_last_name') || '',
    nickname: fed?.NickName || own('_nickname') || '',
    rank: own('_rank') ?? '',
    record: Win ? `${Win}-${Loss || 0}-${Draw || 0}` : (own('record') ?? ''),
    statid: fed?.FighterID ?? String(own('_statid') ?? ''),
    won: fed?.Outcome ? fed.Outcome === 'Win' : own('_is_winner') === true,
    picture: own('_profile_image') ?? own('_full_body_image') ?? '',
    home: { code: TriCode, name: [City, Country].filter(Boolean).join(', ') },
    tape: {
      age: ageOn(fed?.DOB ?? '', day),
      height: own('height') || whole(fed?.Height),
      weight: own('weight') || whole(fed?.Weight),
      reach: own('reach') || 0,
      stance: fed?.Stance ?? '',
    },
  };
}

/** @param {Fight | undefined} stored @param {FeedFight | undefined} fed @param {Feed | undefined} feed @returns {Bout} */
function bout(stored, fed, feed) {
  const [first] = fed?.Fighters ?? [];
  const blue = fed?.Fighters.find(({ Color }) => Color === 'Blue') ?? first;
  const red = fed?.Fighters.find((fighter) => fighter !== blue);
  const swapped = red !== undefined && String(stored?.fighter1_statid) === red.FighterID;
  const begun = fed && (fed.FightID === feed?.CurFight || whole(fed.CurRd) > 0 || fed.FightActions.length > 0);
  const ended = fed ? isOver(fed) : Boolean(stored?.ending_time || stored?.result?.Method);
  const corners = {
    blue: corner(blue, stored, swapped ? 2 : 1, feed?.Date),
    red: corner(red, stored, swapped ? 1 : 2, feed?.Date),
  };
  return {
    key: stored ? `stored ${stored.id}` : `fed ${fed?.FightID}`,
    fightId: stored?.id ?? null,
    ...corners,
    swapped,
    weightClass:
      stored?.fighter1_weight_class ?? (fed?.WeightClassName ?? '').replace("Women's", 'Women').replaceAll(' ', '_'),
    description: stored?.fight_description ?? '',
    isTitle: stored?.is_title_fight ?? Boolean(fed?.AccoladeName),
    status: ended ? 'over' : feed?.EventEnd ? 'open' : begun ? 'live' : 'upcoming',
    method: fed?.Method || stored?.result?.Method || '',
    endingRound: whole(fed?.EndingRoundNum) || whole(stored?.ending_round_number),
    endingTime: stored?.ending_time || endOf(fed),
    judges: judgesOf(stored, corners.red.won),
    fed,
  };
}

/** Content has the scores of winner and loser; those of a draw begin with blue. @param {Fight | undefined} stored @param {boolean} redWon */
function judgesOf(stored, redWon) {
  // Before the end there is one, of nulls.
  const scores = (stored?.result?.Scores ?? []).filter(({ WinnerScore, LoserScore }) => WinnerScore && LoserScore);
  return scores.map(({ JudgeFirstName, JudgeLastName, WinnerScore, LoserScore }) => {
    const [blue, red] = redWon ? [LoserScore, WinnerScore] : [WinnerScore, LoserScore];
    return { name: [JudgeFirstName, JudgeLastName].filter(Boolean).join(' '), blue: blue ?? '', red: red ?? '' };
  });
}

/**
 * The card in its order: the fights of content, then those that only the feed has.
 *
 * @param {readonly Fight[]} stored
 * @param {Feed | undefined} feed
 */
export function cardOf(stored, feed) {
  const left = new Map((feed?.Fights ?? []).map((fight) => [fight.FightID, fight]));
  const known = stored.map((fight) => {
    const fed = left.get(String(fight.statid));
    left.delete(String(fight.statid));
    return bout(fight, fed, feed);
  });
  // Cards run from the last row to the first. A fight that the supplier does not report is not upcoming after a later one began.
  for (const [index, one] of known.entries()) {
    const laterBegan = known.slice(0, index).some(({ fed, status }) => fed && status !== 'upcoming');
    if (!one.fed && one.status === 'upcoming' && laterBegan) one.status = 'open';
  }
  const others = [...left.values()].sort((a, b) => whole(a.Order) - whole(b.Order));
  return [...known, ...others.map((fed) => bout(undefined, fed, feed))];
}

/**
 * The fight to show: the feed's current fight, or else a fight under way, the last that ended, or the first.
 *
 * @param {readonly Bout[]} card @param {Feed} feed
 */
export function fightOf(card, feed) {
  const fights = card.filter(/** @returns {bout is Fought} */ (bout) => bout.fed !== undefined);
  return (
    fights.find(({ fed }) => fed.FightID === feed.CurFight) ??
    fights.find(({ status }) => status === 'live') ??
    // Cards run from the last row to the first.
    fights.find(({ status }) => status === 'over') ??
    fights.at(-1)
  );
}

/** @param {FeedFight} fight @param {Feed} feed @param {BoutFeed['FMLiveFeed'] | undefined} statistics @returns {Phase} */
export function phaseOf(fight, feed, statistics) {
  const last = fight.FightActions.findLast(({ Type }) => Type === 'Round_Start' || Type === 'Round_End');
  const reported = statistics?.FightID === fight.FightID ? statistics : undefined;
  const round = Math.max(whole(fight.CurRd), whole(last?.Round), whole(reported?.CurrentRound));
  const said = reported && whole(reported.CurrentRound) === round ? seconds(reported.CurrentRoundTime) : Number.NaN;
  if (isOver(fight)) return { is: 'over', round, seconds: said };
  if (round === 0) return { is: 'starting', round, seconds: Number.NaN };
  if (last?.Type === 'Round_End' && whole(last.Round) === round) return { is: 'break', round, seconds: Number.NaN };
  const start = actionOf(fight, 'Round_Start', String(round));
  const passed = start ? between(start.TruckTime, feed.Timestamp.slice(-8)) : Number.NaN;
  return { is: 'round', round, seconds: said >= 0 ? said : passed };
}

/** From the feed, or else the tally; 0 if neither has it. @param {FeedFight} fight @param {VoteTally | undefined} tally */
export const scheduledRounds = (fight, tally) => whole(fight.PossibleRds) || (tally?.rounds.length ?? 0);

/** What happened in a fight, in order; `passed` is NaN outside of rounds. @param {Fought} shown */
function timedActions({ fed, blue, red }) {
  return fed.FightActions.map((action) => {
    const start = whole(action.Round) ? actionOf(fed, 'Round_Start', action.Round) : undefined;
    const passed = start ? between(start.TruckTime, action.TruckTime) : Number.NaN;
    const who = action.Fighter === '0' ? undefined : [blue, red].find(({ statid }) => statid === action.Fighter);
    const side = who === blue ? 'blue' : who === red ? 'red' : '';
    return { ...action, round: passed >= 0 ? whole(action.Round) : 0, passed, name: who?.name ?? '', side };
  });
}

/**
 * What happened in a fight, newest first, at most 40.
 *
 * @param {Fought} shown
 */
export const actionsOf = (shown) =>
  timedActions(shown)
    .map(({ ActionID, Type, round, passed, name, side }) => ({
      key: `${shown.fed.FightID} ${ActionID}`,
      type: Type,
      round,
      time: passed >= 0 ? minutes(passed) : '',
      name,
      side,
    }))
    .reverse()
    .slice(0, 40);

/**
 * How many actions of blue minus those of red, for each minute of the rounds so far: five minutes a round, so that a
 * round that ended early has zeros.
 *
 * @param {Fought} shown
 */
export function momentumOf(shown) {
  const actions = timedActions(shown).filter(({ round }) => round > 0);
  const rounds = Math.max(0, ...actions.map(({ round }) => round));
  const leads = Array.from({ length: rounds * minutesPerRound }, () => 0);
  for (const { round, passed, side } of actions) {
    const minute = (round - 1) * minutesPerRound + Math.min(Math.floor(passed / 60), minutesPerRound - 1);
    if (side) leads[minute] = (leads[minute] ?? 0) + (side === 'blue' ? 1 : -1);
  }
  return leads;
}

/** Votes by corner. @param {VoteTally} tally @param {boolean} swapped */
export const votesOf = (tally, swapped) =>
  tally.rounds.map((round) => {
    const [first, second] = [round.fighter1_votes, round.fighter2_votes];
    const [blue, red] = swapped ? [second, first] : [first, second];
    const total = blue + red;
    const share = Number(swapped ? round.fighter2_percentage : round.fighter1_percentage);
    const percent = Math.round(share);
    return { round: round.round_num, blue, red, share, bluePercent: percent, redPercent: total ? 100 - percent : 0 };
  });

/** Scorecards by corner, and the sums of their means by round. @param {ScoringFight} fight @param {boolean} swapped */
export function scoresOf(fight, swapped) {
  const rounds = fight.rounds.map((round) => {
    const [first, second] = [round.fighter1_score, round.fighter2_score];
    const [blue, red] = swapped ? [second, first] : [first, second];
    return { round: round.round_num, blue, red, count: round.scores_count, open: round.open };
  });
  const sum = (/** @type {'blue' | 'red'} */ side) =>
    // In hundredths: sums of floats would show rounding errors.
    (
      rounds.reduce((total, round) => total + (round.count ? Math.round(Number(round[side]) * 100) : 0), 0) / 100
    ).toFixed(2);
  return { rounds, isScored: rounds.some(({ count }) => count > 0), blue: sum('blue'), red: sum('red') };
}

/** Statistics of the whole fight: landed, and attempts if counted. @param {BoutFeed['FMLiveFeed']} statistics */
export function statisticsOf({ FightStats: { Blue, Red } }) {
  /** @returns {Record<'strikes' | 'takedowns' | 'knockdowns' | 'control', { Landed: string, Attempts?: string }>} */
  const valuesOf = (/** @type {typeof Blue} */ { Strikes, Grappling, TIP }) => ({
    strikes: Strikes['Significant Strikes'],
    takedowns: Grappling.Takedowns,
    knockdowns: Strikes['Knock Down'],
    control: { Landed: TIP['Control Time'] },
  });
  const [blue, red] = [valuesOf(Blue), valuesOf(Red)];
  const names = /** @type {(keyof typeof blue)[]} */ (Object.keys(blue));
  return names
    .map((name) => ({ name, blue: blue[name], red: red[name] }))
    .filter((row) => row.blue.Landed || row.red.Landed);
}

/**
 * The event that starts next, or is in progress without a feed.
 *
 * @param {readonly any[]} events of content, those that start last come first
 * @param {number | null} shown the event whose results are shown, which is not the next
 */
export function nextIn(events, shown, now = new Date().toISOString()) {
  return events
    .filter(({ id, event_status: status, end_event_dategmt: ends }) => {
      return status !== 'POST_EVENT' && ends > now && id !== shown;
    })
    .at(-1);
}

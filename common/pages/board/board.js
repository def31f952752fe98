/**
 * The board: finds the live event, follows it and the fight in progress. While no event is live, it shows the results
 * of the last event that had a feed, and the next event. `?event=7000` shows another event, whether it is live or not.
 * `?view=arena` fills a screen on a wall, and shows the way to the page that votes.
 *
 * @import { Following, State } from './follow.js'
 * @import { Bout, Feed } from './model.js'
 */
import { createReader, follow } from './follow.js';
import { cardOf, fightOf, maxRoundSeconds, minutes, nextIn, phaseOf, scheduledRounds } from './model.js';
import { startTransport } from './transport.js';
import * as view from './view.js';
import { wordsFor } from './words.js';

const query = new URLSearchParams(location.search);
const words = wordsFor(query.get('lang'), navigator.languages);
/** The id of the event to show, if the address names one. */
const wanted = /^[1-9]\d{0,8}$/.test(query.get('event') ?? '') ? Number(query.get('event')) : null;
const isArena = query.get('view') === 'arena';
/** The path of a session of the mock, or ''. */
const base = location.pathname.replace(/\/board\/?$/, '');
const v3 = `${base}/api/v3/mobile`;
const v1 = `${base}/api/v1/us`;
/** The texts of events come from the family with the page's language. */
const content = words.locale === 'es' ? v3 : v1;
const metrics = `${v1}/fight_metrics`;

const checkMs = 15_000;
/** The page waits no longer for routes that do not answer. */
const patienceMs = 4_500;
/** How often votes are reloaded once the night is over: the last rounds stay open for some minutes. */
const lastCounts = 24;
/** The clock runs no longer without an update: the referee may have stopped it. */
const maxAheadMs = 60_000;
const tickMs = 250;
/** How many events with a feed are searched for the last that has ended. */
const looks = 5;
/** How many of the newest events are searched for the next event. */
const newest = 50;

const readLive = createReader(`${metrics}/live_event_url`);
const readFeeds = createReader(`${metrics}?limit=${newest}`);
const readEvents = createReader(`${content}/events?limit=${newest}`);

/** What the page has read so far. */
const known = {
  /** @type {boolean} whether the followed event is live; if not, its results are shown */
  isLive: false,
  /** @type {string} statid of the followed event; '' for none */
  statid: '',
  /** @type {number | null} */
  eventId: null,
  /** @type {any} the shown event of content, live or next */
  event: undefined,
  /** @type {Feed | undefined} */
  feed: undefined,
  /** @type {any} */
  scoring: undefined,
  /** @type {string} key of the shown fight */
  fight: '',
  /** @type {any} */
  statistics: undefined,
  /** @type {any} */
  tally: undefined,
  /** @type {Map<number | null, any>} votes by fight, once the night is over */
  tallies: new Map(),
  counts: 0,
  /** @type {any[]} */
  feeds: [],
  /** @type {any[]} */
  events: [],
  /** @type {Map<string, string>} */
  weightClasses: new Map(),
  loaded: false,
  failing: false,
  /** Whether the main part is shown: at once, so that nothing moves while the page loads. */
  isShown: false,
};

/** The clock of the round: the last value of the service, and how many milliseconds and seconds it has run on. */
const clock = { key: '', seconds: Number.NaN, aheadMs: 0, ahead: 0 };
/** Seconds of the night per second: 1, or what the mock says. Only a mock says so. @type {number | undefined} */
let pace;

/** @type {Map<string, State>} the state of each followed route */
const states = new Map();
/** The followed routes that have not answered yet. @type {Set<string>} */
const awaited = new Set();
/** @type {Following[]} */
let eventRoutes = [];
/** @type {Following[]} */
let fightRoutes = [];
/** @type {{ id: number | null, read: ReturnType<typeof createReader> } | undefined} */
let detail;

let isScheduled = false;
/** Many snapshots in one frame are drawn once; a hidden page gets no frames. */
function changed() {
  if (isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(() => {
    isScheduled = false;
    draw();
  });
}

/** @param {string} url @param {(body: any) => void} onSnapshot @param {() => boolean} [isChecked] @returns {Following} */
function followRoute(url, onSnapshot, isChecked) {
  awaited.add(url);
  const following = follow(
    url,
    (body) => {
      awaited.delete(url);
      onSnapshot(body);
      changed();
    },
    (state) => {
      if (state !== 'live') awaited.delete(url);
      states.set(url, state);
      changed();
    },
    isChecked,
  );
  return {
    close() {
      following.close();
      states.delete(url);
      awaited.delete(url);
    },
  };
}

/** Whether the followed event is live; its feed says so before the service does. */
const isLive = () => known.isLive && !known.feed?.EventEnd;

/** Whether there is everything that the page shows at first. */
const isComplete = () =>
  known.loaded &&
  ((awaited.size === 0 && (!known.feed?.EventEnd || known.counts > 0)) || performance.now() > patienceMs);

function connection() {
  const all = [...states.values()];
  if (known.failing || all.includes('reconnecting')) return 'reconnecting';
  if (!known.loaded) return 'connecting';
  if (!isLive()) return 'idle';
  if (all.includes('polling')) return 'polling';
  return all.includes('live') ? 'live' : 'connecting';
}

/** Sets the clock; it runs on while the service repeats a value. @param {Bout} bout @param {import('./model.js').Phase} phase */
function setClock(bout, { is, round, seconds }) {
  const key = `${bout.key} ${is} ${round} ${seconds}`;
  if (key === clock.key) return;
  Object.assign(clock, { key, seconds: is === 'round' ? seconds : Number.NaN, aheadMs: 0, ahead: 0 });
  showClock();
}

function showClock() {
  const seconds = Math.min(clock.seconds + Math.floor(clock.ahead), maxRoundSeconds);
  view.say('time', clock.seconds >= 0 ? minutes(seconds) : '');
}

let tickedMs = performance.now();
/** The clock stands while the service is not reached. */
function tick() {
  const passedMs = performance.now() - tickedMs;
  tickedMs += passedMs;
  if (pace === 0 || clock.aheadMs > maxAheadMs || !['live', 'polling'].includes(connection())) return;
  clock.aheadMs += passedMs;
  clock.ahead += (passedMs / 1_000) * (pace ?? 1);
  showClock();
}

/** The sample's pictures are at hosts that do not exist, and the mock has them; a page loads none from other hosts. @param {string} url */
function pictureOf(url) {
  const own = `${location.origin}${base}/`;
  const here = pace === undefined ? url : url.replace(/^https:\/\/(?=img\.example\.com\/)/, `${own}sample/`);
  return here.startsWith(`${location.origin}/`) ? here : '';
}

/** Follows the statistics and votes of the shown fight. @param {Bout | undefined} bout */
function followFight(bout) {
  // Statistics begin with the first round, where actions are reported; otherwise their route answers 404.
  const hasBegun = bout?.fed?.FightActions.some(({ Type }) => Type === 'Round_Start') ?? false;
  const key = bout?.fed ? `${bout.key} ${bout.fed.FightID} ${hasBegun}` : '';
  if (key === known.fight) return;
  known.fight = key;
  for (const route of fightRoutes) route.close();
  fightRoutes = [];
  known.statistics = undefined;
  known.tally = undefined;
  if (!bout?.fed) return;
  if (hasBegun) {
    const statistics = `${metrics}/live_event/${known.statid}?fight=${bout.fed.FightID}`;
    fightRoutes.push(
      followRoute(statistics, (body) => {
        known.statistics = body.FMLiveFeed;
      }),
    );
  }
  if (bout.fightId === null) return;
  fightRoutes.push(
    followRoute(`${v3}/fights/${bout.fightId}/votes`, (body) => {
      known.tally = body;
    }),
  );
}

/** Changes with each fight that ends, and with the end of the event. @param {Feed} feed */
const resultsIn = ({ EventEnd, Fights }) => `${EventEnd} ${Fights.filter(({ Status }) => Status === 'closed').length}`;

/** @param {string} statid '' for none @param {number | null} eventId */
function followEvent(statid, eventId) {
  if (statid === known.statid && eventId === known.eventId) return;
  for (const route of eventRoutes) route.close();
  eventRoutes = [];
  Object.assign(known, { statid, eventId, feed: undefined, scoring: undefined, counts: 0 });
  known.tallies.clear();
  if (!statid) return;
  eventRoutes.push(
    followRoute(
      `${metrics}/live_event/${statid}`,
      (body) => {
        const before = known.feed;
        known.feed = body.FMLiveFeed;
        if (before && resultsIn(before) !== resultsIn(body.FMLiveFeed)) checkSoon();
        countVotes().then(changed, () => undefined);
      },
      isLive,
    ),
  );
  if (eventId === null) return;
  eventRoutes.push(
    followRoute(`${v3}/events/round_scoring/${eventId}`, (body) => {
      known.scoring = body;
    }),
  );
}

/** With the rest, since each change of it moves what is below. @param {boolean} isOnShow whether an event is shown */
function showHeading(isOnShow) {
  const { event, feed } = known;
  const title = event ? view.nameOf(event) : feed?.Venue;
  const heading = isOnShow ? title || words.board : 'Fightcard';
  view.say('title', heading);
  document.title = heading === 'Fightcard' ? heading : `${heading} – Fightcard`;
  const place = event ? [event.arena, event.location] : [feed?.City, feed?.Country];
  const isOver = feed ? feed.EventEnd : event?.event_status === 'POST_EVENT';
  const about = [isOver ? words.eventOver : '', feed && !isOver ? '' : view.dateOf(words, event), ...place];
  view.say('place', isOnShow ? about.filter(Boolean).join(' · ') : '');
}

function draw() {
  const { event, feed, statid } = known;
  const isOnShow = statid !== '' || wanted !== null;
  const card = cardOf(event?.fights ?? [], feed);
  const bout = feed && fightOf(card, feed);
  followFight(bout);
  known.isShown ||= isComplete();
  view.showConnection(words, connection());

  if (known.isShown) showHeading(isOnShow);

  const next = isOnShow ? nextIn(known.events, known.eventId) : event;
  view.show('next', known.loaded && !isLive() && (next !== undefined || !isOnShow));
  if (!isLive()) view.showNext(words, next, !isOnShow);
  const { weightClasses, tallies } = known;
  const scoring = feed?.EventEnd ? (known.scoring?.fights ?? []) : [];
  view.showCard(words, card, { shown: bout, weightClasses, tallies, scoring });

  const fed = bout?.fed;
  view.byId('board').classList.toggle('results', !isLive() || !feed);
  view.show('fight', feed !== undefined);
  view.byId('fight').classList.toggle('empty', !fed);
  if (bout && fed && feed) {
    const phase = phaseOf(fed, feed, known.statistics);
    view.showFight(words, bout, phase, known.tally, pictureOf);
    setClock(bout, phase);
    view.showMomentum(words, bout, scheduledRounds(fed, known.tally));
    if (known.tally) view.showVotes(words, bout, known.tally, phase.is === 'over' ? 0 : phase.round);
  } else {
    view.say('fight-title', words.waiting);
    view.show('momentum', false);
  }

  const fight = known.scoring?.fights.find((/** @type {any} */ scored) => scored.fight_id === bout?.fightId);
  if (bout) view.showJudges(words, bout, fight);
  else view.show('judges', false);
  // After the night, those that nobody has filled in say nothing.
  const isVoted = isLive() || known.tally?.total_votes > 0;
  const isScored = isLive() || fight?.rounds.some((/** @type {any} */ round) => round.scores_count > 0);
  view.show('votes', Boolean(fed && known.tally && isVoted));
  view.show('scores', Boolean(fed && fight && isScored));
  if (bout && fight) view.showScores(words, bout, fight);
  view.show('vote', isArena && isLive());
  view.show('statistics', Boolean(fed && known.statistics && view.showStatistics(words, known.statistics)));
  view.show('action', Boolean(bout && view.showActions(words, bout)));
  view.show('board', known.isShown);
  const isMissing = known.isShown && wanted !== null && !event;
  view.show('notice', !known.isShown || isMissing);
  const isFailing = known.failing || (!known.loaded && performance.now() > patienceMs);
  view.say('notice', isMissing ? words.noSuchEvent : isFailing ? words.failing : words.loading);
}

/** The body of an answer; throws for any other status. @template T @param {{ status: number, body: T }} answer */
function bodyOf({ status, body }) {
  if (status !== 200 && status !== 304 && status !== 404) throw new Error(`answered ${status}`);
  return body;
}

/** Reads the shown event of content, with its fights. @param {number | null} id */
async function readEvent(id) {
  if (detail?.id !== id) {
    detail = { id, read: createReader(`${content}/events/${id}`) };
    known.event = undefined;
  }
  if (id === null) return;
  const body = bodyOf(await detail.read());
  if (body) known.event = body;
}

/** Reads the names of weight classes; content has them only in Spanish, if at all. */
async function readWeightClasses() {
  if (words.locale !== 'es' || known.weightClasses.size > 0) return;
  const body = bodyOf(await createReader(`${v3}/translations/weight_classes`)());
  if (body) known.weightClasses = new Map(Object.entries(body.translations));
}

/**
 * Finds the newest event of content whose feed has ended: the last fight night.
 *
 * @returns {Promise<{ statid: string, eventId: number | null } | undefined>}
 */
async function lastNight() {
  // Even if content does not have the event: this page has shown its end.
  if (known.feed?.EventEnd) return known;
  known.feeds = bodyOf(await readFeeds()) ?? known.feeds;
  const received = known.feeds.filter(({ live_event_url }) => live_event_url !== null);
  for (const { statid, event_id: eventId } of received.slice(0, looks)) {
    const feed = bodyOf(await createReader(`${metrics}/live_event/${statid}`)());
    if (feed?.FMLiveFeed.EventEnd) return { statid: String(statid), eventId };
  }
  return undefined;
}

/** Reads the votes of every fight of a night that is over. */
async function countVotes() {
  if (!known.feed?.EventEnd || !known.event || known.counts >= lastCounts) return;
  known.counts++;
  for (const { id } of known.event.fights) {
    const tally = bodyOf(await createReader(`${v3}/fights/${id}/votes`)());
    if (tally) known.tallies.set(id, tally);
  }
}

/** Shows the event that the address names. @param {number} id @param {number | null | undefined} liveStatid */
async function checkWanted(id, liveStatid) {
  known.feeds = bodyOf(await readFeeds()) ?? known.feeds;
  const fed = known.feeds.find(({ event_id: eventId, live_event_url: url }) => eventId === id && url !== null);
  known.isLive = Boolean(fed) && fed.statid === liveStatid;
  followEvent(fed ? String(fed.statid) : '', id);
  await readEvent(id);
}

/** Shows the live event, or else the results of the last and the next event. @param {typeof check.last} live */
async function checkLive(live) {
  const hasEnded = known.feed?.EventEnd && known.statid === String(live?.statid);
  known.isLive = Boolean(live?.statid);
  if (live?.statid && !hasEnded) followEvent(String(live.statid), live.event_id);
  else {
    const last = await lastNight();
    followEvent(last?.statid ?? '', last?.eventId ?? null);
    known.events = bodyOf(await readEvents()) ?? known.events;
  }
  await readEvent(known.statid ? known.eventId : (nextIn(known.events, null)?.id ?? null));
}

async function check() {
  const live = bodyOf(await readLive()) ?? check.last;
  check.last = live;
  if (wanted === null) await checkLive(live);
  else await checkWanted(wanted, live?.statid);
  await countVotes();
  await readWeightClasses();
}
/** @type {{ statid: number | null, event_id: number | null } | undefined} what is live, as last answered */
check.last = undefined;

/** @type {number | undefined} */
let timer;

/** Content may have a result now. */
function checkSoon() {
  if (timer !== undefined) checkAgain();
}

async function checkAgain() {
  clearTimeout(timer);
  timer = undefined;
  try {
    await check();
    known.loaded = true;
    known.failing = false;
  } catch {
    known.failing = true;
  }
  changed();
  timer = setTimeout(checkAgain, known.failing ? checkMs / 5 : checkMs);
}

/** The code leads to the host of this page: a page of `localhost` leads phones nowhere. */
async function startArena() {
  document.documentElement.classList.add('arena');
  const { renderSVG } = await import('/shared/uqr.js');
  const url = new URL(`${base}/board/vote.html?lang=${words.locale}`, location.href);
  view.showVoteLink(url, renderSVG(url.href, { border: 2 }));
}

view.byId('share').addEventListener('click', async () => {
  const { savePicture } = await import('./share.js');
  const bout = known.feed && fightOf(cardOf(known.event?.fights ?? [], known.feed), known.feed);
  const scored = known.scoring?.fights.find((/** @type {any} */ fight) => fight.fight_id === bout?.fightId);
  if (bout) savePicture(view.audienceText(words, bout, known.tally, scored).join(' · '));
});
view.showWords(words);
if (isArena) startArena();
view.showConnection(words, 'connecting');
view.say('notice', words.loading);
checkAgain();
setTimeout(changed, patienceMs);
setInterval(tick, tickMs);
startTransport(base, words, (now) => {
  const isFirst = pace === undefined;
  pace = now;
  if (isFirst) changed();
}).catch(() => undefined);

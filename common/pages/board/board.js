/**
 * The board: finds the live event, follows it and the fight in progress. While no event is live, it shows the results
 * of the last event that had a feed, and the next event. `?event=7000` shows another event, whether it is live or not.
 * `?view=arena` fills a screen on a wall, and shows the way to the page that votes.
 *
 * @import { Bout, Feed, Phase } from './model.js'
 */
import { base, follow, load, metrics, v1, v3 } from './follow.js';
import { cardOf, fightOf, maxRoundSeconds, minutes, nextIn, phaseOf, scheduledRounds } from './model.js';
import * as view from './view.js';

const query = new URLSearchParams(location.search);
const { words } = view;
/** The id of the event to show, if the address names one. */
const wanted = /^[1-9]\d{0,8}$/.test(query.get('event') ?? '') ? Number(query.get('event')) : null;
const isArena = query.get('view') === 'arena';
/** The texts of events come from the family with the page's language. */
const content = words.locale === 'es' ? v3 : v1;

const checkMs = 15_000;
/** While the service does not answer. */
const retryMs = 3_000;
/** The page waits no longer for routes that do not answer. */
const patienceMs = 4_500;
/** The clock runs no longer without an update: the referee may have stopped it. */
const maxAheadMs = 60_000;
const tickMs = 250;
/** How many events with a feed are searched for the last that has ended. */
const looks = 5;
/** How many of the newest events are searched for the next event. */
const newest = 50;

/** What the page has found so far. */
const known = {
  /** Whether the shown event is live; if not, its results are shown. */
  isLive: false,
  /** Of the feed; '' for none. */
  statid: '',
  /** @type {number | null} */
  eventId: null,
  /** @type {any} the shown event of content, live or next */
  event: undefined,
  /** @type {any[]} of content, if nothing is live */
  events: [],
  /** Of a feed whose night is over, with no round open for votes any more. */
  counted: '',
  /** @type {Map<string, string>} */
  weightClasses: new Map(),
  isLoaded: false,
  isFailing: false,
  /** Whether the board is shown: all at once, so that nothing moves while the page loads. */
  isShown: false,
};

/** The clock of the round: what the service said last, and the seconds since. */
const clock = { key: '', seconds: Number.NaN, leftMs: 0, atMs: 0 };
/** Seconds of the night per second: 1, or what the mock says. Only a mock says so. @type {number | undefined} */
let pace;

/** The newest body of each route, by URL. @type {Map<string, any>} */
const bodies = new Map();
/** The routes that the page follows. @type {Map<string, { state: string, close(): void }>} */
const routes = new Map();
const feedUrl = () => `${metrics}/live_event/${known.statid}`;
const scoringUrl = () => `${v3}/events/round_scoring/${known.eventId}`;
/** @returns {Feed | undefined} */
const feedNow = () => bodies.get(feedUrl())?.FMLiveFeed;
/** @param {number | null} id of a fight */
const votesUrl = (id) => `${v3}/fights/${id}/votes`;
/** @param {number | null} id of a fight */
const scoringOf = (id) =>
  bodies.get(scoringUrl())?.fights.find((/** @type {{ fight_id: number }} */ fight) => fight.fight_id === id);
/** Whether the shown event is live; its feed says so before the service does. */
const isLive = () => known.isLive && !feedNow()?.EventEnd;

/** What the page shows: the feed, the card and the fight in the middle. */
function shownNow() {
  const feed = feedNow();
  const card = cardOf(known.event?.fights ?? [], feed);
  const bout = feed && fightOf(card, feed);
  // Statistics begin with the first round, where actions are reported; otherwise their route answers 404.
  const hasBegun = bout?.fed.FightActions.some(({ Type }) => Type === 'Round_Start');
  const statisticsUrl = hasBegun ? `${feedUrl()}?fight=${bout?.fed.FightID}` : '';
  const tallyUrl = bout?.fightId ? votesUrl(bout.fightId) : '';
  const scoring = bout?.fightId ? scoringOf(bout.fightId) : undefined;
  return { feed, card, bout, scoring, statisticsUrl, tallyUrl, tally: bodies.get(tallyUrl) };
}

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

/** Changes with each fight that ends, and with the end of the event. @param {Feed} feed */
const resultsIn = ({ EventEnd, Fights }) => `${EventEnd} ${Fights.filter(({ Status }) => Status === 'closed').length}`;

/** @param {string} url */
function followRoute(url) {
  const route = { state: 'connecting', close: () => {} };
  routes.set(url, route);
  route.close = follow(
    url,
    (body) => {
      const before = feedNow();
      bodies.set(url, body);
      const now = feedNow();
      // Content may have a result now.
      if (now && (before ? resultsIn(before) !== resultsIn(now) : now.EventEnd)) checkSoon();
      changed();
    },
    (state) => {
      route.state = state;
      changed();
    },
    () => url === feedUrl(),
  );
}

/** @param {string[]} urls all that the page follows from now on; '' for none */
function followOnly(urls) {
  for (const [url, { close }] of routes) {
    if (urls.includes(url)) continue;
    close();
    routes.delete(url);
  }
  for (const url of urls) if (url && !routes.has(url)) followRoute(url);
}

/** Whether there is everything that the page shows at first. */
const isComplete = () =>
  known.isLoaded &&
  (performance.now() > patienceMs || Array.from(routes.values()).every(({ state }) => state !== 'connecting'));

function connection() {
  const states = Array.from(routes.values(), ({ state }) => state);
  if (known.isFailing || states.includes('reconnecting')) return 'reconnecting';
  if (!known.isLoaded) return 'connecting';
  if (!isLive()) return 'idle';
  if (states.includes('polling')) return 'polling';
  return states.includes('live') ? 'live' : 'connecting';
}

/** Sets the clock; it runs on while the service repeats a value. @param {Bout} bout @param {Phase} phase */
function setClock(bout, { is, round, seconds }) {
  const key = `${bout.key} ${is} ${round} ${seconds}`;
  if (key === clock.key) return;
  Object.assign(clock, { key, seconds: is === 'round' ? seconds : Number.NaN, leftMs: maxAheadMs });
  clock.atMs = performance.now();
  showClock();
}

function showClock() {
  const seconds = Math.min(Math.floor(clock.seconds), maxRoundSeconds);
  view.say('time', seconds >= 0 ? minutes(seconds) : '');
}

/** The clock stops while the service is unreachable. */
function tick() {
  const passedMs = performance.now() - clock.atMs;
  clock.atMs += passedMs;
  if (pace === 0 || clock.leftMs < 0 || !['live', 'polling'].includes(connection())) return;
  clock.leftMs -= passedMs;
  clock.seconds += (passedMs / 1_000) * (pace ?? 1);
  showClock();
}

/** The mock serves the sample's pictures, whose hosts do not exist; a page loads no pictures from other hosts. @param {string} url */
function pictureOf(url) {
  const own = `${location.origin}${base}/`;
  const here = pace === undefined ? url : url.replace(/^https:\/\/(?=img\.example\.com\/)/, `${own}sample/`);
  return here.startsWith(`${location.origin}/`) ? here : '';
}

/** With the rest, since each change of it moves what is below. @param {boolean} isOnShow whether an event is shown */
function showHeading(isOnShow) {
  const { event } = known;
  const feed = feedNow();
  const title = event ? view.nameOf(event) : feed?.Venue;
  const heading = isOnShow ? title || words.board : 'Fightcard';
  view.say('title', heading);
  document.title = heading === 'Fightcard' ? heading : `${heading} – Fightcard`;
  const place = event ? [event.arena, event.location] : [feed?.City, feed?.Country];
  const isOver = feed ? feed.EventEnd : event?.event_status === 'POST_EVENT';
  const about = [isOver ? words.eventOver : '', feed && !isOver ? '' : view.dateOf(event), ...place];
  view.say('place', isOnShow ? about.filter(Boolean).join(' · ') : '');
}

function draw() {
  const { event, statid, eventId, weightClasses } = known;
  const isOnShow = statid !== '' || wanted !== null;
  const { feed, card, bout, scoring, statisticsUrl, tallyUrl, tally } = shownNow();
  followOnly(isLive() ? [feedUrl(), eventId === null ? '' : scoringUrl(), statisticsUrl, tallyUrl] : []);
  known.isShown ||= isComplete();
  view.showConnection(connection());
  if (known.isShown) showHeading(isOnShow);
  view.byId('board').classList.toggle('results', !isLive() || !feed);

  const next = isOnShow ? nextIn(known.events, eventId) : event;
  if (!isLive()) view.showNext(next, !isOnShow);
  // While the night is on, what the fans say of each fight is not asked for.
  const audienceOf = (/** @type {Bout} */ one) =>
    isLive()
      ? view.audienceText(one)
      : view.audienceText(one, bodies.get(votesUrl(one.fightId)), scoringOf(one.fightId));
  view.showCard(card, { shown: bout, weightClasses, audienceOf });

  const statistics = bodies.get(statisticsUrl)?.FMLiveFeed;
  view.byId('fight').classList.toggle('empty', !bout);
  if (bout && feed) {
    const phase = phaseOf(bout.fed, feed, statistics);
    setClock(bout, phase);
    view.showFight(bout, phase, tally, pictureOf);
    if (tally) view.showVotes(bout, tally, phase.is === 'over' ? 0 : phase.round);
    if (scoring) view.showScores(bout, scoring);
  } else view.say('fight-title', words.waiting);

  // After the night, votes and scorecards that nobody has filled in say nothing.
  const isScored = scoring?.rounds.some((/** @type {any} */ round) => round.scores_count > 0);
  const panels = {
    next: known.isLoaded && !isLive() && (next !== undefined || !isOnShow),
    card: card.length > 0,
    fight: feed !== undefined,
    judges: bout && view.showJudges(bout, scoring),
    momentum: bout && view.showMomentum(bout, scheduledRounds(bout.fed, tally)),
    votes: tally && (isLive() || tally.total_votes > 0),
    scores: scoring && (isLive() || isScored),
    vote: isArena && isLive(),
    statistics: statistics && view.showStatistics(statistics),
    action: bout && view.showActions(bout),
    board: known.isShown,
  };
  for (const [id, isFilled] of Object.entries(panels)) view.show(id, Boolean(isFilled));
  const isMissing = known.isShown && wanted !== null && !event;
  view.show('notice', !known.isShown || isMissing);
  const isFailing = known.isFailing || (!known.isLoaded && performance.now() > patienceMs);
  view.say('notice', isMissing ? words.noSuchEvent : isFailing ? words.failing : words.loading);
}

/** Reads a URL once, to show it. @param {string} url */
async function read(url) {
  const body = await load(url);
  bodies.set(url, body);
  return body;
}

/** Reads the shown event of content, with its fights. @param {number | null} id */
async function readEvent(id) {
  if (known.event?.id !== id) known.event = undefined;
  if (id !== null) known.event = await load(`${content}/events/${id}`);
}

/** Reads the names of weight classes; content has them only in Spanish, if at all. */
async function readWeightClasses() {
  if (words.locale !== 'es' || known.weightClasses.size > 0) return;
  const body = await load(`${v3}/translations/weight_classes`);
  if (body) known.weightClasses = new Map(Object.entries(body.translations));
}

/** Lists the newest events with a feed. @returns {Promise<{ statid: number, event_id: number | null }[]>} */
async function readFeeds() {
  const feeds = await load(`${metrics}?limit=${newest}`);
  return feeds.filter((/** @type {any} */ { live_event_url }) => live_event_url !== null);
}

/** Finds the newest event of content whose feed has ended: the last fight night. */
async function showLastNight() {
  // Even if content does not have the event: this page has shown its end.
  if (feedNow()?.EventEnd) return;
  for (const { statid, event_id: eventId } of (await readFeeds()).slice(0, looks)) {
    const feed = await read(`${metrics}/live_event/${statid}`);
    if (feed?.FMLiveFeed.EventEnd) return void Object.assign(known, { statid: String(statid), eventId });
  }
  Object.assign(known, { statid: '', eventId: null });
}

/** Reads what the page shows of a night that is over. The last rounds stay open for votes for some minutes. */
async function readResults() {
  if (!known.statid || isLive()) return;
  // An event may be live again after its end, as a night of the mock that is played again is.
  if (known.counted === known.statid && !known.isLive) return;
  const feed = await read(feedUrl());
  if (known.eventId !== null) await read(scoringUrl());
  const { statisticsUrl } = shownNow();
  if (statisticsUrl) await read(statisticsUrl);
  /** @type {{ id: number }[]} */
  const fights = known.event?.fights ?? [];
  const isOpen = fights.some(({ id }) => scoringOf(id)?.rounds.some((/** @type {any} */ { open }) => open));
  await Promise.all(fights.map(({ id }) => read(votesUrl(id))));
  known.counted = feed?.FMLiveFeed.EventEnd && !isOpen ? known.statid : '';
}

/** Shows the event that the address names. @param {number} id @param {number | null} liveStatid */
async function checkWanted(id, liveStatid) {
  const fed = (await readFeeds()).find(({ event_id: eventId }) => eventId === id);
  known.isLive = fed !== undefined && fed.statid === liveStatid;
  Object.assign(known, { statid: fed ? String(fed.statid) : '', eventId: id });
  await readEvent(id);
}

/** Shows the live event, or else the results of the last and the next event. @param {{ statid: number | null, event_id: number | null }} live */
async function checkLive({ statid, event_id: eventId }) {
  known.isLive = statid !== null;
  const hasEnded = feedNow()?.EventEnd && known.statid === String(statid);
  if (statid !== null && !hasEnded) Object.assign(known, { statid: String(statid), eventId });
  else {
    await showLastNight();
    known.events = await load(`${content}/events?limit=${newest}`);
  }
  await readEvent(known.statid ? known.eventId : (nextIn(known.events, null)?.id ?? null));
}

async function check() {
  const live = await load(`${metrics}/live_event_url`);
  if (wanted === null) await checkLive(live);
  else await checkWanted(wanted, live.statid);
  await readResults();
  await readWeightClasses();
}

/** @type {number | undefined} none while a check is under way */
let timer;
let isDue = false;
function checkSoon() {
  isDue = true;
  if (timer !== undefined) checkAgain();
}

async function checkAgain() {
  clearTimeout(timer);
  timer = undefined;
  isDue = false;
  try {
    await check();
    known.isLoaded = true;
    known.isFailing = false;
  } catch {
    known.isFailing = true;
  }
  changed();
  timer = setTimeout(checkAgain, known.isFailing ? retryMs : isDue ? 0 : checkMs);
}

/** The code leads to the host of this page: a page of `localhost` leads phones nowhere. */
async function startArena() {
  document.documentElement.classList.add('arena');
  const { renderSVG } = await import('/shared/uqr.js');
  const url = new URL(`${base}/board/vote.html?lang=${words.locale}`, location.href);
  view.showVoteLink(url, renderSVG(url.href, { border: 2 }));
}

/** On the mock: the bar that plays a night. The mock lets only pages of its own machine control it. */
async function startNight() {
  if (!/^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname)) return;
  const welcome = await load(`${base}/`);
  if (welcome.host !== 'mock') return;
  const { startTransport } = await import('./transport.js');
  startTransport((now, isChanged) => {
    const isFirst = pace === undefined;
    pace = now;
    if (isFirst) changed();
    else if (isChanged) checkSoon();
  });
}

view.byId('share').addEventListener('click', async () => {
  const { savePicture } = await import('./share.js');
  const { bout, tally, scoring } = shownNow();
  if (bout) savePicture(view.audienceText(bout, tally, scoring).join(' · '));
});
view.showWords();
if (isArena) startArena();
draw();
checkAgain();
setTimeout(changed, patienceMs);
setInterval(tick, tickMs);
startNight().catch(() => undefined);

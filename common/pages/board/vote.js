/**
 * Two buttons that vote for the winner of the open round of the live event, by the route that apps use.
 *
 * @import { RoundScoring } from '../../../contracts/schemas/scoring.ts'
 */
import { follow, load, metrics, v3 } from './follow.js';
import * as view from './view.js';

const { words } = view;
const checkMs = 15_000;
/** While the service does not answer. */
const retryMs = 3_000;
/** The page waits no longer without a word. */
const patienceMs = 4_500;
const voteTimeoutMs = 10_000;

const buttons = Array.from(view.byId('choices').querySelectorAll('button'));

/** The live event; null: nothing is live; undefined: not known yet. @type {number | null | undefined} */
let eventId;
let isFailing = false;
/** @type {RoundScoring | undefined} */
let scoring;
let stopFollowing = () => {};
/** @type {{ fightId: number, round: number, statids: (number | null)[] } | undefined} the newest open round */
let open;
/** Corners and full names of fighters, if the feed has them. @type {Map<string, { Color: string, FullName: string }>} */
let fed = new Map();

/** Whoever knows it can move the votes of this browser, so it is random. */
function clientId() {
  const key = 'client';
  const bytes = crypto.getRandomValues(new Uint8Array(18));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  try {
    const id = localStorage.getItem(key) ?? made;
    localStorage.setItem(key, id);
    return id;
  } catch {
    // Storage is forbidden: the votes of this page only.
    return made;
  }
}
const client = clientId();

function draw() {
  // The card begins with the main event, and the last fight to begin comes first.
  const fight = scoring?.fights.find(({ rounds }) => rounds.some((round) => round.open));
  const round = fight?.rounds.findLast((one) => one.open)?.round_num ?? 0;
  const idle = eventId === undefined ? words.loading : eventId === null ? words.nothingLive : words.voteLater;
  view.show('choices', fight !== undefined && !isFailing);
  view.say('question', isFailing ? words.failing : fight ? words.whoWins(round) : idle);
  document.title = `${view.byId('question').textContent} – Fightcard`;
  if (open?.fightId !== fight?.fight_id || open?.round !== round) {
    view.say('said', '');
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
  }
  open = fight && { fightId: fight.fight_id, round, statids: [fight.fighter1_statid, fight.fighter2_statid] };
  const names = [fight?.fighter1_last_name, fight?.fighter2_last_name];
  for (const [n, button] of buttons.entries()) {
    const { Color = n === 0 ? 'Blue' : 'Red', FullName = '' } = fed.get(String(open?.statids[n])) ?? {};
    button.className = Color.toLowerCase();
    button.textContent = FullName || names[n] || words.unknown;
  }
}

/** @param {HTMLButtonElement} chosen @param {number} n */
async function vote(chosen, n) {
  if (!open) return;
  const { fightId, round, statids } = open;
  const body = JSON.stringify({ round_num: round, fighter_statid: statids[n], client_id: client });
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  for (const button of buttons) button.disabled = true;
  const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(voteTimeoutMs) };
  const reply = await fetch(`${v3}/fights/${fightId}/vote`, request).catch(() => undefined);
  for (const button of buttons) {
    button.disabled = false;
    if (reply?.ok) button.setAttribute('aria-pressed', String(button === chosen));
  }
  const isClosed = reply?.status === 409;
  view.say(
    'said',
    reply?.ok ? words.voted(round, chosen.textContent ?? '') : isClosed ? words.voteClosed : words.notVoted,
  );
}

/** Finds the live event, and follows its rounds. */
async function check() {
  const live = await load(`${metrics}/live_event_url`);
  isFailing = false;
  if (live.event_id === eventId) return;
  eventId = live.event_id;
  stopFollowing();
  scoring = undefined;
  if (eventId === null) return;
  // Only for corners and full names: without it, the buttons have the last names.
  const feed = await load(`${metrics}/live_event/${live.statid}`).catch(() => undefined);
  const fighters = (feed?.FMLiveFeed.Fights ?? []).flatMap((/** @type {any} */ fight) => fight.Fighters);
  fed = new Map(fighters.map((/** @type {any} */ fighter) => [fighter.FighterID, fighter]));
  stopFollowing = follow(
    `${v3}/events/round_scoring/${eventId}`,
    (body) => {
      scoring = body;
      draw();
    },
    (state) => {
      isFailing = state === 'reconnecting';
      draw();
    },
    () => true,
  );
}

async function checkAgain() {
  await check().catch(() => {
    isFailing = true;
  });
  draw();
  setTimeout(checkAgain, isFailing ? retryMs : checkMs);
}

view.showWords();
draw();
for (const [n, button] of buttons.entries()) button.addEventListener('click', () => vote(button, n));
checkAgain();
setTimeout(() => {
  if (eventId !== undefined) return;
  isFailing = true;
  draw();
}, patienceMs);

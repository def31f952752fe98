/**
 * Two buttons that vote for the winner of the open round of the live event, by the route that apps use.
 *
 * @import { Following } from './follow.js'
 * @import { RoundScoring } from '../../../contracts/schemas/scoring.ts'
 */
import { createReader, follow } from './follow.js';
import * as view from './view.js';
import { wordsFor } from './words.js';

const words = wordsFor(new URLSearchParams(location.search).get('lang'), navigator.languages);
const base = location.pathname.replace(/\/board\/vote\.html$/, '');
const v3 = `${base}/api/v3/mobile`;
const metrics = `${base}/api/v1/us/fight_metrics`;
const checkMs = 15_000;
const voteTimeoutMs = 10_000;

const readLive = createReader(`${metrics}/live_event_url`);
const buttons = Array.from(view.byId('choices').querySelectorAll('button'));

/** @type {{ fightId: number, round: number, statids: number[] } | undefined} the newest open round */
let open;
/** @type {{ eventId: number, route: Following } | undefined} */
let followed;
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

/** @param {RoundScoring | undefined} scoring */
function draw(scoring) {
  // The card begins with the main event, and the last fight to begin comes first.
  const fight = scoring?.fights.find(({ rounds }) => rounds.some((round) => round.open));
  const round = fight?.rounds.findLast((one) => one.open)?.round_num ?? 0;
  view.show('choices', fight !== undefined);
  view.say('question', fight ? words.whoWins(round) : scoring ? words.voteLater : words.nothingLive);
  document.title = `${view.byId('question').textContent} – Fightcard`;
  if (open?.fightId !== fight?.fight_id || open?.round !== round) {
    view.say('said', '');
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
  }
  const statids = [fight?.fighter1_statid ?? 0, fight?.fighter2_statid ?? 0];
  open = fight && { fightId: fight.fight_id, round, statids };
  const names = [fight?.fighter1_last_name, fight?.fighter2_last_name];
  for (const [n, button] of buttons.entries()) {
    const { Color = n === 0 ? 'Blue' : 'Red', FullName = '' } = fed.get(String(statids[n])) ?? {};
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

async function check() {
  const { status, body } = await readLive();
  if (status === 200 && body.event_id !== followed?.eventId) {
    followed?.route.close();
    followed = undefined;
    draw(undefined);
    if (body.event_id !== null) {
      // Only for corners and full names: without it, the buttons have the last names.
      const feed = await createReader(`${metrics}/live_event/${body.statid}`)();
      const fighters = (feed.body?.FMLiveFeed.Fights ?? []).flatMap((/** @type {any} */ fight) => fight.Fighters);
      fed = new Map(fighters.map((/** @type {any} */ fighter) => [fighter.FighterID, fighter]));
      const url = `${v3}/events/round_scoring/${body.event_id}`;
      followed = { eventId: body.event_id, route: follow(url, draw, () => undefined) };
    }
  }
}

async function checkAgain() {
  await check().catch(() => view.say('question', words.failing));
  setTimeout(checkAgain, checkMs);
}

view.showWords(words);
view.say('question', words.loading);
for (const [n, button] of buttons.entries()) button.addEventListener('click', () => vote(button, n));
checkAgain();

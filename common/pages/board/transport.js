/**
 * On the mock: a bar that starts, pauses, speeds up and seeks the fight night.
 *
 * @typedef {object} Night the reply of `/__mock/night`; without a night only the state
 * @property {'stopped' | 'playing' | 'paused' | 'over'} state
 * @property {number} at seconds of the night
 * @property {number} ends_at
 * @property {number} speed night seconds per second
 * @property {string} clock
 */
import { base } from './follow.js';
import { byId, say, show, words } from './view.js';

const refreshMs = 1_000;
const firstSpeed = 60;

/**
 * @param {(pace: number, isChanged: boolean) => void} onNight called at least each second with the night seconds per
 * second, 0 if it stands, and whether the night was started, ended or stopped
 */
export function startTransport(onNight) {
  const url = `${base}/__mock/night`;
  const play = byId('transport-play');
  const speed = /** @type {HTMLSelectElement} */ (byId('transport-speed'));
  const seek = /** @type {HTMLInputElement} */ (byId('transport-seek'));
  byId('transport').setAttribute('aria-label', words.night);
  speed.setAttribute('aria-label', words.speed);
  seek.setAttribute('aria-label', words.timeOfNight);
  /** @type {Night['state']} */
  let state = 'stopped';
  let isSeeking = false;

  /** @param {string} [method] @param {object} [change] */
  async function request(method = 'GET', change) {
    const body = change && JSON.stringify(change);
    const headers = { 'Content-Type': 'application/json' };
    const reply = await fetch(url, body ? { method, headers, body } : { method });
    if (reply.ok) draw(await reply.json());
  }

  /** @param {Night} night */
  function draw(night) {
    const isChanged = night.state !== state;
    state = night.state;
    onNight(state === 'playing' ? night.speed : 0, isChanged);
    say('transport-play', words.transport[state]);
    seek.disabled = state === 'stopped';
    say('transport-clock', state === 'stopped' ? '' : night.clock.slice(11, 19));
    show('transport', true);
    if (state === 'stopped') return;
    seek.max = String(night.ends_at);
    if (!isSeeking) seek.value = String(night.at);
    seek.setAttribute('aria-valuetext', night.clock.slice(11, 19));
    const shown = String(night.speed);
    if (!Array.from(speed.options).some(({ value }) => value === shown)) speed.add(new Option(`${shown}×`, shown));
    if (document.activeElement !== speed) speed.value = shown;
  }

  const start = () => request('POST', { speed: Number(speed.value) || firstSpeed });
  play.addEventListener('click', () => {
    if (state === 'stopped') start();
    else if (state === 'over') request('PATCH', { seek: 0, pause: false });
    else request('PATCH', { pause: state === 'playing' });
  });
  speed.addEventListener('change', () => state !== 'stopped' && request('PATCH', { speed: Number(speed.value) }));
  seek.addEventListener('input', () => {
    isSeeking = true;
  });
  seek.addEventListener('change', () => {
    isSeeking = false;
    request('PATCH', { seek: Number(seek.value) });
  });

  const refresh = async () => {
    // A mock that does not answer is named above.
    if (!document.hidden) await request().catch(() => undefined);
    setTimeout(refresh, refreshMs);
  };
  refresh();
}

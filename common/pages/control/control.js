/**
 * The control room of the mock: one session, its state, network, night and journal.
 *
 * @import { Entry } from '../control-wire.ts'
 */
import { h, render } from '/shared/preact.js';
import { foot, head, notice, tabBar } from './bar.js';
import { journal } from './journal.js';
import { networkCard } from './network.js';
import { nightCard } from './night.js';
import { stateCard } from './state.js';
import { base, data, drawWith, read, refresh, update } from './store.js';

/** As many as the mock keeps. */
const maxEntries = 1_000;

const room = /** @type {HTMLElement} */ (document.getElementById('room'));
drawWith(() => {
  document.title = `${data.state.session} · Control room`;
  render(
    h(
      'div',
      { class: 'room', 'data-tab': data.tab },
      h('a', { class: 'skip', href: '#journal-title' }, 'Skip to the journal'),
      head(),
      tabBar(),
      h('main', {}, h('div', { class: 'left' }, stateCard(), networkCard(), nightCard()), journal()),
      foot(),
      notice(),
    ),
    room,
  );
});

/** Adds a request, or the reply of one that is shown already. @param {Entry} entry */
function add(entry) {
  const others = data.entries.filter(({ id }) => id !== entry.id);
  // The stream begins in the order of the replies.
  update({ entries: [...others, entry].sort((a, b) => a.id - b.id).slice(-maxEntries) });
}

/** @type {EventSource | undefined} */
let stream;

/**
 * The stream begins with the requests that the mock has kept, so that a new connection needs no other request. A hidden
 * page has none: a browser opens only six connections to a host.
 */
function follow() {
  stream?.close();
  stream = document.hidden ? undefined : new EventSource(`${base}/__mock/requests`);
  if (!stream) return;
  stream.addEventListener('request', ({ data: text }) => add(JSON.parse(text)));
  stream.addEventListener('open', () => {
    update({ isLive: true, entries: [] });
    // The mock may have started again, with other contracts.
    read('states');
    read('addresses');
  });
  // At the start, and when this or another page or a test has changed something.
  stream.addEventListener('session', refresh);
  stream.addEventListener('cleared', () => update({ entries: [], opened: undefined, before: undefined }));
  stream.addEventListener('error', ({ currentTarget }) => {
    stream?.close();
    update({ isLive: false });
    setTimeout(() => currentTarget === stream && follow(), 1_000);
  });
}

update();
follow();
document.addEventListener('visibilitychange', follow);
// A night goes on without an event: its open rounds are read, and its clock is drawn.
const isPlaying = () => data.night.state === 'playing' && !document.hidden;
setInterval(() => isPlaying() && refresh(), 2_000);
setInterval(() => isPlaying() && update(), 500);

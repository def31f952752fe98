/**
 * The fight night: a timeline to play, pause and seek.
 *
 * @import { Timeline } from '../control-wire.ts'
 */
import { h } from '/shared/preact.js';
import { button, card, choice, soft } from './elements.js';
import { base, change, data, update } from './store.js';

/** Seconds of the night now: the mock's clock goes on between two readings. */
function position() {
  const { state, at = 0, speed = 0 } = data.night;
  if (data.seeking !== undefined) return data.seeking;
  return state === 'playing' ? at + ((performance.now() - data.nightSince) / 1000) * speed : at;
}

/** @param {number} seconds */
const clockOf = (seconds) => new Date(seconds * 1000).toISOString().slice(11, 19);

/** @param {Timeline} timeline @param {number} seconds */
function placeOf({ fights }, seconds) {
  const fight = fights.findLast(({ fromMs }) => fromMs <= seconds * 1000);
  if (!fight) return 'before the first fight';
  const round = fight.rounds.findLast(({ fromMs }) => fromMs <= seconds * 1000);
  const when = seconds * 1000 >= fight.toMs ? 'over' : round ? `round ${round.round}` : 'walkouts';
  return `${fight.fighters.join(' – ')}, ${when}`;
}

/** Blocks of fights, ticks of rounds and dots of finishes, under the handle of the position. @param {Timeline} timeline */
function bar(timeline) {
  const { fights, durationMs } = timeline;
  /** @param {number} ms */
  const x = (ms) => ((ms / durationMs) * 1000).toFixed(1);
  const blocks = fights.map(({ fromMs, toMs }) => `M${x(fromMs)} 8H${x(toMs)}v24H${x(fromMs)}z`);
  const ticks = fights.flatMap(({ rounds }) => rounds.map(({ fromMs }) => `M${x(fromMs)} 8v24`));
  const ends = fights.map(({ finish }) => `M${x(finish.atMs)} 20h0`);
  const at = position();
  return h(
    'div',
    { class: 'timeline' },
    h(
      'svg',
      { viewBox: '0 0 1000 40', preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      h('path', { class: 'blocks', d: blocks.join('') }),
      h('path', { class: 'ticks', d: ticks.join('') }),
      h('path', { class: 'ends', d: ends.join('') }),
    ),
    h('input', {
      type: 'range',
      min: 0,
      max: Math.round(durationMs / 1000),
      step: 5,
      value: at,
      disabled: data.night.state === 'stopped',
      'aria-label': 'Position in the night',
      'aria-valuetext': `${clockOf(at)}, ${placeOf(timeline, at)}`,
      onInput: ({ currentTarget }) => update({ seeking: Number(currentTarget.value) }),
      onChange: async ({ currentTarget }) => {
        await change('PATCH', '/night', { seek: Number(currentTarget.value) });
        update({ seeking: undefined });
      },
    }),
  );
}

/** @param {Timeline['fights'][number]} fight */
function fightRow({ id, fighters, rounds, finish }) {
  const names = fighters.join(' – ');
  const chips = rounds.map(({ round, seek }) => {
    const isOpen = data.night.open?.some((open) => open.fight === id && open.round === round);
    const go = () =>
      data.night.state === 'stopped' ? change('POST', '/night', { from: seek }) : change('PATCH', '/night', { seek });
    return button(`R${round}`, go, { class: isOpen ? 'open' : '', 'aria-label': `Go to ${seek}, ${names}` });
  });
  const end = `${finish.winner ?? 'draw'}, ${finish.method}, R${finish.round} ${finish.time}`;
  return h('li', {}, h('span', {}, names), h('span', { class: 'rounds' }, chips), h('span', { class: 'soft' }, end));
}

/** @param {Timeline} timeline */
function about(timeline) {
  const { state, open = [] } = data.night;
  if (state === 'stopped') return soft('No night is running: every feed is the recorded one.');
  const rounds = open.map(({ fight, round }) => `${fight}:R${round}`).join(', ') || 'no round';
  const clock = h('strong', { class: 'clock' }, clockOf(position()));
  return h('p', {}, clock, ` ${placeOf(timeline, position())} · open for votes: ${rounds}`);
}

function transport() {
  const { state, speed = 60 } = data.night;
  if (state === 'stopped') return button('Start', () => change('POST', '/night', {}), { class: 'main' });
  const speeds = [...new Set([1, 10, 60, 300, 1_000, speed])].sort((a, b) => a - b);
  const play = { pause: false, ...(state === 'over' && { seek: 0 }) };
  return [
    state === 'playing'
      ? button('Pause', () => change('PATCH', '/night', { pause: true }), { class: 'main' })
      : button('Play', () => change('PATCH', '/night', play), { class: 'main' }),
    button('Stop', () => change('DELETE', '/night')),
    choice(
      'speed',
      'Speed',
      String(speed),
      speeds.map((one) => [String(one), `${one} ×`]),
      (text) => change('PATCH', '/night', { speed: Number(text) }),
    ),
  ];
}

export function nightCard() {
  const { timeline } = data;
  const board = h('a', { href: `${base}/board?lang=en` }, 'Open the board');
  const fights = () => h('ol', { class: 'fights' }, timeline?.fights.map(fightRow));
  return card(
    'night',
    'Night',
    'night',
    h('div', { class: 'buttons' }, transport(), board),
    timeline && [bar(timeline), about(timeline)],
    timeline && h('details', { open: true }, h('summary', {}, 'Fights and rounds'), fights()),
  );
}

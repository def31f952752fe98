/**
 * Delays and faults of the session.
 *
 * @import { Faults } from '../control-wire.ts'
 */
import { h } from '/shared/preact.js';
import { button, buttons, card, choice, field } from './elements.js';
import { change, data } from './store.js';

/** @type {Record<string, Faults>} */
const presets = {
  Train: { delayMs: 300, jitterMs: 900, share: 0.1, fault: 'reset' },
  Stadium: { delayMs: 800, jitterMs: 2_000, share: 0.2, fault: 'drip' },
  'Server down': { delayMs: 0, jitterMs: 0, share: 1, fault: '503' },
};

/** The kinds of faults, as the mock names them. */
const kinds = [
  ['', 'any'],
  ['503', '503'],
  ['429', '429'],
  ['reset', 'connection reset'],
  ['hang', 'no reply'],
  ['truncate', 'half a reply'],
  ['drip', 'slow bytes'],
];

/** @param {Partial<Faults>} changed */
const set = (changed) => change('PUT', '/faults', { ...data.faults, ...changed });

/** @param {string} name */
const isSet = (name) =>
  Object.entries(presets[name] ?? {}).every(([key, value]) => value === Reflect.get(data.faults, key));

export function networkCard() {
  const { delayMs, jitterMs, share, fault } = data.faults;
  const ms = { type: 'number', min: 0, max: 60_000 };
  const percent = Math.round(share * 100);
  const percents = { type: 'number', min: 0, max: 100 };
  return card(
    'network',
    'Network',
    'session',
    buttons(
      Object.entries(presets).map(([name, faults]) => button(name, () => set(faults), { 'aria-pressed': isSet(name) })),
      button('Normal', () => change('DELETE', '/faults')),
    ),
    h(
      'div',
      { class: 'fields' },
      field('delay', 'Delay, ms', delayMs, (text) => set({ delayMs: Number(text) }), ms),
      field('jitter', 'Jitter, up to ms', jitterMs, (text) => set({ jitterMs: Number(text) }), ms),
      field('share', 'Faults, % of requests', percent, (text) => set({ share: Number(text) / 100 }), percents),
      choice('fault', 'Fault', fault ?? '', kinds, (kind) => set({ fault: kind || null, share: share || 1 })),
    ),
  );
}

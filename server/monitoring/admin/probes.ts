import type { State } from '../messages.ts';

export interface Probe {
  status: 200 | 503;
  text: string;
}

/** Longer than any turn of a healthy event loop. */
const maxSilentSeconds = 10;

export interface Silence {
  pid: number;
  seconds: number;
}

/** Whether the event loops of all processes run. */
export function livez(silences: readonly Silence[]): Probe {
  const silent = silences.filter(({ seconds }) => seconds > maxSilentSeconds).sort((a, b) => b.seconds - a.seconds);
  if (silent.length === 0) return { status: 200, text: 'ok' };
  const names = silent.map(({ pid, seconds }) => `process ${pid} for ${Math.floor(seconds)} s`);
  return { status: 503, text: `${silent.length} of ${silences.length} event loops stand still: ${names.join(', ')}` };
}

/** Whether requests should be sent here. @param ready how many processes answer requests. */
export function readyz(state: State, ready: number): Probe {
  if (state !== 'serving') return { status: 503, text: state };
  return ready > 0 ? { status: 200, text: 'ok' } : { status: 503, text: 'no worker is ready' };
}

import type { State } from '../messages.ts';

/** What a probe answers. */
export interface Probe {
  status: 200 | 503;
  /** One line. */
  text: string;
}

/** How long the event loop of a process may be silent: longer than any turn of a healthy one. */
export const silentSeconds = 10;

/** Whether the event loops of all processes run. @param ages seconds since each last ran. */
export function livez(ages: readonly number[]): Probe {
  const silent = ages.filter((age) => age > silentSeconds);
  if (silent.length === 0) return { status: 200, text: 'ok' };
  const longest = Math.floor(Math.max(...silent));
  return {
    status: 503,
    text: `${silent.length} of ${ages.length} event loops stand still, the longest for ${longest} s`,
  };
}

/** Whether requests should be sent here. @param ready how many processes answer requests. */
export function readyz(state: State, ready: number): Probe {
  if (state !== 'serving') return { status: 503, text: state };
  return ready > 0 ? { status: 200, text: 'ok' } : { status: 503, text: 'no worker is ready' };
}

import { eventually } from '../../../test/support/run/eventually.ts';
import type { Machine, ServerKind } from './machine.ts';

/** A fault that is made on purpose, and the alert that must name it. */
export interface Drill {
  alert: string;
  /** What is done, as a sentence without a full stop. */
  does: string;
  on: ServerKind;
  /** Alerts that must not be pending then: they would mislead. */
  not: readonly string[];
  /** @returns what ends it. */
  make(machine: Machine): Promise<() => Promise<unknown>>;
  /** Looks where the runbook says. @returns what is seen there; a drill whose runbook sees nothing has failed. */
  look(machine: Machine): Promise<string>;
}

export const readyz = async ({ admin }: Machine) => (await fetch(`${admin}/readyz`)).text().then((text) => text.trim());
export const livez = async ({ admin }: Machine) => (await fetch(`${admin}/livez`)).text().then((text) => text.trim());

/** The last line of the log with a text, and some of its members. */
export const logged = (pattern: RegExp, ...members: string[]) => {
  return async (machine: Machine) => {
    const find = () => machine.log().findLast((line) => pattern.test(JSON.stringify(line)));
    await eventually(() => find() !== undefined, `the log has ${pattern}`);
    const line = find() ?? {};
    const text = (value: unknown) => (value as { message?: string }).message ?? JSON.stringify(value);
    const shown = members.flatMap((name) => (line[name] === undefined ? [] : [`${name} ${text(line[name])}`]));
    return [`log: ${line.msg}`, ...shown].join(', ');
  };
};

/** Series of the metrics that the runbook compares, with their values. */
export const counted = (series: RegExp) => async (machine: Machine) => {
  const text = await (await fetch(`${machine.admin}/metrics`)).text();
  const found = text.split('\n').filter((line) => series.test(line) && !line.startsWith('#') && !/ 0$/.test(line));
  return found.slice(0, 3).join('; ');
};

/** Suspends Redis. */
export const hang = async (machine: Machine) => {
  machine.redis.signal('SIGSTOP');
  return async () => machine.redis.signal('SIGCONT');
};
/** Kills Redis. */
export const kill = async (machine: Machine) => {
  await machine.redis.kill();
  return () => machine.redis.start();
};

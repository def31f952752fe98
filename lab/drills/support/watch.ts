import { setTimeout as sleep } from 'node:timers/promises';
import { alertRules } from '../../../test/support/monitoring/rules.ts';
import { scrape } from '../../../test/support/monitoring/scrape.ts';
import { evaluatePromql, type Scrape } from './promql.ts';

const everyMs = 750;

/**
 * The alerts whose expressions select anything now, sorted. They are pending; Prometheus sends them once they have been for
 * as long as their `for` says.
 */
const alertsIn = (history: readonly Scrape[]): string[] =>
  alertRules
    .filter(({ expr }) => evaluatePromql(expr, history).length > 0)
    .map(({ alert }) => alert)
    .sort();

/** Scrapes a server as Prometheus does, but more often, and evaluates the alert rules: all it knows are the metrics. */
export class Watch {
  readonly #admin: string;
  #history: Scrape[] = [];

  constructor(admin: string) {
    this.#admin = admin;
  }

  /** Forgets all scrapes, and makes the first of a new history. */
  async restart(): Promise<void> {
    this.#history = [];
    await this.look();
  }

  /** Scrapes once. @returns the alerts that are pending then. */
  async look(): Promise<string[]> {
    const up = (value: number) => ({ name: 'up', labels: { job: 'fightcard' }, value });
    const samples = await scrape(this.#admin).then(
      (scraped) => [...scraped, up(1)],
      () => [up(0)],
    );
    this.#history.push({ seconds: Date.now() / 1_000, samples });
    return alertsIn(this.#history);
  }

  /** Scrapes until alerts are pending, and returns these. @throws {Error} after the time. */
  async until(isWanted: (alerts: readonly string[]) => boolean, timeoutMs = 30_000): Promise<string[]> {
    const startMs = performance.now();
    for (;;) {
      const alerts = await this.look();
      if (isWanted(alerts)) return alerts;
      if (performance.now() - startMs > timeoutMs)
        throw new Error(`after ${timeoutMs / 1_000} s the alerts are: ${alerts.join(', ') || 'none'}`);
      await sleep(everyMs);
    }
  }
}

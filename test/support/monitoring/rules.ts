import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { evaluatePromql, type Scrape } from './promql.ts';

const folder = new URL('../../../deploy/monitoring/', import.meta.url);

/** An alert as Prometheus reads it. */
export interface AlertRule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
}

interface RuleFile {
  groups: { name: string; rules: AlertRule[] }[];
}

export const readDeployed = (name: string) => readFileSync(new URL(name, folder), 'utf8');

export const alertRules = (parse(readDeployed('alerts.yaml')) as RuleFile).groups.flatMap(({ rules }) => rules);

/**
 * The alerts whose expressions select anything now, sorted. They are pending; Prometheus sends them once they have been for
 * as long as their `for` says.
 */
export const alertsIn = (history: readonly Scrape[]): string[] =>
  alertRules
    .filter(({ expr }) => evaluatePromql(expr, history).length > 0)
    .map(({ alert }) => alert)
    .sort();

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

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

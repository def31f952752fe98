import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOrInstall } from '../run/programs.ts';

/** Values of a series by its selector, in the notation of `promtool test rules`. */
export type InputSeries = Record<string, string>;

/** An alert that is firing. */
export interface FiringAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface RuleTest {
  alert: string;
  series: InputSeries;
  /** External labels of Prometheus. */
  externalLabels?: Record<string, string>;
  /** What must fire, by the second of the evaluation. */
  expected: Record<number, readonly FiringAlert[]>;
}

/** Runs promtool on a file. @returns what it reports, or '' if it accepts the file. */
async function promtool(args: readonly string[], file: object): Promise<string> {
  const program = await findOrInstall('promtool');
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-rules-'));
  try {
    // JSON is YAML.
    writeFileSync(join(folder, 'file.yaml'), JSON.stringify(file));
    const { status, stdout, stderr } = spawnSync(program, [...args, join(folder, 'file.yaml')], { encoding: 'utf8' });
    return status === 0 ? '' : `${stdout}${stderr}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Checks expressions. @returns what is wrong with them, or ''. */
export const checkExpressions = (expressions: readonly string[]): Promise<string> => {
  const rules = expressions.map((expr, index) => ({ record: `expression_${index}`, expr }));
  return promtool(['check', 'rules'], { groups: [{ name: 'expressions', rules }] });
};

/** Evaluates a file of rules on series. @returns what differs from the expectation, or ''. */
export const testRules = (ruleFile: string, everySeconds: number, tests: readonly RuleTest[]): Promise<string> =>
  promtool(['test', 'rules'], {
    rule_files: [ruleFile],
    evaluation_interval: `${everySeconds}s`,
    tests: tests.map(({ alert, series, externalLabels, expected }) => ({
      interval: `${everySeconds}s`,
      input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
      external_labels: externalLabels,
      alert_rule_test: Object.entries(expected).map(([seconds, alerts]) => ({
        eval_time: `${seconds}s`,
        alertname: alert,
        exp_alerts: alerts.map(({ labels, annotations }) => ({ exp_labels: labels, exp_annotations: annotations })),
      })),
    })),
  });

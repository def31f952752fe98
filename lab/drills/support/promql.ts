import type { SyntaxNode } from '@lezer/common';
import { parser } from '@prometheus-io/lezer-promql';
import type { Sample } from '../../../test/support/monitoring/scrape.ts';

/** What one scrape returned, and when, in seconds since 1970. */
export interface Scrape {
  seconds: number;
  samples: readonly Sample[];
}

/** A watch asks for the same few metrics of the same thousands of samples again and again. */
const named = new WeakMap<readonly Sample[], Map<string, Sample[]>>();

function samplesOf(name: string, samples: readonly Sample[]): readonly Sample[] {
  const known = named.get(samples);
  if (known) return known.get(name) ?? [];
  named.set(
    samples,
    Map.groupBy(samples, (sample) => sample.name),
  );
  return samplesOf(name, samples);
}

/** A number, or the series of a vector. */
type Value = number | Sample[];

/** @throws {Error} naming the place of the fault. */
export function parsePromql(text: string): SyntaxNode {
  const { topNode } = parser.parse(text);
  topNode.cursor().iterate((node) => {
    if (node.type.isError) throw new Error(`not PromQL at ${node.from}: ${text}`);
  });
  return topNode.firstChild as SyntaxNode;
}

/** The names of the metrics in an expression. */
export function metricsIn(text: string): string[] {
  const names = new Set<string>();
  parsePromql(text)
    .cursor()
    .iterate((node) => {
      if (node.name === 'Identifier') names.add(text.slice(node.from, node.to));
    });
  return [...names];
}

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const withoutName = (sample: Sample): Sample => ({ ...sample, name: '' });
const keys = new WeakMap<object, string>();

function keyOf(labels: Readonly<Record<string, string>>): string {
  const known = keys.get(labels);
  if (known !== undefined) return known;
  const key = JSON.stringify(Object.entries(labels).sort());
  keys.set(labels, key);
  return key;
}

function vectorOf(value: Value): Sample[] {
  if (typeof value === 'number') throw new Error('a vector is needed, not a number');
  return value;
}

type Operator = (a: number, b: number) => number;
const arithmetic: Record<string, Operator> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};
const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
};

/**
 * Evaluates the part of PromQL that the alert rules use, on a history of scrapes: selectors, `rate`, `increase`,
 * `histogram_quantile`, `absent`, `time`, `sum` and `max` with `by`, arithmetic, comparisons, `and`, `or`, `unless`.
 * Rates are differences, without Prometheus's extrapolation to the ends of the range.
 */
class Evaluation {
  readonly #text: string;
  readonly #history: readonly Scrape[];

  constructor(text: string, history: readonly Scrape[]) {
    this.#text = text;
    this.#history = history;
  }

  evaluate(node: SyntaxNode): Value {
    switch (node.name) {
      case 'NumberDurationLiteral':
        return Number(this.#textOf(node));
      case 'ParenExpr':
        return this.evaluate(node.firstChild as SyntaxNode);
      case 'VectorSelector':
        return this.#select(node, this.#last().samples);
      case 'FunctionCall':
        return this.#call(node);
      case 'AggregateExpr':
        return this.#aggregate(node);
      case 'BinaryExpr':
        return this.#binary(node);
      default:
        throw new Error(`the evaluator does not know ${node.name} of ${this.#text}`);
    }
  }

  #textOf(node: SyntaxNode): string {
    return this.#text.slice(node.from, node.to);
  }

  #last(): Scrape {
    const last = this.#history.at(-1);
    if (!last) throw new Error('nothing has been scraped');
    return last;
  }

  #select(node: SyntaxNode, samples: readonly Sample[]): Sample[] {
    const name = this.#textOf(node.getChild('Identifier') as SyntaxNode);
    const matchers = (node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []).map((matcher) => {
      const [label = '', operator = '', quoted = '""'] = ['LabelName', 'MatchOp', 'StringLiteral'].map((part) =>
        this.#textOf(matcher.getChild(part) as SyntaxNode),
      );
      const text = quoted.slice(1, -1);
      const pattern = new RegExp(`^(?:${text})$`);
      const isMatch = (value: string) => (operator.includes('~') ? pattern.test(value) : value === text);
      return ({ labels }: Sample) => isMatch(labels[label] ?? '') !== operator.startsWith('!');
    });
    return samplesOf(name, samples).filter((sample) => matchers.every((matches) => matches(sample)));
  }

  /** How much each series of a range has grown, and in how many seconds. */
  #growth(node: SyntaxNode): { samples: Sample[]; seconds: number } {
    const duration = /(\d+)([smhd])/.exec(this.#textOf(node.getChild('DurationExpr') as SyntaxNode));
    const rangeSeconds = Number(duration?.[1]) * (unitSeconds[duration?.[2] ?? ''] ?? Number.NaN);
    const last = this.#last();
    const first = this.#history.find(({ seconds }) => seconds >= last.seconds - rangeSeconds) ?? last;
    const selector = node.getChild('VectorSelector') as SyntaxNode;
    const before = new Map(this.#select(selector, first.samples).map((one) => [keyOf(one.labels), one.value]));
    const samples = this.#select(selector, last.samples).flatMap((sample) => {
      const start = before.get(keyOf(sample.labels));
      // One sample shows no growth.
      return start === undefined || first === last ? [] : [{ ...withoutName(sample), value: sample.value - start }];
    });
    return { samples, seconds: last.seconds - first.seconds };
  }

  #call(node: SyntaxNode): Value {
    const name = this.#textOf(node.getChild('FunctionIdentifier') as SyntaxNode);
    const given: SyntaxNode[] = [];
    for (let child = node.getChild('FunctionCallBody')?.firstChild; child; child = child.nextSibling) given.push(child);
    const [first, second] = given as [SyntaxNode, SyntaxNode];
    if (name === 'time') return this.#last().seconds;
    if (name === 'increase') return this.#growth(first).samples;
    if (name === 'rate') {
      const { samples, seconds } = this.#growth(first);
      return samples.map((sample) => ({ ...sample, value: sample.value / seconds }));
    }
    if (name === 'absent') return vectorOf(this.evaluate(first)).length > 0 ? [] : [{ name: '', labels: {}, value: 1 }];
    if (name === 'histogram_quantile') return quantiles(Number(this.#textOf(first)), vectorOf(this.evaluate(second)));
    throw new Error(`the evaluator does not know the function ${name}`);
  }

  #aggregate(node: SyntaxNode): Sample[] {
    const operator = this.#textOf(node.getChild('AggregateOp') as SyntaxNode);
    const grouping = node.getChild('AggregateModifier')?.getChild('GroupingLabels');
    const by = (grouping?.getChildren('LabelName') ?? []).map((label) => this.#textOf(label));
    const groups = new Map<string, Sample>();
    const combine = operator === 'max' ? Math.max : (arithmetic['+'] as Operator);
    for (const { labels, value } of vectorOf(
      this.evaluate(node.getChild('FunctionCallBody')?.firstChild as SyntaxNode),
    )) {
      const kept = Object.fromEntries(by.map((label) => [label, labels[label] ?? '']));
      const known = groups.get(keyOf(kept));
      groups.set(keyOf(kept), { name: '', labels: kept, value: known ? combine(known.value, value) : value });
    }
    return [...groups.values()];
  }

  #binary(node: SyntaxNode): Value {
    const [left, right] = [node.firstChild as SyntaxNode, node.lastChild as SyntaxNode];
    const operator = this.#textOf(left.nextSibling as SyntaxNode);
    const isOnNothing = node.getChild('MatchingModifierClause') !== null;
    const key = ({ labels }: Sample) => (isOnNothing ? '' : keyOf(labels));
    const [a, b] = [this.evaluate(left), this.evaluate(right)];
    if (['and', 'or', 'unless'].includes(operator)) return combineSets(operator, vectorOf(a), vectorOf(b), key);
    const compute = arithmetic[operator];
    const compare = comparisons[operator];
    const apply = (sample: Sample, x: number, y: number): Sample[] => {
      if (compute) return [{ ...withoutName(sample), value: compute(x, y) }];
      return compare?.(x, y) ? [sample] : [];
    };
    if (typeof a === 'number' && typeof b === 'number') return compute?.(a, b) ?? Number(compare?.(a, b));
    if (typeof a === 'number') return vectorOf(b).flatMap((sample) => apply(sample, a, sample.value));
    if (typeof b === 'number') return a.flatMap((sample) => apply(sample, sample.value, b));
    const others = new Map(b.map((sample) => [key(sample), sample.value]));
    return a.flatMap((sample) => {
      const other = others.get(key(sample));
      return other === undefined ? [] : apply(sample, sample.value, other);
    });
  }
}

function combineSets(operator: string, a: Sample[], b: Sample[], key: (sample: Sample) => string): Sample[] {
  const inA = new Set(a.map(key));
  const inB = new Set(b.map(key));
  if (operator === 'and') return a.filter((sample) => inB.has(key(sample)));
  if (operator === 'unless') return a.filter((sample) => !inB.has(key(sample)));
  return [...a, ...b.filter((sample) => !inA.has(key(sample)))];
}

/** The upper bound of the bucket with the quantile; nothing for a histogram without observations. */
function quantiles(quantile: number, buckets: readonly Sample[]): Sample[] {
  const groups = new Map<string, { labels: Record<string, string>; counts: [bound: number, count: number][] }>();
  for (const { labels, value } of buckets) {
    const { le = '', ...others } = labels;
    const group = groups.get(keyOf(others)) ?? { labels: others, counts: [] };
    group.counts.push([le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), value]);
    groups.set(keyOf(others), group);
  }
  return [...groups.values()].flatMap(({ labels, counts }) => {
    counts.sort(([a], [b]) => a - b);
    const total = counts.at(-1)?.[1] ?? 0;
    const found = counts.find(([, count]) => count >= quantile * total);
    return total > 0 && found ? [{ name: '', labels, value: found[0] }] : [];
  });
}

const parsed = new Map<string, SyntaxNode>();

/** The series that an expression selects now; a rule with any has its alert. */
export function evaluatePromql(text: string, history: readonly Scrape[]): Sample[] {
  const node = parsed.get(text) ?? parsePromql(text);
  parsed.set(text, node);
  const value = new Evaluation(text, history).evaluate(node);
  return typeof value === 'number' ? [{ name: '', labels: {}, value }] : value;
}

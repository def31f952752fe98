import type { Figure } from './figures.ts';
import { formatValue } from './report.ts';

/** Bars that share a scale. */
interface Panel {
  title: string;
  bars: { label: string; value: number; text: string; target?: number; verdict: Figure['verdict'] }[];
  /** Smallest end of the scale. */
  least: number;
  ticks: (most: number) => number[];
  tickText: (tick: number) => string;
}

const width = 960;
const labelWidth = 400;
const valueWidth = 90;
const barHeight = 18;
const rowHeight = 28;
const titleHeight = 34;
const axisHeight = 30;
const margin = 24;
const plotWidth = width - 2 * margin - labelWidth - valueWidth;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Ticks at a step of 1, 2 or 5 that makes about five of them. */
function evenTicks(most: number): number[] {
  const rough = most / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, index) => index * step);
}

const trimmed = (value: number) => String(Number(value.toFixed(2)));

function createPanel(
  title: string,
  figures: readonly Figure[],
  least: number,
  place: (figure: Figure) => { value: number; target?: number },
  tickText: (tick: number) => string,
): Panel {
  const bars = figures.map((figure) => ({
    label: figure.name,
    text: formatValue(figure.value, figure.unit),
    verdict: figure.verdict,
    ...place(figure),
  }));
  return { title, bars, least, ticks: evenTicks, tickText };
}

const plain = ({ value, target }: Figure) => ({ value, ...(target && { target: target.value }) });

/** Groups figures that share a scale. */
function createPanels(figures: readonly Figure[]): Panel[] {
  const those = (fits: (figure: Figure) => boolean) => figures.filter(fits);
  const isUpward = ({ target }: Figure) => target?.is !== 'most';
  const bare = those(({ against, unit }) => unit === 'ratio' && /bare node:http/.test(against));
  const express = those(
    ({ against, unit, target }) => unit === 'times' && /Express/.test(against) && target !== undefined,
  );
  const lists = those(({ bench, unit }) => bench === 'lists' && unit === 'times');
  const redis = those(({ against, unit }) => unit === 'ratio' && /redis-benchmark/.test(against));
  const others = those((figure) => figure.target !== undefined && !isUpward(figure));
  const mock = those((figure) => figure.bench === 'mock' && figure.unit === 'times');
  return [
    createPanel(
      'Requests per second, beside bare node:http: the same ready bytes, batches or reads',
      bare,
      1,
      plain,
      trimmed,
    ),
    createPanel(
      'Requests per second, times those of plain Express + ioredis',
      express,
      1,
      plain,
      (tick) => `${trimmed(tick)} ×`,
    ),
    createPanel(
      'Lists per second, times those of plain Express with compression',
      lists,
      1,
      plain,
      (tick) => `${trimmed(tick)} ×`,
    ),
    createPanel('Votes per second, beside redis-benchmark with the same script', redis, 1, plain, trimmed),
    createPanel(
      'The mock: requests per second, times those of stock Prism',
      mock,
      1,
      plain,
      (tick) => `${trimmed(tick)} ×`,
    ),
    createPanel(
      'Lower is better: share of the limit',
      others,
      1.2,
      ({ value, target }) => ({ value: value / (target?.value ?? 1), target: 1 }),
      (tick) => `${Math.round(tick * 100)} %`,
    ),
  ].filter(({ bars }) => bars.length > 0);
}

const heightOf = ({ bars }: Panel) => titleHeight + bars.length * rowHeight + axisHeight;

function drawPanel({ title, bars, least, ticks, tickText }: Panel, top: number): string {
  const most = Math.max(least, ...bars.flatMap(({ value, target = 0 }) => [value, target])) * 1.05;
  const left = margin + labelWidth;
  const x = (value: number) => left + (Math.min(value, most) / most) * plotWidth;
  const bottom = top + titleHeight + bars.length * rowHeight;
  const grid = ticks(most).map((tick) => {
    const at = x(tick).toFixed(1);
    return `<line class="grid" x1="${at}" x2="${at}" y1="${top + titleHeight}" y2="${bottom}"/><text class="tick" x="${at}" y="${bottom + 16}" text-anchor="middle">${escaped(tickText(tick))}</text>`;
  });
  const drawn = bars.map(({ label, value, text, target, verdict }, index) => {
    const y = top + titleHeight + index * rowHeight;
    const middle = y + rowHeight / 2;
    const state = verdict.replaceAll(' ', '-');
    const mark =
      target === undefined
        ? ''
        : `<line class="target" x1="${x(target).toFixed(1)}" x2="${x(target).toFixed(1)}" y1="${y + 2}" y2="${y + rowHeight - 2}"/>`;
    return [
      `<text class="label" x="${left - 10}" y="${middle + 4}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="bar ${state}" x="${left}" y="${middle - barHeight / 2}" width="${Math.max(1, x(value) - left).toFixed(1)}" height="${barHeight}" rx="2"/>`,
      mark,
      `<text class="value" x="${width - margin}" y="${middle + 4}" text-anchor="end">${escaped(text)}</text>`,
    ].join('');
  });
  return [`<text class="title" x="${margin}" y="${top + 20}">${escaped(title)}</text>`, ...grid, ...drawn].join('\n');
}

const keys: [state: string, text: string][] = [
  ['reached', 'reached'],
  ['short-of-it', 'short of it'],
  ['too-noisy', 'too noisy to conclude'],
  ['no-target', 'for comparison'],
];

function drawKeys(top: number): string {
  const parts = keys.map(
    ([state, text], index) =>
      `<rect class="bar ${state}" x="${margin + index * 170}" y="${top}" width="14" height="14" rx="2"/><text class="tick" x="${margin + 20 + index * 170}" y="${top + 12}">${text}</text>`,
  );
  const at = margin + keys.length * 170 + 6;
  return [
    ...parts,
    `<line class="target" x1="${at}" x2="${at}" y1="${top - 2}" y2="${top + 16}"/><text class="tick" x="${at + 12}" y="${top + 12}">target</text>`,
  ].join('\n');
}

/** With a background, so that it is readable on any page. */
const style = `
  .paper { fill: #ffffff; stroke: #d0d7de; }
  text { font-family: system-ui, -apple-system, "Segoe UI", "Liberation Sans", sans-serif; fill: #1f2328; font-size: 13px; }
  .head { font-size: 18px; font-weight: 600; }
  .title { font-size: 14px; font-weight: 600; }
  .tick, .sub { font-size: 12px; fill: #59636e; }
  .value { font-weight: 600; }
  .grid { stroke: #e3e7eb; }
  .target { stroke: #1f2328; stroke-width: 2.5; }
  .reached { fill: #2da44e; } .short-of-it { fill: #d1570a; } .too-noisy { fill: #b58900; } .no-target { fill: #8c959f; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #0d1117; stroke: #30363d; }
    text { fill: #e6edf3; } .tick, .sub { fill: #9198a1; }
    .grid { stroke: #262c34; } .target { stroke: #f0f6fc; }
  }`;

/**
 * Draws the figures as a bar chart (SVG), with a mark at each target.
 *
 * @param subtitle one line on their origin.
 */
export function drawFigures(figures: readonly Figure[], subtitle: string): string {
  const panels = createPanels(figures);
  const top = 100;
  let y = top;
  const drawn = panels.map((panel) => {
    const at = y;
    y += heightOf(panel);
    return drawPanel(panel, at);
  });
  const height = y + margin / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Figures of the benchmarks and their targets">
<style>${style}
</style>
<rect class="paper" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8"/>
<text class="head" x="${margin}" y="34">Measured, and the targets</text>
<text class="sub" x="${margin}" y="54">${escaped(subtitle)}</text>
${drawKeys(68)}
${drawn.join('\n')}
</svg>
`;
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { appOf, cut, verdictLine } from '../describe.ts';
import { coverageOf, matrixOf } from '../matrix.ts';
import type { Run } from '../report-formats.ts';
import { messages } from '../stream-messages.ts';
import { countsOn, exitCodeOf, type FileVerdict, outcomes, type Verdict } from '../verdict.ts';
import { failuresPart, firstFailure } from './failures.ts';
import { html, type Markup } from './html.ts';
import { matrixPart } from './matrix.ts';
import { signed } from './signs.ts';

const css = ['../../../common/pages/shared/tokens.css', './page.css']
  .map((file) => readFileSync(new URL(file, import.meta.url), 'utf8'))
  .join('');
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'`;

/** The versions of the tools, from our own package. */
function toolsOf({ tool }: Run): string {
  const { version, devDependencies = {} } = JSON.parse(
    readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string; devDependencies?: Record<string, string> };
  const pact = devDependencies['@pact-foundation/pact-core'];
  return [tool, `fightcard ${version}`, ...(pact ? [`pact-core ${pact}`] : []), `Node ${process.versions.node}`].join(
    ' · ',
  );
}

const words = { 0: 'kept', 1: 'broken', 3: 'not replayed' } as const;

function verdictPart(verdict: Verdict, run: Run): Markup {
  const { startedMs, durationMs } = verdict;
  const [word = '', ...rest] = verdictLine(verdict).split(': ');
  const { documented, ceiling, kept } = coverageOf(verdict);
  const first = firstFailure(verdict);
  const commit = run.commit ? `${run.commit.slice(0, 12)}${run.branch ? ` of ${run.branch}` : ''}` : 'unknown';
  const time = new Date(startedMs).toISOString();
  return html`<header class="verdict ${words[exitCodeOf(verdict)].replace(' ', '-')}">
<h1>${signed(words[exitCodeOf(verdict)], word)}</h1>
<p class="lead">${cut(rest.join(': '))}${first === undefined ? undefined : html` ${first}`}</p>
<dl class="facts"><div><dt>Commit</dt><dd>${commit}</dd></div>
<div><dt>Time</dt><dd><time datetime="${time}">${time.replace('T', ' ').slice(0, 19)} UTC</time>, ${(durationMs / 1000).toFixed(1)} s</dd></div>
<div><dt>Tools</dt><dd>${toolsOf(run)}</dd></div>
<div><dt>Contracts</dt><dd><b>${ceiling}</b> of ${documented} replies in the OpenAPI document have one</dd></div>
${Object.entries(kept).map(
  ([target, count]) => html`<div><dt>Kept on ${target}</dt><dd><b>${count}</b> of ${ceiling}</dd></div>`,
)}</dl></header>`;
}

const list = (items: readonly Markup[]) => html`<ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`;

/** `, for 12 days`, where the broker knows when the app published it. */
function ageOf({ created }: FileVerdict, { startedMs }: Verdict): string {
  const days = Math.floor((startedMs - Date.parse(created ?? '')) / 86_400_000);
  return days >= 0 ? `, for ${days} ${days === 1 ? 'day' : 'days'}` : '';
}

function gapsPart(verdict: Verdict): Markup {
  const { files } = verdict;
  const missing = matrixOf(verdict).flatMap(({ operation, replies }) =>
    replies.filter(({ state }) => state === 'no contract').map(({ reply }) => ({ reply, id: operation?.id ?? '' })),
  );
  const byReply = [...Map.groupBy(missing, ({ reply }) => reply)].sort(([one], [other]) => (one < other ? -1 : 1));
  const found = new Set(
    files
      .flatMap(({ interactions }) => interactions.filter(({ kind }) => kind === 'message'))
      .map(({ description }) => description),
  );
  const unread = messages.filter(({ receiving }) => !found.has(receiving));
  const pending = files.flatMap((file) =>
    file.interactions
      .filter(({ results }) => Object.values(results).some(({ outcome }) => outcome === 'pending'))
      .map((one) => html`${signed('pending')} ${appOf(file)}: ${cut(one.description)}${ageOf(file, verdict)}`),
  );
  return html`<section><h2>Not covered</h2>
<h3>${missing.length} replies without a contract</h3>
${list(
  byReply.map(
    ([reply, at]) =>
      html`<details><summary>${reply}: ${at.length} operations</summary><p>${at.map(({ id }) => id).join(', ')}</p></details>`,
  ),
)}
<h3>${unread.length} messages not in this run</h3>
${
  unread.length === 0
    ? undefined
    : html`<details><summary>Messages of the streams</summary>${list(unread.map(({ consumer, receiving }) => html`${consumer}: ${receiving}`))}</details>`
}
<h3>${pending.length} pending</h3>${list(pending)}</section>`;
}

/** Longer lists are in verdict.json and on the console. */
const maxWarnings = 200;

function appsPart({ files }: Verdict): Markup {
  const apps = [...Map.groupBy(files, (file) => appOf(file) || 'unreadable')].map(([app, own]) => {
    const warnings = own.flatMap(({ note, interactions }) => [
      ...(note === undefined ? [] : [html`${note}`]),
      ...interactions.flatMap(({ at, description, warnings: found }) =>
        found.map((warning) => html`<code>${at}</code> ${cut(description)}: ${cut(warning)}`),
      ),
    ]);
    const more = warnings.length - maxWarnings;
    return html`<h3>${app}</h3>
<p>${own.length} ${own.length === 1 ? 'file' : 'files'}, ${warnings.length === 0 ? 'no warning' : html`<b class="pending">! ${warnings.length} ${warnings.length === 1 ? 'warning' : 'warnings'}</b>`}</p>
${list([...warnings.slice(0, maxWarnings), ...(more > 0 ? [html`${more} more`] : [])])}`;
  });
  return html`<section><h2>Apps</h2>${apps}</section>`;
}

function provenancePart({ files, targets }: Verdict): Markup {
  const row = (title: string, app: string, target: string, of: readonly FileVerdict[]) => {
    const read = of.reduce((sum, { interactions }) => sum + interactions.length, 0);
    const counts = Object.values(countsOn(target, of));
    return html`<tr><th scope="row">${title}</th><td>${app}</td><td>${target}</td>${[read, ...counts].map((count) => html`<td>${count}</td>`)}</tr>`;
  };
  const head = ['file', 'app', 'target', 'interactions', ...outcomes];
  const damaged = (file: FileVerdict) =>
    html`<tr><th scope="row">${file.file}</th><td colspan="${head.length - 1}">${signed('broken', 'cannot be read')}</td></tr>`;
  const rows = files.flatMap((file) =>
    file.damage === undefined ? targets.map((target) => row(file.file, appOf(file), target, [file])) : [damaged(file)],
  );
  return html`<section><h2>Files</h2><p>read = ${outcomes.join(' + ')}</p>
<div class="box" role="region" tabindex="0" aria-label="Files"><table class="numbers"><thead><tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
<tbody>${rows}</tbody><tfoot>${targets.map((target) => row('all', '', target, files))}</tfoot></table></div></section>`;
}

/** The whole report as one file: no request, no script. */
export function pageOf(verdict: Verdict, run: Run): string {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}"><title>${cut(verdictLine(verdict))}</title>
<style>${{ markup: css }}</style></head><body><main>
${[
  verdictPart(verdict, run),
  failuresPart(verdict),
  matrixPart(verdict),
  gapsPart(verdict),
  appsPart(verdict),
  provenancePart(verdict),
]}
</main></body></html>
`;
  return page.markup;
}

import { families } from '../../../contracts/families.ts';
import { interactions } from '../../../contracts/interactions/index.ts';
import { appOf, cut } from '../describe.ts';
import { type MatrixRow, matrixOf, type Placed, type ReplyState, worstOf } from '../matrix.ts';
import { type Outcome, outcomeOn, type Verdict } from '../verdict.ts';
import { html, type Markup } from './html.ts';
import { classOf, signed } from './signs.ts';

const ourConsumers = new Set<string | undefined>(interactions.map(({ consumer }) => consumer));

/** `✗ 1 of 12 broken` */
function cellOf(found: readonly Placed[], targets: readonly string[]): Markup {
  const worst = worstOf(found, targets);
  if (worst === undefined) return html`<td>– none</td>`;
  const count = found.filter((one) => worstOf([one], targets) === worst).length;
  return html`<td>${signed(worst, `${count === found.length ? count : `${count} of ${found.length}`} ${worst}`)}</td>`;
}

/** The statuses of each state: `✓ kept 200 304`. */
function chipsOf({ replies }: MatrixRow): Markup {
  const groups = [...Map.groupBy(replies, ({ state }) => state)].map(([state, own]) => {
    const statuses = new Set(own.map(({ reply }) => reply.slice(0, 3)));
    return html`<li>${signed(state)} ${[...statuses].map((status) => html`<span class="chip ${classOf(state)}">${status}</span> `)}</li>`;
  });
  return html`<ul class="chips">${groups}</ul>`;
}

function outcomeIn({ one }: Placed, targets: readonly string[]): Markup {
  const found = targets.map((target) => [target, outcomeOn(target, one.results)] as const);
  const [[, first] = ['', 'not replayed' as Outcome]] = found;
  if (found.every(([, outcome]) => outcome === first)) return signed(first);
  return html`${found.map(([target, outcome]) => html`${signed(outcome)} on ${target} `)}`;
}

/** What a row opens to: its interactions by file, and its replies without a contract. */
function insideOf({ found, replies }: MatrixRow, targets: readonly string[]): Markup {
  const files = [...Map.groupBy(found, ({ file }) => file)].map(([file, own]) => {
    const items = own.map(
      (placed) =>
        html`<li>${outcomeIn(placed, targets)} ${cut(placed.one.description)} <code>${placed.one.at.slice(file.file.length)}</code></li>`,
    );
    return html`<p>${appOf(file)} <code>${file.file}</code></p><ul>${items}</ul>`;
  });
  const missing = replies.filter(({ state }) => state === 'no contract').map(({ reply }) => reply);
  const gaps = missing.length > 0 ? html`<p>${signed('no contract')} ${missing.join(', ')}</p>` : undefined;
  return html`<details><summary>${found.length} in this run</summary>${files}${gaps}</details>`;
}

/** The catalogue of a mock on its usual port. */
const catalogue = 'http://localhost:4010/#';

const filters = ['in this run', 'broken', 'not replayed', 'pending', 'no contract'] as const;

/** Of a row: for the filter, which takes what is impossible for broken. */
function statesOf({ replies, found }: MatrixRow, targets: readonly string[]): Set<ReplyState | 'in this run'> {
  const ofFound = found.flatMap(({ one }) => targets.map((target) => outcomeOn(target, one.results)));
  const all = [...replies.map(({ state }) => state), ...ofFound];
  const named = all.map((state) => (state === 'impossible' ? 'broken' : state));
  return new Set([...named, ...(found.length > 0 ? (['in this run'] as const) : [])]);
}

/** 62 operations: contracts, replies, targets, and a column for each app version. */
export function matrixPart(verdict: Verdict): Markup {
  const { files, targets } = verdict;
  const rows = matrixOf(verdict).map((row) => ({ row, states: statesOf(row, targets) }));
  const apps = [...new Set(files.filter(({ consumer }) => consumer && !ourConsumers.has(consumer)).map(appOf))];
  const head = ['operation', 'contracts', 'replies', ...targets, ...apps];
  const bodies = rows.map(({ row, states }) => {
    const { operation, contracts, found } = row;
    const name = operation
      ? html`<a href="${catalogue}${operation.family}.${operation.name}">${operation.id}</a><code>${operation.method} ${operation.path.slice(families[operation.family].prefix.length) || '/'}</code>`
      : html`other requests`;
    const ofApps = apps.map((app) =>
      cellOf(
        found.filter(({ file }) => appOf(file) === app),
        targets,
      ),
    );
    return html`<tbody class="${[...states].map(classOf).join(' ')}"><tr><th scope="row">${name}</th><td>${contracts}</td><td>${chipsOf(row)}</td>${targets.map((target) => cellOf(found, [target]))}${ofApps}</tr>
<tr><td colspan="${head.length}">${insideOf(row, targets)}</td></tr></tbody>`;
  });
  const choices = filters.map((state) => {
    const count = rows.filter(({ states }) => states.has(state)).length;
    return html`<label><input type="radio" name="show" id="show-${classOf(state)}"> ${state} (${count})</label>`;
  });
  return html`<section class="matrix"><h2>Operations</h2>
<p>For a reply without an interaction in this run, the table shows whether a contract exists. Links open the reference of a mock on port 4010.</p>
<fieldset><legend>Show</legend><label><input type="radio" name="show" checked> all (${rows.length})</label>${choices}</fieldset>
<div class="box" role="region" tabindex="0" aria-label="Operations"><table><thead><tr>${head.map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
${bodies}</table></div></section>`;
}

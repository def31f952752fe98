import { appOf, cut, describeInteraction, describeMismatch, maxValueLength, stateOf } from '../describe.ts';
import {
  exitCodeOf,
  exitCodes,
  type FileVerdict,
  type InteractionVerdict,
  type Mismatch,
  type Verdict,
} from '../verdict.ts';
import { html, type Markup } from './html.ts';
import { signed } from './signs.ts';

/** The whole value, which verdict.json has in any case. */
const maxWholeLength = 4_000;
const maxMismatches = 20;

function shownValue(text: string): Markup {
  if (text.length <= maxValueLength) return html`<code>${text}</code>`;
  const rest = text.length > maxWholeLength ? ', the first of them; verdict.json has all' : '';
  return html`<code>${cut(text)}</code><details><summary>${text.length} characters${rest}</summary><pre>${text.slice(0, maxWholeLength)}</pre></details>`;
}

/** The verifier lists all members of both objects where some are missing. */
const missingIn = ({ sentence }: Mismatch) => /missing the following keys: (.+)/.exec(sentence)?.[1];

function mismatchItem(mismatch: Mismatch): Markup {
  const { path, expected, actual, sentence } = mismatch;
  const missing = missingIn(mismatch);
  if (missing !== undefined) return html`<li><code>${path}</code> lacks <code>${cut(missing)}</code></li>`;
  if (path === undefined) return html`<li>${cut(sentence)}</li>`;
  if (expected === undefined && actual === undefined) return html`<li><code>${path}</code> ${cut(sentence)}</li>`;
  return html`<li><code>${path}</code><dl><dt>expected</dt><dd>${shownValue(expected ?? 'nothing')}</dd><dt>got</dt><dd>${shownValue(actual ?? 'nothing')}</dd></dl></li>`;
}

const findingsOf = (one: InteractionVerdict, file: FileVerdict, { targets }: Verdict) =>
  describeInteraction(one, file, targets).filter(({ outcome }) => outcome !== 'pending');

function articlesOf(one: InteractionVerdict, file: FileVerdict, verdict: Verdict): Markup[] {
  return findingsOf(one, file, verdict).map(({ outcome, targets, mismatches, request, repeat }) => {
    const more = mismatches.length - maxMismatches;
    return html`<article><h4>${signed(outcome)} ${cut(one.description) || '(no description)'}</h4>
<p><code>${one.at}</code>${targets.length > 0 ? ` on ${targets.join('; ')}` : ''}</p>
${one.states.length > 0 ? html`<p>given ${cut(one.states.map(stateOf).join('; '))}</p>` : undefined}
<ul>${mismatches.slice(0, maxMismatches).map(mismatchItem)}${more > 0 ? html`<li>${more} more in verdict.json</li>` : undefined}</ul>
${request === undefined ? undefined : html`<pre>${request.slice(0, maxWholeLength)}</pre>`}<pre>${repeat}</pre></article>`;
  });
}

/** Such as `First: corner-ios 1.1, “one fighter” needs reach_cm, which mock does not send.`; undefined if none is broken. */
export function firstFailure(verdict: Verdict): Markup | undefined {
  for (const file of verdict.files) {
    for (const one of file.interactions) {
      const found = findingsOf(one, file, verdict).find(({ outcome }) => outcome !== 'not replayed');
      if (!found) continue;
      const { mismatches, targets } = found;
      const missing = mismatches.map(missingIn).find((keys) => keys !== undefined);
      const sender = targets.length === verdict.targets.length ? 'the provider' : targets.join('; ');
      const needs = missing && `needs ${cut(missing)}, which ${sender} does not send.`;
      const [first] = mismatches;
      return html`First: ${appOf(file)}, “${cut(one.description)}” ${needs ?? html`is ${found.outcome}: ${first && cut(describeMismatch(first))}`}`;
    }
  }
  const finding = verdict.findings.find(({ outcome }) => outcome === 'broken');
  return finding && html`First: ${cut(finding.sentence)}`;
}

/** Keeps the page small; verdict.json has everything. */
const maxLength = 400_000;

/** What is neither kept nor pending, by app and version. */
export function failuresPart(verdict: Verdict): Markup {
  const { files, findings } = verdict;
  const groups = [...Map.groupBy(files, (file) => appOf(file) || 'Files that cannot be read')].map(([app, own]) => ({
    app,
    articles: own.flatMap((file) => [
      ...(file.damage === undefined ? [] : [html`<article>${signed('broken')} ${cut(file.damage)}</article>`]),
      ...file.interactions.flatMap((one) => articlesOf(one, file, verdict)),
    ]),
  }));
  const others = findings.map(
    ({ outcome, sentence }) => html`<article>${signed(outcome)} ${shownValue(sentence)}</article>`,
  );
  let [length, dropped] = [0, 0];
  const shown = [...groups, { app: 'Outside of the interactions', articles: others }].flatMap(({ app, articles }) => {
    const fitting = articles.filter(({ markup }) => {
      length += markup.length;
      return length <= maxLength;
    });
    dropped += articles.length - fitting.length;
    return fitting.length > 0 ? [html`<h3>${app}</h3>${fitting}`] : [];
  });
  const isKept = exitCodeOf(verdict) === exitCodes.kept;
  const nothing = isKept ? signed('kept', 'nothing is broken') : signed('not replayed', 'nothing was replayed');
  const more = dropped > 0 ? html`<p>${dropped} more are in verdict.json.</p>` : undefined;
  return html`<section><h2>What is broken</h2>${shown.length + dropped > 0 ? shown : html`<p>${nothing}</p>`}${more}</section>`;
}

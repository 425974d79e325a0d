/** The top of the page: the verdict with versions, a row for each change that decides, what is folded, and what is left to do. */
import type { Digest, NextStep } from '../changes/digest.ts';
import { subjectOf } from '../../versions/target.ts';
import { cut, firstFew, listNames } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { type ChangeReport, type PlacedChange, listedChanges } from '../changes/report.ts';
import { type DecisionRow, rowOf } from '../changes/rows.ts';
import { noteLines, versionText } from '../changes/summary.ts';
import { type Markup, NOTHING, markup, prose } from './markup.ts';

export function overviewHtml({ tone, headline, says, rows, folded, steps }: Digest, report: ChangeReport): Markup {
  const below = new Set(listedChanges(report).map(({ fingerprint }) => fingerprint));
  const notes = noteLines(report).map((note) => markup`<p class="note">${cut(note, 600)}</p>\n`);
  return markup`<section class="overview" aria-labelledby="verdict">
    <div class="verdict ${tone}">
      <h2 id="verdict">${headline}</h2>
      ${versionsHtml(report)}<p>${says}</p>
    </div>
    ${notes}${rowsHtml(rows, below)}${folded.map((fold) => foldHtml(fold, below))} ${stepsHtml(steps)} ${statusTables(report)}
  </section>\n`;
}

const MAX_VERSIONS = 12;

/** `harbor 1.4.0 ⇒ 2.0.0` for each server and skill that changed. */
function versionsHtml({ versions }: ChangeReport): Markup {
  if (versions.length === 0) return NOTHING;
  const item = (one: ChangeReport['versions'][number]): Markup => {
    const text = versionText(one, (name) => cut(name, 80));
    return markup`<li class="${one.enough ? 'enough' : 'low'}">${text}</li>\n`;
  };
  const items = firstFew(versions, MAX_VERSIONS, item, (more) => markup`<li>and ${more} more</li>`);
  return markup`<ul class="versions" aria-label="Versions">${items}</ul>\n`;
}

/** Rows of the first screen; the rest is below. */
const MAX_DECISIONS = 20;

function rowsHtml(rows: readonly DecisionRow[], below: ReadonlySet<string>): Markup {
  if (rows.length === 0) return NOTHING;
  const more = rows.length - MAX_DECISIONS;
  const note = more > 0 ? markup`<p class="note">… and ${more} more below.</p>` : NOTHING;
  return markup`<ol class="rows">${rows.slice(0, MAX_DECISIONS).map((row) => rowHtml(row, below))}</ol>${note}\n`;
}

function rowHtml(row: DecisionRow, below: ReadonlySet<string>): Markup {
  const { verdict, proof, approval, step } = row;
  const next = step.isCommand ? markup`<code class="command">${step.text}</code>` : prose(cut(step.text, 1000));
  return markup`<li><span class="badge ${verdict.replaceAll(' ', '-')}">${verdict}</span>
    <p class="where">${whereHtml(row, below)}</p>
    <div class="what"><p>${valuesHtml(row)}</p>
    ${proof === '' ? NOTHING : markup`<p class="note">${proof}</p>\n`}${approval === '' ? NOTHING : markup`<p class="note">${approval}</p>\n`}${step.text === '' ? NOTHING : markup`<p class="step">${next}</p>\n`}</div></li>\n`;
}

function valuesHtml({ values, isSentence }: DecisionRow): Markup {
  return isSentence ? prose(values) : markup`<code>${values}</code>`;
}

/** The name of the tool and of the place in it, as a link to its card where the card is listed. */
function whereHtml({ owner, place, change }: DecisionRow, below: ReadonlySet<string>): Markup {
  const name = place === '' ? markup`<bdi>${owner}</bdi>` : markup`<bdi>${owner}</bdi> · <bdi>${place}</bdi>`;
  return below.has(change.fingerprint) ? markup`<a href="#c-${change.fingerprint}">${name}</a>` : name;
}

const MAX_FOLDED = 60;

/** A count that opens. */
function foldHtml({ title, changes }: Digest['folded'][number], below: ReadonlySet<string>): Markup {
  const item = (change: PlacedChange): Markup => {
    const row = rowOf(change);
    return markup`<li>${whereHtml(row, below)} <span class="note">${valuesHtml(row)}</span></li>\n`;
  };
  const items = firstFew(changes, MAX_FOLDED, item, (more) => markup`<li class="note">and ${more} more</li>`);
  return markup`<details class="fold"><summary>${title} <span class="number">${changes.length}</span></summary>
    <ul>${items}</ul></details>\n`;
}

function stepsHtml(steps: readonly NextStep[]): Markup {
  if (steps.length === 0) return NOTHING;
  const items = steps.slice(0, 10).map(({ says, about }) => {
    const subjects = about.map((one) => cut(one, 120));
    return markup`<li>${prose(says)}${about.length > 0 ? markup` <span class="note">${listNames(subjects, 3)}</span>` : NOTHING}</li>\n`;
  });
  const more =
    steps.length > 10 ? markup`<p class="note">… and ${pluralize(steps.length - 10, 'step')} more below.</p>` : NOTHING;
  return markup`<section class="steps"><h3>Next steps</h3><ol>${items}</ol>${more}</section>`;
}

/** Facts that do not depend on the changes. */
function statusTables({ staleEvals, texts, deprecated }: ChangeReport): Markup {
  const stale = staleEvals.map(({ kind, name, cases, because, problem }) => {
    return [`${kind} ${name}`, String(cases), listNames(because, 8), problem];
  });
  const meanings = texts.map(({ server, tool, path, decision }) => {
    const verdict = decision ? [decision.decision, decision.reason, decision.date] : ['undecided', '', ''];
    return [subjectOf({ server, tool, path }), ...verdict];
  });
  const tools = deprecated.map(({ tool, use, daysLeft, removeAfter }) => {
    return [tool, daysLeft < 0 ? 'can be removed' : pluralize(daysLeft, 'day'), removeAfter, use];
  });
  const tables = [
    table('Stale evals', ['Rerun', 'Cases', 'Changed', 'Reason'], stale),
    table('Meaning of changed texts', ['Text', 'Decision', 'Reason', 'Date'], meanings),
    table('Deprecated tools', ['Tool', 'Left', 'Until', 'Use instead'], tools),
  ].filter((one) => String(one) !== '');
  return tables.length === 0 ? NOTHING : markup`<div class="standing">${tables}</div>`;
}

const MAX_ROWS = 60;

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): Markup {
  if (rows.length === 0) return NOTHING;
  const body = rows.slice(0, MAX_ROWS).map(([first = '', ...cells]) => {
    const rest = cells.map((cell, index) => markup`<td data-head="${heads[index + 1] ?? ''}">${cellHtml(cell)}</td>`);
    return markup`<tr><th scope="row">${cut(first, 120)}</th>${rest}</tr>\n`;
  });
  const more = rows.length > MAX_ROWS ? markup`<p class="note">… and ${rows.length - MAX_ROWS} more</p>` : NOTHING;
  return markup`<section><h3>${title}</h3>
    <div class="scroll"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${body}</tbody></table></div>${more}</section>\n`;
}

function cellHtml(text: string): Markup {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? markup`<time>${text}</time>` : markup`${cut(text, 300)}`;
}

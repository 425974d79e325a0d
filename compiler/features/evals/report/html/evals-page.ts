/** The page of a run of evals: what to do next, then for each choice its matrix and the cases behind every number. */
import { cut, listNames } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import type { DescriptionPart } from '../../../../check/description.ts';
import {
  type Cell,
  type MatrixTable,
  answerName,
  decidingTrial,
  matrixOf,
  matrixTable,
} from '../../figures/confusions.ts';
import { isReading } from '../../figures/readings.ts';
import { type CaseRun, type ChoiceRun, caseKey } from '../../figures/suite.ts';
import { answerText, certaintyText, verdictText, whyUnjudged } from '../comparison.ts';
import { type EvalReport, figureParts, gateLines, headlineOf, isSilent, runBefore } from '../figures-text.ts';
import { evalSteps, gainText, placeText, previewOf } from '../suggestions.ts';
import { type Suggestion, isProven } from '../../suggest/suggestion.ts';
import { shownPart } from '../../../../plan/named-tools.ts';
import type { PrintContext } from '../../../../report/format.ts';
import { type Markup, NOTHING, anchorOf, markup } from '../../../../report/html/markup.ts';
import { pageHtml } from '../../../../report/html/page.ts';
import { wordsHtml } from '../../../../report/html/words.ts';
import { type Choice, choiceKey } from '../../../../versions/receipts/choice.ts';

/** Maximum number of cases that are shown for one cell. */
const MAX_CASES = 200;

/** Styles of the page of evals that other pages do not need. Plain ASCII: its hash is in the policy. */
const EVALS_STYLE = `
.matrix { margin: .25rem 1.125rem .75rem; max-width: 100%; }
.matrix th, .matrix td { padding: 0; border: 0; text-align: center; vertical-align: middle; min-width: 0; }
.matrix thead th { vertical-align: bottom; border: 0; font-weight: 500; color: var(--soft); }
.matrix thead th > span { display: inline-block; writing-mode: vertical-rl; transform: rotate(180deg); max-height: 13rem; overflow: hidden; padding: .375rem 0; white-space: nowrap; text-overflow: ellipsis; }
.matrix tbody th { position: sticky; left: 0; z-index: 1; min-width: 6.5rem; max-width: 14rem; padding: 0 .75rem 0 0; text-align: right; background: var(--raised); overflow-wrap: anywhere; line-height: 1.2; font-size: .875rem; }
.matrix td { width: 2.25rem; height: 2.25rem; min-width: 2.25rem; border: 1px solid var(--line); background: var(--page); }
.matrix td.none-column, .matrix thead th.none-column { border-left: 2px solid var(--soft); }
.matrix a { display: flex; align-items: center; justify-content: center; width: 100%; height: 2.25rem; text-decoration: none; font-weight: 650; font-variant-numeric: tabular-nums; }
.matrix a:hover { text-decoration: underline; }
.matrix a.right { color: var(--go); background: var(--go-ground); }
.matrix a.wrong { color: var(--stop); background: var(--stop-ground); box-shadow: inset 0 0 0 2px; }
.corner { font-size: .75rem; }
.figures { padding: 0 1.125rem .5rem; }
.cases { list-style: none; padding: 0; display: grid; gap: .75rem; }
.cases .request { font-weight: 600; overflow-wrap: anywhere; }
.cases .answer { overflow-wrap: anywhere; }
.cases .badge { min-width: 0; }
.changed-text h5 { margin: 0 0 .25rem; font-size: .875rem; color: var(--soft); font-weight: 500; overflow-wrap: anywhere; }
.preview { margin: 0; padding: .625rem .875rem; background: var(--sunk); border-radius: 4px; overflow-x: auto; font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .matrix tbody th { min-width: 5rem; max-width: 7.5rem; font-size: .8125rem; } }
@media print { .matrix { overflow: visible; } .matrix tbody th { position: static; } .change > .body { display: grid; } }
@media (forced-colors: active) { .matrix a.wrong { outline: 2px solid; outline-offset: -4px; } }
`;

export function evalsPage(report: EvalReport, context: PrintContext): Markup {
  const { project, day, heading, runs, compared } = report;
  const headline = headlineOf(runs);
  const isWhole = runs.every(
    ({ figures: { rightTool } }) => rightTool.total > 0 && rightTool.passed === rightTool.total,
  );
  const tone = report.gate?.verdict === 'failed' ? 'stop' : isWhole ? 'go' : 'look';
  const verdict = compared ? `Compared with ${compared.label}: ${verdictText(compared.comparison)}` : SCOPE;
  const gate = gateLines(report).map((line) => markup`<p>${cut(line, 400)}</p>`);
  return pageHtml({
    title: `${cut(project, 120)}: ${headline}`,
    heading: 'Evals',
    lead: markup`<p><bdi>${cut(project, 120)}</bdi>, <time>${day}</time></p><p>${cut(heading, 300)}</p>`,
    target: 'cases',
    style: EVALS_STYLE,
    main: markup`<section class="overview" aria-labelledby="verdict">
      <div class="verdict ${tone}"><h2 id="verdict">${headline}</h2><p>${cut(verdict, 600)}</p>${gate}</div>
      ${stepsHtml(report)}${suggestionsHtml(report, context)}
    </section>
    <section id="cases" class="changes" tabindex="-1">${runs.map((run) => choiceHtml(run, report))}</section>`,
    footer: markup`Written by <code>haft eval</code>. Intervals are Wilson intervals of 95 %.`,
  });
}

const SCOPE = 'A number of a matrix leads to its cases.';
const MAX_STEPS = 10;

function stepsHtml(report: EvalReport): Markup {
  const steps = evalSteps(report);
  if (steps.length === 0) return NOTHING;
  const items = steps.slice(0, MAX_STEPS).map(({ says, command, about }) => {
    const more =
      about.length === 0
        ? NOTHING
        : markup` <span class="note" dir="auto">${listNames(
            about.map((one) => cut(one, 160)),
            3,
          )}</span>`;
    const code = command === undefined ? NOTHING : markup` <code>${command}</code>`;
    return markup`<li>${cut(says, 400)}${code}${more}</li>\n`;
  });
  const remaining = steps.length - MAX_STEPS;
  const rest = remaining > 0 ? markup`<p class="note">… and ${pluralize(remaining, 'step')} more below.</p>` : NOTHING;
  return markup`<section class="steps"><h3>Next steps</h3><ol>${items}</ol>${rest}</section>`;
}

function suggestionsHtml({ suggestions, findings, commands }: EvalReport, { show }: PrintContext): Markup {
  if (!suggestions || suggestions.list.length === 0) return NOTHING;
  const items = suggestions.list.map((one) => {
    const place = placeText(one, findings.sources, show);
    return markup`<details class="change"><summary>${gainBadge(one)}<h4>${cut(one.title, 600)}</h4><span class="axis">${one.id}</span></summary>
      <div class="body"><p class="says">${cut(gainText(one), 400)}</p><pre class="preview">${cut(previewOf(one, findings.sources), 4000)}</pre>
      <p class="next"><strong>Next</strong> <code>${commands.fix} ${one.id}</code></p><p class="source"><span class="place">${cut(place, 300)}</span></p></div></details>\n`;
  });
  return markup`<section class="steps"><h3>Suggestions</h3>${items}</section>`;
}

function gainBadge(one: Suggestion): Markup {
  const { length } = one.gain.won;
  return isProven(one)
    ? markup`<span class="badge safe">+${pluralize(length, 'case')}</span>`
    : markup`<span class="badge unknown">unproven</span>`;
}

function choiceHtml(run: ChoiceRun, report: EvalReport): Markup {
  const { cells, unjudged } = matrixOf(run);
  const wrongFirst = cells.toSorted((a, b) => Number(a.right) - Number(b.right) || b.cases.length - a.cases.length);
  const silent = isSilent(run) ? markup`<p class="figures">Void, because nothing was ever called.</p>` : NOTHING;
  return markup`<article class="part">
    <div class="top"><h3>${run.choice.kind} <bdi>${cut(run.choice.name, 120)}</bdi></h3></div>
    <p class="figures">${pluralize(run.cases.length, 'case')}; ${figureParts(run).join(', ')}</p>${silent}
    ${matrixHtml(run)}${wrongFirst.map((cell) => cellHtml(cell, run, report))}${unjudgedHtml(unjudged)}
  </article>\n`;
}

/** Right ones are folded. */
function cellHtml(cell: Cell, run: ChoiceRun, { compared }: EvalReport): Markup {
  const { expected, chosen: called, declined, right, cases } = cell;
  const before = runBefore(run, compared);
  const earlier = new Map(before?.cases.map((one) => [one.one.id, one]));
  const wanted = answerName({ called: expected });
  const title = right ? wanted : `${wanted} → ${answerName({ called, declined })}`;
  const list = casesHtml(cases, (one) => caseHtml(one, run, before && { run: earlier.get(one.one.id) }, compared));
  const names = namesIn(cell, earlier);
  const texts = before ? changedTexts(names, before.choice, run.choice) : [];
  return markup`<details class="change"${right ? NOTHING : markup` open`}>
    <summary>${cellBadge(cell)}<h4><bdi>${cut(title, 200)}</bdi></h4><span class="axis">${pluralize(cases.length, 'case')}</span></summary>
    <div class="body" id="${cellAnchor(run, cell)}" tabindex="-1">${list}
      ${texts.map(changedHtml)}</div>
  </details>\n`;
}

function casesHtml(cases: readonly CaseRun[], html: (run: CaseRun) => Markup): Markup {
  const remaining = cases.length - MAX_CASES;
  const more = remaining > 0 ? markup`<p class="note">… and ${remaining} more</p>` : NOTHING;
  return markup`<ul class="cases">${cases.slice(0, MAX_CASES).map(html)}</ul>${more}`;
}

/** Offline no answer is right or wrong. */
function cellBadge({ right, cases }: Cell): Markup {
  if (!isReading({ cases }))
    return markup`<span class="badge ${right ? 'safe' : 'breaking'}">${right ? 'right' : 'wrong'}</span>`;
  return markup`<span class="badge ${right ? 'safe' : 'unknown'}">${right ? 'ahead' : 'behind'}</span>`;
}

function unjudgedHtml(cases: readonly CaseRun[]): Markup {
  if (cases.length === 0) return NOTHING;
  const list = casesHtml(cases, (run) => {
    return markup`<li><p class="request" dir="auto">${quotedRequest(run)}</p><p class="answer note">${cut(whyUnjudged(run), 400)}</p></li>\n`;
  });
  return markup`<details class="change">
    <summary><span class="badge unknown">not judged</span><h4>Cases without an answer</h4><span class="axis">${pluralize(cases.length, 'case')}</span></summary>
    <div class="body">${list}</div>
  </details>\n`;
}

interface Before {
  readonly run: CaseRun | undefined;
}

function caseHtml(run: CaseRun, { choice }: ChoiceRun, before: Before | undefined, compared: EvalReport['compared']) {
  const key = caseKey(choice, run.one);
  const sort = compared?.comparison.lost.includes(key) ? 'lost' : compared?.comparison.won.includes(key) ? 'won' : '';
  const badge =
    sort === '' ? NOTHING : markup` <span class="badge ${sort === 'lost' ? 'breaking' : 'safe'}">${sort}</span>`;
  const old = before ? answerHtml('Before', before.run) : NOTHING;
  return markup`<li><p class="request" dir="auto">${quotedRequest(run)}${badge}</p>${old}${answerHtml(before ? 'Now' : 'Chosen', run)}</li>\n`;
}

function answerHtml(when: string, run: CaseRun | undefined): Markup {
  const more = run ? certaintyText(run) : '';
  const note = more === '' ? NOTHING : markup` <span class="note">${cut(more, 300)}</span>`;
  return markup`<p class="answer"><span class="note">${when}</span> <bdi>${cut(answerText(run), 120)}</bdi>${note}</p>`;
}

function changedHtml({ name, ...sides }: ReturnType<typeof changedTexts>[number]): Markup {
  return markup`<div class="changed-text"><h5>Changed in the description of <bdi>${cut(name, 120)}</bdi></h5>${wordsHtml(sides)}</div>`;
}

/** The tools that decide these cases: expected, chosen before and now. */
function namesIn({ expected, chosen, cases }: Cell, earlier: ReadonlyMap<string, CaseRun>): readonly string[] {
  const before = cases.flatMap(({ one }) => {
    const run = earlier.get(one.id);
    return run ? [decidingTrial(run)?.called] : [];
  });
  return [...new Set([expected, chosen, ...before])].filter((name) => name !== undefined);
}

function quotedRequest({ one }: CaseRun): string {
  return `“${cut(one.request, 600)}”`;
}

/** The named tools and skills whose description differs: the sentences that only one of the two texts has. */
function changedTexts(names: readonly string[], before: Choice, after: Choice) {
  return names.flatMap((name) => {
    const [old = [], now = []] = [before, after].map((choice) => shownPart(choice, name)?.description.parts);
    const [removed, added] = [without(old, now), without(now, old)];
    if (removed === '' && added === '') return [];
    return [{ name, ...(removed !== '' && { before: removed }), ...(added !== '' && { after: added }) }];
  });
}

function without(parts: readonly DescriptionPart[], others: readonly DescriptionPart[]): string {
  const texts = new Set(others.map(({ text }) => text));
  return parts
    .filter(({ text }) => !texts.has(text))
    .map(({ text }) => text)
    .join(' ');
}

/** Empty if no case was judged. */
function matrixHtml(run: ChoiceRun): Markup {
  const matrix = matrixOf(run);
  if (matrix.cells.length === 0) return NOTHING;
  const table = matrixTable(matrix);
  const heads = table.columns.map(({ title, isName }) => {
    const sort = isName ? NOTHING : markup` class="none-column"`;
    return markup`<th scope="col"${sort}><span><bdi>${cut(title, 60)}</bdi></span></th>`;
  });
  const { hidden } = table;
  const more =
    hidden > 0
      ? markup`<p class="figures note">${pluralize(hidden, 'more tool')}; confused ones come first.</p>`
      : NOTHING;
  return markup`<div class="scroll matrix" tabindex="0" role="region" aria-label="Expected by chosen">
    <table><caption class="said">How many requests for the tool of the row led to the tool of the column</caption>
    <thead><tr><th scope="col" class="corner">expected, down<br>chosen, across</th>${heads}</tr></thead>
    <tbody>${table.rows.map((row) => rowHtml(row, table, run))}</tbody></table></div>${more}`;
}

/** The name that a cell leads to: below it are its cases. */
function cellAnchor({ choice }: ChoiceRun, { expected, chosen, declined, fault, right }: Cell): string {
  return anchorOf({
    kind: 'cases',
    name: JSON.stringify([expected, chosen, right, declined, ...(fault ? [fault] : [])]),
    server: choiceKey(choice),
  });
}

function rowHtml({ name, fields }: MatrixTable['rows'][number], { columns }: MatrixTable, run: ChoiceRun): Markup {
  const cells = fields.map((own, index) => {
    const sort = columns[index]?.isName === true ? NOTHING : markup` class="none-column"`;
    return markup`<td${sort}>${own.map((cell) => linkHtml(cell, run))}</td>`;
  });
  const head = name === undefined ? markup`no call` : markup`<bdi>${breakable(cut(name, 60))}</bdi>`;
  return markup`<tr><th scope="row">${head}</th>${cells}</tr>\n`;
}

/** A name may be broken after its underscores and hyphens first. */
function breakable(name: string): readonly Markup[] {
  return name.split(/(?<=[_-])/).map((part, index) => (index === 0 ? markup`${part}` : markup`<wbr>${part}`));
}

function linkHtml(cell: Cell, run: ChoiceRun): Markup {
  const { expected = 'no call', chosen: called, declined, right, cases } = cell;
  const label = `${pluralize(cases.length, 'case')}: ${cut(expected, 60)} expected, ${cut(answerName({ called, declined }), 60)} chosen`;
  return markup`<a class="${right ? 'right' : 'wrong'}" href="#${cellAnchor(run, cell)}" aria-label="${label}">${cases.length}</a>`;
}

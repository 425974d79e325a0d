/** The page of a run of evals: what to do next, then for each choice its matrix and the cases behind every number. */
import { matrixOf } from '../../figures/confusions.ts';
import type { Suggestion } from '../../suggest/suggestion.ts';
import type { ChoiceRun } from '../../figures/suite.ts';
import { verdictText } from '../comparison.ts';
import { figureParts, isSilent } from '../figures-text.ts';
import { type EvalReport, gateLines, totalOf } from '../report.ts';
import { evalSteps } from '../steps.ts';
import { gainText, placeText, previewOf } from '../suggestions.ts';
import type { PrintContext } from '../../../../report/format.ts';
import { cut, listNames } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import { cellHtml, unjudgedHtml } from './cases.ts';
import { type Markup, NOTHING, markup } from '../../../../report/html/markup.ts';
import { matrixHtml } from './matrix.ts';
import { pageHtml } from '../../../../report/html/page.ts';

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
  const { right, judged } = totalOf(runs);
  const headline = judged === 0 ? 'No case was judged' : `${right} of ${judged} requests lead to the right tool`;
  const tone = report.gate?.verdict === 'failed' ? 'stop' : right < judged || judged === 0 ? 'look' : 'go';
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
  const items = steps.slice(0, MAX_STEPS).map(({ says, about }) => {
    const more =
      about.length === 0
        ? NOTHING
        : markup` <span class="note" dir="auto">${listNames(
            about.map((one) => cut(one, 160)),
            3,
          )}</span>`;
    return markup`<li>${cut(says, 400)}${more}</li>\n`;
  });
  const left = steps.length - MAX_STEPS;
  const rest = left > 0 ? markup`<p class="note">… and ${pluralize(left, 'step')} more below.</p>` : NOTHING;
  return markup`<section class="steps"><h3>Next steps</h3><ol>${items}</ol>${rest}</section>`;
}

function suggestionsHtml({ suggestions, findings }: EvalReport, { show }: PrintContext): Markup {
  if (!suggestions || suggestions.list.length === 0) return NOTHING;
  const items = suggestions.list.map((one) => {
    const place = placeText(one, findings.sources, show);
    return markup`<details class="change"><summary>${gainBadge(one)}<h4>${cut(one.title, 600)}</h4><span class="axis">${one.id}</span></summary>
      <div class="body"><p class="says">${cut(gainText(one), 400)}</p><pre class="preview">${cut(previewOf(one, findings.sources), 4000)}</pre>
      <p class="next"><strong>Next</strong> <code>haft eval --fix ${one.id}</code></p><p class="source"><span class="place">${cut(place, 300)}</span></p></div></details>\n`;
  });
  return markup`<section class="steps"><h3>Suggestions</h3>${items}</section>`;
}

function gainBadge(one: Suggestion): Markup {
  const { length } = one.gain.won;
  return length > 0
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

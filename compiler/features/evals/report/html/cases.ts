/** The cases of one cell of the matrix, as a part of the page that folds: answers, margins, and the text that changed. */
import { type Cell, decidingTrial } from '../../figures/confusions.ts';
import { type CaseRun, type ChoiceRun, caseKey } from '../../figures/suite.ts';
import { answerText, certaintyText, whyUnjudged } from '../answer.ts';
import { type EvalReport, runBefore } from '../report.ts';
import { cut } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import { type Markup, NOTHING, markup } from '../../../../report/html/markup.ts';
import { cellAnchor } from './matrix.ts';
import { wordsHtml } from '../../../../report/html/words.ts';
import type { DescriptionPart } from '../../../../check/description.ts';
import type { Choice } from '../../../../versions/receipts/choice.ts';

/** Maximum number of cases that are shown for one cell. */
const MAX_CASES = 200;

/** Right ones are folded. */
export function cellHtml(cell: Cell, run: ChoiceRun, { compared }: EvalReport): Markup {
  const { expected, chosen, right, cases } = cell;
  const before = runBefore(run, compared);
  const earlier = new Map(before?.cases.map((one) => [one.one.id, one]));
  const title = right ? nameOf(expected) : `${nameOf(expected)} → ${nameOf(chosen)}`;
  const items = cases
    .slice(0, MAX_CASES)
    .map((one) => caseHtml(one, run, before && { run: earlier.get(one.one.id) }, compared));
  const left = cases.length - MAX_CASES;
  const names = namesIn(cell, earlier);
  const texts = before ? changedTexts(names, before.choice, run.choice) : [];
  return markup`<details class="change"${right ? NOTHING : markup` open`}>
    <summary><span class="badge ${right ? 'safe' : 'breaking'}">${right ? 'right' : 'wrong'}</span><h4><bdi>${cut(title, 200)}</bdi></h4><span class="axis">${pluralize(cases.length, 'case')}</span></summary>
    <div class="body" id="${cellAnchor(run, cell)}" tabindex="-1"><ul class="cases">${items}</ul>${left > 0 ? markup`<p class="note">… and ${left} more</p>` : NOTHING}
      ${texts.map(changedHtml)}</div>
  </details>\n`;
}

export function unjudgedHtml(cases: readonly CaseRun[]): Markup {
  if (cases.length === 0) return NOTHING;
  const items = cases.slice(0, MAX_CASES).map((run) => {
    return markup`<li><p class="request" dir="auto">${quotedRequest(run)}</p><p class="answer note">${cut(whyUnjudged(run), 400)}</p></li>\n`;
  });
  const left = cases.length - MAX_CASES;
  return markup`<details class="change">
    <summary><span class="badge unknown">not judged</span><h4>Cases without an answer</h4><span class="axis">${pluralize(cases.length, 'case')}</span></summary>
    <div class="body"><ul class="cases">${items}</ul>${left > 0 ? markup`<p class="note">… and ${left} more</p>` : NOTHING}</div>
  </details>\n`;
}

interface Before {
  readonly run: CaseRun | undefined;
}

function caseHtml(
  run: CaseRun,
  { choice }: ChoiceRun,
  before: Before | undefined,
  compared: EvalReport['compared'],
): Markup {
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

function nameOf(name: string | undefined): string {
  return name ?? 'no call';
}

function quotedRequest({ one }: CaseRun): string {
  return `“${cut(one.request, 600)}”`;
}

/** The sentences of a description that a change touched: those that only one of two texts has. */
interface ChangedText {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

/** The named tools and skills whose description differs. */
function changedTexts(names: readonly string[], before: Choice, after: Choice): readonly ChangedText[] {
  return names.flatMap((name) => {
    const [old, now] = [partsOf(before, name), partsOf(after, name)];
    const [gone, added] = [without(old, now), without(now, old)];
    if (gone === '' && added === '') return [];
    return [{ name, ...(gone !== '' && { before: gone }), ...(added !== '' && { after: added }) }];
  });
}

function partsOf({ servers, skills }: Choice, name: string): readonly DescriptionPart[] {
  const all = [...servers.flatMap(({ tools }) => tools), ...skills];
  return all.find((one) => one.name === name)?.description.parts ?? [];
}

function without(parts: readonly DescriptionPart[], others: readonly DescriptionPart[]): string {
  const known = new Set(others.map(({ text }) => text));
  return parts
    .filter(({ text }) => !known.has(text))
    .map(({ text }) => text)
    .join(' ');
}

/** The table expected by chosen: rivals side by side, and a column for no call; a number leads to its cases. */
import { type Cell, answerName, matrixOf } from '../../figures/confusions.ts';
import { type MatrixTable, matrixTable } from '../../figures/matrix-table.ts';
import type { ChoiceRun } from '../../figures/suite.ts';
import { choiceKey } from '../../../../versions/receipts/choice.ts';
import { cut } from '../../../../base/text/escape.ts';
import { pluralize } from '../../../../base/text/pluralize.ts';
import { type Markup, NOTHING, anchorOf, markup } from '../../../../report/html/markup.ts';

/** Nothing where no case was judged. */
export function matrixHtml(run: ChoiceRun): Markup {
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
      ? markup`<p class="figures note">${pluralize(hidden, 'tool')} without a confusion left out.</p>`
      : NOTHING;
  return markup`<div class="scroll matrix" tabindex="0" role="region" aria-label="Expected by chosen">
    <table><caption class="said">How many requests for the tool of the row led to the tool of the column</caption>
    <thead><tr><th scope="col" class="corner">expected, down<br>chosen, across</th>${heads}</tr></thead>
    <tbody>${table.rows.map((row) => rowHtml(row, table, run))}</tbody></table></div>${more}`;
}

/** The name that a cell leads to: below it are its cases. */
export function cellAnchor({ choice }: ChoiceRun, { expected, chosen, declined, right }: Cell): string {
  return anchorOf({
    kind: 'cases',
    name: JSON.stringify([expected, chosen, right, declined]),
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

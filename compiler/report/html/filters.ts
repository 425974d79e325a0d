/** Buttons and a field that narrow the page down; the script shows them, for without it they could do nothing. */
import { VERDICTS, verdictOf } from '../changes/group.ts';
import type { PlacedChange } from '../changes/report.ts';
import { AXES } from './change.ts';
import { NOTHING, markup } from './markup.ts';
import type { Markup } from './markup.ts';

export function filtersHtml(changes: readonly PlacedChange[]): Markup {
  const verdicts = VERDICTS.map((value) => {
    return button('verdict', value, value, changes.filter((change) => verdictOf(change) === value).length);
  });
  const axes = (['wire', 'model', 'policy'] as const).map((value) => {
    return button('axis', value, AXES[value], changes.filter(({ axis }) => axis === value).length);
  });
  return markup`<search class="filters" id="filters" aria-label="Filter changes" hidden>
    <div class="find">
      <label for="find">Search</label> <input type="search" id="find" autocomplete="off" spellcheck="false">
    </div>
    <div class="folds">
      <button type="button" id="all">Reset</button> <button type="button" id="unfold">Expand all</button>
      <button type="button" id="fold">Collapse all</button>
    </div>
    <div role="group" aria-label="By level">${verdicts}</div>
    <div role="group" aria-label="By audience">${axes}</div>
    <output id="count" aria-live="polite"></output>
  </search>\n`;
}

function button(filter: string, value: string, text: string, count: number): Markup {
  if (count === 0) return NOTHING;
  const sort = value.replaceAll(' ', '-');
  return markup`<button type="button" class="${sort}" aria-pressed="false" data-filter="${filter}" data-value="${value}">${text} <span class="note">${count}</span></button>`;
}

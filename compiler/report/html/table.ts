/** A small table of different values: what, before, after. */
import type { Json } from '@haft/runtime/language';
import { cut } from '../../base/text/escape.ts';
import { inOneLine } from '../changes/shown.ts';
import type { Row } from '../changes/shown.ts';
import { NOTHING, markup } from './markup.ts';
import type { Markup } from './markup.ts';
import { added, removed } from './words.ts';

const LONGEST_VALUE = 600;

/** `caption` is for screen readers. */
export function tableHtml(rows: readonly Row[], hidden: number, caption: string): Markup {
  const [hasBefore, hasAfter] = [
    rows.some(({ before }) => before !== undefined),
    rows.some(({ after }) => after !== undefined),
  ];
  const heads = [hasBefore ? markup`<th scope="col">${hasAfter ? 'Before' : 'Removed'}</th>` : NOTHING];
  heads.push(hasAfter ? markup`<th scope="col">${hasBefore ? 'After' : 'Added'}</th>` : NOTHING);
  const more = hidden > 0 ? markup`<p class="more">… and ${hidden} more</p>` : NOTHING;
  return markup`<div class="scroll"><table><caption class="said">${caption}</caption>
    <thead><tr><th scope="col"><span class="said">Property</span></th>${heads}</tr></thead>
    <tbody>${rows.map((row) => rowHtml(row, hasBefore, hasAfter))}</tbody></table></div>${more}`;
}

function rowHtml({ name, before, after }: Row, hasBefore: boolean, hasAfter: boolean): Markup {
  const old = hasBefore ? markup`<td>${cell(before, after, removed)}</td>` : NOTHING;
  const now = hasAfter ? markup`<td>${cell(after, before, added)}</td>` : NOTHING;
  return markup`<tr><th scope="row">${breakable(cut(name, 120))}</th>${old}${now}</tr>\n`;
}

/** A path may be broken after its points and nowhere else. */
function breakable(path: string): Markup[] {
  return path.split(/(?<=\.)/).map((step, index) => (index === 0 ? markup`${step}` : markup`<wbr>${step}`));
}

/** In a list only the items are marked that the other list does not have. */
function cell(value: Json | undefined, other: Json | undefined, mark: (text: string) => Markup): Markup {
  if (value === undefined) return markup`<span class="none">none</span>`;
  if (typeof value === 'string' && /\S\s+\S/.test(value))
    return markup`<div class="prose">${mark(shortened(value))}</div>`;
  if (!Array.isArray(value) || !Array.isArray(other)) return markup`<code>${mark(shortened(value))}</code>`;
  const others = new Set(other.map((item) => JSON.stringify(item)));
  const items = value.slice(0, 60).map((item) => {
    const text = shortened(item);
    return markup`<li><code>${others.has(JSON.stringify(item)) ? text : mark(text)}</code></li>`;
  });
  const more = value.length > 60 ? markup`<li>… and ${value.length - 60} more</li>` : NOTHING;
  return value.length === 0 ? markup`<code>[]</code>` : markup`<ul class="items">${items}${more}</ul>`;
}

function shortened(value: Json): string {
  return cut(typeof value === 'string' && value !== '' ? value : inOneLine(value), LONGEST_VALUE);
}

/** One change as a part of the page that folds, with the table of what is different. */
import { cut } from '../../base/text/escape.ts';
import { verdictOf, whereIs } from '../changes/group.ts';
import type { PlacedChange } from '../changes/report.ts';
import { evalsOf, nextOf, placeName, sentenceOf, whyOf, witnessOf } from '../changes/sentence.ts';
import { type Row, inOneLine, shownOf } from '../changes/shown.ts';
import { type Markup, NOTHING, markup } from './markup.ts';
import { added, removed, wordsHtml } from './words.ts';
import type { Json } from '@haft/runtime/language';

/** A small table of different values: what, before, after. */
const LONGEST_VALUE = 600;

/** Who the axis is about. */
export const AXES = { wire: 'callers', model: 'models', policy: 'versioning rules' } as const;

/** Safe changes are folded. */
export function changeHtml(change: PlacedChange): Markup {
  const { axis, fingerprint, kind, level, violations = [] } = change;
  const rules = violations.map(
    (one) => markup`<p class="says">${cut(sentenceOf(one), 1000)} <code>${cut(one.kind, 120)}</code></p>`,
  );
  const verdict = verdictOf(change);
  const open = verdict === 'safe' ? NOTHING : markup` open`;
  const place = whereIs(change, (file) => file);
  const where = place === undefined ? NOTHING : markup`<span class="place">${cut(place, 300)}</span> `;
  return markup`<details class="change" data-axis="${axis}" data-verdict="${verdict}" data-level="${level}" id="c-${fingerprint}"${open}>
    <summary>${badge(verdict)}<h4><bdi>${cut(placeName(change), 200)}</bdi></h4><span class="axis">${AXES[axis]}</span></summary>
    <div class="body"><p class="says">${cut(sentenceOf(change), 1000)}</p>${sides(change)}${proofHtml(change)}${scoresHtml(change)}${rules}
      <p class="next"><strong>Next</strong> ${cut(nextOf(change), 1000)}</p>
      <p class="why"><strong>Why</strong> ${cut(whyOf(change), 1000)}</p>
      <p class="source">${where}<code>${cut(kind, 120)}</code></p></div>
  </details>\n`;
}

function proofHtml(change: PlacedChange): Markup {
  const proof = witnessOf(change);
  return proof === undefined
    ? NOTHING
    : markup`
      <p class="proof"><strong>Proof</strong> <code>${cut(proof, 400)}</code></p>`;
}

function scoresHtml(change: PlacedChange): Markup {
  const scores = evalsOf(change);
  return scores === undefined
    ? NOTHING
    : markup`
      <p class="proof"><strong>Evals</strong> ${cut(scores, 400)}</p>`;
}

/** The verdict in words, in the color of its gravity. */
export function badge(verdict: string, count?: number): Markup {
  const text = count === undefined ? verdict : `${count} ${verdict}`;
  return markup`<span class="badge ${verdict.replaceAll(' ', '-')}">${text}</span>`;
}

function sides(change: PlacedChange): Markup {
  const shown = shownOf(change);
  if (shown.as === 'nothing') return NOTHING;
  if (shown.as === 'words') return wordsHtml(shown);
  return tableHtml(shown.rows, shown.hidden, cut(placeName(change), 200));
}

/** `caption` is for screen readers. */
function tableHtml(rows: readonly Row[], hidden: number, caption: string): Markup {
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

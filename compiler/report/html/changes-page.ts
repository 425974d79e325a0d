/** The page of changes: a summary that is understood in five seconds, then a card for each tool with its changes. */
import type { Digest } from '../changes/digest.ts';
import { cut, firstFew } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import type { ChangedPart, Group } from '../changes/group.ts';
import { VERDICTS, countsOfVerdicts, gravestFirst, groupChanges, tally, verdictOf, whereIs } from '../changes/group.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { type ChangeReport, type PlacedChange, comparedText, listedChanges } from '../changes/report.ts';
import { type Markup, NOTHING, anchorOf, markup, prose } from './markup.ts';
import { overviewHtml } from './overview.ts';
import { filtersHtml, pageHtml } from './page.ts';
import { evidenceOf, nextOf, placeName, sentenceOf, whyOf } from '../changes/sentence.ts';
import { type Row, inOneLine, shownOf } from '../changes/shown.ts';
import { addedHtml, removedHtml, wordsHtml } from './words.ts';
import type { Json } from '@haft/runtime/language';

/** A small table of different values: what, before, after. */
const MAX_VALUE_LENGTH = 600;

/** Who the axis is about. */
const AXES = { wire: 'callers', model: 'models', policy: 'versioning rules' } as const;

/** A larger page would be slow to open; the most severe changes are kept. */
const MAX_CHANGES = 3000;

export function changesPage(report: ChangeReport, summary: Digest): Markup {
  const { project, day, before, after } = report;
  const changes = listedChanges(report);
  const hidden = hiddenText(report);
  const none = markup`<p id="changes" class="note">${hidden ?? 'No changes.'}</p>`;
  return pageHtml({
    title: `${cut(project, 120)}: ${summary.headline}`,
    heading: 'Changes',
    lead: markup`<p><bdi>${cut(project, 120)}</bdi>, <time>${day}</time></p>
    <p><span class="note">from</span> ${cut(comparedText(before), 300)} <span class="note">to</span> ${cut(comparedText(after), 300)}</p>`,
    target: 'changes',
    main: markup`${overviewHtml(summary, report)}${changes.length === 0 ? none : changesHtml(changes, hidden)}`,
    footer: markup`Written by <code>haft diff</code>. <code>haft explain &lt;kind&gt;</code> explains a kind of change.`,
  });
}

function changesHtml(changes: readonly PlacedChange[], hidden: string | undefined): Markup {
  const visible = gravestFirst(changes).slice(0, MAX_CHANGES);
  const rest = countsOfVerdicts(gravestFirst(changes).slice(MAX_CHANGES));
  const more = rest === '' ? NOTHING : markup`<p class="note">Not on this page: ${rest}.</p>`;
  return markup`<section id="changes" class="changes" aria-labelledby="all-changes" tabindex="-1">
    <h2 id="all-changes">${pluralize(changes.length, 'change')}</h2>
    ${hidden === undefined ? NOTHING : markup`<p class="note">${hidden}</p>`}
    ${filtersHtml('changes', filterRows(visible))}
    ${groupChanges(visible).map(groupHtml)}${more}
  </section>`;
}

function groupHtml(group: Group): Markup {
  const { kind, name, parts } = group;
  return markup`<section class="group">
    <h2>${kind} <bdi>${cut(name, 120)}</bdi></h2>
    ${parts.map((part) => partHtml(part, group))}
  </section>\n`;
}

function partHtml({ tool, changes }: ChangedPart, { kind, name }: Group): Markup {
  const own = tool === undefined ? { kind, name } : { kind: 'tool', name: tool, server: name };
  const title =
    tool === undefined
      ? markup`${kind === 'skill' ? 'Skill' : 'Server'} settings`
      : markup`<bdi>${cut(tool, 120)}</bdi>`;
  const counts = tally(changes).map(({ verdict, count }) => badge(verdict, count));
  return markup`<article class="part" id="${anchorOf(own)}" tabindex="-1">
    <div class="top">
      <h3>${title}</h3>
      <p class="counts">${counts}</p>
    </div>
    ${changes.map(changeHtml)}
  </article>\n`;
}

function filterRows(changes: readonly PlacedChange[]): Parameters<typeof filtersHtml>[1] {
  const verdicts = VERDICTS.map((value) => {
    return { value, text: value, count: changes.filter((change) => verdictOf(change) === value).length };
  });
  const axes = (['wire', 'model', 'policy'] as const).map((value) => {
    return { value, text: AXES[value], count: changes.filter(({ axis }) => axis === value).length };
  });
  return [
    { filter: 'verdict', label: 'By level', values: verdicts },
    { filter: 'axis', label: 'By audience', values: axes },
  ];
}

/** Safe changes are folded. */
function changeHtml(change: PlacedChange): Markup {
  const { axis, fingerprint, kind, level, violations = [] } = change;
  const rules = violations.map(
    (one) => markup`<p class="says">${prose(cut(sentenceOf(one), 1000))} <code>${cut(one.kind, 120)}</code></p>`,
  );
  const verdict = verdictOf(change);
  const open = verdict === 'safe' ? NOTHING : markup` open`;
  const place = whereIs(change, (file) => file);
  const where = place === undefined ? NOTHING : markup`<span class="place">${cut(place, 300)}</span> `;
  return markup`<details class="change" data-axis="${axis}" data-verdict="${verdict}" data-level="${level}" id="c-${fingerprint}"${open}>
    <summary>${badge(verdict)}<h4><bdi>${cut(placeName(change), 200)}</bdi></h4><span class="axis">${AXES[axis]}</span></summary>
    <div class="body"><p class="says">${prose(cut(sentenceOf(change), 1000))}</p>${sides(change)}${evidenceHtml(change)}${rules}
      <p class="next"><strong>Next</strong> ${prose(cut(nextOf(change), 1000))}</p>
      <p class="why"><strong>Why</strong> ${prose(cut(whyOf(change), 1000))}</p>
      <p class="source">${where}<code>${cut(kind, 120)}</code> <span class="place">${fingerprint}</span></p></div>
  </details>\n`;
}

function evidenceHtml(change: PlacedChange): readonly Markup[] {
  return evidenceOf(change).map(({ label, text, isCode }) => {
    const content = isCode ? markup`<code>${text}</code>` : markup`${text}`;
    return markup`
      <p class="proof"><strong>${label}</strong> ${content}</p>`;
  });
}

/** The verdict in words, in the color of its gravity. */
function badge(verdict: string, count?: number): Markup {
  const text = count === undefined ? verdict : `${count} ${verdict}`;
  return markup`<span class="badge ${verdict.replaceAll(' ', '-')}">${text}</span>`;
}

function sides(change: PlacedChange): Markup {
  const display = shownOf(change);
  if (display.as === 'nothing') return NOTHING;
  if (display.as === 'words') return wordsHtml(display);
  return tableHtml(display.rows, display.hidden, cut(placeName(change), 200));
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
  const old = hasBefore ? markup`<td>${cell(before, after, removedHtml)}</td>` : NOTHING;
  const now = hasAfter ? markup`<td>${cell(after, before, addedHtml)}</td>` : NOTHING;
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
    return markup`<div class="prose">${mark(shortValue(value))}</div>`;
  if (!Array.isArray(value) || !Array.isArray(other)) return markup`<code>${mark(shortValue(value))}</code>`;
  const others = new Set(other.map((item) => JSON.stringify(item)));
  const item = (one: Json): Markup => {
    const text = shortValue(one);
    return markup`<li><code>${others.has(JSON.stringify(one)) ? text : mark(text)}</code></li>`;
  };
  const items = firstFew(value, 60, item, (more) => markup`<li>… and ${more} more</li>`);
  return value.length === 0 ? markup`<code>[]</code>` : markup`<ul class="items">${items}</ul>`;
}

function shortValue(value: Json): string {
  return cut(typeof value === 'string' && value !== '' ? value : inOneLine(value), MAX_VALUE_LENGTH);
}

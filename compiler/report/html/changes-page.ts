/** The page of changes: a summary that is understood in five seconds, then a card for each tool. */
import type { Digest } from '../changes/digest.ts';
import { cut, listed } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { type ChangedPart, type Group, VERDICTS, gravestFirst, grouped, tally, verdictOf } from '../changes/group.ts';
import { hiddenText } from '../changes/narrowed.ts';
import { type ChangeReport, type Compared, type PlacedChange, comparedText, listedChanges } from '../changes/report.ts';
import { type Markup, NOTHING, anchorOf, markup } from './markup.ts';
import { AXES, badge, changeHtml } from './change.ts';
import { overviewHtml } from './overview.ts';
import { pageHtml } from './page.ts';

/** A larger page would be slow to open; the most severe changes are kept. */
const MOST = 3000;

export function changesPage(report: ChangeReport, summary: Digest): Markup {
  const { project, day, before, after } = report;
  const changes = listedChanges(report);
  const hidden = hiddenText(report);
  const none = markup`<p id="changes" class="note">${hidden ?? 'No changes.'}</p>`;
  return pageHtml({
    title: `${cut(project, 120)}: ${summary.headline}`,
    heading: 'Changes',
    lead: markup`<p><bdi>${cut(project, 120)}</bdi>, <time>${day}</time></p>
    <p><span class="note">from</span> ${sideHtml(before)} <span class="note">to</span> ${sideHtml(after)}</p>`,
    target: 'changes',
    main: markup`${overviewHtml(summary, report)}${changes.length === 0 ? none : changesHtml(changes, hidden)}`,
    footer: markup`Written by <code>haft diff</code>. <code>haft explain &lt;kind&gt;</code> explains a kind of change.`,
  });
}

const MOST_VERSIONS = 6;

/** `git main (1a2b3c4d5e6f): library 1.2.0`. */
function sideHtml(side: Compared): Markup {
  const versions = side.versions.map(({ name, version }) => `${cut(name, 80)} ${cut(version, 40)}`);
  const shown = versions.length > 0 ? `: ${listed(versions, MOST_VERSIONS)}` : '';
  return markup`${cut(comparedText(side), 300)}${shown}`;
}

function changesHtml(changes: readonly PlacedChange[], hidden: string | undefined): Markup {
  const shown = gravestFirst(changes).slice(0, MOST);
  const left = tally(gravestFirst(changes).slice(MOST)).map(({ verdict, count }) => `${count} ${verdict}`);
  const more = left.length > 0 ? markup`<p class="note">Not on this page: ${left.join(', ')}.</p>` : NOTHING;
  return markup`<section id="changes" class="changes" aria-labelledby="all-changes" tabindex="-1">
    <h2 id="all-changes">${pluralize(changes.length, 'change')}</h2>
    ${hidden === undefined ? NOTHING : markup`<p class="note">${hidden}</p>`}
    ${filtersHtml(shown)}
    <p id="nothing" class="note" hidden>No change matches. <button type="button" id="reset">Show all</button></p>
    ${grouped(shown).map(groupHtml)}${more}
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

/** Buttons and a field that narrow the page down; the script shows them, for without it they could do nothing. */
function filtersHtml(changes: readonly PlacedChange[]): Markup {
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

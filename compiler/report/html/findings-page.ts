/** The page of findings: what is found, errors first, then a card for each file, with the line that each finding is about. */
import { type Alike, SEVERITIES, alike, subjectsOf } from '../findings/alike.ts';
import { gatherBy } from '../../base/groups.ts';
import { type ReportEntry, entriesOfFindings } from '../entry.ts';
import { countsOf, countsText } from '../findings/counts.ts';
import { frameOf } from '../findings/frame.ts';
import type { Findings, PrintContext } from '../format.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { cut, firstFew, listNames } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { type Markup, NOTHING, markup, prose } from './markup.ts';
import { filtersHtml, pageHtml } from './page.ts';

/** A page with more would be slow to open; the most severe findings are kept. */
const MAX_FINDINGS = 3000;
/** Columns of source that are shown. */
const FRAME_WIDTH = 100;
/** Of one severity, in the summary. */
const MAX_LISTED = 8;

const SORTS = { error: 'breaking', warning: 'risky', note: 'unknown' } as const;

/** A finding with its record, whose fingerprint is its anchor. */
interface Shown {
  readonly finding: Diagnostic;
  readonly entry: ReportEntry;
}

export function findingsPage(findings: Findings, context: PrintContext): Markup {
  const { diagnostics } = findings;
  const counts = countsOf(diagnostics);
  const tone = counts.errors > 0 ? 'stop' : counts.warnings > 0 ? 'look' : 'go';
  const headline = diagnostics.length === 0 ? 'No findings' : countsText(counts);
  const entries = entriesOfFindings(findings);
  const all = diagnostics.flatMap((finding, at): Shown[] => {
    const entry = entries[at];
    return entry ? [{ finding, entry }] : [];
  });
  const pairs = bySeverity(all).flat().slice(0, MAX_FINDINGS);
  const remaining = diagnostics.length - pairs.length;
  return pageHtml({
    title: headline,
    heading: 'Findings in the specs',
    lead: NOTHING,
    target: 'findings',
    main: markup`<section class="overview" aria-labelledby="verdict">
      <div class="verdict ${tone}"><h2 id="verdict">${headline}</h2></div>
      ${summaryHtml(pairs)}
    </section>
    <section id="findings" class="changes" tabindex="-1">${pairs.length > 0 ? filtersHtml('findings', filterRows(pairs)) : NOTHING}
    ${bySeverity(pairs).map((own) => groupHtml(own, findings, context))}</section>
    ${remaining > 0 ? markup`<p class="note">${pluralize(remaining, 'finding')} more: see <code>haft check</code>.</p>` : NOTHING}`,
    footer: markup`Written by <code>haft check</code>. <code>haft explain &lt;rule&gt;</code> says more about a rule.`,
  });
}

/** Errors first. */
function bySeverity(all: readonly Shown[]): [Shown, ...Shown[]][] {
  const gravity = ({ finding }: Shown): number => SEVERITIES.indexOf(finding.severity);
  return gatherBy(
    all.toSorted((a, b) => gravity(b) - gravity(a)),
    gravity,
  );
}

/** What is said, once for all subjects, with a link to the first. */
function summaryHtml(pairs: readonly Shown[]): Markup {
  const anchors = new Map(pairs.map(({ finding, entry }) => [finding, anchorOf(entry)]));
  const cards = bySeverity(pairs).map((own) => {
    const groups = alike(own.map(({ finding }) => finding));
    const item = (group: Alike): Markup => listedHtml(group, anchors.get(group[0]) ?? '');
    const items = firstFew(groups, MAX_LISTED, item, (more) => markup`<li class="note">and ${more} more</li>`);
    const { severity } = own[0].finding;
    return markup`<section class="card ${severity === 'error' ? 'breaking' : 'risky'}">
      <h3>${title(severity)} <span class="number">${own.length}</span></h3>
      <ul>${items}</ul>
    </section>\n`;
  });
  return cards.length === 0 ? NOTHING : markup`<div class="cards">${cards}</div>`;
}

function listedHtml(group: Alike, anchor: string): Markup {
  const [first] = group;
  const { message } = group.length > 1 ? (first.unnamed ?? first) : first;
  const link = markup`<a href="#${anchor}">${prose(cut(message, 300))}</a>`;
  if (group.length === 1) return markup`<li>${link}</li>\n`;
  const { noun, names } = subjectsOf(group, ({ about, span }) => about.tool ?? span.file);
  const subjects = `${pluralize(names.length, noun)}: ${listNames(names, 12)}`;
  return markup`<li>${link} <span class="note">${cut(subjects, 600)}</span></li>\n`;
}

function title(severity: Diagnostic['severity']): string {
  return { error: 'Errors', warning: 'Warnings', note: 'Notes' }[severity];
}

function filterRows(pairs: readonly Shown[]): Parameters<typeof filtersHtml>[1] {
  const severities = SEVERITIES.toReversed().map((value) => {
    return { value, text: value, count: pairs.filter(({ finding }) => finding.severity === value).length };
  });
  const subjects = gatherBy(pairs, ({ finding }) => subjectOf(finding)).map((own) => {
    const value = subjectOf(own[0].finding);
    return { value, text: value, count: own.length };
  });
  return [
    { filter: 'verdict', label: 'By severity', values: severities },
    { filter: 'axis', label: 'By subject', values: subjects },
  ];
}

/** What the rule is about: the first part of its id. */
function subjectOf({ code }: Diagnostic): string {
  return code.split('/', 1)[0] ?? '';
}

function groupHtml(pairs: readonly [Shown, ...Shown[]], findings: Findings, context: PrintContext): Markup {
  const files = gatherBy(pairs, ({ finding }) => finding.span.file);
  return markup`<section class="group">
    <h2>${title(pairs[0].finding.severity)}</h2>
    ${files.map((own) => fileHtml(own, findings, context))}
  </section>\n`;
}

function fileHtml(pairs: readonly [Shown, ...Shown[]], findings: Findings, context: PrintContext): Markup {
  const { file } = pairs[0].finding.span;
  return markup`<article class="part">
    <div class="top"><h3><bdi>${cut(context.show(file), 300)}</bdi></h3><p class="counts">${pluralize(pairs.length, 'finding')}</p></div>
    ${pairs.map((one) => findingHtml(one, findings))}
  </article>\n`;
}

function anchorOf({ fingerprint }: ReportEntry): string {
  return `f-${fingerprint}`;
}

function findingHtml({ finding, entry }: Shown, { sources }: Findings): Markup {
  const { code, severity, message, hint, span } = finding;
  const source = sources.get(span.file);
  const frame = source && frameOf(source, span, FRAME_WIDTH);
  const start = entry.place?.columns?.start ?? { line: 1, column: 1 };
  const next =
    hint === undefined ? NOTHING : markup`<p class="next"><strong>Next</strong> ${prose(cut(hint, 1000))}</p>`;
  const lines = frame ? markup`<p class="words"><code>${frame.source}</code></p>` : NOTHING;
  return markup`<details class="change" id="${anchorOf(entry)}" data-verdict="${severity}" data-axis="${subjectOf(finding)}" open>
    <summary><span class="badge ${SORTS[severity]}">${severity}</span><h4>${prose(cut(message, 1000))}</h4><span class="axis">${start.line}:${start.column}</span></summary>
    <div class="body">${lines}${next}<p class="source"><code>${code}</code></p></div>
  </details>\n`;
}

/** The page of findings: how many there are, then a card for each file, with the line that each finding is about. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { gatherBy } from '../changes/group.ts';
import { placeOf } from '../entry.ts';
import { countsOf, countsText } from '../findings/counts.ts';
import { frameOf } from '../findings/frame.ts';
import type { Findings, PrintContext } from '../format.ts';
import { cut } from '../../base/text/escape.ts';
import { pluralize } from '../../base/text/pluralize.ts';
import { type Markup, NOTHING, markup } from './markup.ts';
import { pageHtml } from './page.ts';

/** A page with more would be slow to open. */
const MAX_FINDINGS = 3000;
/** Columns of source that are shown. */
const FRAME_WIDTH = 100;

export function findingsPage(findings: Findings, context: PrintContext): Markup {
  const { diagnostics } = findings;
  const counts = countsOf(diagnostics);
  const tone = counts.errors > 0 ? 'stop' : counts.warnings > 0 ? 'look' : 'go';
  const headline = diagnostics.length === 0 ? 'No findings' : countsText(counts);
  const shown = diagnostics.slice(0, MAX_FINDINGS);
  const left = diagnostics.length - shown.length;
  const files = gatherBy(shown, ({ span }) => span.file).map((own) => fileHtml(own, findings, context));
  return pageHtml({
    title: headline,
    heading: 'Findings in the specs',
    lead: NOTHING,
    target: 'findings',
    main: markup`<section class="overview" aria-labelledby="verdict">
      <div class="verdict ${tone}"><h2 id="verdict">${headline}</h2></div>
    </section>
    <section id="findings" class="changes" tabindex="-1">${files}</section>
    ${left > 0 ? markup`<p class="note">${pluralize(left, 'finding')} more: see <code>haft check</code>.</p>` : NOTHING}`,
    footer: markup`Written by <code>haft check</code>. <code>haft explain &lt;rule&gt;</code> says more about a rule.`,
  });
}

function fileHtml(diagnostics: readonly Diagnostic[], findings: Findings, context: PrintContext): Markup {
  const file = diagnostics[0]?.span.file ?? '';
  return markup`<article class="part">
    <div class="top"><h3><bdi>${cut(context.show(file), 300)}</bdi></h3><p class="counts">${countsText(countsOf(diagnostics))}</p></div>
    ${diagnostics.map((one) => findingHtml(one, findings))}
  </article>\n`;
}

function findingHtml({ code, severity, message, hint, span }: Diagnostic, { sources }: Findings): Markup {
  const { line, columns } = placeOf(span, sources);
  const source = sources.get(span.file);
  const frame = source && frameOf(source, span, FRAME_WIDTH);
  const badge = { error: 'breaking', warning: 'risky', note: 'unknown' }[severity];
  const next = hint === undefined ? NOTHING : markup`<p class="next"><strong>Next</strong> ${cut(hint, 1000)}</p>`;
  const lines = frame ? markup`<p class="words"><code>${frame.source}</code></p>` : NOTHING;
  return markup`<details class="change" open>
    <summary><span class="badge ${badge}">${severity}</span><h4>${cut(message, 1000)}</h4><span class="axis">${line}:${columns.start.column}</span></summary>
    <div class="body">${lines}${next}<p class="source"><code>${code}</code></p></div>
  </details>\n`;
}

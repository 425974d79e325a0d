/** The whole page in one file: no request leaves it, and it reads without its script. */
import { fileHash } from '../../../plan/hash.ts';
import type { Digest } from '../digest.ts';
import { counted, cut } from '../harmless.ts';
import { gravestFirst, grouped, tally } from '../group.ts';
import type { Group, Part } from '../group.ts';
import type { Report } from '../report.ts';
import { anchorOf } from './anchor.ts';
import { badge, changeHtml } from './change.ts';
import { filtersHtml } from './filters.ts';
import { NOTHING, markup, verbatim } from './markup.ts';
import type { Markup } from './markup.ts';
import { overviewHtml } from './overview.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** A page with more would be slow to open; the gravest are kept. */
const MOST = 3000;

export function pageHtml(report: Report, told: Digest): Markup {
  const { before, after, changes } = report;
  const none = markup`<p id="changes" class="note">There are no changes to list.</p>`;
  return markup`<!doctype html>
    <html lang="en">
    ${headHtml(told)}
    <body>
    <a class="skip" href="#changes">Skip to the changes</a>
    <header><h1>What changes</h1>
    <p><span class="note">from</span> ${cut(before, 200)} <span class="note">to</span> ${cut(after, 200)}</p></header>
    <main>
    ${overviewHtml(told, report)}${changes.length === 0 ? none : changesHtml(report)}
    </main>
    <footer><p>Written by <code>haft diff</code>. <code>haft explain &lt;kind&gt;</code> says more about a kind of change.</p></footer>
    <script>${verbatim(SCRIPT)}</script>
    </body>
    </html>\n`;
}

function headHtml({ headline }: Digest): Markup {
  return markup`<head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy()}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>Haft: ${headline}</title>
    <style>${verbatim(STYLE)}</style>
    </head>`;
}

function changesHtml({ changes }: Report): Markup {
  const shown = gravestFirst(changes).slice(0, MOST);
  const left = tally(gravestFirst(changes).slice(MOST)).map(({ verdict, count }) => `${count} ${verdict}`);
  const more = left.length > 0 ? markup`<p class="note">Not on this page: ${left.join(', ')}.</p>` : NOTHING;
  return markup`<section id="changes" class="changes" aria-labelledby="all-changes" tabindex="-1">
    <h2 id="all-changes">${counted(changes.length, 'change')}</h2>
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

function partHtml({ tool, changes }: Part, { kind, name }: Group): Markup {
  const own = tool === undefined ? { kind, name } : { kind: 'tool', name: tool, server: name };
  const title = tool === undefined ? markup`The ${kind} itself` : markup`<bdi>${cut(tool, 120)}</bdi>`;
  const counts = tally(changes).map(({ verdict, count }) => badge(verdict, count));
  return markup`<article class="part" id="${anchorOf(own)}" tabindex="-1">
    <div class="top">
      <h3>${title}</h3>
      <p class="counts">${counts}</p>
    </div>
    ${changes.map(changeHtml)}
  </article>\n`;
}

function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** As a browser computes it of the text between the tags, which is ASCII. */
function hashOf(text: string): string {
  const hex = fileHash(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  const bytes = hex.match(/../g) ?? [];
  return `sha256-${btoa(bytes.map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''))}`;
}

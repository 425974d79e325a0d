/** The frame of every page: one file that sends no request and works without its script. */
import { fileHash } from '../../plan/hash.ts';
import { markup, verbatim } from './markup.ts';
import type { Markup } from './markup.ts';
import { SCRIPT } from './script.ts';
import { PARTS } from './parts.ts';

interface Page {
  readonly title: string;
  readonly heading: string;
  readonly lead: Markup;
  /** Id of the part that readers with a keyboard may skip to. */
  readonly target: 'changes' | 'findings' | 'cases';
  /** Style after the one of all pages; plain ASCII. */
  readonly style?: string;
  readonly main: Markup;
  readonly footer: Markup;
}

export function pageHtml({ title, heading, lead, target, style = '', main, footer }: Page): Markup {
  return markup`<!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy(STYLE + style)}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <link rel="icon" href="data:,">
    <title>Haft: ${title}</title>
    <style>${verbatim(STYLE + style)}</style>
    </head>
    <body>
    <a class="skip" href="#${target}">Skip to the ${target}</a>
    <header><h1>${heading}</h1>
    ${lead}</header>
    <main>
    ${main}
    </main>
    <footer><p>${footer}</p></footer>
    <script>${verbatim(SCRIPT)}</script>
    </body>
    </html>\n`;
}

function policy(style: string): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
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

const LIGHT = `--page: #fbfbf9; --raised: #ffffff; --sunk: #f3f3ef; --ink: #1d1d1b; --soft: #5f5f58; --line: #dcdcd4; --link: #1b4f9c; --focus: #2f6fd0;
  --stop: #a3231b; --stop-ground: #fdf0ee; --look: #7d4f00; --look-ground: #fdf5e3; --go: #1c6438; --go-ground: #edf7f0;
  --open: #5b3a9b; --open-ground: #f4effc; --del: #8f1d16; --del-ground: #fde4e1; --ins: #14552e; --ins-ground: #d9f2e1;`;

const DARK = `--page: #161614; --raised: #1f1f1c; --sunk: #272724; --ink: #ecece6; --soft: #a9a9a0; --line: #3a3a35; --link: #8db8f5; --focus: #7fb0ff;
  --stop: #ff9c92; --stop-ground: #3a1d1a; --look: #f0bf62; --look-ground: #352a14; --go: #84d6a1; --go-ground: #17301f;
  --open: #c5aaf5; --open-ground: #2b2140; --del: #ffb1a8; --del-ground: #48211d; --ins: #9fe3b6; --ins-ground: #1a3d27;`;

const COLORS = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
@media print { :root { color-scheme: light; ${LIGHT} } }
`;

const BASE = `
*, ::before, ::after { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; max-width: 70rem; padding: 1.5rem clamp(1rem, 4vw, 2.5rem) 3rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
h1, h2, h3, h4, p, ul, ol { margin: 0; }
h1, h2, h3, h4 { line-height: 1.25; font-weight: 650; text-wrap: balance; overflow-wrap: anywhere; }
code, .place { font: .875em/1.5 ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; overflow-wrap: anywhere; }
a { color: var(--link); text-underline-offset: .15em; overflow-wrap: anywhere; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
[tabindex="-1"]:focus { outline: none; }
.part:target { outline: 2px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.said { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: -100vw; padding: .5rem 1rem; background: var(--raised); }
.skip:focus { left: 1rem; top: 1rem; z-index: 2; }
main > .note { margin-top: 1rem; }
.note, .none { color: var(--soft); }
header { margin-bottom: 1.25rem; }
h1 { font-size: 1.125rem; }
header p { font-size: .9375rem; overflow-wrap: anywhere; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .875rem; }
`;

const PAPER = `
@media print {
  html { font-size: 10pt; }
  body { max-width: none; padding: 0; }
  .filters, .skip { display: none !important; }
  .change::details-content { content-visibility: visible; block-size: auto; }
  .part, .card, .verdict { break-inside: avoid-page; }
  .change { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .badge, .card, .verdict, .part { border: 1px solid; } [aria-pressed="true"] { outline: 2px solid; } }
`;

const STYLE = `${COLORS}${BASE}${PARTS}${PAPER}`;

/** Styles of the page for small and wide screens, light and dark, and paper. Plain ASCII: its hash is in the policy. */
import { COLORS } from './colors.ts';
import { PARTS } from './parts.ts';

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

export const STYLE = `${COLORS}${BASE}${PARTS}${PAPER}`;

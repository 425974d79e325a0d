/** Styles of the page for small and wide screens, light and dark, and paper. Plain ASCII: its hash is in the policy. */

/** Styles of the parts of the page: summary, filters, cards, changes, words and tables. */

const SUMMARY = `
.verdict { padding: 1rem 1.25rem; border-left: 6px solid; border-radius: 4px; }
.verdict h2 { font-size: clamp(1.5rem, 1.1rem + 1.8vw, 2.125rem); }
.verdict p { margin-top: .375rem; color: var(--ink); max-width: 78ch; text-wrap: pretty; }
.stop { color: var(--stop); background: var(--stop-ground); }
.look { color: var(--look); background: var(--look-ground); }
.go { color: var(--go); background: var(--go-ground); }
.versions { list-style: none; padding: 0; margin-top: .5rem; display: flex; flex-wrap: wrap; gap: .375rem .75rem; }
.versions li { padding: 0 .625rem; font-weight: 650; border: 1px solid; border-radius: 1rem; overflow-wrap: anywhere; }
.versions .enough { color: var(--soft); font-weight: 500; }
.rows { list-style: none; padding: 0; margin-top: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
.rows li { display: grid; grid-template-columns: 6.5rem minmax(9rem, 3fr) minmax(0, 5fr); gap: .125rem 1rem; align-items: baseline; padding: .5rem 1rem; }
.rows li + li { border-top: 1px solid var(--line); }
.rows .badge { text-align: center; }
.where { font-weight: 600; overflow-wrap: anywhere; }
.what { display: flex; flex-wrap: wrap; gap: .125rem 1rem; align-items: baseline; min-width: 0; }
.what p { min-width: 0; overflow-wrap: anywhere; }
.what .note { font-size: .9375rem; }
.fold { margin-top: .5rem; padding: .5rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
.fold summary { cursor: pointer; font-weight: 600; }
.fold .number { font-size: inherit; color: var(--look); }
.fold ul { padding-left: 1.375rem; margin-top: .375rem; }
@media (max-width: 40rem) { .rows li { grid-template-columns: minmax(0, 1fr); justify-items: start; } .rows li, .fold { padding-inline: .75rem; } }
.card, .steps, .standing section { padding: .875rem 1.125rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
.card { border-top: 4px solid; }
.card > * { color: var(--ink); }
.card h3, .steps h3, .standing h3 { font-size: 1rem; margin-bottom: .375rem; }
.card ul { list-style: none; padding: 0; }
.card.not-allowed, .card.breaking { border-top-color: var(--stop); }
.card.risky { border-top-color: var(--look); }
.card.quiet { border-top-color: var(--go); }
.card h3 { overflow-wrap: break-word; display: flex; gap: .5rem; align-items: baseline; justify-content: space-between; }
.number { flex: none; white-space: nowrap; font-size: 1.5rem; line-height: 1; font-weight: 650; }
.not-allowed .number, .card.breaking .number { color: var(--stop); }
.card.risky .number { color: var(--look); }
.card li { margin-top: .25rem; line-height: 1.35; }
.card li .note { display: block; overflow-wrap: anywhere; }
.card .note, .steps .note { font-size: .875rem; }
.card .none { color: var(--soft); }
.steps { margin-top: 1rem; }
.steps ol { padding-left: 1.375rem; }
.steps li { margin-top: .375rem; padding-left: .25rem; }
.steps li .note { display: block; }
.standing { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: 1rem; margin-top: 1rem; align-items: start; }
`;

const FILTERS = `
.filters { display: flex; flex-wrap: wrap; gap: .625rem 1.25rem; align-items: center; margin: .75rem 0 1.25rem; padding: .75rem 1rem; background: var(--sunk); border-radius: 4px; }
.filters > div { display: flex; flex-wrap: wrap; gap: .375rem; }
.filters .find { flex: 1 1 14rem; flex-wrap: nowrap; gap: .625rem; align-items: center; }
input { flex: 1; min-width: 0; font: inherit; padding: .25rem .625rem; color: var(--ink); background: var(--raised); border: 1px solid var(--soft); border-radius: 4px; }
button { font: inherit; font-size: .875rem; min-height: 2rem; padding: .125rem .75rem; color: var(--ink); background: var(--raised); border: 1px solid var(--soft); border-radius: 1rem; cursor: pointer; }
button.copy { min-height: 1.5rem; margin: 0 .375rem; padding: 0 .5rem; font-size: .75rem; }
button:hover { border-color: var(--ink); }
button[aria-pressed="true"] { color: var(--page); background: var(--ink); border-color: var(--ink); }
button[aria-pressed="true"] .note { color: inherit; }
output { margin-left: auto; min-width: 7rem; text-align: right; color: var(--soft); font-size: .875rem; }
`;

const CARDS = `
.changes { margin-top: 2.5rem; }
.changes > h2 { font-size: 1.375rem; }
.group > h2 { margin: 1.75rem 0 .75rem; font-size: 1rem; color: var(--soft); }
.part { margin-bottom: 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 4px; }
.top { display: flex; flex-wrap: wrap; gap: .375rem 1rem; align-items: center; justify-content: space-between; padding: .75rem 1.125rem; }
.top h3 { font-size: 1.125rem; }
.counts { display: flex; flex-wrap: wrap; gap: .375rem; }
.badge { display: inline-block; padding: 0 .5rem; border-radius: 3px; font-size: .8125rem; line-height: 1.5rem; font-weight: 600; white-space: nowrap; }
.badge.not-allowed { color: var(--page); background: var(--stop); }
.badge.breaking { color: var(--stop); background: var(--stop-ground); box-shadow: inset 0 0 0 1px; }
.badge.unknown { color: var(--open); background: var(--open-ground); box-shadow: inset 0 0 0 1px; }
.badge.risky { color: var(--look); background: var(--look-ground); box-shadow: inset 0 0 0 1px; }
.badge.safe { color: var(--go); background: var(--go-ground); box-shadow: inset 0 0 0 1px; }
.change { border-top: 1px solid var(--line); }
.change summary { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; padding: .625rem 1.125rem; cursor: pointer; list-style: none; }
.change summary::-webkit-details-marker { display: none; }
.change summary::before { content: ""; width: .5rem; height: .5rem; border: solid var(--soft); border-width: 0 2px 2px 0; transform: rotate(-45deg); flex: none; }
.change[open] summary::before { transform: rotate(45deg); }
.change summary:hover h4 { text-decoration: underline; text-underline-offset: .15em; }
.change .badge { min-width: 5.75rem; text-align: center; }
h4 { font-size: 1rem; flex: 1 1 14rem; }
.axis { color: var(--soft); font-size: .875rem; }
.body { padding: 0 1.125rem 1rem 2.375rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; max-width: 56rem; }
.next strong, .why strong { margin-right: .25rem; }
.why, .source { color: var(--soft); font-size: .9375rem; }
.source { display: flex; flex-wrap: wrap; gap: 0 1rem; }
@media (max-width: 40rem) { .body { padding-left: 1.125rem; } .axis { display: none; } h4 { flex-basis: 100%; } }
`;

const SIDES = `
.words { padding: .625rem .875rem; background: var(--sunk); border-radius: 4px; white-space: pre-wrap; overflow-wrap: anywhere; }
del, ins { padding: 0 .125rem; border-radius: 2px; }
del { color: var(--del); background: var(--del-ground); text-decoration: line-through; }
ins { color: var(--ins); background: var(--ins-ground); text-decoration: underline; text-underline-offset: .15em; }
.words del, .words ins { position: relative; padding-left: 1.05em; }
.words del::before, .words ins::before { position: absolute; left: .2em; }
.words del::before { content: "\\2212" / ""; }
.words ins::before { content: "+" / ""; }
.scroll { position: relative; overflow-x: auto; min-width: 0; }
table { border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .25rem 1.5rem .25rem 0; text-align: left; vertical-align: baseline; border-bottom: 1px solid var(--line); overflow-wrap: break-word; }
td code { overflow-wrap: anywhere; }
tr:last-child > * { border-bottom: 0; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; border-bottom-color: var(--soft); }
tbody th { font-weight: 500; min-width: 7rem; }
td { min-width: 5rem; }
.standing table { width: 100%; }
.standing th, .standing td { padding-right: 1rem; }
.standing section:first-child { grid-column: 1 / -1; }
.prose { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) {
  .standing thead { position: absolute; clip-path: inset(50%); }
  .standing table, .standing tbody, .standing tr, .standing tr > * { display: block; overflow-wrap: anywhere; border: 0; padding: 0; }
  .standing tr + tr { margin-top: .75rem; }
  .standing td::before { content: attr(data-head) ": "; color: var(--soft); }
}
time { white-space: nowrap; }
.items { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 0 .75rem; }
.items li { overflow-wrap: anywhere; }
`;

const PARTS = `${SUMMARY}${FILTERS}${CARDS}${SIDES}`;

/** The colors of the page, for light and dark; the contrast of every text is at least 4.5 to 1. */

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
  .filters, .skip, .copy { display: none !important; }
  .change::details-content { content-visibility: visible; block-size: auto; }
  .part, .card, .verdict { break-inside: avoid-page; }
  .change { break-inside: avoid; }
  a { color: inherit; text-decoration: none; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .badge, .card, .verdict, .part { border: 1px solid; } [aria-pressed="true"] { outline: 2px solid; } }
`;

export const STYLE = `${COLORS}${BASE}${PARTS}${PAPER}`;

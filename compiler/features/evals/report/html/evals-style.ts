/** Styles of the page of evals that other pages do not need. Plain ASCII: its hash is in the policy. */

export const EVALS_STYLE = `
.matrix { margin: .25rem 1.125rem .75rem; max-width: 100%; }
.matrix th, .matrix td { padding: 0; border: 0; text-align: center; vertical-align: middle; min-width: 0; }
.matrix thead th { vertical-align: bottom; border: 0; font-weight: 500; color: var(--soft); }
.matrix thead th > span { display: inline-block; writing-mode: vertical-rl; transform: rotate(180deg); max-height: 13rem; overflow: hidden; padding: .375rem 0; white-space: nowrap; text-overflow: ellipsis; }
.matrix tbody th { position: sticky; left: 0; z-index: 1; min-width: 6.5rem; max-width: 14rem; padding: 0 .75rem 0 0; text-align: right; background: var(--raised); overflow-wrap: anywhere; line-height: 1.2; font-size: .875rem; }
.matrix td { width: 2.25rem; height: 2.25rem; min-width: 2.25rem; border: 1px solid var(--line); background: var(--page); }
.matrix td.none-column, .matrix thead th.none-column { border-left: 2px solid var(--soft); }
.matrix a { display: flex; align-items: center; justify-content: center; width: 100%; height: 2.25rem; text-decoration: none; font-weight: 650; font-variant-numeric: tabular-nums; }
.matrix a:hover { text-decoration: underline; }
.matrix a.right { color: var(--go); background: var(--go-ground); }
.matrix a.wrong { color: var(--stop); background: var(--stop-ground); box-shadow: inset 0 0 0 2px; }
.corner { font-size: .75rem; }
.figures { padding: 0 1.125rem .5rem; }
.cases { list-style: none; padding: 0; display: grid; gap: .75rem; }
.cases .request { font-weight: 600; overflow-wrap: anywhere; }
.cases .answer { overflow-wrap: anywhere; }
.cases .badge { min-width: 0; }
.changed-text h5 { margin: 0 0 .25rem; font-size: .875rem; color: var(--soft); font-weight: 500; overflow-wrap: anywhere; }
.preview { margin: 0; padding: .625rem .875rem; background: var(--sunk); border-radius: 4px; overflow-x: auto; font: .875em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 40rem) { .matrix tbody th { min-width: 5rem; max-width: 7.5rem; font-size: .8125rem; } }
@media print { .matrix { overflow: visible; } .matrix tbody th { position: static; } .change > .body { display: grid; } }
@media (forced-colors: active) { .matrix a.wrong { outline: 2px solid; outline-offset: -4px; } }
`;
